//! C.

use super::{CrateGrammar, Facts, Language, Names, Newlines, crate_grammar};

pub(super) static C: Language = Language::built_in(
    Names { name: "c", aliases: &[], extensions: &["c", "h", "i"] },
    crate_grammar!("tree-sitter-c", tree_sitter_c::LANGUAGE, "c"),
    Facts {
        newlines: Newlines::Directives,
        // `enum e {}` has no meaning in C.
        keeps_one: &["enumerator_list"],
        ..Facts::NONE
    },
);
