//! Macros that stand for syntax, such as `API` and `NAMESPACE_BEGIN(x)`: a name in capitals on the
//! line of an error, or on the line before. Without it, the grammar may read the rest.

use crate::parser::masks::{Mask, Masked, MaskedBytes};
use crate::text::brackets::group;
use crate::text::tokens::{is_word, tokens};
use std::ops::Range;

/// How many tokens the parentheses after a macro hold at most.
const LONGEST: usize = 200;

/// The macros beside tokens that the parser has not understood, in order. What is masked already is
/// left alone.
pub(super) fn masks(text: &[u8], loose: &[Range<usize>], masked: &[Mask]) -> Vec<Mask> {
    let (lines, masked) = (lines_of(text, loose), MaskedBytes::new(masked));
    let mut macros: Vec<Mask> = Vec::new();
    for line in lines {
        let start = macros.last().map_or(0, |last| last.bytes.end).max(line.start);
        let tokens: Vec<Range<usize>> = tokens(&text[start.min(line.end)..line.end])
            .map(|token| start + token.start..start + token.end)
            .collect();
        for token in tokens {
            let is_covered = macros.last().is_some_and(|last| token.start < last.bytes.end);
            if is_covered || !is_macro(&text[token.clone()]) {
                continue;
            }
            let bytes = extent(text, token);
            if !masked.touch(&bytes) {
                macros.push(Mask { bytes, what: Masked::Hidden { head: 0 } });
            }
        }
    }
    macros
}

/// The lines on which some tokens stand, each with the line before it, without directives.
fn lines_of(text: &[u8], loose: &[Range<usize>]) -> Vec<Range<usize>> {
    let begin = |at: usize| memchr::memrchr(b'\n', &text[..at]).map_or(0, |newline| newline + 1);
    let end = |at: usize| memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |to| at + to);
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut line_end = 0;
    for token in loose {
        if token.start < line_end {
            continue;
        }
        line_end = end(token.start);
        let line = begin(token.start);
        let before = begin(line.saturating_sub(1));
        for start in [before, line] {
            let is_directive = text[start..].trim_ascii_start().starts_with(b"#");
            let is_new = lines.last().is_none_or(|last| last.end <= start);
            if is_new && !is_directive {
                lines.push(start..end(start));
            }
        }
    }
    lines
}

/// Whether a word is written as macros are: in capitals, or with two underscores before it.
fn is_macro(word: &[u8]) -> bool {
    let is_capital =
        |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    let has_letters = word.iter().filter(|byte| byte.is_ascii_uppercase()).count() > 1;
    word.iter().all(|byte| is_word(*byte))
        && (has_letters && word.iter().all(is_capital) || word.starts_with(b"__"))
}

/// A macro with its arguments, unless what follows these shows that they are more than arguments:
/// `API(f)(int x)`.
fn extent(text: &[u8], name: Range<usize>) -> Range<usize> {
    let after = &text[name.end..];
    let arguments = group(tokens(after).take(LONGEST).map(|token| &after[token]));
    let last = arguments.and_then(|count| tokens(after).nth(count - 1));
    let Some(end) = last.map(|last| name.end + last.end) else { return name };
    let is_name = text[end..].trim_ascii_start().starts_with(b"(");
    if is_name { name } else { name.start..end }
}
