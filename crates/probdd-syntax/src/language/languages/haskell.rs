//! Haskell.

use crate::language::facts::{Correction, Facts, Fit, Indentation, Spacing, Then};
use crate::language::{Language, Names};

pub(super) static HASKELL: Language = Language::built_in(
    Names { name: "haskell", aliases: &["hs"], extensions: &["hs"] },
    crate_grammar!("tree-sitter-haskell", tree_sitter_haskell::LANGUAGE, "haskell"),
    Facts {
        spacing: Spacing {
            has_meaning: true,
            // An `@` with a blank after it is an operator.
            tight: &["@"],
            // The indentation of a line says which block it is in.
            indentation: Indentation::Columns { openers: OPENERS },
            ..Spacing::statements(b"")
        },
        corrections: &[
            // A `do` does something.
            Correction::of("do", Then::KeepsAll),
            // Only expressions may lack an element, and only with an extension.
            Correction::of("tuple", Then::Divides(&[","])),
        ],
        fits: &[
            // After the pattern of an alternative comes an arrow, after that of a binding `=`.
            Fit::never("bind", &["match"]),
            Fit::never("function", &["match"]),
            Fit::never("alternative", &["match"]),
            // More than one word is in parentheses there.
            Fit::never("as", &["infix", "apply", "negation"]),
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

/// What a block begins after, if no brace follows.
const OPENERS: &[&str] = &["do", "mdo", "rec", "of", "case", "where", "let", "if"];
