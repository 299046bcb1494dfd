//! What a text is parsed into: the syntax tree of a language, the parts of a binary file, units, or
//! the tree of several files.

use probdd_syntax::project::{Removal, files};
use probdd_syntax::{Document, Language, Unit};

/// What a text is parsed into.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Structure {
    /// The syntax tree of a language.
    Grammar(&'static Language),
    /// A binary file: the parts of its format, or runs of bytes.
    Binary,
    /// Nested groups of a text in a language, as if it had no grammar.
    Brackets(&'static Language),
    /// Units: nested groups for brackets, a list for all others.
    Units(Unit),
    /// A bundle: directories and files.
    Files,
}

impl Structure {
    /// Whether both are the syntax tree of the same language.
    pub(crate) fn is_grammar_of(self, other: Structure) -> bool {
        matches!((self, other), (Structure::Grammar(own), Structure::Grammar(of)) if std::ptr::eq(own, of))
    }

    /// A text in no language; without units, a binary file.
    pub(super) fn of_units(units: &[Unit]) -> Structure {
        units.first().map_or(Structure::Binary, |unit| Structure::Units(*unit))
    }

    /// Parses a text. When `stop` becomes true, the result is a structure that takes no time.
    pub(crate) fn parse(self, text: &[u8], stop: &(dyn Fn() -> bool + Sync)) -> Document {
        match self {
            Structure::Grammar(language) => probdd_syntax::parse_until(language, text, stop),
            Structure::Binary => probdd_syntax::binary(text),
            Structure::Brackets(language) => probdd_syntax::brackets(language, text),
            Structure::Units(unit) => probdd_syntax::units(unit, text),
            Structure::Files => {
                files(text, Removal::Entries, &|_| false, stop).0.document().clone()
            }
        }
    }

    /// The language, if there is a grammar.
    pub(crate) fn language(self) -> Option<&'static Language> {
        match self {
            Structure::Grammar(language) => Some(language),
            Structure::Binary | Structure::Brackets(_) | Structure::Units(_) | Structure::Files => {
                None
            }
        }
    }
}
