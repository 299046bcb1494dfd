//! HTML.

use crate::language::facts::{Facts, Spacing};
use crate::language::{Language, Names};

pub(super) static HTML: Language = Language::built_in(
    Names { name: "html", aliases: &["htm"], extensions: &["html", "htm"], files: &[] },
    crate_grammar!("tree-sitter-html", tree_sitter_html::LANGUAGE, "html"),
    Facts { spacing: Spacing::MEANINGFUL, ..Facts::NONE },
);
