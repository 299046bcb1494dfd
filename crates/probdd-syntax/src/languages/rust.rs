//! Rust.

use super::{Correction, Facts, Fit, Language, Names, Then, When, crate_grammar};

pub(super) static RUST: Language = Language::built_in(
    Names { name: "rust", aliases: &["rs"], extensions: &["rs"] },
    crate_grammar!("tree-sitter-rust", tree_sitter_rust::LANGUAGE, "rust"),
    Facts {
        prefixes: &["attribute_item"],
        fits: &[
            Fit::only("parameters", &["parameter", "self_parameter", "variadic_parameter"]),
            Fit::never(
                "source_file",
                &["expression_statement", "macro_invocation", "let_declaration"],
            ),
            Fit::never(
                "declaration_list",
                &["expression_statement", "macro_invocation", "let_declaration"],
            ),
            // As a statement it needs its semicolon.
            Fit::never("block", &["macro_invocation"]),
        ],
        corrections: &[
            // An `unsafe impl` is one of a trait.
            Correction::of("impl_item", Then::KeepsAll).when(When::Has("unsafe")),
        ],
        ..Facts::NONE
    },
);
