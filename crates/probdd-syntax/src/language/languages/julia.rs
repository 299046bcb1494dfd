//! Julia.

use crate::language::facts::{Enclosed, Facts, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static JULIA: Language = Language::built_in(
    Names { name: "julia", aliases: &["jl"], extensions: &["jl"], files: &[] },
    crate_grammar!("tree-sitter-julia", tree_sitter_julia::LANGUAGE, "julia"),
    Facts {
        // `[a -b]` has two elements; `f (x)` is an error.
        spacing: Spacing { has_meaning: true, ..Spacing::statements(b"") },
        lexis: LEXIS,
        ..Facts::NONE
    },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis {
    comments: &[Enclosed::Nested("#=", "=#")],
    strings: &[Enclosed::Escaped(r#"""""#, r#"""""#)],
    has_characters: true,
    ..Lexis::HASH
};
