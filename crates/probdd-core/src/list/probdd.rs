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
//! decides an element. Together n * (1 + m/2).
//!
//! Elements of equal p wait in runs of neighbours, so a step costs the size of its removal and, for
//! each run of the candidate, O(log n).

use super::beliefs::{Beliefs, Failure};
use super::configuration::ListConfiguration;
use super::groups::{Candidate, Groups, each, ranks};
use super::probability::{self, Probability};
use super::{Subset, Tie};
use crate::driver::{Best, Strategy};
use crate::{Feedback, FeedbackSettings, Query};
use std::sync::Arc;

/// With several checks: which elements count as equally likely needed.
const BAND: f64 = 0.4;

/// How many elements to remove together, when the likeliest needed one is needed with the
/// probability p: the largest k with `k * p <= 1`, at least 1. One more element does not lower the
/// expected gain `k * prod(1 - p)` exactly when that holds.
pub(super) fn best_size(Probability(p): Probability) -> usize {
    // As it is rounded: it holds for every `p = 1 / k`, where `1 / p` may come out below k.
    let is_worth_it = |k: u32| f64::from(k) * p <= 1.0;
    // Not above what a list can hold, however small the probability.
    #[expect(clippy::cast_sign_loss, reason = "it is clamped")]
    let quotient = (1.0 / p).clamp(1.0, f64::from(u32::MAX - 1)) as u32;
    let around = [quotient + 1, quotient, quotient - 1];
    around.into_iter().find(|k| is_worth_it(*k)).unwrap_or(0).max(1) as usize
}

/// The probability that an element is needed after a set with it failed, which fails with the
/// probability `f = 1 - prod(1 - p)`.
pub(super) fn posterior(p: f64, f: f64) -> f64 {
    p / f
}

/// The settings of [`ProbDd`] and [`Weighted`](super::Weighted).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbDdSettings {
    /// The prior probability that an element is needed, strictly between 0 and 1.
    pub sigma: f64,
    /// The order among elements of equal probability.
    pub tie: Tie,
    /// What is known of the test's checks.
    pub feedback: FeedbackSettings,
}

impl Default for ProbDdSettings {
    /// The paper's settings: sigma is 0.1.
    fn default() -> ProbDdSettings {
        ProbDdSettings { sigma: 0.1, tie: Tie::Index, feedback: FeedbackSettings::BINARY }
    }
}

/// The algorithm. Elements are `0..n`; the empty configuration may be asked about.
#[derive(Clone, Debug)]
pub struct ProbDd {
    /// Elements in the order that breaks ties; a *rank* is an index into it.
    order: Arc<[u32]>,
    /// The ranks of the undecided elements, by what is believed of them.
    undecided: Groups,
    /// The elements of the query, taken out of `undecided`.
    candidate: Candidate,
    feedback: FeedbackSettings,
}

impl ProbDd {
    /// A search over `n` elements.
    ///
    /// # Panics
    /// When `settings.sigma` is not strictly between 0 and 1.
    pub fn new(n: usize, settings: ProbDdSettings) -> ProbDd {
        ProbDd::in_order(settings.tie.order(n), settings)
    }

    fn in_order(order: Vec<u32>, settings: ProbDdSettings) -> ProbDd {
        let n = order.len();
        let mut undecided = Groups::new(BAND);
        let prior = Beliefs::prior(settings.sigma, settings.feedback.models());
        undecided.insert(prior, 0..n as u32);
        let (order, feedback) = (order.into(), settings.feedback);
        ProbDd { order, undecided, candidate: Vec::new(), feedback }
    }

    /// The probability, at present, that an element is needed: `None` once it is decided.
    pub fn probability(&self, element: u32) -> Option<f64> {
        let rank = self.order.iter().position(|e| *e == element)? as u32;
        let asked = self.candidate.iter().find(|(_, run)| run.contains(&rank)).map(|(it, _)| it);
        asked.or_else(|| self.undecided.get(rank)).map(|it| it.needed.0)
    }
}

impl Strategy for ProbDd {
    type Configuration = ListConfiguration;

    fn propose(&mut self, _: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        self.candidate = self.undecided.take(best_size);
        let removed: Vec<u32> =
            ranks(&self.candidate).map(|rank| self.order[rank as usize]).collect();
        let chance = probability::success(each(&self.candidate).map(|it| it.needed));
        (!removed.is_empty()).then(|| Query::complement(Subset(removed), Some(chance)))
    }

    fn accepted(&mut self, _: &Best<ListConfiguration>, _: &Subset) {
        self.candidate.clear();
    }

    fn rejected(&mut self, _: &Best<ListConfiguration>, change: &Subset, feedback: &Feedback) {
        let candidate = std::mem::take(&mut self.candidate);
        if change.len() == 1 {
            return; // Kept for good: it alone was removed.
        }
        let failure = Failure::of(self.feedback.outcomes(feedback), each(&candidate));
        for (beliefs, run) in candidate {
            self.undecided.insert(beliefs.after(&failure, posterior), run);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::search;
    use super::*;
    use crate::{AfterFail, CheckState};
    use crate::{Search, Verdict};

    /// Runs a search to its end; the candidates it asked about, and the elements left.
    fn run(n: u32, needed: &[u32]) -> (Vec<Vec<u32>>, Vec<u32>) {
        let mut search = search(n as usize, |n| ProbDd::new(n, ProbDdSettings::default()));
        let mut asked = Vec::new();
        while let Some(query) = search.ask() {
            let removed = query.change.0.clone();
            let interesting = !removed.iter().any(|e| needed.contains(e));
            asked.push(removed);
            let verdict = if interesting { Verdict::Interesting } else { Verdict::Uninteresting };
            search.tell(&verdict.into());
        }
        let left = (0..n).filter(|e| !search.best().0.contains(e)).collect();
        (asked, left)
    }

    #[test]
    fn the_best_size_of_one_in_k_is_k() {
        for k in 2..100_000u32 {
            assert_eq!(best_size(Probability(1.0 / f64::from(k))), k as usize);
        }
    }

    #[test]
    fn the_best_size_has_the_largest_gain_and_is_the_larger_of_two() {
        let gain = |k: usize, p: f64| {
            k as f64 * probability::success(std::iter::repeat_n(Probability(p), k))
        };
        for step in 1..100 {
            let p = f64::from(step) / 100.0;
            let best = best_size(Probability(p));
            assert!((1..=200).all(|k| gain(k, p) <= gain(best, p) * (1.0 + 1e-12)), "{p}");
            assert!(gain(best + 1, p) < gain(best, p) * (1.0 - 1e-12), "{p}");
        }
    }

    #[test]
    fn extremes_have_a_best_size_too() {
        assert_eq!(best_size(Probability(1.0)), 1);
        assert_eq!(best_size(Probability(0.75)), 1);
        assert_eq!(best_size(Probability(f64::MIN_POSITIVE)), u32::MAX as usize);
    }

    #[test]
    fn follows_figure_3_of_the_paper() {
        // s1..s8 are 0..7; the figure's ties are ordered s2, s3, s1, s8, s4..s7; needed: s3, s8.
        let settings = ProbDdSettings { sigma: 0.25, ..ProbDdSettings::default() };
        let order = vec![1, 2, 0, 7, 3, 4, 5, 6];
        let mut search = search(8, |_| ProbDd::in_order(order, settings));
        let mut sizes = Vec::new();
        let mut seen = Vec::new();
        while let Some(query) = search.ask() {
            let removed = query.change.0.clone();
            let interesting = !removed.contains(&2) && !removed.contains(&7);
            sizes.push(removed.len());
            let verdict = if interesting { Verdict::Interesting } else { Verdict::Uninteresting };
            search.tell(&verdict.into());
            seen.push(search.strategy().probability(2));
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
        let (asked, _) = run(60, &(0..60).collect::<Vec<_>>());
        let mut sizes: Vec<usize> = asked.iter().map(Vec::len).collect();
        sizes.dedup();
        assert_eq!(sizes, [10, 6, 4, 2, 1]);
    }

    #[test]
    fn an_empty_list_has_no_query() {
        assert_eq!(run(0, &[]), (vec![], vec![]));
    }

    #[test]
    fn one_element_takes_one_query() {
        assert_eq!(run(1, &[0]), (vec![vec![0]], vec![0]));
    }

    #[test]
    fn random_ties_repeat_with_the_same_seed_and_change_with_another() {
        let first = |seed| {
            let settings = ProbDdSettings { tie: Tie::Random { seed }, ..Default::default() };
            let search = search(100, |n| ProbDd::new(n, settings));
            search.ask().expect("a query").change.clone()
        };
        assert_eq!(first(7), first(7));
        assert_ne!(first(7), first(8));
    }

    #[test]
    fn follows_a_trace_with_two_checks() {
        // Four elements, sigma = .19, so p = .1 for each check. The first needs 0, the second 2.
        //   0123  4 * .19 <= 1; the first check fails: f = .3439, p1 = .2908, and with p2 = .1
        //         q = .3617, which is more than the .19 / .5695 = .3336 of one model
        //   01    2 * .3617 <= 1; the first fails: p1 = .2908 / .4971 = .585, q = .6266
        //   23    the first holds, the second fails: p1 = .001, p2 = .1 / .19 = .5263, q = .5268;
        //         one model has .3617 / .5926 = .6104, which p2 makes up for
        //   0, 1, 2, 3   alone, in the list's order, as .6266 and .6104 count as equal: 1 and 3 go
        let feedback = FeedbackSettings { checks: 2, after_fail: AfterFail::Unknown };
        let settings = ProbDdSettings { sigma: 0.19, feedback, ..ProbDdSettings::default() };
        let mut search = search(4, |n| ProbDd::new(n, settings));
        let mut left = vec![0, 1, 2, 3];
        let (mut asked, mut seen) = (Vec::new(), Vec::new());
        while let Some(query) = search.ask() {
            let removed = query.change.0.clone();
            seen.push(
                removed
                    .iter()
                    .map(|e| round(search.strategy().probability(*e)))
                    .collect::<Vec<_>>(),
            );
            let kept: Vec<u32> = left.iter().copied().filter(|e| !removed.contains(e)).collect();
            let first = kept.contains(&0);
            let second = kept.contains(&2);
            let told = match (first, second) {
                (false, _) => {
                    (Verdict::Uninteresting, vec![CheckState::Failed, CheckState::NotRun])
                }
                (_, false) => (Verdict::Uninteresting, vec![CheckState::Held, CheckState::Failed]),
                _ => (Verdict::Interesting, vec![CheckState::Held; 2]),
            };
            if first && second {
                left = kept;
            }
            asked.push(removed);
            search.tell(&Feedback { verdict: told.0, checks: told.1 });
        }
        assert_eq!(
            asked,
            [vec![0, 1, 2, 3], vec![0, 1], vec![2, 3], vec![0], vec![1], vec![2], vec![3]]
        );
        assert_eq!(left, [0, 2]);
        assert_eq!(seen[1], [0.3617, 0.3617]);
        assert_eq!(seen[2], [0.3617, 0.3617]);
        assert_eq!(seen[3..], [[0.6266], [0.6266], [0.6104], [0.6104]]);
    }

    fn round(p: Option<f64>) -> f64 {
        (p.expect("undecided") * 1e4).round() / 1e4
    }
}
