//! C.

use crate::language::facts::{Correction, Facts, Fit, Reach, Spacing, Then, When};
use crate::language::program_kinds;
use crate::language::{Language, Names};

pub(super) static C: Language = Language::built_in(
    Names { name: "c", aliases: &[], extensions: &["c", "h", "i"] },
    crate_grammar!("tree-sitter-c", tree_sitter_c::LANGUAGE, "c"),
    Facts {
        spacing: Spacing::DIRECTIVES,
        corrections: &[
            // `enum e {}` has no meaning in C.
            Correction::of("enumerator_list", Then::KeepsOne),
            // An `else` before `#endif` is read as an error. What it is about lies around it.
            Correction::of("preproc_ifdef", Then::KeepsAll).when(When::Says("else")),
            Correction::of("preproc_if", Then::KeepsAll).when(When::Says("else")),
        ],
        reaching: &[
            Reach { node: "preproc_ifdef", end: b"else", next: b"" },
            Reach { node: "preproc_if", end: b"else", next: b"" },
        ],
        fits: &[
            // Outside of functions there are no statements.
            Fit::only("translation_unit", OUTERMOST),
            Fit::only("declaration_list", OUTERMOST),
            // What has a body declares a function.
            Fit::never("function_definition", NO_FUNCTIONS),
            Fit::never("pointer_declarator", NO_FUNCTIONS).under("function_definition"),
        ],
        program: Some(&program_kinds::C),
        experience: include_str!("../../../priors/c.tsv"),
        ..Facts::NONE
    },
);

/// Declarators that declare no function.
const NO_FUNCTIONS: &[&str] = &["array_declarator", "identifier", "pointer_declarator"];

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
