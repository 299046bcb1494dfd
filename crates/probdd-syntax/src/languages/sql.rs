//! SQL.

use super::{Correction, Facts, Language, Names, Then, crate_grammar};

pub(super) static SQL: Language = Language::built_in(
    Names { name: "sql", aliases: &[], extensions: &["sql", "psql"] },
    crate_grammar!("tree-sitter-sequel", tree_sitter_sequel::LANGUAGE, "sql"),
    Facts {
        corrections: &[
            // `NULL` is an option of the grammar where a literal is not.
            Correction::of("literal", Then::Keeps(&["keyword_null"])),
            // No row is empty.
            Correction::of("list", Then::KeepsOne),
            Correction::of("insert", Then::Keeps(&["keyword_into"])),
        ],
        ..Facts::NONE
    },
);
