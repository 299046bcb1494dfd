//! Haskell.

use super::{Correction, Facts, Fit, Language, Names, Newlines, Spaces, Then, crate_grammar};

pub(super) static HASKELL: Language = Language::built_in(
    Names { name: "haskell", aliases: &["hs"], extensions: &["hs"] },
    crate_grammar!("tree-sitter-haskell", tree_sitter_haskell::LANGUAGE, "haskell"),
    Facts {
        spaces: Spaces::Significant,
        indentation: true,
        // Layout: a line's indentation says which block it is in.
        newlines: Newlines::Statements { free_inside: b"" },
        corrections: &[
            // A `do` does something.
            Correction::of("do", Then::KeepsAll),
        ],
        fits: &[
            // After the pattern of an alternative comes an arrow, after that of a binding `=`.
            Fit::never("bind", &["match"]),
            Fit::never("function", &["match"]),
            Fit::never("alternative", &["match"]),
        ],
        inner: &[
            // A binding of a `do` has an arrow, another one `=`.
            ("do", "bind"),
            ("local_binds", "bind"),
            // The types of functions are called as functions are.
            ("signature", "function"),
            ("parens", "function"),
            ("context", "function"),
            ("forall", "function"),
            ("field", "function"),
        ],
        ..Facts::NONE
    },
);
