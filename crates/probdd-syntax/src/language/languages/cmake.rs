//! `CMake`.

use crate::language::facts::{Enclosed, Facts, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static CMAKE: Language = Language::built_in(
    Names { name: "cmake", aliases: &[], extensions: &["cmake"], files: &["CMakeLists.txt"] },
    crate_grammar!("tree-sitter-cmake", tree_sitter_cmake::LANGUAGE, "cmake"),
    Facts {
        spacing: Spacing { has_meaning: true, ..Spacing::STATEMENTS }.dense(),
        lexis: LEXIS,
        ..Facts::NONE
    },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis {
    comments: &[Enclosed::Fenced { open: ("#[", "["), close: ("]", "]"), fence: Some(b'=') }],
    strings: &[
        Enclosed::Fenced { open: ("[", "["), close: ("]", "]"), fence: Some(b'=') },
        Enclosed::Escaped("\"", "\""),
    ],
    ..Lexis::HASH
};
