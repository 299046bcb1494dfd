//! The pieces of a text inside a token: words, escapes and other characters, which are never cut,
//! and which of them are brackets.
//!
//! Quotes inside, escaped or not, are brackets around what they enclose: `{\"key\": 1}` in a string
//! is a list of pairs. Escaped blanks (`\n`) divide words as blanks do.

use crate::text::brackets::{self, Bracket};
use crate::text::groups::Mark;
use crate::text::tokens::{is_apostrophe_after, is_blank, is_word};
use std::ops::Range;

/// Codes of quotes as brackets are above those of all characters that are brackets.
const QUOTES: u8 = 0x80;

/// The pieces of a text, and the brackets among them that have a partner.
pub(crate) fn pieces(text: &[u8]) -> (Vec<Range<usize>>, Vec<Mark>) {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let length = length(&text[at..]);
        let piece = at..at + length;
        at = piece.end;
        if !is_gap(&text[piece.clone()]) {
            pieces.push(piece);
        }
    }
    let found = brackets(text, &pieces);
    let marks = brackets::paired(&found).into_iter().map(|bracket| match bracket {
        Bracket::None => Mark::Plain,
        Bracket::Open(_) => Mark::Open,
        Bracket::Close(_) => Mark::Close,
    });
    (pieces, marks.collect())
}

/// The length of the piece at the start of a text that is not empty.
fn length(text: &[u8]) -> usize {
    let run = |is_part: fn(u8) -> bool| text.iter().take_while(|byte| is_part(**byte)).count();
    match text[0] {
        byte if is_word(byte) => run(is_word),
        byte if is_blank(byte) => run(is_blank),
        b'\\' => escape(text),
        b'&' => entity(text).unwrap_or(1),
        quote if is_quote(quote) && text.get(1) == Some(&quote) => 2,
        _ => 1,
    }
}

/// The length of an escape: backslashes, and what an odd number of them takes in.
fn escape(text: &[u8]) -> usize {
    let backslashes = text.iter().take_while(|byte| **byte == b'\\').count();
    let Some(first) = text.get(backslashes).filter(|_| backslashes % 2 == 1) else {
        return backslashes;
    };
    let rest = &text[backslashes + 1..];
    let digits =
        |most: usize| rest.iter().take(most).take_while(|byte| byte.is_ascii_hexdigit()).count();
    let braced =
        || rest.first().filter(|byte| **byte == b'{').and_then(|_| memchr::memchr(b'}', rest));
    backslashes
        + 1
        + match first {
            b'x' => digits(2),
            b'u' => braced().map_or_else(|| digits(4), |end| end + 1),
            b'U' => digits(8),
            b'0'..=b'7' => {
                rest.iter().take(2).take_while(|byte| matches!(byte, b'0'..=b'7')).count()
            }
            // The other bytes of a character.
            0x80.. => rest.iter().take_while(|byte| matches!(byte, 0x80..=0xbf)).count(),
            _ => 0,
        }
}

/// The length of an entity of XML: `&lt;`, `&#10;`.
fn entity(text: &[u8]) -> Option<usize> {
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'#';
    let name = text[1..].iter().take_while(is_part).count();
    (name > 0 && text.get(name + 1) == Some(&b';')).then_some(name + 2)
}

/// Whether a piece only divides others.
fn is_gap(piece: &[u8]) -> bool {
    is_blank(piece[0]) || matches!(piece, b"\\n" | b"\\t" | b"\\r" | b"\\\n")
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

/// The brackets among pieces. Of equal quotes on a line, the first one opens and the next one
/// closes.
fn brackets(text: &[u8], pieces: &[Range<usize>]) -> Vec<Bracket> {
    let mut open: Vec<u8> = Vec::new();
    let mut end = 0;
    let mut found = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if memchr::memchr(b'\n', &text[end..piece.start]).is_some() {
            open.clear();
        }
        end = piece.end;
        let bytes = &text[piece.clone()];
        let Some(code) = quote_code(bytes) else {
            found.push(Bracket::of(bytes));
            continue;
        };
        let bracket = if let Some(at) = open.iter().position(|other| *other == code) {
            open.truncate(at);
            Bracket::Close(code)
        } else if bytes == b"'" && is_apostrophe_after(&text[..piece.start]) {
            Bracket::None
        } else {
            open.push(code);
            Bracket::Open(code)
        };
        found.push(bracket);
    }
    found
}

/// What identifies a quote: its character, and how many backslashes escape it.
fn quote_code(piece: &[u8]) -> Option<u8> {
    let (quote, backslashes) = piece.split_last()?;
    let which = [b'"', b'\'', b'`'].iter().position(|other| other == quote)? as u8;
    let is_escaped = backslashes.iter().all(|byte| *byte == b'\\');
    is_escaped.then(|| QUOTES | (backslashes.len().min(0x1f) as u8) << 2 | which)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        pieces(text.as_bytes()).0.into_iter().map(|piece| &text[piece]).collect()
    }

    /// The pieces, those between brackets in angle brackets.
    fn nested(text: &str) -> String {
        let (pieces, marks) = pieces(text.as_bytes());
        let mut out = String::new();
        for (piece, mark) in pieces.into_iter().zip(marks) {
            match mark {
                Mark::Open => out.push('<'),
                Mark::Close => out.push('>'),
                Mark::Plain | Mark::Part => {
                    out.push_str(&text[piece]);
                    out.push('.');
                }
            }
        }
        out
    }

    #[test]
    fn escapes_and_entities_are_never_cut() {
        assert_eq!(
            split(r"a\x41b \u{1f600}\u12345 \101c\\n"),
            ["a", r"\x41", "b", r"\u{1f600}", r"\u1234", "5", r"\101", "c", r"\\", "n"]
        );
        assert_eq!(split("a&lt;b & c &amp;"), ["a", "&lt;", "b", "&", "c", "&amp;"]);
        assert_eq!(split("it''s"), ["it", "''", "s"]);
        assert_eq!(split("\\é!"), ["\\é", "!"]);
    }

    #[test]
    fn escaped_blanks_divide_words() {
        assert_eq!(split(r"a\nb\tc"), ["a", "b", "c"]);
    }

    #[test]
    fn quotes_are_brackets_whether_escaped_or_not() {
        assert_eq!(nested(r#"{"a": 'b'}"#), "<<a.>:.<b.>>");
        assert_eq!(nested(r#"{\"a\": \"b \\\"c\\\"\"}"#), "<<a.>:.<b.<c.>>>");
    }

    #[test]
    fn an_apostrophe_and_a_quote_without_a_partner_are_no_brackets() {
        assert_eq!(nested("don't can't"), "don.'.t.can.'.t.");
        assert_eq!(nested("\"a\nb\""), "\".a.b.\".");
        assert_eq!(nested("(\"a)b\""), "<\".a.>b.\".");
    }
}
