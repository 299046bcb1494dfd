//! Ada.

use crate::language::facts::{Facts, Lexis};
use crate::language::{Language, Names};

pub(super) static ADA: Language = Language::built_in(
    Names { name: "ada", aliases: &[], extensions: &["adb", "ads", "ada", "gpr"], files: &[] },
    crate_grammar!("tree-sitter-ada", tree_sitter_ada::LANGUAGE, "ada"),
    Facts { lexis: LEXIS, ..Facts::NONE },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis { line_comments: &["--"], has_characters: true, ..Lexis::NONE };
