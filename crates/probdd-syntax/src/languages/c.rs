//! C.

use super::{Correction, Facts, Fit, Language, Names, Newlines, Then, crate_grammar};

pub(super) static C: Language = Language::built_in(
    Names { name: "c", aliases: &[], extensions: &["c", "h", "i"] },
    crate_grammar!("tree-sitter-c", tree_sitter_c::LANGUAGE, "c"),
    Facts {
        newlines: Newlines::Directives,
        // `enum e {}` has no meaning in C.
        corrections: &[Correction::of("enumerator_list", Then::KeepsOne)],
        fits: &[
            // Outside of functions there are no statements.
            Fit::only("translation_unit", OUTERMOST),
            Fit::only("declaration_list", OUTERMOST),
            // What has a body declares a function.
            Fit::never(
                "function_definition",
                &["identifier", "array_declarator", "pointer_declarator"],
            ),
        ],
        ..Facts::NONE
    },
);

/// What stands outside of functions.
const OUTERMOST: &[&str] = &[
    "declaration",
    "function_definition",
    "linkage_specification",
    "preproc_call",
    "preproc_def",
    "preproc_function_def",
    "preproc_if",
    "preproc_ifdef",
    "preproc_include",
    "type_definition",
];
