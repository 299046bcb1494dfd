//! What the last frames have compared, so that the next one need not.

use super::board::{Board, Change, Text};
use super::difference::Difference;
use probdd_exec::{Outlook, Span};
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long the places flash where something went.
const FLASH: Duration = Duration::from_millis(700);

/// Two texts, and what differs between them.
type Compared = Option<(Text, Text, Arc<Difference>)>;

/// What was compared last.
#[derive(Debug, Default)]
pub(super) struct Comparisons {
    /// The best and what is tried.
    tried: Compared,
    /// The best and the one before it.
    last: Compared,
    /// What the search spoke of and the best.
    spoken_of: Compared,
    /// Each of the last changes by its query.
    changes: Vec<(u64, Arc<Difference>)>,
}

/// Whether the reduction at this time still flashes.
pub(super) fn is_fresh(reduced: Option<Instant>) -> bool {
    reduced.is_some_and(|at| at.elapsed() < FLASH)
}

impl Comparisons {
    /// What the search believes of the best: it spoke of this one or an earlier one.
    pub(super) fn heat(&mut self, board: &Board, outlook: &Outlook) -> Vec<Span> {
        let spoken_of = Text::Candidate(Arc::clone(&outlook.text));
        if spoken_of.bytes() == board.best.bytes() {
            return outlook.spans.clone();
        }
        let difference = compare(&mut self.spoken_of, &spoken_of, &board.best);
        let left = |span: &Span| {
            let left = difference.left(&span.bytes);
            // A part of it has as much of its tokens as of its bytes; that is near enough to look at.
            let tokens = |part: &Range<usize>| span.tokens * part.len() / span.bytes.len();
            let part = |bytes: Range<usize>| Span { tokens: tokens(&bytes), bytes, ..span.clone() };
            left.into_iter().map(part).collect::<Vec<_>>()
        };
        outlook.spans.iter().flat_map(left).collect()
    }

    /// What the candidate that runs takes away of the best.
    pub(super) fn tried(&mut self, board: &Board) -> Vec<Range<usize>> {
        let Some(tried) = &board.tried else { return Vec::new() };
        compare(&mut self.tried, &board.best, tried).gone.clone()
    }

    /// Where something has just gone from the best.
    pub(super) fn fresh(&mut self, board: &Board) -> Vec<usize> {
        let is_fresh = is_fresh(board.reduced);
        let Some(change) = board.changes.back().filter(|_| is_fresh) else { return Vec::new() };
        compare(&mut self.last, &change.before, &change.after).cuts.clone()
    }

    /// The last changes with what they took away, the newest one first.
    pub(super) fn changes(&mut self, board: &Board) -> Vec<(Change, Arc<Difference>)> {
        let known = std::mem::take(&mut self.changes);
        for change in &board.changes {
            let found = known.iter().find(|(query, _)| *query == change.query);
            let of_texts =
                || Arc::new(Difference::between(change.before.bytes(), change.after.bytes()));
            let difference = found.map_or_else(of_texts, |(_, known)| Arc::clone(known));
            self.changes.push((change.query, difference));
        }
        let differences = self.changes.iter().map(|(_, difference)| Arc::clone(difference));
        board.changes.iter().cloned().zip(differences).rev().collect()
    }
}

/// What differs between two texts, compared unless they were compared last.
fn compare(known: &mut Compared, before: &Text, after: &Text) -> Arc<Difference> {
    if let Some((old, young, found)) = known
        && old.is(before)
        && young.is(after)
    {
        return Arc::clone(found);
    }
    let found = Arc::new(Difference::between(before.bytes(), after.bytes()));
    *known = Some((before.clone(), after.clone(), Arc::clone(&found)));
    found
}
