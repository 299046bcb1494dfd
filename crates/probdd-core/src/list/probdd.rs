//! `ProbDD`: probabilistic delta debugging (Wang, Shen, Chen, Xiong, Zhang, FSE'21).
//!
//! Every undecided element has a probability p of being needed. A query removes the elements that
//! maximise the expected gain, `k * prod(1 - p)`: in ascending order of p, the k-th element does
//! not lower the gain exactly when `k * p <= 1`, so the candidate is the longest prefix for which
//! that holds (ties go to the larger candidate), at least one element. When a query fails, the
//! posterior of its elements is `p / f` with `f = 1 - prod(1 - p)`.
//!
//! Deviations from the paper: an element is kept for good when it alone was removed and the answer
//! was "uninteresting", never because its probability came out as 1; a configuration that comes up
//! again is not asked about but still counts as a failure, as in the authors' tool.
//!
//! Bound: O(n) queries (theorem 4.1), at most 4n with sigma = 0.1. A candidate of k > 1 elements has
//! k * p <= 1 for each, so f <= 1 - (1 - 1/k)^k <= 3/4 and its failure raises every p by a third or
//! more, from at most 1/2: an element takes part in at most m = 1 + log(1 / (2 sigma)) / log(4/3) such
//! failures (rounded down; none if sigma > 1/2), each has two elements or more, and every other query
//! decides an element. Together n * (1 + m/2). A step costs O(log n) for each element that it removes.

use super::Subset;
use crate::key::{self, Tried};
use crate::{Class, Query, Search, Verdict};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The order among elements of equal probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// By index, ascending.
    Index,
    /// One seeded shuffle for the whole search.
    Random {
        /// The same seed gives the same shuffle, on every platform.
        seed: u64,
    },
}

impl Tie {
    /// The elements `0..n` in the order that breaks ties.
    fn order(self, n: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..n as u32).collect();
        if let Tie::Random { seed } = self {
            let mut random = Pcg64::seed_from_u64(seed);
            for i in (1..n).rev() {
                order.swap(i, below(&mut random, i + 1));
            }
        }
        order
    }
}

/// A number below `bound`, unbiased enough: the bias is less than `bound / 2^64`.
fn below(random: &mut Pcg64, bound: usize) -> usize {
    ((u128::from(random.next_u64()) * bound as u128) >> 64) as usize
}

/// The search. Elements are `0..n`; the empty configuration may be asked about.
#[derive(Clone, Debug)]
pub struct ProbDd {
    /// Elements in the order that breaks ties; a *rank* is an index into it.
    order: Arc<[u32]>,
    /// The undecided elements as (p, rank), ascending.
    undecided: BTreeSet<(Probability, u32)>,
    best: Subset,
    best_key: u128,
    tried: Tried,
    query: Option<Query<Subset>>,
    /// The candidate that `query` asks about, as taken out of `undecided`.
    candidate: Vec<(Probability, u32)>,
}

impl ProbDd {
    /// A search over `n` elements with the prior probability `sigma` for each.
    ///
    /// # Panics
    /// When `sigma` is not strictly between 0 and 1.
    pub fn new(n: usize, sigma: f64, tie: Tie) -> ProbDd {
        assert!(0.0 < sigma && sigma < 1.0, "sigma is a probability strictly between 0 and 1");
        let mut search = ProbDd {
            order: tie.order(n).into(),
            undecided: (0..n as u32).map(|rank| (Probability(sigma), rank)).collect(),
            best: Subset::default(),
            best_key: (0..n).fold(0, |sum, i| sum.wrapping_add(key::element(i))),
            tried: Tried::default(),
            query: None,
            candidate: Vec::new(),
        };
        search.next();
        search
    }

    /// The probability, at present, that an element is needed: `None` once it is decided.
    pub fn probability(&self, element: u32) -> Option<f64> {
        let is_it = |rank: u32| self.order[rank as usize] == element;
        let pool = self.undecided.iter().chain(&self.candidate);
        pool.copied().find(|(_, rank)| is_it(*rank)).map(|(p, _)| p.0)
    }

    /// Finds the next configuration that was not asked about; repeats count as failures.
    fn next(&mut self) {
        self.query = None;
        while let Some(query) = self.choose() {
            let removed = self.candidate_key();
            if self.tried.insert(self.best_key.wrapping_sub(removed)) {
                self.query = Some(query);
                return;
            }
            self.fail();
        }
    }

    /// Takes the candidate of the greatest expected gain out of the undecided elements.
    fn choose(&mut self) -> Option<Query<Subset>> {
        let mut held = 1.0;
        while let Some(&(p, rank)) = self.undecided.first() {
            let size = self.candidate.len() + 1;
            if size > 1 && size as f64 * p.0 > 1.0 {
                break;
            }
            self.undecided.pop_first();
            self.candidate.push((p, rank));
            held *= 1.0 - p.0;
        }
        let removed: Vec<u32> =
            self.candidate.iter().map(|(_, rank)| self.order[*rank as usize]).collect();
        (!removed.is_empty()).then_some(Query {
            change: Subset(removed),
            class: Class::Complement,
            probability: Some(held),
        })
    }

    fn candidate_key(&self) -> u128 {
        let elements = self.candidate.iter().map(|(_, rank)| self.order[*rank as usize]);
        elements.fold(0, |sum, e| sum.wrapping_add(key::element(e as usize)))
    }

    /// Conditions the model on the candidate's failure.
    fn fail(&mut self) {
        let candidate = std::mem::take(&mut self.candidate);
        if candidate.len() == 1 {
            return; // Kept for good: it alone was removed.
        }
        // 1 - prod(1 - p), summed up so that nothing cancels.
        let failed = candidate.iter().fold(0.0, |f, (p, _)| f + p.0 * (1.0 - f));
        let posterior = |p: f64| Probability((p / failed).min(1.0));
        self.undecided.extend(candidate.into_iter().map(|(p, rank)| (posterior(p.0), rank)));
    }

    fn succeed(&mut self) {
        self.best_key = self.best_key.wrapping_sub(self.candidate_key());
        let removed = self.candidate.drain(..).map(|(_, rank)| self.order[rank as usize]);
        self.best.0.extend(removed);
    }
}

impl Search for ProbDd {
    type Change = Subset;

    fn ask(&self) -> Option<&Query<Subset>> {
        self.query.as_ref()
    }

    fn tell(&mut self, verdict: Verdict) {
        assert!(self.query.is_some(), "the search has ended");
        if verdict.is_interesting() {
            self.succeed();
        } else {
            self.fail();
        }
        self.next();
    }

    fn best(&self) -> &Subset {
        &self.best
    }
}

/// A probability in an ordered set; never NaN.
#[derive(Clone, Copy, Debug)]
struct Probability(f64);

impl PartialEq for Probability {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Probability {}

impl PartialOrd for Probability {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Probability {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a search to its end; the candidates it asked about, and the elements left.
    fn run(mut search: ProbDd, n: u32, needed: &[u32]) -> (Vec<Vec<u32>>, Vec<u32>) {
        let mut asked = Vec::new();
        while let Some(query) = search.ask() {
            let removed = query.change.0.clone();
            let interesting = !removed.iter().any(|e| needed.contains(e));
            asked.push(removed);
            search.tell(if interesting { Verdict::Interesting } else { Verdict::Uninteresting });
        }
        let left = (0..n).filter(|e| !search.best().0.contains(e)).collect();
        (asked, left)
    }

    /// A search over `order.len()` elements whose ties are broken in the given order.
    fn with_order(order: &[u32], sigma: f64) -> ProbDd {
        let mut search = ProbDd::new(order.len(), sigma, Tie::Index);
        search.undecided.extend(search.candidate.drain(..));
        search.order = order.into();
        search.tried = Tried::default();
        search.next();
        search
    }

    #[test]
    fn follows_figure_3_of_the_paper() {
        // s1..s8 are 0..7; the figure's ties are ordered s2, s3, s1, s8, s4..s7; needed: s3, s8.
        let mut search = with_order(&[1, 2, 0, 7, 3, 4, 5, 6], 0.25);
        let mut sizes = Vec::new();
        let mut seen = Vec::new();
        while let Some(query) = search.ask() {
            let removed = query.change.0.clone();
            let interesting = !removed.contains(&2) && !removed.contains(&7);
            sizes.push(removed.len());
            search.tell(if interesting { Verdict::Interesting } else { Verdict::Uninteresting });
            seen.push(search.probability(2));
        }
        // The figure has eight rows. Its row 6, s3 alone, leaves the s1 and s8 of row 3: no query.
        assert_eq!(sizes, [4, 4, 2, 2, 1, 1, 1]);
        let expected = [0.3657, 0.3657, 0.6119];
        for (p, wanted) in seen.iter().zip(expected) {
            assert!((p.expect("undecided") - wanted).abs() < 5e-5, "{p:?} is not {wanted}");
        }
        let mut removed = search.best().0.clone();
        removed.sort_unstable();
        assert_eq!(removed, [0, 1, 3, 4, 5, 6]);
    }

    #[test]
    fn a_prior_of_one_tenth_gives_the_sizes_10_6_4_2_1() {
        let (asked, _) = run(ProbDd::new(60, 0.1, Tie::Index), 60, &(0..60).collect::<Vec<_>>());
        let mut sizes: Vec<usize> = asked.iter().map(Vec::len).collect();
        sizes.dedup();
        assert_eq!(sizes, [10, 6, 4, 2, 1]);
    }

    #[test]
    fn an_empty_list_has_no_query() {
        assert!(ProbDd::new(0, 0.1, Tie::Index).ask().is_none());
    }

    #[test]
    fn one_element_takes_one_query() {
        assert_eq!(run(ProbDd::new(1, 0.1, Tie::Index), 1, &[0]), (vec![vec![0]], vec![0]));
    }

    #[test]
    fn random_ties_repeat_with_the_same_seed_and_change_with_another() {
        let first = |seed| {
            let search = ProbDd::new(100, 0.1, Tie::Random { seed });
            search.ask().expect("a query").change.clone()
        };
        assert_eq!(first(7), first(7));
        assert_ne!(first(7), first(8));
    }
}
