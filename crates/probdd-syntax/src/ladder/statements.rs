//! Removes statements of a text without a grammar that are no units of its tree: what stands between two ends of
//! statements at one level, over line breaks and behind brackets.

use super::regions::{Region, regions};
use super::source::{Source, erase, writing};
use probdd_core::Edits;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

/// Which ends of statements divide a region at once.
const DIVISIONS: [&[End]; 5] = [
    &[End::Line, End::Semicolon, End::Block, End::Learned],
    &[End::Semicolon, End::Block, End::Learned],
    &[End::Semicolon, End::Learned],
    &[End::Line, End::Semicolon, End::Block, End::Learned, End::Comma],
    &[End::Comma],
];

/// What may end a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Line,
    Semicolon,
    Comma,
    /// A closing brace, or a word that closes what another word opens.
    Block,
    /// A token that ends lines of this text.
    Learned,
}

/// From the end of the text, of statements that end at the same place the longest first.
pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let units = units(source);
    let mut found = HashSet::new();
    for region in Divided::all(source) {
        found.extend(region.statements().into_iter().map(|parts| region.tokens(parts)));
        found.extend(
            region.between_equal_words(source).into_iter().map(|parts| region.tokens(parts)),
        );
    }
    let is_new = |tokens: &Range<usize>| !units.contains(&bare(source, tokens.clone()));
    let mut found: Vec<_> = found.into_iter().filter(is_new).collect();
    found.sort_unstable_by_key(|tokens| (Reverse(tokens.end), tokens.start));
    found.into_iter().map(|tokens| writing([erase(tokens)])).collect()
}

/// A region, and what ends behind each of its parts.
pub(super) struct Divided {
    region: Region,
    ends: Vec<Vec<End>>,
}

impl Divided {
    /// All regions of a text.
    pub(super) fn all(source: &Source) -> Vec<Divided> {
        let learned = learned_ends(source);
        let divided = |region: Region| {
            let ends = (0..region.parts.len()).map(|at| ends_at(source, &region, at, &learned));
            Divided { ends: ends.collect(), region }
        };
        regions(source).into_iter().map(divided).collect()
    }

    /// The tokens of some parts.
    pub(super) fn tokens(&self, parts: Range<usize>) -> Range<usize> {
        self.region.parts[parts.start].start..self.region.parts[parts.end - 1].end
    }

    /// The groups among some parts, with their delimiters.
    pub(super) fn groups(&self, parts: Range<usize>) -> impl Iterator<Item = &Range<usize>> {
        self.region.parts[parts].iter().filter(|part| part.len() > 1)
    }

    /// The distinct statements by their parts. The whole region is none.
    pub(super) fn statements(&self) -> Vec<Range<usize>> {
        let count = self.region.parts.len();
        let mut statements = Vec::new();
        for division in DIVISIONS {
            let is_end = |at: &usize| self.ends[*at].iter().any(|end| division.contains(end));
            let ends = (0..count).filter(is_end).map(|at| at + 1).chain([count]);
            let mut first = 0;
            for end in ends.filter(|end| *end > 0) {
                if first < end && (first, end) != (0, count) {
                    statements.push(first..end);
                }
                first = end;
            }
        }
        statements.sort_unstable_by_key(|parts| (parts.start, parts.end));
        statements.dedup();
        statements
    }

    /// The same, or all parts of a region that is a single statement.
    pub(super) fn all_statements(&self) -> Vec<Range<usize>> {
        let mut statements = self.statements();
        if statements.is_empty() && !self.region.parts.is_empty() {
            statements.push(0..self.region.parts.len());
        }
        statements
    }

    /// What stands from a word to the same word at the same level: `or b` of `a or b or c`.
    fn between_equal_words(&self, source: &Source) -> Vec<Range<usize>> {
        let mut last: BTreeMap<&[u8], usize> = BTreeMap::new();
        let mut found = Vec::new();
        for (at, part) in self.region.parts.iter().enumerate() {
            let text = source.token(part.start);
            if part.len() == 1
                && text[0].is_ascii_alphabetic()
                && let Some(before) = last.insert(text, at)
                && before + 1 < at
            {
                found.push(before..at);
            }
        }
        found
    }
}

/// What ends behind a part of a region.
fn ends_at(source: &Source, region: &Region, at: usize, learned: &HashSet<&[u8]>) -> Vec<End> {
    let part = &region.parts[at];
    let last = source.token(part.end - 1);
    let next = region.parts.get(at + 1).map(|next| next.start);
    let mut ends = Vec::new();
    if next.is_some_and(|next| source.begins_line(next)) {
        ends.push(End::Line);
    }
    match last {
        b";" => ends.push(End::Semicolon),
        b"," => ends.push(End::Comma),
        b")" | b"]" | b">" => {}
        // `};` is one end, and `},` none.
        _ if part.len() > 1 && next.is_none_or(|next| !is_sign(source, next)) => {
            ends.push(End::Block);
        }
        _ if part.len() == 1 && learned.contains(last) => ends.push(End::Learned),
        _ => {}
    }
    ends
}

fn is_sign(source: &Source, token: usize) -> bool {
    source.token(token).iter().all(u8::is_ascii_punctuation)
}

/// The tokens besides `;`, `,` and brackets that end lines of a text: twice at least, and half of the times that they
/// occur, where the next line is not indented further. `.` in Erlang, `end` in Ruby.
fn learned_ends<'a>(source: &Source<'a>) -> HashSet<&'a [u8]> {
    let mut counts: HashMap<&[u8], (usize, usize)> = HashMap::new();
    let (mut columns, count) = (0, source.tree.token_count());
    for token in 0..count {
        counts.entry(source.token(token)).or_default().0 += 1;
        let next = token + 1;
        if next < count && !source.begins_line(next) {
            continue;
        }
        let before =
            std::mem::replace(&mut columns, if next < count { source.columns(next) } else { 0 });
        if columns <= before {
            counts.entry(source.token(token)).or_default().1 += 1;
        }
    }
    let is_other =
        |text: &[u8]| !matches!(text, b";" | b"," | b"(" | b"[" | b"{" | b")" | b"]" | b"}");
    let ends = counts
        .into_iter()
        .filter(|(text, (all, last))| *last >= 2 && 2 * last >= *all && is_other(text));
    ends.map(|(text, _)| text).collect()
}

/// The tokens of all nodes of the tree without separators at their ends.
fn units(source: &Source) -> HashSet<Range<usize>> {
    source.tree.nodes().map(|(_, node)| bare(source, node.tokens())).collect()
}

/// Tokens without `;` and `,` at their ends.
fn bare(source: &Source, mut tokens: Range<usize>) -> Range<usize> {
    let is_separator = |token: usize| matches!(source.token(token), b";" | b",");
    while !tokens.is_empty() && is_separator(tokens.end - 1) {
        tokens.end -= 1;
    }
    while !tokens.is_empty() && is_separator(tokens.start) {
        tokens.start += 1;
    }
    tokens
}
