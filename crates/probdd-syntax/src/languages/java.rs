//! Java.

use super::{CrateGrammar, Facts, Language, Names, crate_grammar};

pub(super) static JAVA: Language = Language::built_in(
    Names { name: "java", aliases: &[], extensions: &["java"] },
    crate_grammar!("tree-sitter-java", tree_sitter_java::LANGUAGE, "java"),
    Facts::NONE,
);
