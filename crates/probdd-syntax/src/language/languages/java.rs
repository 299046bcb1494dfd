//! Java.

use crate::language::facts::{Correction, Facts, Fit, Layout, Lexis, Stub, Then};
use crate::language::{Language, Names};

pub(super) static JAVA: Language = Language::built_in(
    Names { name: "java", aliases: &[], extensions: &["java"], files: &[] },
    crate_grammar!("tree-sitter-java", tree_sitter_java::LANGUAGE, "java"),
    Facts {
        layout: Layout {
            lines: "\
                annotation_type_body block class_body constructor_body enum_body_declarations \
                interface_body switch_block switch_block_statement_group",
            bodies: "\
                do_statement enhanced_for_statement for_statement if_statement labeled_statement \
                while_statement",
            touching: "array_initializer element_value_array_initializer",
            spaced: "->",
            ..Layout::C
        },
        corrections: &[
            // The diamond, `<>`, stands only after `new`.
            Correction::of("type_arguments", Then::KeepsOne),
        ],
        fits: &[
            Fit::only("expression_statement", EFFECTS),
            Fit::never("import_declaration", "identifier"),
            Fit::only(
                "program",
                "\
                    import_declaration package_declaration class_declaration interface_declaration \
                    enum_declaration record_declaration annotation_type_declaration",
            ),
            Fit::never("if_statement", DECLARATIONS),
            Fit::never("while_statement", DECLARATIONS),
            Fit::never("do_statement", DECLARATIONS),
            Fit::never("for_statement", "class_declaration record_declaration"),
            Fit::never("enhanced_for_statement", DECLARATIONS),
            Fit::never("labeled_statement", DECLARATIONS),
            // `!x -> y` needs its parentheses.
            Fit::never("unary_expression", "lambda_expression"),
            Fit::never("binary_expression", "lambda_expression"),
            Fit::never("instanceof_expression", "lambda_expression"),
        ],
        lexis: Lexis::TEXT_BLOCKS,
        stub: Some(Stub {
            functions: "method_declaration constructor_declaration",
            bodies: "block constructor_body",
            text: "{ throw null; }",
        }),
        ..Facts::NONE
    },
);

/// Kinds that need braces as a branch.
const DECLARATIONS: &str = "\
    local_variable_declaration class_declaration interface_declaration enum_declaration \
    record_declaration annotation_type_declaration";

/// Expressions that may be statements.
const EFFECTS: &str = "\
    assignment_expression method_invocation object_creation_expression update_expression";
