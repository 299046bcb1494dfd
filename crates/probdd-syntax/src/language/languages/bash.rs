//! Bash, and what is close to it: the shells of POSIX, ksh and zsh.

use crate::language::facts::{Enclosed, Facts, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static BASH: Language = Language::built_in(
    Names {
        name: "bash",
        aliases: &["sh", "shell", "zsh", "ksh"],
        extensions: &["sh", "bash", "zsh", "ksh", "bats", "ebuild"],
        files: &[".bashrc", ".bash_profile", ".profile", ".zshrc", "PKGBUILD", "APKBUILD"],
    },
    crate_grammar!("tree-sitter-bash", tree_sitter_bash::LANGUAGE, "bash"),
    Facts {
        // `a=b` is not `a = b`.
        spacing: Spacing { has_meaning: true, ..Spacing::statements(b"") }.dense(),
        lexis: LEXIS,
        ..Facts::NONE
    },
);

/// Comments and strings.
const LEXIS: Lexis =
    Lexis { strings: &[Enclosed::Escaped("\"", "\""), Enclosed::Plain("'", "'")], ..Lexis::HASH };
