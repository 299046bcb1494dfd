//! Kotlin.

use super::{Facts, Language, Names, STATEMENTS, crate_grammar};

pub(super) static KOTLIN: Language = Language::built_in(
    Names { name: "kotlin", aliases: &["kt"], extensions: &["kt", "kts"] },
    crate_grammar!("tree-sitter-kotlin-ng", tree_sitter_kotlin_ng::LANGUAGE, "kotlin"),
    Facts { newlines: STATEMENTS, ..Facts::NONE },
);
