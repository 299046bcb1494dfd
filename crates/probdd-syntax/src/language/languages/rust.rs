//! Rust.

use crate::language::facts::{Correction, Facts, Fit, Then, When};
use crate::language::{Language, Names};

pub(super) static RUST: Language = Language::built_in(
    Names { name: "rust", aliases: &["rs"], extensions: &["rs"] },
    crate_grammar!("tree-sitter-rust", tree_sitter_rust::LANGUAGE, "rust"),
    Facts {
        prefixes: &["attribute_item"],
        fits: &[
            Fit::only("parameters", &["parameter", "self_parameter", "variadic_parameter"]),
            Fit::never("source_file", NO_ITEMS),
            Fit::never("declaration_list", NO_ITEMS),
            // An item that is a macro has braces, or a semicolon.
            Fit::never("macro_invocation", &["token_tree"]).under("source_file"),
            Fit::never("macro_invocation", &["token_tree"]).under("declaration_list"),
            // `'a: T` bounds no type.
            Fit::never("where_predicate", &["lifetime"]),
            // As a statement it needs its semicolon.
            Fit::never("block", &["macro_invocation"]),
        ],
        corrections: &[
            // An `unsafe impl` is one of a trait.
            Correction::of("impl_item", Then::KeepsAll).when(When::Has("unsafe")),
            // `&'a self` has its lifetime from the reference.
            Correction::of("self_parameter", Then::Keeps(&["&"])).when(When::Has("lifetime")),
        ],
        ..Facts::NONE
    },
);

/// What is no item, or not without what comes after it.
const NO_ITEMS: &[&str] =
    &["attribute_item", "expression_statement", "let_declaration", "macro_invocation"];
