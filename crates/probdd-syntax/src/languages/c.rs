//! C.

use super::{Correction, Facts, Language, Names, Newlines, Then, crate_grammar};

pub(super) static C: Language = Language::built_in(
    Names { name: "c", aliases: &[], extensions: &["c", "h", "i"] },
    crate_grammar!("tree-sitter-c", tree_sitter_c::LANGUAGE, "c"),
    Facts {
        newlines: Newlines::Directives,
        // `enum e {}` has no meaning in C.
        corrections: &[Correction::of("enumerator_list", Then::KeepsOne)],
        ..Facts::NONE
    },
);
