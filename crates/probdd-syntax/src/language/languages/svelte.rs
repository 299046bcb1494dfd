//! Svelte.

use crate::language::facts::{Facts, Hosts, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static SVELTE: Language = Language::built_in(
    Names { name: "svelte", aliases: &[], extensions: &["svelte"], files: &[] },
    crate_grammar!("tree-sitter-svelte-ng", tree_sitter_svelte_ng::LANGUAGE, "svelte"),
    Facts {
        spacing: Spacing::MEANINGFUL,
        // As for HTML.
        max_depth: Some(1_000),
        lexis: Lexis::MARKUP,
        hosts: &[
            Hosts { node: "script_element", leaf: "raw_text", language: "javascript" },
            Hosts { node: "style_element", leaf: "raw_text", language: "css" },
        ],
        ..Facts::NONE
    },
);
