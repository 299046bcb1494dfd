//! TypeScript, without and with JSX.

use super::{Correction, Facts, Fit, Language, Names, STATEMENTS, Then, When, crate_grammar};

const FACTS: Facts = Facts {
    newlines: STATEMENTS,
    prefixes: &["decorator"],
    corrections: &[
        // `try {}` needs one of catch and finally.
        Correction::of("try_statement", Then::KeepsOne),
        // A constant and a pattern are initialised where they are declared.
        Correction::of("variable_declarator", Then::Keeps(&["="])).when(When::ParentHas("const")),
        Correction::of("variable_declarator", Then::Keeps(&["="]))
            .when(When::Begins("object_pattern")),
        Correction::of("variable_declarator", Then::Keeps(&["="]))
            .when(When::Begins("array_pattern")),
    ],
    fits: FITS,
    // `x.default` is a name, `default` is not.
    unlike: &["property_identifier"],
    ..Facts::NONE
};

pub(super) static TYPESCRIPT: Language = Language::built_in(
    Names { name: "typescript", aliases: &["ts"], extensions: &["ts", "mts", "cts"] },
    crate_grammar!(
        "tree-sitter-typescript",
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        "typescript"
    ),
    FACTS,
);

pub(super) static TSX: Language = Language::built_in(
    Names { name: "tsx", aliases: &[], extensions: &["tsx"] },
    crate_grammar!("tree-sitter-typescript", tree_sitter_typescript::LANGUAGE_TSX, "tsx"),
    FACTS,
);

/// A declaration is no branch.
const FITS: &[Fit] = &[
    Fit::never("if_statement", DECLARATIONS),
    Fit::never("else_clause", DECLARATIONS),
    Fit::never("for_statement", DECLARATIONS),
    Fit::never("for_in_statement", DECLARATIONS),
    Fit::never("while_statement", DECLARATIONS),
    Fit::never("do_statement", DECLARATIONS),
];

const DECLARATIONS: &[&str] = &[
    "lexical_declaration",
    "class_declaration",
    "function_declaration",
    "generator_function_declaration",
];
