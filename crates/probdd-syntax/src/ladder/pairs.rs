//! Removes lines of a text without a grammar that only go together: a short line that closes something, and the line
//! that opens it. With what stands between them, without it, and branch by branch.

use super::source::{Source, erase, writing};
use crate::text::groups::opener;
use probdd_core::Edits;
use std::ops::Range;

/// A line that closes something has at most so many tokens: `end`, `#endif`, `endif()`, `end if;`.
const SHORT: usize = 3;

/// What many words begin with that close something.
const END: &[u8] = b"end";

/// So many lines may be what a line closes, the nearest first.
const OPENERS: usize = 8;

/// A line of a text.
struct Line {
    tokens: Range<usize>,
    columns: usize,
}

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let lines = lines(source);
    let is_closing: Vec<bool> = lines.iter().map(|line| is_closing(source, line)).collect();
    let mut offers = Vec::new();
    for close in (1..lines.len()).rev().filter(|at| is_closing[*at]) {
        for open in openers(source, &lines, &is_closing, close) {
            offers.extend(removals(source, &lines[open..=close]));
        }
    }
    offers
}

fn lines(source: &Source) -> Vec<Line> {
    let count = source.tree.token_count();
    let starts: Vec<usize> =
        (0..count).filter(|token| *token == 0 || source.begins_line(*token)).collect();
    let ends = starts.iter().skip(1).copied().chain([count]);
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| Line { tokens: *start..end, columns: source.columns(*start) })
        .collect()
}

/// Whether a line is a word, perhaps with a sign before or after it or an empty pair of brackets; or a few words of which
/// the first one says that something ends. A label ends nothing.
fn is_closing(source: &Source, line: &Line) -> bool {
    let tokens = || line.tokens.clone().map(|token| source.token(token));
    let words = tokens().filter(|text| is_word(text)).count();
    let is_sign = |text: &[u8]| {
        text.iter().all(u8::is_ascii_punctuation) && !matches!(text, b"[" | b"]" | b"{" | b"}")
    };
    let pairs = || tokens().zip(tokens().skip(1));
    (words == 1 || words > 1 && begins_with_end(first_word(source, line)))
        && line.tokens.len() <= SHORT
        && tokens().all(|text| is_word(text) || is_sign(text))
        && pairs().all(|(text, next)| text != b"(" || next == b")")
        && source.token(line.tokens.end - 1) != b":"
}

fn is_word(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_alphabetic)
}

fn first_word<'a>(source: &Source<'a>, line: &Line) -> &'a [u8] {
    let mut texts = line.tokens.clone().map(|token| source.token(token));
    texts.find(|text| text[0].is_ascii_alphabetic()).unwrap_or_default()
}

fn begins_with_end(word: &[u8]) -> bool {
    word.get(..END.len()).is_some_and(|start| start.eq_ignore_ascii_case(END))
}

/// Whether the first word of a line is the one that the first word of another closes, or begins with it: `ifeq`, `endif`.
fn is_named_by(source: &Source, open: &Line, close: &Line) -> bool {
    let closed = opener(first_word(source, close));
    closed.is_some_and(|word| first_word(source, open).starts_with(word))
}

/// Whether the first word of a line says that something ends.
fn is_end(source: &Source, line: &Line) -> bool {
    let word = first_word(source, line);
    opener(word).is_some() || begins_with_end(word)
}

/// The lines that a line may close, the nearest first: earlier ones that are indented as far, up to the first that is
/// indented less. A short line with nothing inside opens nothing, unless the other one names it. A long one with
/// something inside is the last, unless lines stand between them: then indentation does not show what is inside. A line
/// that does not say that something ends only closes a line with something inside.
fn openers(source: &Source, lines: &[Line], is_closing: &[bool], close: usize) -> Vec<usize> {
    let columns = lines[close].columns;
    let has_inside = |at: usize| lines[at + 1].columns > columns;
    let before = (0..close).rev().take_while(|at| lines[*at].columns >= columns);
    let as_far = before.filter(|at| lines[*at].columns == columns);
    if !is_end(source, &lines[close]) {
        return as_far.take(1).filter(|at| has_inside(*at)).collect();
    }
    let is_named = |at: usize| is_named_by(source, &lines[at], &lines[close]);
    let opens = |at: &usize| !is_closing[*at] || has_inside(*at) || is_named(*at);
    let mut openers = Vec::new();
    for at in as_far.filter(opens).take(OPENERS) {
        let is_next = openers.iter().all(|opener: &usize| is_closing[*opener]);
        openers.push(at);
        if is_next && !is_closing[at] && has_inside(at) {
            break;
        }
    }
    openers
}

/// What may go of some lines that begin and end with a pair: all of them, the pair, or the pair with the lines that divide
/// what it encloses, and one branch or the other.
fn removals(source: &Source, lines: &[Line]) -> Vec<Edits> {
    let [open, inside @ .., close] = lines else { return Vec::new() };
    let pair = || [erase(open.tokens.clone()), erase(close.tokens.clone())];
    let mut offers = vec![writing([erase(open.tokens.start..close.tokens.end)]), writing(pair())];
    for middle in
        inside.iter().filter(|line| line.columns == open.columns && is_closing(source, line))
    {
        offers.push(writing([
            erase(open.tokens.start..middle.tokens.end),
            erase(close.tokens.clone()),
        ]));
        offers.push(writing([
            erase(open.tokens.clone()),
            erase(middle.tokens.start..close.tokens.end),
        ]));
        offers.push(writing(pair().into_iter().chain([erase(middle.tokens.clone())])));
    }
    offers
}
