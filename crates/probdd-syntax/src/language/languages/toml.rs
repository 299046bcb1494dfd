//! TOML.

use crate::language::facts::{Enclosed, Facts, Lexis, Spacing, TemplateSyntax};
use crate::language::{Language, Names};

pub(super) static TOML: Language = Language::built_in(
    Names {
        name: "toml",
        aliases: &[],
        extensions: &["toml"],
        files: &["Cargo.lock", "poetry.lock", "uv.lock", "Pipfile"],
    },
    crate_grammar!("tree-sitter-toml-ng", tree_sitter_toml_ng::LANGUAGE, "toml"),
    Facts {
        spacing: Spacing::statements(b"[").dense(),
        lexis: LEXIS,
        templates: Some(&TemplateSyntax::CODE),
        ..Facts::NONE
    },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis {
    strings: &[Enclosed::Escaped(r#"""""#, r#"""""#), Enclosed::Plain("'''", "'''")],
    ..Lexis::HASH
};
