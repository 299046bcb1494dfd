//! Compounds: words with the signs that belong to them, where nothing stands between: `%x`, `a.o`,
//! `std/lib.h`, `1.5`.

use crate::text::token_table::TokenTable;
use crate::text::tokens::is_word;
use std::ops::Range;

/// The signs that may be the first part of a compound.
const SIGNS: &[u8] = b"%@$^.#!~";

/// The signs that may join the words of a compound.
const JOINTS: &[u8] = b".-/@$#~";

/// The tokens of a text.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'a> {
    pub(super) table: &'a TokenTable,
    pub(super) text: &'a [u8],
}

impl<'a> Tokens<'a> {
    pub(super) fn len(self) -> usize {
        self.table.len()
    }

    /// The text of a token; empty beyond the last one.
    pub(super) fn get(self, token: usize) -> &'a [u8] {
        if token < self.len() { &self.text[self.table.bytes(token)] } else { b"" }
    }

    /// The text from the first of some tokens to the last.
    pub(super) fn text_of(self, tokens: &Range<usize>) -> &'a [u8] {
        let end = self.table.bytes(tokens.end - 1).end;
        &self.text[self.table.bytes(tokens.start).start..end]
    }

    pub(super) fn is_word(self, token: usize) -> bool {
        self.get(token).first().is_some_and(|byte| is_word(*byte))
    }

    fn is_one_of(self, token: usize, signs: &[u8]) -> bool {
        matches!(self.get(token), [sign] if signs.contains(sign))
    }

    /// Whether a token stands right after the one before it.
    fn touches(self, token: usize) -> bool {
        (1..self.len()).contains(&token) && self.table.gap_before(token).is_empty()
    }

    /// The compounds among some tokens, in order; a word without such signs is one.
    pub(super) fn compounds(self, among: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let mut at = among.start;
        std::iter::from_fn(move || {
            while at < among.end {
                let start = at;
                let end = self.end_of_compound(start);
                at = end.unwrap_or(start + 1);
                if let Some(end) = end {
                    return Some(start..end);
                }
            }
            None
        })
    }

    fn end_of_compound(self, start: usize) -> Option<usize> {
        let has_sign = self.is_one_of(start, SIGNS) && self.touches(start + 1);
        let word = start + usize::from(has_sign);
        if !self.is_word(word) {
            return None;
        }
        let mut end = word + 1;
        let is_joined = |at| {
            self.is_one_of(at, JOINTS)
                && self.touches(at)
                && self.touches(at + 1)
                && self.is_word(at + 1)
        };
        while is_joined(end) {
            end += 2;
        }
        Some(end)
    }

    /// What of a compound may be a name by itself: the whole, or as many of its first words as possible,
    /// with the sign before them or else without.
    pub(super) fn parts(self, compound: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let first = compound.start + usize::from(!self.is_word(compound.start));
        let starts =
            [compound.start, first].into_iter().take(if first > compound.start { 2 } else { 1 });
        starts.flat_map(move |start| {
            (first + 1..=compound.end).rev().step_by(2).map(move |end| start..end)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Unit, units};

    fn compounds(text: &str) -> Vec<String> {
        let document = units(Unit::Bracket, text.as_bytes());
        let tokens = Tokens { table: &document.tokens, text: text.as_bytes() };
        let text_of = |compound| String::from_utf8_lossy(tokens.text_of(&compound)).into_owned();
        tokens.compounds(0..tokens.len()).map(text_of).collect()
    }

    #[test]
    fn words_go_with_the_signs_that_touch_them() {
        assert_eq!(compounds("%x = add %y.0, 1.5 ;"), ["%x", "add", "%y.0", "1.5"]);
        assert_eq!(compounds("build a/b.o: cc c . d"), ["build", "a/b.o", "cc", "c", "d"]);
        assert_eq!(compounds("f(a) + \"s.t\" - x- .x\n.\ny"), ["f", "a", "x", ".x", "y"]);
    }

    #[test]
    fn the_parts_of_a_compound_begin_with_its_first_word() {
        let text = b"$f.g@PLT";
        let document = units(Unit::Bracket, text);
        let tokens = Tokens { table: &document.tokens, text };
        let parts = tokens
            .parts(0..6)
            .map(|part| String::from_utf8_lossy(tokens.text_of(&part)).into_owned());
        let parts: Vec<String> = parts.collect();
        assert_eq!(parts, ["$f.g@PLT", "$f.g", "$f", "f.g@PLT", "f.g", "f"]);
    }
}
