//! JSON.

use crate::language::facts::{Correction, Facts, Then};
use crate::language::{CrateGrammar, Language, Names};

pub(super) static JSON: Language = Language::built_in(
    Names { name: "json", aliases: &[], extensions: &["json", "geojson", "webmanifest"] },
    CrateGrammar::new(
        "tree-sitter-json",
        tree_sitter_json::LANGUAGE,
        include_bytes!("../../../grammars/json.json.gz"),
    ),
    Facts {
        // A JSON text is a value; the grammar takes any number of them.
        corrections: &[Correction::of("document", Then::KeepsOne)],
        ..Facts::NONE
    },
);
