//! C++.

use super::{Correction, Facts, Fit, Language, Names, Newlines, Then, When, crate_grammar};

pub(super) static CPP: Language = Language::built_in(
    Names {
        name: "c++",
        aliases: &["cpp", "cxx", "cc"],
        extensions: &["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ii", "C", "H"],
    },
    crate_grammar!("tree-sitter-cpp", tree_sitter_cpp::LANGUAGE, "cpp"),
    Facts {
        newlines: Newlines::Directives,
        corrections: &[
            Correction::of("subscript_argument_list", Then::KeepsOne),
            // A cast is read as a call.
            CAST.when(When::FollowsAs("static_cast<")),
            CAST.when(When::FollowsAs("const_cast<")),
            CAST.when(When::FollowsAs("dynamic_cast<")),
            CAST.when(When::FollowsAs("reinterpret_cast<")),
        ],
        fits: &[
            // Outside of functions there are no statements.
            Fit::only("translation_unit", OUTERMOST),
            Fit::only("declaration_list", OUTERMOST),
            // What has a body declares a function.
            Fit::never("function_definition", NO_FUNCTIONS),
        ],
        ..Facts::NONE
    },
);

const CAST: Correction = Correction::of("argument_list", Then::KeepsOne);

/// Declarators that declare no function.
const NO_FUNCTIONS: &[&str] = &[
    "array_declarator",
    "field_identifier",
    "identifier",
    "operator_name",
    "pointer_declarator",
    "qualified_identifier",
    "reference_declarator",
];

/// What stands outside of functions.
const OUTERMOST: &[&str] = &[
    "alias_declaration",
    "class_specifier",
    "concept_definition",
    "declaration",
    "enum_specifier",
    "function_definition",
    "linkage_specification",
    "namespace_alias_definition",
    "namespace_definition",
    "preproc_call",
    "preproc_def",
    "preproc_function_def",
    "preproc_if",
    "preproc_ifdef",
    "preproc_include",
    "static_assert_declaration",
    "struct_specifier",
    "template_declaration",
    "template_instantiation",
    "type_definition",
    "union_specifier",
    "using_declaration",
];
