//! Zig.

use crate::language::facts::{Facts, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static ZIG: Language = Language::built_in(
    Names { name: "zig", aliases: &[], extensions: &["zig", "zon"], files: &[] },
    crate_grammar!("tree-sitter-zig", tree_sitter_zig::LANGUAGE, "zig"),
    Facts {
        // A line of a string, which begins with `\\`, ends with its newline.
        spacing: Spacing::statements(b""),
        lexis: LEXIS,
        ..Facts::NONE
    },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis { line_comments: &["//", "\\\\"], has_characters: true, ..Lexis::NONE };
