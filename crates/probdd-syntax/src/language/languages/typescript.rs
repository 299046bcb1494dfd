//! TypeScript, without and with JSX.

use super::ecmascript;
use crate::language::{Language, Names};

pub(super) static TYPESCRIPT: Language = Language::built_in(
    Names { name: "typescript", aliases: &["ts"], extensions: &["ts", "mts", "cts"], files: &[] },
    crate_grammar!(
        "tree-sitter-typescript",
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        "typescript"
    ),
    ecmascript::PLAIN,
);

pub(super) static TSX: Language = Language::built_in(
    Names { name: "tsx", aliases: &[], extensions: &["tsx"], files: &[] },
    crate_grammar!("tree-sitter-typescript", tree_sitter_typescript::LANGUAGE_TSX, "tsx"),
    ecmascript::WITH_JSX,
);
