//! LLVM IR.

use super::{Facts, Language, Names, crate_grammar};

pub(super) static LLVM: Language = Language::built_in(
    Names { name: "llvm", aliases: &["llvm-ir", "ll"], extensions: &["ll"] },
    crate_grammar!("tree-sitter-llvm", tree_sitter_llvm::LANGUAGE, "llvm"),
    Facts::NONE,
);
