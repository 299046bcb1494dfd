//! Rust.

use super::{CrateGrammar, Facts, Language, Names, crate_grammar};

pub(super) static RUST: Language = Language::built_in(
    Names { name: "rust", aliases: &["rs"], extensions: &["rs"] },
    crate_grammar!("tree-sitter-rust", tree_sitter_rust::LANGUAGE, "rust"),
    Facts { prefixes: &["attribute_item"], ..Facts::NONE },
);
