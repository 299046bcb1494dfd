//! Makefiles.

use crate::language::facts::{Facts, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static MAKE: Language = Language::built_in(
    Names {
        name: "make",
        aliases: &["makefile"],
        extensions: &["mk", "mak"],
        files: &["Makefile", "makefile", "GNUmakefile"],
    },
    crate_grammar!("tree-sitter-make", tree_sitter_make::LANGUAGE, "make"),
    Facts {
        spacing: Spacing { has_meaning: true, ..Spacing::statements(b"") }.dense(),
        lexis: Lexis::HASH,
        ..Facts::NONE
    },
);
