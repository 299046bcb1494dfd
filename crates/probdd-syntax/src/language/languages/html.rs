//! HTML.

use crate::language::facts::{Facts, Hosts, Lexis, Spacing, TemplateSyntax};
use crate::language::{Language, Names};

pub(super) static HTML: Language = Language::built_in(
    // A component of Vue is HTML with a script and a style.
    Names { name: "html", aliases: &["htm"], extensions: &["html", "htm", "vue"], files: &[] },
    crate_grammar!("tree-sitter-html", tree_sitter_html::LANGUAGE, "html"),
    // The scanner takes time for every token that grows with the number of open elements.
    Facts {
        spacing: Spacing::MEANINGFUL,
        max_depth: Some(1_000),
        lexis: Lexis::MARKUP,
        templates: Some(&TemplateSyntax::HTML),
        hosts: &[
            Hosts { node: "script_element", leaf: "raw_text", language: "javascript" },
            Hosts { node: "style_element", leaf: "raw_text", language: "css" },
        ],
        ..Facts::NONE
    },
);
