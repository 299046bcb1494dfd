//! VHDL.

use crate::language::facts::{Enclosed, Facts, Lexis};
use crate::language::{Language, Names};

pub(super) static VHDL: Language = Language::built_in(
    Names { name: "vhdl", aliases: &[], extensions: &["vhd", "vhdl"], files: &[] },
    crate_grammar!("tree-sitter-vhdl", tree_sitter_vhdl::LANGUAGE, "vhdl"),
    Facts { lexis: LEXIS, ..Facts::NONE },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis {
    line_comments: &["--"],
    comments: &[Enclosed::Plain("/*", "*/")],
    has_characters: true,
    ..Lexis::NONE
};
