//! HTML.

use super::{Facts, Language, Names, Spaces, crate_grammar};

pub(super) static HTML: Language = Language::built_in(
    Names { name: "html", aliases: &["htm"], extensions: &["html", "htm"] },
    crate_grammar!("tree-sitter-html", tree_sitter_html::LANGUAGE, "html"),
    Facts { spaces: Spaces::Significant, ..Facts::NONE },
);
