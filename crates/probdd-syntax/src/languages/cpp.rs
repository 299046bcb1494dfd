//! C++.

use super::{Facts, Language, Names, Newlines, crate_grammar};

pub(super) static CPP: Language = Language::built_in(
    Names {
        name: "c++",
        aliases: &["cpp", "cxx", "cc"],
        extensions: &["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ii", "C", "H"],
    },
    crate_grammar!("tree-sitter-cpp", tree_sitter_cpp::LANGUAGE, "cpp"),
    Facts { newlines: Newlines::Directives, ..Facts::NONE },
);
