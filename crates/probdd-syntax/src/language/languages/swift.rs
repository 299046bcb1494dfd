//! Swift.

use crate::language::facts::{Facts, Layout, Lexis, Spacing, Stub};
use crate::language::{Language, Names};

pub(super) static SWIFT: Language = Language::built_in(
    Names { name: "swift", aliases: &[], extensions: &["swift"], files: &[] },
    crate_grammar!("tree-sitter-swift", tree_sitter_swift::LANGUAGE, "swift"),
    Facts {
        spacing: Spacing { has_meaning: true, ..Spacing::STATEMENTS },
        layout: Layout {
            lines: "class_body enum_class_body protocol_body statements",
            ..Layout::OWN
        },
        lexis: Lexis::NESTED_SLASHES,
        stub: Some(Stub {
            functions: "function_declaration",
            bodies: "function_body",
            text: "{ fatalError() }",
        }),
        ..Facts::NONE
    },
);
