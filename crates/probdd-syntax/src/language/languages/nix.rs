//! Nix.

use crate::language::facts::{Enclosed, Facts, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static NIX: Language = Language::built_in(
    Names { name: "nix", aliases: &[], extensions: &["nix"], files: &[] },
    crate_grammar!("tree-sitter-nix", tree_sitter_nix::LANGUAGE, "nix"),
    Facts {
        // `x: y` is a function and `x:y` an address; `[a (b)]` has two elements.
        spacing: Spacing::MEANINGFUL,
        lexis: LEXIS,
        ..Facts::NONE
    },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis {
    comments: &[Enclosed::Plain("/*", "*/")],
    strings: &[Enclosed::Escaped("\"", "\""), Enclosed::Plain("''", "''")],
    ..Lexis::HASH
};
