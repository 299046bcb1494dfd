//! For programs: reduces a list while a closure finds it interesting.

use probdd_core::list::{self, Direction, Fixpoint, Order, Splitting, Subset};
use probdd_core::{Over, Search, Verdict};

/// Removes elements from a list while it stays interesting, until no single element can be removed.
///
/// `is_interesting` is called with smaller and smaller lists. The whole list is assumed to be
/// interesting. The search is splitting with a sweep ([`Splitting`], [`Fixpoint`]): when `m` of
/// `n` elements are needed, about `log2 C(n, m) + m` calls, fewer when they are adjacent.
///
/// ```
/// let numbers: Vec<u32> = (0..1000).collect();
/// let mut calls = 0;
/// let needed = probdd::minimize(&numbers, |kept| {
///     calls += 1;
///     kept.contains(&17) && kept.contains(&640)
/// });
/// assert_eq!(needed, [17, 640]);
/// assert!(calls < 40);
/// ```
pub fn minimize<T: Clone>(items: &[T], is_interesting: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let pass = |items: Vec<u32>| Over::start(items, |n| Splitting::new(n, Order::Auto));
    let search = list::search(items.len(), |n| Fixpoint::new(n, Direction::Backward, pass));
    minimize_with(items, search, is_interesting)
}

/// Removes elements from a list with a search of your choice over `items.len()` elements.
///
/// ```
/// use probdd::core::list::{self, ProbDd, ProbDdSettings};
///
/// let words: Vec<&str> = "the quick brown fox jumps over the lazy dog".split(' ').collect();
/// let settings = ProbDdSettings { sigma: 0.25, ..ProbDdSettings::default() };
/// let search = list::search(words.len(), |n| ProbDd::new(n, settings));
/// let needed = probdd::minimize_with(&words, search, |kept| {
///     kept.contains(&"fox") && kept.contains(&"dog")
/// });
/// assert_eq!(needed, ["fox", "dog"]);
/// ```
pub fn minimize_with<T, S>(
    items: &[T],
    mut search: S,
    mut is_interesting: impl FnMut(&[T]) -> bool,
) -> Vec<T>
where
    T: Clone,
    S: Search<Change = Subset>,
{
    let mut left: Vec<u32> = (0..items.len() as u32).collect();
    while let Some(query) = search.ask() {
        let mut is_removed = vec![false; items.len()];
        for element in &query.change.0 {
            is_removed[*element as usize] = true;
        }
        let kept: Vec<u32> = left.iter().copied().filter(|e| !is_removed[*e as usize]).collect();
        let candidate: Vec<T> = kept.iter().map(|e| items[*e as usize].clone()).collect();
        let verdict = if is_interesting(&candidate) {
            left = kept;
            Verdict::Interesting
        } else {
            Verdict::Uninteresting
        };
        search.tell(&verdict.into());
    }
    left.into_iter().map(|element| items[element as usize].clone()).collect()
}
