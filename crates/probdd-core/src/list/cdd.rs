//! CDD: counter-based delta debugging (Zhang, Xu, Tian, Cheng, Sun, ICSE'25, algorithm 2).
//!
//! In round r every element is taken to be needed with the probability `p_r = p_0 * 1.582^r`: what
//! `ProbDD` makes of the failures of a round, when its candidates are all of one size. So the size
//! of the candidates depends on the round alone: the largest s with `s * p_r <= 1`, which has the
//! largest gain `s * (1 - p_r)^s` (of two, the larger s). A round cuts what is left of the list into
//! consecutive chunks of that size, the last one of what remains, and tries to remove each once; the
//! round of size 1 is the last. `p_0 = 0.1` gives the sizes 10, 6, 3, 2, 1 and 0.25 gives 4, 2, 1.
//!
//! Deviations: the factor is `1 / (1 - 1/e)` and not rounded to 1.582 (both give the same sizes
//! here); a chunk whose removal is known to be uninteresting is passed over.
//!
//! It ends one-minimal on a monotone property. On others it may not: nothing is tried again.
//!
//! Bound: the sum of `ceil(n / s_r)` over the rounds; 2.1 n + 5 for `p_0 = 0.1`. As `s_r >= 1 / (2 p_r)`
//! and the p below 1 sum up to less than e, at most (2e + 1) n, and one more each round. A step
//! costs the size of its chunk and, for each run of neighbours in it, O(log n).

use super::probability::{self, Probability};
use super::rounds::{Lengths, Rounds};

/// `1 / (1 - 1/e)`.
const GROWTH: f64 = 1.581_976_706_869_326_5;

/// The search. Elements are `0..n`; the empty configuration may be asked about.
#[derive(Clone, Debug)]
pub struct Cdd(Rounds<Counter>);

/// The probability of the round, which its number decides.
#[derive(Clone, Debug)]
struct Counter {
    p: Probability,
}

impl Lengths for Counter {
    fn length(&self) -> usize {
        self.p.best_size()
    }

    fn next_round(&mut self, _: usize) -> bool {
        let has_next = self.length() > 1;
        if has_next {
            self.p.0 *= GROWTH;
        }
        has_next
    }

    fn chance(&self, size: usize) -> Option<f64> {
        Some(probability::success(std::iter::repeat_n(self.p, size)))
    }
}

impl Cdd {
    /// A search over `n` elements, needed with the probability `p0` in the first round.
    ///
    /// # Panics
    /// When `p0` is not strictly between 0 and 1.
    pub fn new(n: usize, p0: f64) -> Cdd {
        Cdd(Rounds::new(n, Counter { p: Probability::prior(p0) }))
    }
}

is_the_search_inside!(impl Search for Cdd);

#[cfg(test)]
mod tests {
    use super::super::script::{run, sizes};
    use super::*;
    use crate::{Search, Verdict};

    #[test]
    fn the_sizes_of_the_rounds_are_those_of_the_prior() {
        let nothing_goes = |p0| {
            let (asked, _) = run(Cdd::new(60, p0), 60, |kept| kept.len() == 60);
            let mut sizes = sizes(&asked);
            sizes.dedup();
            sizes
        };
        assert_eq!(nothing_goes(0.1), [10, 6, 3, 2, 1]);
        assert_eq!(nothing_goes(0.25), [4, 2, 1]);
        assert_eq!(nothing_goes(0.9), [1]);
    }

    #[test]
    fn follows_table_3_of_the_paper() {
        // The table's order is scripted; this one gives its sizes. Needed are 5 and 8. CDD's p are
        // 0.25, 0.40 and 0.63 where ProbDD has 0.25, 0.37 and 0.61.
        let order = [5, 1, 4, 8, 2, 3, 6, 7];
        let named = |kept: &[u32]| kept.iter().map(|e| order[*e as usize]).collect::<Vec<u32>>();
        let mut search = Cdd::new(8, 0.25);
        let (mut sizes, mut percents) = (Vec::new(), Vec::new());
        while let Some(query) = search.ask() {
            let removed = named(&query.change.0);
            sizes.push(removed.len());
            percents.push((search.0.lengths.p.0 * 100.0).round());
            let interesting = !removed.contains(&5) && !removed.contains(&8);
            let verdict = if interesting { Verdict::Interesting } else { Verdict::Uninteresting };
            search.tell(&verdict.into());
        }
        assert_eq!(sizes, [4, 4, 2, 2, 1, 1, 1, 1]);
        assert_eq!(percents, [25.0, 25.0, 40.0, 40.0, 63.0, 63.0, 63.0, 63.0]);
    }

    #[test]
    fn a_list_that_has_no_more_than_one_chunk_is_asked_about_once() {
        let (asked, left) = run(Cdd::new(3, 0.1), 3, |kept| kept.len() == 3);
        assert_eq!(asked, [vec![0, 1, 2], vec![0, 1], vec![2], vec![0], vec![1]]);
        assert_eq!(left, [0, 1, 2]);
    }
}
