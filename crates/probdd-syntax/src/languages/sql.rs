//! SQL.

use super::{Facts, Language, Names, crate_grammar};

pub(super) static SQL: Language = Language::built_in(
    Names { name: "sql", aliases: &[], extensions: &["sql", "psql"] },
    crate_grammar!("tree-sitter-sequel", tree_sitter_sequel::LANGUAGE, "sql"),
    Facts::NONE,
);
