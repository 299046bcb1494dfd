//! CSS.

use super::{Facts, Language, Names, Spaces, crate_grammar};

pub(super) static CSS: Language = Language::built_in(
    Names { name: "css", aliases: &[], extensions: &["css"] },
    crate_grammar!("tree-sitter-css", tree_sitter_css::LANGUAGE, "css"),
    Facts { spaces: Spaces::Significant, ..Facts::NONE },
);
