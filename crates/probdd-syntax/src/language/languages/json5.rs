//! JSON5, and JSON with comments.

use crate::language::facts::{Facts, Layout, Lexis, TemplateSyntax};
use crate::language::{Language, Names};

pub(super) static JSON5: Language = Language::built_in(
    Names {
        name: "json5",
        aliases: &["jsonc"],
        extensions: &["json5", "jsonc", "code-workspace"],
        files: &[],
    },
    crate_grammar!("tree-sitter-json5-orchard", tree_sitter_json5_orchard::LANGUAGE, "json5"),
    Facts {
        layout: Layout { touching: "array object", ..Layout::DATA },
        templates: Some(&TemplateSyntax::CODE),
        lexis: Lexis::SLASHES,
        ..Facts::NONE
    },
);
