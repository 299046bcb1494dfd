//! Swift.

use crate::language::facts::Facts;
use crate::language::{CrateGrammar, Language, Names};
use crate::text::spacing::Spacing;

pub(super) static SWIFT: Language = Language::built_in(
    Names { name: "swift", aliases: &[], extensions: &["swift"] },
    CrateGrammar::new(
        "tree-sitter-swift",
        tree_sitter_swift::LANGUAGE,
        include_bytes!("../../../grammars/swift.json.gz"),
    ),
    Facts { spacing: Spacing { has_meaning: true, ..Spacing::STATEMENTS }, ..Facts::NONE },
);
