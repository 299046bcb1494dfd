//! Go.

use crate::language::facts::{
    Correction, Enclosed, Facts, Layout, Lexis, Spacing, Stub, Then, When,
};
use crate::language::{Language, Names};

pub(super) static GO: Language = Language::built_in(
    Names { name: "go", aliases: &["golang"], extensions: &["go"], files: &[] },
    crate_grammar!("tree-sitter-go", tree_sitter_go::LANGUAGE, "go"),
    Facts {
        // A newline ends whatever may end, also inside `const (...)`.
        spacing: Spacing::statements(b""),
        layout: Layout {
            step: "\t",
            lines: "\
                communication_case const_declaration default_case expression_case \
                expression_switch_statement field_declaration_list import_spec_list \
                interface_type select_statement statement_list type_case type_declaration \
                type_switch_statement var_spec_list",
            bodies: "labeled_statement",
            labels: "communication_case default_case expression_case type_case",
            touching: "literal_value",
            wraps: b"",
            ..Layout::BRACES
        },
        // A comma before the newline that ends a list is required.
        keeps_trailing_separator: true,
        // Either all parameters have names, or none.
        corrections: &[
            Correction::of("parameter_declaration", Then::KeepsOne),
            Correction::of("variadic_parameter_declaration", Then::KeepsAll),
            // An import needs its path.
            Correction::of("interpreted_string_literal", Then::KeepsAll)
                .when(When::Under("import_spec")),
            // A file begins with its package.
            Correction::of("source_file", Then::KeepsFirst).when(When::Begins("package_clause")),
        ],
        must_be_used: &[
            ("import_spec", "import_declaration"),
            ("short_var_declaration", "block"),
            ("var_spec", "block"),
        ],
        lexis: LEXIS,
        stub: Some(Stub {
            functions: "function_declaration method_declaration",
            bodies: "block",
            text: "{ panic(0) }",
        }),
        ..Facts::NONE
    },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis { strings: &[Enclosed::Plain("`", "`")], ..Lexis::SLASHES };
