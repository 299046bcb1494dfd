//! JSON.

use crate::language::facts::{Correction, Facts, Layout, TemplateSyntax, Then};
use crate::language::{Language, Names};

pub(super) static JSON: Language = Language::built_in(
    Names {
        name: "json",
        aliases: &[],
        extensions: &["json", "geojson", "webmanifest", "ipynb"],
        files: &[
            "composer.lock",
            "Pipfile.lock",
            "flake.lock",
            ".babelrc",
            ".eslintrc",
            ".prettierrc",
        ],
    },
    crate_grammar!("tree-sitter-json", tree_sitter_json::LANGUAGE, "json"),
    Facts {
        layout: Layout { touching: "array object", ..Layout::DATA },
        // A JSON text is one value; the grammar accepts any number of them.
        corrections: &[Correction::of("document", Then::KeepsOne)],
        templates: Some(&TemplateSyntax::CODE),
        ..Facts::NONE
    },
);
