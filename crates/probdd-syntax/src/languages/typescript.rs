//! TypeScript, without and with JSX.

use super::{CrateGrammar, Facts, Language, Names, STATEMENTS, crate_grammar};

const FACTS: Facts = Facts {
    newlines: STATEMENTS,
    prefixes: &["decorator"],
    // `try {}` needs one of catch and finally.
    keeps_one: &["try_statement"],
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
