//! Tokens without a grammar: a run of word characters, a quoted string, or one other character
//! that is not blank.
//!
//! An apostrophe right after a word opens no string, so that prose is not read as strings: `don't
//! ... can't`. After one of the words that languages write before strings (`b'...'`), it does.

use memchr::{memchr2, memchr3};
use std::ops::Range;

/// The mark that some editors put at the start of UTF-8 files. It is no token.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The words that languages write right before a string, in lower case. A single `l` is not among
/// them: French has it before an apostrophe.
const STRING_PREFIXES: [&[u8]; 8] = [b"b", b"f", b"r", b"u", b"br", b"rb", b"fr", b"rf"];

/// Whether a byte belongs to words. Bytes beyond ASCII do, so that no character is cut.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

pub(crate) fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// Whether a text consists of blanks and joined lines (`\` and a newline).
pub(crate) fn is_blank_text(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some((byte, after)) = rest.split_first() {
        let joins_lines = || after.first() == Some(&b'\n') || after.starts_with(b"\r\n");
        let is_joint = *byte == b'\\' && joins_lines();
        if !is_joint && !is_blank(*byte) {
            return false;
        }
        rest = after;
    }
    true
}

/// The tokens of a text, from left to right.
pub(crate) fn tokens(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let (mut at, mut quotes) = (0, Quotes::default());
    std::iter::from_fn(move || {
        at += text[at..].iter().take_while(|byte| is_blank(**byte)).count();
        let start = at;
        at += token_length(text, at, &mut quotes)?;
        Some(start..at)
    })
}

/// Counts the tokens of a text without a grammar: words, quoted strings, other characters.
pub fn count_tokens(text: &[u8]) -> usize {
    let (mut at, mut quotes, mut count) = (0, Quotes::default(), 0);
    loop {
        let length = memchr2(b'"', b'\'', &text[at..]).unwrap_or(text.len() - at);
        count += count_unquoted(&text[at..at + length]);
        at += length;
        let Some(string) = token_length(text, at, &mut quotes) else { return count };
        (at, count) = (at + string, count + 1);
    }
}

/// Counts the tokens of a text without quotes, without a branch for each byte: a word counts where it
/// begins.
fn count_unquoted(text: &[u8]) -> usize {
    let mut is_in_word = false;
    let starts = text.iter().map(|byte| {
        let was_in_word = std::mem::replace(&mut is_in_word, is_word(*byte));
        usize::from(if is_in_word { !was_in_word } else { !is_blank(*byte) })
    });
    starts.sum()
}

pub(super) fn token_length(text: &[u8], at: usize, quotes: &mut Quotes) -> Option<usize> {
    let (before, rest) = text.split_at(at);
    let first = *rest.first()?;
    if is_word(first) {
        return Some(rest.iter().take_while(|byte| is_word(**byte)).count());
    }
    if first == b'"' || first == b'\'' && !is_apostrophe_after(before) {
        return Some(quotes.end_of_string(text, at).map_or(1, |end| end - at));
    }
    Some(1)
}

/// Whether an apostrophe after a text belongs to its last word.
pub(crate) fn is_apostrophe_after(text: &[u8]) -> bool {
    let length = text.iter().rev().take_while(|byte| is_word(**byte)).count();
    let word = &text[text.len() - length..];
    length > 0 && !STRING_PREFIXES.iter().any(|prefix| word.eq_ignore_ascii_case(prefix))
}

/// The quotes of a text that is read from left to right. It remembers where a search for the end of
/// a string was in vain, because a later one would read the same bytes: it begins with a quote that
/// the first one took as escaped.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quotes {
    /// For `"` and for `'`, the byte up to which no string ends.
    unclosed: [usize; 2],
}

impl Quotes {
    /// The end of the string that begins with the quote at a byte, if its line closes it.
    pub(crate) fn end_of_string(&mut self, text: &[u8], start: usize) -> Option<usize> {
        let quote = text[start];
        let unclosed = &mut self.unclosed[usize::from(quote == b'\'')];
        if start < *unclosed {
            return None;
        }
        let mut at = start + 1;
        loop {
            let rest = text.get(at..).unwrap_or_default();
            at += memchr3(quote, b'\\', b'\n', rest).unwrap_or(rest.len());
            match text.get(at) {
                Some(b'\\') => at += 2,
                Some(byte) if *byte == quote => return Some(at + 1),
                _ => {
                    *unclosed = at;
                    return None;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(text: &str) -> Vec<&str> {
        tokens(text.as_bytes()).map(|token| &text[token]).collect()
    }

    #[test]
    fn words_strings_and_other_characters_are_tokens() {
        assert_eq!(split("x1 += \"a b\\\"\" ;"), ["x1", "+", "=", "\"a b\\\"\"", ";"]);
        assert_eq!(split("größe=1"), ["größe", "=", "1"]);
    }

    #[test]
    fn a_quote_that_its_line_does_not_close_is_one_character() {
        assert_eq!(split("8'hff\n'"), ["8", "'", "hff", "'"]);
    }

    #[test]
    fn a_line_is_read_once_for_all_its_quotes_that_are_not_closed() {
        // A search for each quote would take hours.
        for text in [r#"\""#.repeat(1 << 20), r"\'".repeat(1 << 20), "'\"\\\"".repeat(1 << 19)] {
            let text = format!("\"{text}\n");
            assert!(count_tokens(text.as_bytes()) >= 1 << 20);
        }
    }

    proptest! {
        #[test]
        fn as_many_tokens_are_counted_as_there_are(text in "[\"'\\\\\n a-c+ö]{0,40}") {
            let text = text.as_bytes();
            prop_assert_eq!(count_tokens(text), tokens(text).count());
        }

        #[test]
        fn a_string_ends_where_a_search_from_its_own_quote_ends(text in "[\"'\\\\\n a]{0,24}") {
            let text = text.as_bytes();
            let mut quotes = Quotes::default();
            for at in (0..text.len()).filter(|at| matches!(text[*at], b'"' | b'\'')) {
                let alone = Quotes::default().end_of_string(text, at);
                prop_assert_eq!(quotes.end_of_string(text, at), alone);
            }
        }
    }

    #[test]
    fn an_apostrophe_after_a_word_opens_no_string() {
        assert_eq!(split("I don't, we can't"), ["I", "don", "'", "t", ",", "we", "can", "'", "t"]);
        assert_eq!(
            split("the dogs' and cats' bed"),
            ["the", "dogs", "'", "and", "cats", "'", "bed"]
        );
        assert_eq!(
            split("b'a b' + Rb'c d' + 'e f'"),
            ["b", "'a b'", "+", "Rb", "'c d'", "+", "'e f'"]
        );
    }

    #[test]
    fn joined_lines_are_blank_and_other_backslashes_are_not() {
        assert!(is_blank_text(b" \\\n\t\\\r\n "));
        assert!(!is_blank_text(b" \\ \n"));
    }
}
