//! Rust.

use crate::language::facts::{
    Correction, DocTests, Enclosed, Facts, Fit, Layout, Lexis, Stub, Then, When,
};
use crate::language::{Language, Names};

pub(super) static RUST: Language = Language::built_in(
    Names { name: "rust", aliases: &["rs"], extensions: &["rs"], files: &[] },
    crate_grammar!("tree-sitter-rust", tree_sitter_rust::LANGUAGE, "rust"),
    Facts {
        layout: Layout {
            lines: "block declaration_list field_declaration_list match_block",
            touching: "use_list",
            spaced: "=> ->",
            ..Layout::BRACES
        },
        prefixes: "attribute_item",
        fits: &[
            Fit::only("parameters", "parameter self_parameter variadic_parameter"),
            Fit::never("source_file", NO_ITEMS),
            Fit::never("declaration_list", NO_ITEMS),
            // A macro as an item needs braces or a semicolon.
            Fit::never("macro_invocation", "token_tree").under("source_file"),
            Fit::never("macro_invocation", "token_tree").under("declaration_list"),
            // `'a: T` does not bound a type.
            Fit::never("where_predicate", "lifetime"),
            // A macro as a statement needs its semicolon.
            Fit::never("block", "macro_invocation"),
        ],
        corrections: &[
            // An `unsafe impl` needs a trait.
            Correction::of("impl_item", Then::KeepsAll).when(When::Has("unsafe")),
            // `&'a self` has its lifetime from the reference.
            Correction::of("self_parameter", Then::Keeps("&")).when(When::Has("lifetime")),
        ],
        doc_tests: DocTests::Fences,
        lexis: LEXIS,
        stub: Some(Stub { functions: "function_item", bodies: "block", text: "{ loop {} }" }),
        ..Facts::NONE
    },
);

/// Kinds that are no items, or not without the text after them.
const NO_ITEMS: &str = "attribute_item expression_statement let_declaration macro_invocation";

/// Comments and strings.
const LEXIS: Lexis = Lexis {
    strings: &[Enclosed::Fenced { open: ("r", "\""), close: ("\"", ""), fence: Some(b'#') }],
    has_characters: true,
    ..Lexis::NESTED_SLASHES
};
