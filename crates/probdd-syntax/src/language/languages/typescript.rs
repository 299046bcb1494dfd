//! TypeScript, without and with JSX.

use super::ecmascript;
use crate::language::facts::{Facts, Layout, Stub};
use crate::language::{Language, Names};

const LAYOUT: Layout = Layout {
    lines: "\
        class_body class_static_block interface_body statement_block switch_body switch_case \
        switch_default",
    touching: "template_type",
    ..ecmascript::LAYOUT
};

/// A function whose type is not `void` must return something.
const STUB: Stub = Stub {
    functions: "\
        arrow_function function_declaration function_expression generator_function \
        generator_function_declaration method_definition",
    bodies: "statement_block",
    text: "{ throw 0 }",
};

pub(super) static TYPESCRIPT: Language = Language::built_in(
    Names { name: "typescript", aliases: &["ts"], extensions: &["ts", "mts", "cts"], files: &[] },
    crate_grammar!(
        "tree-sitter-typescript",
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        "typescript"
    ),
    Facts { layout: LAYOUT, stub: Some(STUB), ..ecmascript::PLAIN },
);

pub(super) static TSX: Language = Language::built_in(
    Names { name: "tsx", aliases: &[], extensions: &["tsx"], files: &[] },
    crate_grammar!("tree-sitter-typescript", tree_sitter_typescript::LANGUAGE_TSX, "tsx"),
    Facts {
        layout: Layout { touching: "jsx_attribute jsx_expression template_type", ..LAYOUT },
        stub: Some(STUB),
        ..ecmascript::WITH_JSX
    },
);
