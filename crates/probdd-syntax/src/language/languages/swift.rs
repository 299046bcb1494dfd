//! Swift.

use crate::language::facts::{Facts, Spacing};
use crate::language::{Language, Names};

pub(super) static SWIFT: Language = Language::built_in(
    Names { name: "swift", aliases: &[], extensions: &["swift"], files: &[] },
    crate_grammar!("tree-sitter-swift", tree_sitter_swift::LANGUAGE, "swift"),
    Facts { spacing: Spacing { has_meaning: true, ..Spacing::STATEMENTS }, ..Facts::NONE },
);
