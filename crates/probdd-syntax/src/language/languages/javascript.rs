//! JavaScript.

use super::ecmascript;
use crate::language::{Language, Names};

pub(super) static JAVASCRIPT: Language = Language::built_in(
    Names {
        name: "javascript",
        aliases: &["js", "jsx"],
        extensions: &["js", "mjs", "cjs", "jsx"],
        files: &["Jakefile"],
    },
    crate_grammar!("tree-sitter-javascript", tree_sitter_javascript::LANGUAGE, "javascript"),
    ecmascript::WITH_JSX,
);
