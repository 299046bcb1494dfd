//! Ruby.

use crate::language::facts::{Correction, Facts, Lexis, Spacing, Then, When};
use crate::language::{Language, Names};

pub(super) static RUBY: Language = Language::built_in(
    Names {
        name: "ruby",
        aliases: &["rb"],
        extensions: &["rb", "rake", "gemspec"],
        files: &[
            "Rakefile",
            "Gemfile",
            "Podfile",
            "Vagrantfile",
            "Guardfile",
            "Fastfile",
            "Brewfile",
        ],
    },
    crate_grammar!("tree-sitter-ruby", tree_sitter_ruby::LANGUAGE, "ruby"),
    Facts {
        spacing: Spacing { has_meaning: true, ..Spacing::STATEMENTS },
        corrections: &[
            // A `case` needs a `when`.
            Correction::of("case", Then::KeepsOneOf("when")),
            // An argument that is passed on may only lack its name where the parameter lacks it,
            // too.
            Correction::of("splat_argument", Then::KeepsAll),
            Correction::of("hash_splat_argument", Then::KeepsAll),
            Correction::of("block_argument", Then::KeepsAll),
            // The grammar reads the `-x` of `"\C-x"` as plain text.
            Correction::of("string", Then::AllOrNothing).when(When::HasText("\\C")),
            Correction::of("string", Then::AllOrNothing).when(When::HasText("\\M")),
            // The parts of a regular expression are not removable one by one.
            Correction::of("regex", Then::AllOrNothing),
        ],
        lexis: Lexis::HASH,
        ..Facts::NONE
    },
);
