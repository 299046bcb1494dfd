//! Haskell.

use super::{Facts, Language, Names, Newlines, Spaces, crate_grammar};

pub(super) static HASKELL: Language = Language::built_in(
    Names { name: "haskell", aliases: &["hs"], extensions: &["hs"] },
    crate_grammar!("tree-sitter-haskell", tree_sitter_haskell::LANGUAGE, "haskell"),
    Facts {
        spaces: Spaces::Significant,
        indentation: true,
        // Layout: a line's indentation says which block it is in.
        newlines: Newlines::Statements { free_inside: b"" },
        ..Facts::NONE
    },
);
