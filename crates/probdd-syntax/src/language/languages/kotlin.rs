//! Kotlin.

use crate::language::facts::{Correction, Facts, Fit, Layout, Lexis, Spacing, Stub, Then, When};
use crate::language::{Language, Names};

pub(super) static KOTLIN: Language = Language::built_in(
    Names { name: "kotlin", aliases: &["kt"], extensions: &["kt", "kts"], files: &[] },
    crate_grammar!("tree-sitter-kotlin-ng", tree_sitter_kotlin_ng::LANGUAGE, "kotlin"),
    Facts {
        spacing: Spacing::STATEMENTS,
        layout: Layout {
            lines: "block class_body enum_class_body lambda_literal when_expression",
            bodies: "do_while_statement for_statement if_expression while_statement",
            touching: "file_annotation use_site_target",
            spaced: "->",
            wraps: b"([",
            ..Layout::BRACES
        },
        // `@Suppress("x")` on a line of its own is read as an annotation of `("x")`.
        prefixes: "annotated_expression",
        corrections: &[
            // `a[]` and `val () = pair` are not allowed.
            Correction::of("index_expression", Then::KeepsOne),
            Correction::of("multi_variable_declaration", Then::KeepsOne),
            // Keep the dot between a receiver and the name.
            Correction::of("function_declaration", Then::Keeps(".")),
            Correction::of("property_declaration", Then::Keeps(".")),
            // A loop needs a body, even if it is `;`.
            Correction::of("while_statement", Then::KeepsAllBut("label")),
            Correction::of("for_statement", Then::KeepsAllBut("label")),
            // The body of an enum needs the modifier.
            Correction::of("class_declaration", Then::Keeps("modifiers"))
                .when(When::Has("enum_class_body")),
            // `@get:Name` cannot become `@ Name`.
            Correction::of("annotation", Then::Keeps("use_site_target")),
        ],
        fits: &[
            // There are no statements outside functions.
            Fit::only(
                "source_file",
                "\
                    class_declaration file_annotation function_declaration import \
                    object_declaration package_header property_declaration type_alias",
            ),
            Fit::never("while_statement", DECLARATIONS),
            Fit::never("do_while_statement", DECLARATIONS),
            Fit::never("for_statement", DECLARATIONS),
            Fit::never("when_entry", DECLARATIONS),
        ],
        frames: &[("class A {", "}")],
        lexis: Lexis::NESTED_SLASHES,
        stub: Some(Stub {
            functions: "function_declaration",
            bodies: "function_body",
            text: "= TODO()",
        }),
        ..Facts::NONE
    },
);

/// Kinds that need braces as a branch.
const DECLARATIONS: &str = "\
    class_declaration function_declaration object_declaration property_declaration type_alias";
