//! Haskell.

use crate::language::facts::{
    Correction, DocTests, Enclosed, Facts, Fit, Indentation, Lexis, Spacing, Then,
};
use crate::language::{Language, Names};

pub(super) static HASKELL: Language = Language::built_in(
    Names { name: "haskell", aliases: &["hs"], extensions: &["hs"], files: &[] },
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
            // A `do` needs a statement.
            Correction::of("do", Then::KeepsAll),
            // Tuples need all elements; only an extension allows expressions without some.
            Correction::of("tuple", Then::Divides(",")),
        ],
        fits: &[
            // A pattern is followed by an arrow in an alternative, and by `=` in a binding.
            Fit::never("bind", "match"),
            Fit::never("function", "match"),
            Fit::never("alternative", "match"),
            // More than one word needs parentheses there.
            Fit::never("as", "infix apply negation"),
        ],
        only_inside: &[
            // A binding in a `do` has an arrow, other bindings have `=`.
            ("do", "bind"),
            ("local_binds", "bind"),
            // The types of functions have the same kind as functions.
            ("signature", "function"),
            ("parens", "function"),
            ("context", "function"),
            ("forall", "function"),
            ("field", "function"),
        ],
        doc_tests: DocTests::Prompts,
        lexis: LEXIS,
        ..Facts::NONE
    },
);

/// The words after which a block begins, unless a brace follows.
const OPENERS: &[&str] = &["do", "mdo", "rec", "of", "case", "where", "let", "if"];

/// Comments and strings.
const LEXIS: Lexis = Lexis {
    line_comments: &["--"],
    comments: &[Enclosed::Nested("{-", "-}")],
    has_characters: true,
    ..Lexis::NONE
};
