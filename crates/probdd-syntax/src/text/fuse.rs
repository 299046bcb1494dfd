//! Which tokens would be read as other tokens if they touched.

use crate::text::tokens::is_word;

/// Whether two tokens with nothing between them would be read as other tokens. In doubt, yes: that
/// costs a space.
pub(crate) fn fuse(a: &[u8], b: &[u8]) -> bool {
    let (Some(last), Some(first)) = (a.last(), b.first()) else { return false };
    let is_number = a[0].is_ascii_digit() || a[0] == b'.' && a.len() > 1;
    // `0.` and a suffix, `1.` and a method, `1e` and a sign.
    let continues_number = is_number && matches!(first, b'.' | b'+' | b'-' | b'\'');
    is_wordy(*last) && (is_wordy(*first) || is_quote(*first))
        || is_quote(*last) && (is_wordy(*first) || is_quote(*first))
        || is_operator(*last) && is_operator(*first)
        || is_number && is_wordy(*first)
        || continues_number
        || *last == b'.' && first.is_ascii_digit()
        || takes_word(*last) && (is_wordy(*first) || is_quote(*first))
        || is_wordy(*last) && matches!(first, b'!' | b'?' | b'#' | b'@' | b'$')
        || matches!(last, b'-' | b'+') && first.is_ascii_digit()
        || is_operator(*last) && is_quote(*first)
        || opens_comment(*last, *first)
        || *last == b';' && *first == b';'
}

/// Whether two tokens would be read as one in a language where all tokens but brackets are words.
pub(crate) fn words_fuse(a: &[u8], b: &[u8]) -> bool {
    let is_bracket = |byte: &u8| matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}');
    !a.last().is_none_or(is_bracket) && !b.first().is_none_or(is_bracket)
}

/// Whether two tokens would be read as one in a text without a grammar, where all signs are tokens.
pub(crate) fn plain_fuse(a: &[u8], b: &[u8]) -> bool {
    let (Some(last), Some(first)) = (a.last(), b.first()) else { return false };
    (is_word(*last) || is_quote(*last)) && (is_word(*first) || is_quote(*first))
}

/// Whether a byte may be part of a name; most languages that have `$` allow it there.
fn is_wordy(byte: u8) -> bool {
    is_word(byte) || byte == b'$'
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

/// Whether a byte is a sigil, which takes the word after it in.
fn takes_word(byte: u8) -> bool {
    matches!(byte, b'#' | b'@' | b'$' | b'\\')
}

/// Whether two bytes begin or end a comment of OCaml or Haskell, or are a bracket of two bytes.
fn opens_comment(last: u8, first: u8) -> bool {
    match (last, first) {
        (b'(', other) | (other, b')') => matches!(other, b'*' | b'|' | b'#'),
        (b'{', other) | (other, b'}') => matches!(other, b'-' | b'|' | b'%' | b'<' | b'>' | b'#'),
        (b'[', other) | (other, b']') => matches!(other, b'|' | b'%' | b'<' | b'>' | b'@'),
        _ => false,
    }
}

fn is_operator(byte: u8) -> bool {
    byte.is_ascii_punctuation()
        && !is_quote(byte)
        && !matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' | b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_read_as_one_token_fuses() {
        let pairs = [
            ("a", "b"),
            ("-", "-"),
            ("1", "."),
            (".", "5"),
            ("L", "\"x\""),
            ("'a", "b"),
            ("<", "<"),
            ("1", "'a'"),
            ("$", "a"),
            ("a", "$b"),
            ("\"a\"", "\"b\""),
            ("/", "*"),
            ("(", "*"),
            ("x", "!"),
            ("0", "x"),
            ("-", "1"),
        ];
        for (a, b) in pairs {
            assert!(fuse(a.as_bytes(), b.as_bytes()), "{a} {b}");
        }
    }

    #[test]
    fn punctuation_does_not_fuse() {
        for (a, b) in [("f", "("), (")", "{"), ("a", ","), (";", "b"), (".", "b"), ("a", ".")] {
            assert!(!fuse(a.as_bytes(), b.as_bytes()), "{a} {b}");
        }
    }
}
