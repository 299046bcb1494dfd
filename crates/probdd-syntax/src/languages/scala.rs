//! Scala.

use super::{Facts, Language, Names, STATEMENTS, Spaces, crate_grammar};

pub(super) static SCALA: Language = Language::built_in(
    Names { name: "scala", aliases: &[], extensions: &["scala", "sc", "sbt"] },
    crate_grammar!("tree-sitter-scala", tree_sitter_scala::LANGUAGE, "scala"),
    Facts { spaces: Spaces::Significant, indentation: true, newlines: STATEMENTS, ..Facts::NONE },
);
