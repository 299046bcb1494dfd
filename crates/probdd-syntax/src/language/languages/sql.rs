//! SQL.

use crate::language::facts::{Correction, Facts, Then, When};
use crate::language::{Language, Names};

pub(super) static SQL: Language = Language::built_in(
    Names { name: "sql", aliases: &[], extensions: &["sql", "psql"] },
    crate_grammar!("tree-sitter-sequel", tree_sitter_sequel::LANGUAGE, "sql"),
    Facts {
        corrections: &[
            // These words are options of the grammar where a literal is not.
            Correction::of(
                "literal",
                Then::Keeps(&["keyword_null", "keyword_true", "keyword_false"]),
            ),
            // No row is empty.
            Correction::of("list", Then::KeepsOne),
            Correction::of("insert", Then::Keeps(&["keyword_into"])),
            // Where columns are named, some are.
            Correction::of("cte", Then::Fills),
            Correction::of("create_view", Then::Fills),
            Correction::of("index_fields", Then::Fills),
            Correction::of("table_partition", Then::Fills),
            // What has parameters of its own between brackets: `EXTRACT(YEAR FROM day)`.
            Correction::of("invocation", Then::KeepsOneOf(&["keyword_from"]))
                .when(When::Has("keyword_from")),
            // What looks like a function and is none, and takes no empty list.
            SPECIAL.when(When::Says("coalesce")),
            SPECIAL.when(When::Says("COALESCE")),
            SPECIAL.when(When::Says("greatest")),
            SPECIAL.when(When::Says("GREATEST")),
            SPECIAL.when(When::Says("least")),
            SPECIAL.when(When::Says("LEAST")),
            SPECIAL.when(When::Says("position")),
            SPECIAL.when(When::Says("POSITION")),
            SPECIAL.when(When::Says("trim")),
            SPECIAL.when(When::Says("TRIM")),
            // It takes two.
            Correction::of("invocation", Then::KeepsAll).when(When::Says("nullif")),
            Correction::of("invocation", Then::KeepsAll).when(When::Says("NULLIF")),
            // `CASE a WHEN b THEN c` compares with something.
            Correction::of("case", Then::KeepsHead),
            // An index that may exist already has a name.
            Correction::of("create_index", Then::Nests).when(When::Has("keyword_if")),
            // A table is altered by adding something to it: only other dialects leave these out.
            Correction::of("add_column", Then::Keeps(&["keyword_add"])),
            Correction::of("add_constraint", Then::Keeps(&["keyword_constraint"])),
            // `FOREIGN KEY (a) REFERENCES b`.
            Correction::of("constraint", Then::KeepsAllBut(&["keyword_on"]))
                .when(When::Has("keyword_foreign")),
            Correction::of("window_frame", Then::Keeps(&["keyword_and"]))
                .when(When::Has("keyword_between")),
        ],
        fragile: FRAGILE,
        error_end: Some(";"),
        ..Facts::NONE
    },
);

const SPECIAL: Correction = Correction::of("invocation", Then::Fills);

/// Every part of a statement: text that the grammar does not know, `interval '1' year`, may belong
/// to anything beside it.
const FRAGILE: &[&str] = &[
    "assignment",
    "between_expression",
    "binary_expression",
    "case",
    "cast",
    "column_definition",
    "column_definitions",
    "constraint",
    "constraints",
    "create_function",
    "create_index",
    "create_query",
    "create_sequence",
    "create_table",
    "create_trigger",
    "create_type",
    "create_view",
    "cte",
    "from",
    "function_argument",
    "function_arguments",
    "function_body",
    "group_by",
    "index_fields",
    "insert",
    "invocation",
    "join",
    "list",
    "order_by",
    "order_target",
    "parenthesized_expression",
    "relation",
    "select",
    "select_expression",
    "set_operation",
    "statement",
    "subquery",
    "term",
    "update",
    "where",
    "window_specification",
];
