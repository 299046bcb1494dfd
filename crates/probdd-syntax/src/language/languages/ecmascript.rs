//! Facts that JavaScript and TypeScript share.

use crate::language::facts::{
    Correction, Enclosed, Facts, Fit, Layout, Lexis, Spacing, Then, When,
};

/// The facts about the languages without JSX.
pub(super) const PLAIN: Facts = Facts {
    spacing: Spacing::STATEMENTS,
    layout: LAYOUT,
    prefixes: "decorator",
    corrections: CORRECTIONS.split_at(CORRECTIONS_OF_JSX).1,
    fits: FITS.split_at(FITS_OF_JSX).1,
    // `x.default` is a name, `default` is not.
    only_where_named: "property_identifier",
    lexis: LEXIS,
    ..Facts::NONE
};

/// How JavaScript is laid out.
pub(super) const LAYOUT: Layout = Layout {
    step: "  ",
    lines: "class_body class_static_block statement_block switch_body switch_case switch_default",
    bodies: "\
        do_statement else_clause for_in_statement for_statement if_statement labeled_statement \
        while_statement with_statement",
    prefix: "- + ! ~ ++ -- @ ... #",
    ..Layout::BRACES
};

/// The facts about the languages with JSX.
pub(super) const WITH_JSX: Facts = Facts {
    layout: Layout { touching: "jsx_attribute jsx_expression", ..LAYOUT },
    corrections: CORRECTIONS,
    fits: FITS,
    // The value of an attribute is no expression.
    only_inside: &[("jsx_attribute", "jsx_expression")],
    ..PLAIN
};

/// How many of the corrections, the first ones, are about JSX.
const CORRECTIONS_OF_JSX: usize = 4;

const CORRECTIONS: &[Correction] = &[
    // A tag needs a name if its partner has one.
    Correction::of("jsx_opening_element", Then::Keeps(TAGS)),
    Correction::of("jsx_closing_element", Then::Keeps(TAGS)),
    Correction::of("jsx_self_closing_element", Then::Keeps(TAGS)),
    // Among the attributes, only a spread stands in braces.
    Correction::of("jsx_expression", Then::Keeps("spread_element")),
    // `try {}` needs `catch` or `finally`.
    Correction::of("try_statement", Then::KeepsOne),
    // The declaration of a constant or a pattern needs a value.
    Correction::of("variable_declarator", Then::Keeps("=")).when(When::ParentHas("const")),
    Correction::of("variable_declarator", Then::Keeps("=")).when(When::Begins("object_pattern")),
    Correction::of("variable_declarator", Then::Keeps("=")).when(When::Begins("array_pattern")),
];

/// How many of the fits, the first ones, are about JSX.
const FITS_OF_JSX: usize = 2;

const FITS: &[Fit] = &[
    // A closing tag has the name of the opening one.
    Fit::never("jsx_opening_element", TAGS),
    Fit::never("jsx_closing_element", TAGS),
    // A declaration is no branch.
    Fit::never("if_statement", DECLARATIONS),
    Fit::never("else_clause", DECLARATIONS),
    Fit::never("for_statement", DECLARATIONS),
    Fit::never("for_in_statement", DECLARATIONS),
    Fit::never("while_statement", DECLARATIONS),
    Fit::never("do_statement", DECLARATIONS),
    // At the beginning of a statement, these are blocks or declarations.
    Fit::never(
        "expression_statement",
        "object function_expression generator_function class arrow_function",
    ),
    // Braces after an arrow are a block.
    Fit::never("arrow_function", "object"),
    // The loose expressions need parentheses in these.
    Fit::never("await_expression", LOOSE),
    Fit::never("unary_expression", LOOSE),
    Fit::never("binary_expression", LOOSE),
    Fit::never("new_expression", LOOSE),
    Fit::never("call_expression", LOOSE),
    Fit::never("member_expression", LOOSE),
    Fit::never("subscript_expression", LOOSE),
    // Only places can be updated.
    Fit::only("update_expression", "identifier member_expression subscript_expression"),
    // A module or a script returns nothing.
    Fit::never("program", "return_statement"),
];

/// The names of tags.
const TAGS: &str = "identifier member_expression jsx_namespace_name";

/// Expressions that bind looser than most operators.
const LOOSE: &str = "\
    arrow_function assignment_expression augmented_assignment_expression yield_expression";

const DECLARATIONS: &str = "\
    lexical_declaration class_declaration function_declaration generator_function_declaration";

/// Comments and strings.
const LEXIS: Lexis = Lexis { strings: &[Enclosed::Escaped("`", "`")], ..Lexis::SLASHES };
