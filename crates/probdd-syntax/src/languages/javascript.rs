//! JavaScript.

use super::{CrateGrammar, Facts, Language, Names, STATEMENTS, crate_grammar};

pub(super) static JAVASCRIPT: Language = Language::built_in(
    Names { name: "javascript", aliases: &["js", "jsx"], extensions: &["js", "mjs", "cjs", "jsx"] },
    crate_grammar!("tree-sitter-javascript", tree_sitter_javascript::LANGUAGE, "javascript"),
    Facts {
        newlines: STATEMENTS,
        prefixes: &["decorator"],
        // `try {}` needs one of catch and finally.
        keeps_one: &["try_statement"],
        ..Facts::NONE
    },
);
