//! Elixir.

use crate::language::facts::{Enclosed, Facts, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static ELIXIR: Language = Language::built_in(
    Names { name: "elixir", aliases: &["ex"], extensions: &["ex", "exs"], files: &["mix.lock"] },
    crate_grammar!("tree-sitter-elixir", tree_sitter_elixir::LANGUAGE, "elixir"),
    Facts {
        // `f (a)` is not `f(a)`.
        spacing: Spacing { has_meaning: true, ..Spacing::statements(b"") },
        lexis: LEXIS,
        ..Facts::NONE
    },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis {
    strings: &[Enclosed::Escaped(r#"""""#, r#"""""#), Enclosed::Escaped("'''", "'''")],
    ..Lexis::HASH
};
