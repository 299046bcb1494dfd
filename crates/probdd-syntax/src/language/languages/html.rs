//! HTML.

use crate::language::facts::Facts;
use crate::language::{CrateGrammar, Language, Names};
use crate::text::spacing::Spacing;

pub(super) static HTML: Language = Language::built_in(
    Names { name: "html", aliases: &["htm"], extensions: &["html", "htm"] },
    CrateGrammar::new(
        "tree-sitter-html",
        tree_sitter_html::LANGUAGE,
        include_bytes!("../../../grammars/html.json.gz"),
    ),
    Facts { spacing: Spacing::MEANINGFUL, ..Facts::NONE },
);
