//! SQL.

use crate::language::facts::{
    Colon, Correction, Enclosed, Facts, Layout, Lexis, TemplateSyntax, Then, When,
};
use crate::language::{Language, Names};

pub(super) static SQL: Language = Language::built_in(
    Names { name: "sql", aliases: &[], extensions: &["sql", "psql"], files: &[] },
    crate_grammar!("tree-sitter-sequel", tree_sitter_sequel::LANGUAGE, "sql"),
    Facts {
        layout: Layout {
            lines: "block",
            clauses: "\
                from group_by join keyword_except keyword_intersect keyword_union limit order_by \
                select where",
            clausal: "statement subquery window_specification",
            words: "and as by from in not on or over select then using values when where",
            infix: "= < > <= >= <> != + - * / % || := ->>",
            spaced: "",
            tight: ". ::",
            colon: Colon::Kept,
            wraps: b"(",
            ..Layout::BRACES
        },
        corrections: &[
            // The grammar has these words as options of a literal.
            Correction::of("literal", Then::Keeps("keyword_null keyword_true keyword_false")),
            // No row is empty.
            Correction::of("list", Then::KeepsOne),
            Correction::of("insert", Then::Keeps("keyword_into")),
            // A list of columns is not empty.
            Correction::of("cte", Then::KeepsSeparated),
            Correction::of("create_view", Then::KeepsSeparated),
            Correction::of("index_fields", Then::KeepsSeparated),
            Correction::of("table_partition", Then::KeepsSeparated),
            // `EXTRACT(YEAR FROM day)` has a word between its arguments.
            Correction::of("invocation", Then::KeepsOneOf("keyword_from"))
                .when(When::Has("keyword_from")),
            // These look like functions, and do not accept an empty list.
            SPECIAL.when(When::HasText("coalesce")),
            SPECIAL.when(When::HasText("COALESCE")),
            SPECIAL.when(When::HasText("greatest")),
            SPECIAL.when(When::HasText("GREATEST")),
            SPECIAL.when(When::HasText("least")),
            SPECIAL.when(When::HasText("LEAST")),
            SPECIAL.when(When::HasText("position")),
            SPECIAL.when(When::HasText("POSITION")),
            SPECIAL.when(When::HasText("trim")),
            SPECIAL.when(When::HasText("TRIM")),
            // This one needs two arguments.
            Correction::of("invocation", Then::KeepsAll).when(When::HasText("nullif")),
            Correction::of("invocation", Then::KeepsAll).when(When::HasText("NULLIF")),
            // `CASE a WHEN b THEN c` needs a branch.
            Correction::of("case", Then::KeepsFirstAndAnother),
            // `IF NOT EXISTS` needs the name of the index.
            Correction::of("create_index", Then::NestsOptions).when(When::Has("keyword_if")),
            // Only some dialects allow `ALTER TABLE` without these words.
            Correction::of("add_column", Then::Keeps("keyword_add")),
            Correction::of("add_constraint", Then::Keeps("keyword_constraint")),
            // `FOREIGN KEY (a) REFERENCES b`.
            Correction::of("constraint", Then::KeepsAllBut("keyword_on"))
                .when(When::Has("keyword_foreign")),
            Correction::of("window_frame", Then::Keeps("keyword_and"))
                .when(When::Has("keyword_between")),
        ],
        fragile: FRAGILE,
        statement_end: Some(";"),
        // Commands of psql, MySQL, SQL Server and Oracle.
        own_lines: &["\\", "DELIMITER", "GO", "/"],
        frames: &[("create table t (", ")"), ("select ", "")],
        lexis: LEXIS,
        templates: Some(&TemplateSyntax::CODE),
        ..Facts::NONE
    },
);

const SPECIAL: Correction = Correction::of("invocation", Then::KeepsSeparated);

/// Every part of a statement: text that the grammar does not know, such as `interval '1' year`, may
/// belong to anything beside it.
const FRAGILE: &str = "\
    assignment between_expression binary_expression case cast column_definition column_definitions \
    constraint constraints create_function create_index create_query create_sequence create_table \
    create_trigger create_type create_view cte from function_argument function_arguments \
    function_body group_by index_fields insert invocation join list order_by order_target \
    parenthesized_expression relation select select_expression set_operation statement subquery \
    term update where window_specification";

/// Comments and strings.
const LEXIS: Lexis = Lexis {
    // `#` begins a comment of MySQL, an operator or a name (`#t`) elsewhere.
    line_comments: &["--", "# ", "#\n", "#-"],
    comments: &[Enclosed::Plain("/*", "*/")],
    strings: &[Enclosed::Escaped("'", "'"), Enclosed::Plain("`", "`")],
    // `$$ ... $$`, `$x$ ... $x$`.
    bodies: &[Enclosed::Fenced { open: ("$", "$"), close: ("$", "$"), fence: None }],
    ..Lexis::NONE
};
