//! `GraphQL`: schemas and operations.

use crate::language::facts::{Enclosed, Facts, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static GRAPHQL: Language = Language::built_in(
    Names {
        name: "graphql",
        aliases: &["gql"],
        extensions: &["graphql", "gql", "graphqls"],
        files: &[],
    },
    crate_grammar!("tree-sitter-graphql", tree_sitter_graphql::LANGUAGE, "graphql"),
    Facts { spacing: Spacing::FREE.dense(), lexis: LEXIS, ..Facts::NONE },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis { strings: &[Enclosed::Escaped(r#"""""#, r#"""""#)], ..Lexis::HASH };
