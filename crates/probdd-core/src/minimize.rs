//! Functions that reduce a list while a closure finds it interesting, on the thread of the caller.

mod elements;

use crate::list::{self, Subset};
use crate::minimizer::Algorithm;
use crate::{Search, Verdict};
pub use elements::{Elements, certifying};

/// Removes elements from a list while it stays interesting, until no single element can be removed.
///
/// `is_interesting` is called with smaller and smaller lists. The whole list is assumed to be
/// interesting. The search is splitting with a sweep ([`Splitting`](super::Splitting),
/// [`Fixpoint`](super::Fixpoint)): when `m` of `n` elements are needed, about
/// `log2 C(n, m) + m` calls, fewer when they are adjacent.
///
/// ```
/// let numbers: Vec<u32> = (0..1000).collect();
/// let mut calls = 0;
/// let needed = probdd_core::minimize(&numbers, |kept| {
///     calls += 1;
///     kept.contains(&17) && kept.contains(&640)
/// });
/// assert_eq!(needed, [17, 640]);
/// assert!(calls < 40);
/// ```
pub fn minimize<T: Clone>(items: &[T], is_interesting: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let strategy = |n| certifying(n, Algorithm::Splitting, 0, 1);
    minimize_with(items, list::search(items.len(), strategy), is_interesting)
}

/// Removes elements from a list with a search of your choice over `items.len()` elements.
///
/// ```
/// use probdd_core::list::{self, ProbDd, ProbDdSettings};
///
/// let words: Vec<&str> = "the quick brown fox jumps over the lazy dog".split(' ').collect();
/// let settings = ProbDdSettings { sigma: 0.25, ..ProbDdSettings::default() };
/// let search = list::search(words.len(), |n| ProbDd::new(n, settings));
/// let needed = probdd_core::minimize_with(&words, search, |kept| {
///     kept.contains(&"fox") && kept.contains(&"dog")
/// });
/// assert_eq!(needed, ["fox", "dog"]);
/// ```
pub fn minimize_with<T, S>(
    items: &[T],
    search: S,
    mut is_interesting: impl FnMut(&[T]) -> bool,
) -> Vec<T>
where
    T: Clone,
    S: Search<Change = Subset>,
{
    let mut elements = Elements::new(items.len(), search);
    let mut best = items.to_vec();
    let mut candidate: Vec<T> = Vec::new();
    while let Some(gaps) = elements.ask() {
        candidate.clear();
        let mut at = 0;
        for gap in gaps {
            candidate.extend_from_slice(&best[at..gap.start]);
            at = gap.end;
        }
        candidate.extend_from_slice(&best[at..]);
        if is_interesting(&candidate) {
            std::mem::swap(&mut best, &mut candidate);
            elements.tell(&Verdict::Interesting.into());
        } else {
            elements.tell(&Verdict::Uninteresting.into());
        }
    }
    best
}
