//! What lies between the marks of a token: of a string, what its quotes enclose; of a comment, what
//! follows or lies between its marks. All other tokens have no marks.

use std::ops::Range;

/// The marks at both ends of block comments. Longer ones come before their beginnings.
const BLOCKS: [(&[u8], &[u8]); 13] = [
    (b"<!--", b"-->"),
    (b"<![CDATA[", b"]]>"),
    (b"--[==[", b"]==]"),
    (b"--[=[", b"]=]"),
    (b"--[[", b"]]"),
    (b"/*", b"*/"),
    (b"(*", b"*)"),
    (b"{-", b"-}"),
    (b"#[[", b"]]"),
    (b"#=", b"=#"),
    (b"#|", b"|#"),
    (b"(;", b";)"),
    (b"/+", b"+/"),
];

/// The marks of comments that end with their line.
const LINES: [&[u8]; 5] = [b"//", b"#", b"--", b";", b"%"];

/// Signs that belong to the mark of a comment right before them: `/**`, `/*+`, `//!`, `#!`.
const REST_OF_MARK: &[u8] = b"*+!/#;%|<-=";

/// The longest text before a quote that belongs to the mark of a string (`br##`, `$@`), and the most
/// letters in it; `u8R` has more.
const LONGEST_PREFIX: usize = 8;
const MOST_LETTERS: usize = 2;

/// Where the content of a token lies in its text: all of the text if the token has no marks.
pub(crate) fn content(text: &[u8]) -> Range<usize> {
    block(text).or_else(|| quoted(text)).or_else(|| line(text)).unwrap_or(0..text.len())
}

fn block(text: &[u8]) -> Option<Range<usize>> {
    let is_marked = |(open, close): &&(&[u8], &[u8])| {
        text.len() >= open.len() + close.len() && text.starts_with(open) && text.ends_with(close)
    };
    let (open, close) = BLOCKS.iter().find(is_marked)?;
    let end = text.len() - close.len();
    Some(after_mark(text, open.len()).min(end)..end)
}

fn line(text: &[u8]) -> Option<Range<usize>> {
    let mark = LINES.iter().find(|mark| text.starts_with(mark))?;
    Some(after_mark(text, mark.len())..text.len())
}

/// Where the signs after the mark of a comment end.
fn after_mark(text: &[u8], mark: usize) -> usize {
    let signs = text[mark..].iter().take_while(|byte| REST_OF_MARK.contains(byte));
    mark + signs.count()
}

/// The content of a string with one quote or three at both ends. Before them a prefix may stand,
/// and the hash signs of raw strings at both ends.
fn quoted(text: &[u8]) -> Option<Range<usize>> {
    let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`');
    let prefix = text.iter().take(LONGEST_PREFIX + 1).position(is_quote)?;
    let (before, rest) = text.split_at(prefix);
    let is_sign = |byte: &u8| b"#$@%&".contains(byte);
    let letters = before.iter().filter(|byte| !is_sign(byte)).count();
    let are_letters = before.iter().all(|byte| is_sign(byte) || byte.is_ascii_alphanumeric());
    if !are_letters || letters > MOST_LETTERS && before != b"u8R" {
        return None;
    }
    let hashes = before.iter().rev().take_while(|byte| **byte == b'#').count();
    let quote = rest[0];
    let body = rest.strip_suffix(&b"########"[..hashes])?;
    let count = |quotes: &[u8]| {
        body.len() >= 2 * quotes.len() && body.starts_with(quotes) && body.ends_with(quotes)
    };
    let quotes = [3, 1].into_iter().find(|length| count(&vec![quote; *length]))?;
    Some(prefix + quotes..prefix + body.len() - quotes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(text: &str) -> &str {
        &text[content(text.as_bytes())]
    }

    #[test]
    fn marks_of_comments_are_not_content() {
        assert_eq!(inside("/*+ INDEX(a b) */"), " INDEX(a b) ");
        assert_eq!(inside("/**/"), "");
        assert_eq!(inside("<!-- a -->"), " a ");
        assert_eq!(inside("--[[ a ]]"), " a ");
        assert_eq!(inside("//! a"), " a");
        assert_eq!(inside("#!/bin/sh"), "bin/sh");
    }

    #[test]
    fn quotes_and_what_belongs_to_them_are_not_content() {
        let strings = [
            "\"a b\"",
            "'a b'",
            "`a b`",
            "\"\"\"a b\"\"\"",
            "r#\"a b\"#",
            "u8\"a b\"",
            "$@\"a b\"",
        ];
        for string in strings {
            assert_eq!(inside(string), "a b", "{string}");
        }
        assert_eq!(inside("\"\""), "");
    }

    #[test]
    fn other_tokens_have_no_marks() {
        for token in ["a_long_name", "0x12345", "a b", "\"open", "don't do 'it'"] {
            assert_eq!(inside(token), token);
        }
    }
}
