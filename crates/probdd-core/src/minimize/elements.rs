//! The elements of a list that are left, and those that the next candidate lacks.

use crate::driver::Strategy;
use crate::list::{ListConfiguration, Subset};
use crate::minimizer::{Algorithm, ListSearch, Minimizer};
use crate::splitting::Order;
use crate::sweep::{Direction, Fixpoint};
use crate::{AfterFail, Feedback, FeedbackSettings, Search};
use std::ops::Range;
use std::sync::Arc;

/// What is left of a list during a search, for callers that build candidates themselves.
///
/// A candidate costs no more than what it lacks: the caller is told ranges of the best list, and not
/// the elements that are kept.
///
/// ```
/// use probdd_core::Verdict;
/// use probdd_core::{Algorithm, Elements, certifying, list};
///
/// let search = list::search(100, |n| certifying(n, Algorithm::Splitting, 0, 1));
/// let mut elements = Elements::new(100, search);
/// let mut best: Vec<u32> = (0..100).collect();
/// while let Some(gaps) = elements.ask() {
///     let mut candidate = best.clone();
///     for gap in gaps.iter().rev() {
///         candidate.drain(gap.clone());
///     }
///     let is_interesting = candidate.contains(&42);
///     if is_interesting {
///         best = candidate;
///         elements.tell(&Verdict::Interesting.into());
///     } else {
///         elements.tell(&Verdict::Uninteresting.into());
///     }
/// }
/// assert_eq!(best, [42]);
/// assert_eq!(elements.left(), [42]);
/// ```
#[derive(Clone, Debug)]
pub struct Elements<S> {
    search: S,
    /// The elements of the best list, ascending.
    left: Arc<Vec<u32>>,
    /// The places in it that the candidate lacks, ascending, apart from each other.
    gaps: Vec<Range<usize>>,
}

impl<S: Search<Change = Subset>> Elements<S> {
    /// Begins with all of `n` elements.
    pub fn new(n: usize, search: S) -> Elements<S> {
        let mut elements =
            Elements { search, left: Arc::new((0..n as u32).collect()), gaps: Vec::new() };
        elements.find_gaps();
        elements
    }

    /// Returns the places in the best list that the next candidate lacks: ascending, and not adjacent;
    /// `None` when the search has ended.
    pub fn ask(&self) -> Option<&[Range<usize>]> {
        self.search.ask().map(|_| self.gaps.as_slice())
    }

    /// Takes the feedback on the candidate that [`ask`](Elements::ask) describes. An interesting one
    /// is the best list from here on.
    ///
    /// # Panics
    /// When the search has ended.
    pub fn tell(&mut self, feedback: &Feedback) {
        if feedback.is_interesting() {
            self.close_gaps();
        }
        self.search.tell(feedback);
        self.find_gaps();
    }

    /// Returns the elements of the best list, ascending.
    pub fn left(&self) -> &[u32] {
        &self.left
    }

    /// Returns the same without a copy. The next interesting candidate costs one, as long as somebody has
    /// it.
    pub fn shared_left(&self) -> Arc<Vec<u32>> {
        Arc::clone(&self.left)
    }

    /// Finds the places of the elements that the search wants to remove.
    fn find_gaps(&mut self) {
        self.gaps.clear();
        let Some(query) = self.search.ask() else { return };
        let removed = &query.change.0;
        let mut sorted = Vec::new();
        let removed = if removed.is_sorted() {
            removed
        } else {
            sorted.clone_from(removed);
            sorted.sort_unstable();
            &sorted
        };
        let mut next = 0;
        while let Some(element) = removed.get(next) {
            let from = self.gaps.last().map_or(0, |gap| gap.end);
            let start = from + self.left[from..].partition_point(|left| left < element);
            let same = self.left[start..].iter().zip(&removed[next..]);
            let length = same.take_while(|(left, removed)| left == removed).count();
            self.gaps.push(start..start + length);
            next += length;
        }
    }

    /// Removes what the candidate lacks from the best list.
    fn close_gaps(&mut self) {
        let left = Arc::make_mut(&mut self.left);
        for gap in self.gaps.iter().rev() {
            left.drain(gap.clone());
        }
    }
}

/// Returns a strategy for `n` elements: passes of an algorithm until nothing changes, then each
/// element alone, so that the result is 1-minimal. `seed` is for algorithms that choose at random.
/// `checks` is the number of checks that the test reports; without checks, 1.
pub fn certifying(
    n: usize,
    algorithm: Algorithm,
    seed: u64,
    checks: usize,
) -> impl Strategy<Configuration = ListConfiguration> + Clone + use<> {
    let order = if algorithm == Algorithm::Splitting { Order::Auto } else { Order::Forward };
    let feedback = FeedbackSettings { checks, after_fail: AfterFail::Failed };
    let minimizer = Minimizer { order, seed, feedback, ..Minimizer::new(algorithm) };
    let pass = move |elements: Vec<u32>| -> ListSearch<u32> {
        let weights = vec![1; elements.len()];
        minimizer.search(elements, &weights)
    };
    Fixpoint::new(n, Direction::Backward, pass)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::search;
    use crate::{Class, Query, Verdict};

    #[test]
    fn gaps_are_ranges_of_the_best_list() {
        let removed = |elements: &[u32]| {
            let change = Subset(elements.to_vec());
            let search = Scripted(Query { change, class: Class::Other, probability: None });
            let left = Arc::new(vec![0, 2, 3, 5, 7, 8]);
            let mut elements = Elements { search, left, gaps: Vec::new() };
            elements.find_gaps();
            let gaps = elements.gaps.clone();
            elements.close_gaps();
            (gaps, elements.left().to_vec())
        };
        let (gaps, left) = removed(&[2, 3, 5]);
        assert_eq!((gaps.len(), gaps[0].clone(), left), (1, 1..4, vec![0, 7, 8]));
        assert_eq!(removed(&[8, 0, 3]), (vec![0..1, 2..3, 5..6], vec![2, 5, 7]));
    }

    #[test]
    fn every_algorithm_ends_with_what_is_needed() {
        use Algorithm::{
            ActiveCoarsen, Cdd, Ddmin, DdminComplements, Opdd, ProbDd, Splitting, Weighted,
        };
        let all = [Ddmin, DdminComplements, Opdd, ProbDd, Cdd, Weighted, ActiveCoarsen, Splitting];
        for algorithm in all {
            let search = search(60, |n| certifying(n, algorithm, 1, 1));
            let mut elements = Elements::new(60, search);
            while let Some(gaps) = elements.ask() {
                let lacks = |element: u32| {
                    let at = elements.left.binary_search(&element).expect("it is needed");
                    gaps.iter().any(|gap| gap.contains(&at))
                };
                let is_interesting = !lacks(7) && !lacks(8) && !lacks(41);
                let verdict = [Verdict::Uninteresting, Verdict::Interesting];
                elements.tell(&verdict[usize::from(is_interesting)].into());
            }
            assert_eq!(elements.left(), [7, 8, 41], "{algorithm:?}");
        }
    }

    #[derive(Clone, Debug)]
    struct Scripted(Query<Subset>);

    impl Search for Scripted {
        type Change = Subset;

        fn ask(&self) -> Option<&Query<Subset>> {
            Some(&self.0)
        }

        fn tell(&mut self, _: &Feedback) {}

        fn best(&self) -> &Subset {
            &self.0.change
        }
    }
}
