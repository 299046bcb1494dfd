//! Scala.

use crate::language::facts::{
    Correction, Facts, Fit, Indentation, Lexis, Spacing, Stub, Then, When,
};
use crate::language::{Language, Names};

pub(super) static SCALA: Language = Language::built_in(
    Names { name: "scala", aliases: &[], extensions: &["scala", "sc", "sbt"], files: &[] },
    crate_grammar!("tree-sitter-scala", tree_sitter_scala::LANGUAGE, "scala"),
    Facts {
        spacing: Spacing {
            has_meaning: true,
            indentation: Indentation::Lines,
            ..Spacing::STATEMENTS
        },
        corrections: &[
            // Parameters need types, and `val` or `var` if they have modifiers.
            Correction::of("class_parameter", Then::Keeps(":")),
            Correction::of("class_parameter", Then::Keeps("val var")).when(When::Has("modifiers")),
            // `(implicit)` needs a parameter.
            Correction::of("parameters", Then::KeepsOneOf("parameter")).when(When::Has("implicit")),
            Correction::of("class_parameters", Then::KeepsOneOf("class_parameter"))
                .when(When::Has("implicit")),
            // A function without a body needs a type, and so does a variable with the value `_`.
            Correction::of("function_declaration", Then::Keeps(":")),
            Correction::of("var_definition", Then::Keeps(":")).when(When::Has("wildcard")),
            // A constructor needs parameters.
            Correction::of("function_definition", Then::KeepsOneOf("parameters"))
                .when(When::HasText("this")),
            // An import needs its last part.
            Correction::of("import_declaration", IMPORTED),
            Correction::of("export_declaration", IMPORTED),
            // `match` needs a case.
            Correction::of("case_block", Then::KeepsOne),
        ],
        fits: &[
            Fit::only("compilation_unit", DEFINITIONS),
            // `_` stands for an argument.
            Fit::never("template_body", "wildcard"),
            Fit::never("block", "wildcard"),
            Fit::never("indented_block", "wildcard"),
            Fit::never("function_definition", "wildcard"),
            Fit::never("if_expression", "wildcard"),
        ],
        lexis: LEXIS,
        stub: Some(Stub { functions: "function_definition", bodies: "block", text: "???" }),
        ..Facts::NONE
    },
);

const IMPORTED: Then = Then::Keeps("identifier namespace_wildcard namespace_selectors");

/// Kinds that stand outside classes.
const DEFINITIONS: &str = "\
    class_definition enum_definition export_declaration extension_definition function_declaration \
    function_definition given_definition import_declaration object_definition package_clause \
    package_object trait_definition type_definition val_declaration val_definition var_declaration \
    var_definition";

/// Comments and strings.
const LEXIS: Lexis = Lexis { has_characters: true, ..Lexis::NESTED_SLASHES };
