//! Perl.

use crate::language::facts::{Enclosed, Facts, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static PERL: Language = Language::built_in(
    Names {
        name: "perl",
        aliases: &["pl"],
        extensions: &["pl", "pm", "psgi", "t"],
        files: &["cpanfile"],
    },
    crate_grammar!("ts-parser-perl", ts_parser_perl::LANGUAGE, "perl"),
    Facts {
        // Documentation and the texts of `<<END` stand on lines of their own.
        spacing: Spacing { has_meaning: true, ..Spacing::statements(b"") },
        lexis: LEXIS,
        ..Facts::NONE
    },
);

/// Comments and strings.
const LEXIS: Lexis =
    Lexis { strings: &[Enclosed::Escaped("\"", "\""), Enclosed::Escaped("'", "'")], ..Lexis::HASH };
