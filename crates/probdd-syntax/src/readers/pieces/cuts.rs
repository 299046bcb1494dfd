//! Where a text is cut into pieces that a grammar may read alone: statements, members, the parts of
//! a list. Only comments, strings, groups and lines decide.

use crate::language::facts::Facts;
use crate::readers::any_text::known_groups;
use crate::text::brackets::Bracket;
use crate::text::groups::{Group, Mark, groups, marks};
use crate::text::spacing::Newlines;
use crate::text::tokens::is_word;
use std::ops::Range;

/// Words that continue a statement after a block.
const CONTINUATIONS: [&[u8]; 6] = [b"else", b"elif", b"catch", b"except", b"finally", b"while"];

/// A text with its tokens and groups.
pub(super) struct Cuts<'t> {
    pub(super) text: &'t [u8],
    pub(super) facts: &'t Facts,
    pub(super) tokens: Vec<Range<usize>>,
    pub(super) marks: Vec<Mark>,
    groups: Vec<Group>,
    /// For each token, the group that begins with it.
    opened: Vec<Option<u32>>,
    /// The lines of their own, as `own_lines` finds them.
    lines: Vec<Range<usize>>,
}

impl<'t> Cuts<'t> {
    pub(super) fn new(text: &'t [u8], facts: &'t Facts) -> Cuts<'t> {
        let tokens: Vec<_> = facts.lexis.tokens(text).collect();
        let mut groups = groups(text, &tokens, &known_groups(text, facts));
        let lines = own_lines(text, &tokens, facts);
        // A line of its own is a piece: a bracket in it, as in `#define BEGIN {`, has no partner outside.
        groups.retain(|(open, close)| line_around(&lines, open) == line_around(&lines, close));
        let mut opened = vec![None; tokens.len()];
        for (at, (open, _)) in groups.iter().enumerate() {
            opened[open.start] = Some(at as u32);
        }
        let marks = marks(tokens.len(), groups.clone());
        Cuts { text, facts, tokens, marks, groups, opened, lines }
    }

    pub(super) fn token(&self, at: usize) -> &'t [u8] {
        &self.text[self.tokens[at].clone()]
    }

    pub(super) fn is_comment(&self, at: usize) -> bool {
        self.facts.lexis.is_comment(self.token(at))
    }

    /// The bytes of some tokens and of what is between them.
    pub(super) fn bytes(&self, tokens: &Range<usize>) -> Range<usize> {
        self.tokens[tokens.start].start..self.tokens[tokens.end - 1].end
    }

    /// The groups among some tokens, without those in other groups.
    pub(super) fn groups_in(&self, tokens: Range<usize>) -> impl Iterator<Item = &Group> {
        let mut at = tokens.start;
        std::iter::from_fn(move || {
            while at < tokens.end {
                let group = self.group(at);
                at = self.next(at);
                if group.is_some() {
                    return group;
                }
            }
            None
        })
    }

    /// The pieces of what lies between two delimiters, or of the whole text.
    pub(super) fn pieces(&self, level: Range<usize>) -> Vec<Range<usize>> {
        let is_list = self.is_comma_list(&level);
        let mut pieces = Vec::new();
        let (mut first, mut at) = (level.start, level.start);
        while at < level.end {
            let next = if first == at { self.end_of_own_line(at) } else { None };
            let is_line = next.is_some();
            let next = next.unwrap_or_else(|| self.next(at)).min(level.end);
            let is_separator = is_list && self.token(at) == b",";
            if is_separator || first == at && self.is_comment(at) {
                pieces.push(first..at);
                first = next;
            } else if is_line || !is_list && self.ends(first, at, next, &level) {
                pieces.push(first..next);
                first = next;
            }
            at = next;
        }
        pieces.push(first..level.end);
        pieces.retain(|piece| !piece.is_empty());
        pieces
    }

    fn group(&self, at: usize) -> Option<&Group> {
        self.opened[at].map(|group| &self.groups[group as usize])
    }

    /// The token after the group or the token at a place.
    fn next(&self, at: usize) -> usize {
        self.group(at).map_or(at + 1, |(_, close)| close.end)
    }

    /// Whether commas and no semicolons stand between two brackets.
    fn is_comma_list(&self, level: &Range<usize>) -> bool {
        let is_bracket = |at: usize| Bracket::of(self.token(at)) != Bracket::None;
        if !level.start.checked_sub(1).is_some_and(is_bracket) {
            return false;
        }
        let (mut at, mut has_commas) = (level.start, false);
        while at < level.end {
            match self.token(at) {
                b";" => return false,
                token => has_commas |= token == b",",
            }
            at = self.next(at);
        }
        has_commas
    }

    /// The token after the line that begins with a token, if it is a line of its own.
    fn end_of_own_line(&self, at: usize) -> Option<usize> {
        let line = self.lines.binary_search_by_key(&at, |line| line.start).ok()?;
        self.group(at).is_none().then_some(self.lines[line].end)
    }

    /// Whether a piece ends with the token or group before `next`.
    fn ends(&self, first: usize, at: usize, next: usize, level: &Range<usize>) -> bool {
        if self.token(at) == b";" {
            return true;
        }
        let newlines = if next < level.end { self.newlines_before(next) } else { 0 };
        if newlines == 0 || self.indentation(next) > self.indentation(first) {
            return false;
        }
        let word = self.token(next);
        let begins = is_word(word[0]) || matches!(word, b"@" | b"#" | b"<") || word.len() > 1;
        if !begins || CONTINUATIONS.contains(&word) {
            return false;
        }
        let is_block = next > at + 1 && !matches!(self.token(next - 1), b")" | b"]");
        let has_lines = matches!(self.facts.spacing.newlines, Newlines::Statements { .. });
        newlines > 1 || is_block || has_lines && !self.is_annotation(first, next)
    }

    /// Whether a line is an annotation of what comes after it: a sign and a name without blanks.
    fn is_annotation(&self, first: usize, next: usize) -> bool {
        let mut at = first;
        let is_joined = |at: usize| at == first || self.tokens[at].start == self.tokens[at - 1].end;
        while at < next && is_joined(at) {
            at = self.next(at);
        }
        self.token(first) == b"@" && at == next
    }

    fn newlines_before(&self, at: usize) -> usize {
        newlines_before(self.text, &self.tokens, at)
    }

    /// The indentation of the line that begins with a token; beyond all others if none does.
    fn indentation(&self, at: usize) -> usize {
        if self.newlines_before(at) == 0 {
            return usize::MAX;
        }
        let before = &self.text[..self.tokens[at].start];
        before.len() - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1)
    }
}

/// The tokens of each line that the language reads on its own, like a directive of a preprocessor, with
/// the lines that continue it.
fn own_lines(text: &[u8], tokens: &[Range<usize>], facts: &Facts) -> Vec<Range<usize>> {
    let token = |at: usize| &text[tokens[at].clone()];
    let is_sign = |at: usize| facts.own_lines.iter().any(|sign| token(at) == sign.as_bytes());
    let begins = |at: usize| newlines_before(text, tokens, at) > 0;
    let ends = |next: &usize| begins(*next) && token(next - 1) != b"\\";
    let mut lines: Vec<Range<usize>> = Vec::new();
    for at in (0..tokens.len()).filter(|at| is_sign(*at) && begins(*at)) {
        if lines.last().is_none_or(|last| last.end <= at) {
            let end = (at + 1..tokens.len()).find(ends).unwrap_or(tokens.len());
            lines.push(at..end);
        }
    }
    lines
}

/// The line of its own that a delimiter stands in, unless the delimiter begins it.
fn line_around(lines: &[Range<usize>], delimiter: &Range<usize>) -> Option<usize> {
    let line = lines.partition_point(|line| line.start < delimiter.start).checked_sub(1)?;
    (delimiter.start < lines[line].end).then_some(line)
}

/// How many lines end between a token and the one before it; the first token begins a line.
fn newlines_before(text: &[u8], tokens: &[Range<usize>], at: usize) -> usize {
    let start = at.checked_sub(1).map_or(0, |before| tokens[before].end);
    memchr::memchr_iter(b'\n', &text[start..tokens[at].start]).count() + usize::from(at == 0)
}
