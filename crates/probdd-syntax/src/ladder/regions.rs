//! The regions of a text without a grammar: the whole text, and what each pair of delimiters encloses.

use super::source::Source;
use crate::text::groups::groups;
use std::ops::Range;

/// Tokens at one level: what a pair of delimiters encloses, or the whole text.
#[derive(Debug, Default)]
pub(super) struct Region {
    /// Its parts in order, by their tokens: single tokens, and groups with their delimiters.
    pub(super) parts: Vec<Range<usize>>,
}

/// The delimiters of groups by their tokens, in the order in which the groups end: brackets, tags, environments, pairs of
/// words.
pub(super) fn delimiters(source: &Source) -> Vec<(Range<usize>, Range<usize>)> {
    let table = &source.document.tokens;
    let tokens: Vec<_> = (0..table.len()).map(|token| table.bytes(token)).collect();
    groups(source.document.text(), &tokens, &[])
}

/// A region that is not complete: what is in it so far, where its group begins, and the delimiter that closes it.
struct Open {
    region: Region,
    start: usize,
    close: Range<usize>,
}

/// All regions of a text. That of a group stands before the region around it.
pub(super) fn regions(source: &Source) -> Vec<Region> {
    let count = source.tree.token_count();
    let mut groups = delimiters(source);
    groups.sort_unstable_by_key(|(open, _)| open.start);
    let mut groups = groups.into_iter().peekable();
    let mut inner = Vec::new();
    // The innermost region that is open, and those around it.
    let mut innermost = Open { region: Region::default(), start: 0, close: count..count };
    let mut around: Vec<Open> = Vec::new();
    let mut at = 0;
    while at < count {
        if at == innermost.close.start
            && let Some(outer) = around.pop()
        {
            let Open { region, start, close } = std::mem::replace(&mut innermost, outer);
            inner.push(region);
            innermost.region.parts.push(start..close.end);
            at = close.end;
        } else if let Some((open, close)) = groups.next_if(|(open, _)| open.start == at) {
            let group = Open { region: Region::default(), start: open.start, close };
            around.push(std::mem::replace(&mut innermost, group));
            at = open.end;
        } else {
            innermost.region.parts.push(at..at + 1);
            at += 1;
        }
    }
    inner.push(innermost.region);
    inner
}
