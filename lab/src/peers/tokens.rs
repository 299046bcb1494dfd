//! The tokens of a candidate, counted as probdd counts those of its results.

use probdd_syntax::{Language, Unit, count_tokens, language_of, parse, units};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A longer text is not parsed to count its tokens, because probdd reduces it in parts at first.
const LARGE: usize = 1 << 20;

/// How the candidates of an input are read. All are read as the input is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Reading {
    /// By the grammar of the language with this name.
    Language(String),
    /// As a text without a grammar.
    Text,
    /// As bytes.
    Binary,
}

impl Reading {
    /// How an input is read.
    pub(super) fn of(path: &Path, input: &[u8]) -> Reading {
        match language_of(path, input) {
            _ if input.contains(&0) => Reading::Binary,
            Some(language) => Reading::Language(language.name().to_owned()),
            None => Reading::Text,
        }
    }

    /// The language's name; empty without a language.
    pub(super) fn language(&self) -> &str {
        match self {
            Reading::Language(name) => name,
            Reading::Text | Reading::Binary => "",
        }
    }

    /// Counts the tokens of a candidate.
    pub(super) fn count(&self, text: &[u8]) -> u64 {
        let count = match (self, Language::by_name(self.language())) {
            (Reading::Binary, _) => count_tokens(text),
            _ if text.len() > LARGE => count_tokens(text),
            (_, Some(language)) => parse(language, text).token_count(),
            (_, None) => units(Unit::Bracket, text).token_count(),
        };
        count as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_those_of_the_language_that_the_name_tells() {
        let count = |name: &str, text: &str| {
            let reading = Reading::of(Path::new(name), text.as_bytes());
            let kept = serde_json::to_string(&reading).expect("it can be written");
            let again: Reading = serde_json::from_str(&kept).expect("it can be read");
            assert_eq!(again, reading);
            (reading.language().to_owned(), reading.count(text.as_bytes()))
        };
        assert_eq!(count("input.c", "int x; /* no token */\n"), ("c".to_owned(), 3));
        assert_eq!(count("input.txt", "a (b c)\n"), (String::new(), 5));
        assert_eq!(count("input.bin", "a\0b"), (String::new(), 3));
    }
}
