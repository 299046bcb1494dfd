//! TypeScript, without and with JSX.

use super::ecmascript;
use crate::language::facts::{Facts, Layout};
use crate::language::{Language, Names};

const LAYOUT: Layout = Layout {
    lines: "\
        class_body class_static_block interface_body statement_block switch_body switch_case \
        switch_default",
    touching: "template_type",
    ..ecmascript::LAYOUT
};

pub(super) static TYPESCRIPT: Language = Language::built_in(
    Names { name: "typescript", aliases: &["ts"], extensions: &["ts", "mts", "cts"], files: &[] },
    crate_grammar!(
        "tree-sitter-typescript",
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        "typescript"
    ),
    Facts { layout: LAYOUT, ..ecmascript::PLAIN },
);

pub(super) static TSX: Language = Language::built_in(
    Names { name: "tsx", aliases: &[], extensions: &["tsx"], files: &[] },
    crate_grammar!("tree-sitter-typescript", tree_sitter_typescript::LANGUAGE_TSX, "tsx"),
    Facts {
        layout: Layout { touching: "jsx_attribute jsx_expression template_type", ..LAYOUT },
        ..ecmascript::WITH_JSX
    },
);
