//! Ruby.

use crate::language::facts::{Correction, Facts, Spacing, Then, When};
use crate::language::{Language, Names};

pub(super) static RUBY: Language = Language::built_in(
    Names { name: "ruby", aliases: &["rb"], extensions: &["rb", "rake", "gemspec"] },
    crate_grammar!("tree-sitter-ruby", tree_sitter_ruby::LANGUAGE, "ruby"),
    Facts {
        spacing: Spacing { has_meaning: true, ..Spacing::STATEMENTS },
        corrections: &[
            // A `case` has a `when`.
            Correction::of("case", Then::KeepsOneOf(&["when"])),
            // The name of an argument that is passed on may be left out only where the parameter
            // has none either.
            Correction::of("splat_argument", Then::KeepsAll),
            Correction::of("hash_splat_argument", Then::KeepsAll),
            Correction::of("block_argument", Then::KeepsAll),
            // Of `"\C-x"` the grammar takes the `-x` for plain text.
            Correction::of("string", Then::GoesWhole).when(When::Says("\\C")),
            Correction::of("string", Then::GoesWhole).when(When::Says("\\M")),
            // The parts of a regular expression are no lines between its brackets.
            Correction::of("regex", Then::GoesWhole),
        ],
        ..Facts::NONE
    },
);
