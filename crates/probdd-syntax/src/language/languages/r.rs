//! R.

use crate::language::facts::{Facts, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static R: Language = Language::built_in(
    Names { name: "r", aliases: &[], extensions: &["r", "R", "rprofile"], files: &[".Rprofile"] },
    crate_grammar!("tree-sitter-r", tree_sitter_r::LANGUAGE, "r"),
    Facts { spacing: Spacing::STATEMENTS, lexis: Lexis::HASH, ..Facts::NONE },
);
