//! Swift.

use super::{Facts, Language, Names, STATEMENTS, Spaces, crate_grammar};

pub(super) static SWIFT: Language = Language::built_in(
    Names { name: "swift", aliases: &[], extensions: &["swift"] },
    crate_grammar!("tree-sitter-swift", tree_sitter_swift::LANGUAGE, "swift"),
    Facts { spaces: Spaces::Significant, newlines: STATEMENTS, ..Facts::NONE },
);
