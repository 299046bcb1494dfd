//! `CMake`.

use crate::language::facts::{Facts, Spacing};
use crate::language::{Language, Names};

pub(super) static CMAKE: Language = Language::built_in(
    Names { name: "cmake", aliases: &[], extensions: &["cmake"], files: &["CMakeLists.txt"] },
    crate_grammar!("tree-sitter-cmake", tree_sitter_cmake::LANGUAGE, "cmake"),
    Facts { spacing: Spacing { has_meaning: true, ..Spacing::STATEMENTS }.dense(), ..Facts::NONE },
);
