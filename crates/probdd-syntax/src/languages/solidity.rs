//! Solidity.

use super::{Facts, Language, Names, crate_grammar};

pub(super) static SOLIDITY: Language = Language::built_in(
    Names { name: "solidity", aliases: &["sol"], extensions: &["sol"] },
    crate_grammar!("tree-sitter-solidity", tree_sitter_solidity::LANGUAGE, "solidity"),
    Facts::NONE,
);
