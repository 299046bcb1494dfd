//! Pairs of words that open and close groups, as a text teaches them.

use super::delimiters::{Delimiter, Name, Source};
use std::collections::{HashMap, HashSet};

/// The words that open groups in a text.
pub(super) struct Words<'t>(HashSet<&'t [u8]>);

impl<'t> Words<'t> {
    /// The words of a text that match.
    pub(super) fn of(source: &Source<'t>) -> Words<'t> {
        let all = 0..source.tokens.len();
        let closed = all.clone().filter_map(|at| source.closing_word(at));
        let mut words = Words(closed.map(|(opener, _)| opener).collect());
        // How many groups of each word are open; none where a word closes no group.
        let mut open: HashMap<&[u8], Option<usize>> = HashMap::new();
        for found in all.filter_map(|at| words.at(source, at)) {
            let Name::Word(opener) = found.name else { continue };
            let depth = open.entry(opener).or_insert(Some(0));
            *depth =
                depth.and_then(
                    |depth| {
                        if found.is_open { Some(depth + 1) } else { depth.checked_sub(1) }
                    },
                );
        }
        words.0.retain(|word| open.get(word) == Some(&Some(0)));
        words
    }

    /// The delimiter that begins with a token.
    pub(super) fn at(&self, source: &Source<'t>, at: usize) -> Option<Delimiter<'t>> {
        if self.0.is_empty() {
            return None;
        }
        if let Some((opener, end)) = source.closing_word(at) {
            let name = Name::Word(opener);
            let delimiter = Delimiter { tokens: at..end, is_open: false, name };
            return self.0.contains(opener).then_some(delimiter);
        }
        let word = source.word_at(at);
        let opener = self.0.get(source.token(word))?;
        let ends_line = || word + 1 == source.tokens.len() || source.begins_line(word + 1);
        let stands_out = source.begins_line(at) || ends_line();
        let name = Name::Word(opener);
        stands_out.then_some(Delimiter { tokens: at..word + 1, is_open: true, name })
    }
}

impl<'t> Source<'t> {
    /// The token with the word that begins at a token: the next one, if this is a sign at the start of
    /// its line.
    fn word_at(&self, at: usize) -> usize {
        let is_sign = self.token(at).len() == 1 && self.token(at)[0].is_ascii_punctuation();
        at + usize::from(is_sign && self.begins_line(at) && self.is_joined(at + 1))
    }

    /// The word that is closed by the word that begins a line with a token, and the token after it.
    fn closing_word(&self, at: usize) -> Option<(&'t [u8], usize)> {
        if !self.begins_line(at) {
            return None;
        }
        let word = self.word_at(at);
        Some((opener(self.token(word))?, word + 1))
    }
}

/// The word that another one closes, if it closes any.
pub(crate) fn opener(word: &[u8]) -> Option<&[u8]> {
    match word {
        b"end" => Some(b"begin"),
        b"End" => Some(b"Begin"),
        b"END" => Some(b"BEGIN"),
        b"done" => Some(b"do"),
        b"fi" => Some(b"if"),
        b"esac" => Some(b"case"),
        _ => {
            let rest = word.strip_prefix(b"end").or_else(|| word.strip_prefix(b"END"))?;
            Some(rest.strip_prefix(b"_").unwrap_or(rest)).filter(|rest| !rest.is_empty())
        }
    }
}
