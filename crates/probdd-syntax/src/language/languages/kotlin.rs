//! Kotlin.

use crate::language::facts::{Correction, Facts, Fit, Spacing, Then, When};
use crate::language::{Language, Names};

pub(super) static KOTLIN: Language = Language::built_in(
    Names { name: "kotlin", aliases: &["kt"], extensions: &["kt", "kts"] },
    crate_grammar!("tree-sitter-kotlin-ng", tree_sitter_kotlin_ng::LANGUAGE, "kotlin"),
    Facts {
        spacing: Spacing::STATEMENTS,
        // `@Suppress("x")` on a line of its own is read as an annotation of `("x")`.
        prefixes: &["annotated_expression"],
        corrections: &[
            // `a[]` and `val () = pair` are nothing.
            Correction::of("index_expression", Then::KeepsOne),
            Correction::of("multi_variable_declaration", Then::KeepsOne),
            // The dot between a receiver and the name.
            Correction::of("function_declaration", Then::Keeps(&["."])),
            Correction::of("property_declaration", Then::Keeps(&["."])),
            // A loop has a body, be it `;`.
            Correction::of("while_statement", Then::KeepsAllBut(&["label"])),
            Correction::of("for_statement", Then::KeepsAllBut(&["label"])),
            // The body of an enum is no class's.
            Correction::of("class_declaration", Then::Keeps(&["modifiers"]))
                .when(When::Has("enum_class_body")),
            // `@get:Name` cannot become `@ Name`.
            Correction::of("annotation", Then::Keeps(&["use_site_target"])),
        ],
        fits: &[
            // Outside of functions there are no statements.
            Fit::only(
                "source_file",
                &[
                    "class_declaration",
                    "file_annotation",
                    "function_declaration",
                    "import",
                    "object_declaration",
                    "package_header",
                    "property_declaration",
                    "type_alias",
                ],
            ),
            Fit::never("while_statement", DECLARATIONS),
            Fit::never("do_while_statement", DECLARATIONS),
            Fit::never("for_statement", DECLARATIONS),
            Fit::never("when_entry", DECLARATIONS),
        ],
        ..Facts::NONE
    },
);

/// What is no branch without braces.
const DECLARATIONS: &[&str] = &[
    "class_declaration",
    "function_declaration",
    "object_declaration",
    "property_declaration",
    "type_alias",
];
