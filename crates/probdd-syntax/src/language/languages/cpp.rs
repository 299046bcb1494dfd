//! C++.

use crate::language::facts::{
    Correction, DirectiveSyntax, Facts, Fit, Layout, Lexis, NeedsNext, Spacing, Then, Unread, When,
};
use crate::language::program_kinds;
use crate::language::{Language, Names};

pub(super) static CPP: Language = Language::built_in(
    Names {
        name: "c++",
        aliases: &["cpp", "cxx", "cc"],
        // The last ones are of modules, CUDA, HIP, Metal and HLSL.
        extensions: &[
            "cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ii", "C", "H", "inl", "ipp",
            "tpp", "txx", "cppm", "ixx", "cu", "cuh", "hip", "metal", "hlsl", "hlsli",
        ],
        files: &[],
    },
    crate_grammar!("tree-sitter-cpp", tree_sitter_cpp::LANGUAGE, "cpp"),
    Facts {
        spacing: Spacing::DIRECTIVES,
        layout: Layout {
            lines: "\
                case_statement compound_statement declaration_list field_declaration_list \
                requirement_seq",
            bodies: "\
                do_statement else_clause for_range_loop for_statement if_statement \
                labeled_statement while_statement",
            labels: "access_specifier",
            touching: "initializer_list",
            tight: ". -> :: .* ->*",
            ..Layout::C
        },
        directives: Some(&DirectiveSyntax::CPP),
        unread: UNREAD,
        corrections: &[
            Correction::of("subscript_argument_list", Then::KeepsOne),
            // A cast is read as a call.
            CAST.when(When::AfterTextWithStart("static_cast<")),
            CAST.when(When::AfterTextWithStart("const_cast<")),
            CAST.when(When::AfterTextWithStart("dynamic_cast<")),
            CAST.when(When::AfterTextWithStart("reinterpret_cast<")),
            // A member that is defined outside its class needs both names.
            Correction::of("qualified_identifier", Then::KeepsAll)
                .when(When::Under("function_declarator")),
            // An `else` before `#endif` is read as an error, because its statement comes after the
            // `#endif`.
            Correction::of("preproc_ifdef", Then::KeepsAll).when(When::HasText("else")),
            Correction::of("preproc_if", Then::KeepsAll).when(When::HasText("else")),
        ],
        needs_next: &[
            NeedsNext { node: "preproc_ifdef", end: b"else", next: b"" },
            NeedsNext { node: "preproc_if", end: b"else", next: b"" },
        ],
        // In `T *const x GUARDED_BY(y);`, one of the two names is in error.
        fragile: "pointer_declarator",
        // Identifiers where types and namespaces stand.
        only_where_named: "namespace_identifier type_identifier",
        fits: &[
            // There are no statements outside functions.
            Fit::only("translation_unit", OUTERMOST),
            Fit::only("declaration_list", OUTERMOST),
            // A declaration with a body is a function.
            Fit::never("function_definition", NO_FUNCTIONS),
            Fit::never("pointer_declarator", NO_FUNCTIONS).under("function_definition"),
            Fit::never("reference_declarator", NO_FUNCTIONS).under("function_definition"),
        ],
        program: Some(&program_kinds::CPP),
        own_lines: &["#"],
        frames: &[("class A {", "};")],
        lexis: Lexis::C,
        ..Facts::NONE
    },
);

/// What the grammar does not read everywhere, with an example each.
const UNREAD: &[Unread] = &[
    // `namespace std __attribute__ ((visibility ("default"))) {`
    Unread { construct: "__attribute__ (...)", ..Unread::NONE },
    // `__extension__ template <class T> using A = T;`
    Unread { construct: "__extension__", ..Unread::NONE },
    // `extern template class A<int>;`
    Unread { construct: "extern", after: "template" },
    // `[[nodiscard]] friend bool operator==(A, A);`
    Unread { construct: "[ [ WORD ] ]", after: "friend" },
    // `void f(int) = delete;`
    Unread { construct: "= delete", after: ";" },
    // `A<T C::*>`, which is read as `A<T *>`.
    Unread { construct: "WORD : :", after: "*" },
    // `x.operator->()`, which is read as a call of `x`.
    Unread { construct: ". operator SIGNS", after: "(" },
    Unread { construct: "- > operator SIGNS", after: "(" },
];

const CAST: Correction = Correction::of("argument_list", Then::KeepsOne);

/// Declarators that declare no function.
const NO_FUNCTIONS: &str = "\
    array_declarator field_identifier identifier operator_name pointer_declarator \
    qualified_identifier reference_declarator";

/// Kinds that stand outside functions.
const OUTERMOST: &str = "\
    alias_declaration class_specifier concept_definition declaration enum_specifier \
    function_definition linkage_specification namespace_alias_definition namespace_definition \
    preproc_call preproc_def preproc_function_def preproc_if preproc_ifdef preproc_include \
    static_assert_declaration struct_specifier template_declaration template_instantiation \
    type_definition union_specifier using_declaration";
