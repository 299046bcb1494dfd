//! `ProbDD`: probabilistic delta debugging (Wang, Shen, Chen, Xiong, Zhang, FSE'21).
//!
//! Every undecided element has a probability p of being needed. A query removes the elements that
//! maximise the expected gain, `k * prod(1 - p)`. In ascending order of p, the k-th element does not
//! lower the gain exactly when `k * p <= 1`, so the candidate is the longest prefix for which that
//! holds (the larger of two equal gains), but at least one element. When a query fails, the
//! posterior of its elements is `p / f` with `f = 1 - prod(1 - p)`.
//!
//! Deviations from the paper: an element is kept for good when its removal alone was uninteresting,
//! never because its probability came out as 1; a configuration that comes up again takes no query
//! but counts as a failure, as in the authors' tool.
//!
//! Bound: O(n) queries (theorem 4.1), at most 4n with sigma = 0.1. A candidate of k > 1 elements has
//! k * p <= 1 for each, so f <= 1 - (1 - 1/k)^k <= 3/4, and its failure raises every p by a third or
//! more, from at most 1/2. So an element takes part in at most m = 1 + log(1 / (2 sigma)) / log(4/3)
//! such failures (rounded down; none if sigma > 1/2), each of two elements or more, and every other
//! query decides an element. Together n * (1 + m/2).
//!
//! Elements of equal p wait in runs of neighbours, so a step costs the size of its removal and, for
//! each run of the candidate, O(log n).

use super::configuration::ListConfiguration;
use super::covprobdd::Beliefs;
use super::groups::{Candidate, Groups};
use super::runs::Runs;
use super::tie::Ranking;
use super::{Subset, Tie};
use crate::driver::{Best, Strategy};
use crate::{Belief, Feedback, FeedbackSettings, Query};

/// With several checks: by which share the probabilities of elements may differ to count as equal.
const BAND: f64 = 0.4;

/// Whether the k-th element, which has the largest p so far, does not lower the expected gain.
fn adds_gain(k: u32, p: f64) -> bool {
    f64::from(k) * p <= 1.0
}

/// The probability that an element of a failed set is needed. The set fails with the probability
/// `f = 1 - prod(1 - p)`.
pub(super) fn posterior(p: f64, f: f64) -> f64 {
    p / f
}

/// How many elements to remove together when p is the largest of their probabilities: the largest k
/// that adds gain, at least 1.
pub(super) fn best_size(p: f64) -> usize {
    // No list is longer, however small p is. As 1 / p is rounded, it may come out below k for 1 / k.
    #[expect(clippy::cast_sign_loss, reason = "it is clamped")]
    let quotient = (1.0 / p).clamp(1.0, f64::from(u32::MAX - 1)) as u32;
    let around = [quotient + 1, quotient, quotient - 1];
    around.into_iter().find(|k| adds_gain(*k, p)).unwrap_or(0).max(1) as usize
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
    /// Elements in the order that breaks ties.
    ranking: Ranking,
    /// The ranks of the undecided elements, by what is believed of them.
    undecided: Groups,
    /// The elements of the query, taken out of `undecided`.
    candidate: Candidate<Beliefs>,
    feedback: FeedbackSettings,
    /// Whether a failure raises what is believed at least as much as it would with one check.
    is_growing: bool,
}

impl ProbDd {
    /// A search over `n` elements.
    ///
    /// # Panics
    /// When `settings.sigma` is not strictly between 0 and 1.
    pub fn new(n: usize, settings: ProbDdSettings) -> ProbDd {
        let ProbDdSettings { sigma, tie, feedback } = settings;
        let mut undecided = Groups::new(BAND);
        undecided.insert(Beliefs::prior(sigma, feedback.models()), 0..n as u32);
        let ranking = Ranking::new(tie, &vec![1; n]);
        ProbDd { ranking, undecided, candidate: Candidate::default(), feedback, is_growing: true }
    }

    /// With several checks: takes elements whose probabilities differ by at most the share `band` in the
    /// list's order, instead of 40 %. This is here to be compared with the default.
    #[must_use]
    pub fn with_band(mut self, band: f64) -> ProbDd {
        self.undecided.set_band(band);
        self
    }

    /// With several checks: conditions each on its own failures only, so that a failure may lower what
    /// is believed of an element. This is here to be compared with the default.
    #[must_use]
    pub fn without_growth(self) -> ProbDd {
        ProbDd { is_growing: false, ..self }
    }
}

impl Strategy for ProbDd {
    type Configuration = ListConfiguration;

    fn propose(&mut self, _: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        let ranking = &mut self.ranking;
        let shuffle = |group: &Runs, count| ranking.shuffle(group, count);
        self.candidate = self.undecided.take(best_size, shuffle);
        self.candidate.query(|rank| self.ranking.element(rank))
    }

    fn undecided(&self, _: &Best<ListConfiguration>) -> Option<Vec<Belief>> {
        let all = self.undecided.undecided().chain(self.candidate.undecided());
        let belief =
            |(rank, needed): (u32, f64)| Belief { element: self.ranking.element(rank), needed };
        Some(all.map(belief).collect())
    }

    fn rejected(&mut self, _: &Best<ListConfiguration>, change: &Subset, feedback: &Feedback) {
        if change.len() == 1 {
            return; // Kept for good: it alone was removed.
        }
        let failure = self.candidate.failure(self.feedback.outcomes(feedback));
        let failure = if self.is_growing { failure } else { failure.without_growth() };
        for (beliefs, run) in self.candidate.runs.drain(..) {
            self.undecided.insert(beliefs.after(&failure, posterior), run);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{probability, search};
    use super::*;
    use crate::{AfterFail, CheckState};
    use crate::{Search, Verdict};

    /// The probability that an element is needed; `None` once it is decided.
    fn probability(search: &ProbDd, element: u32) -> Option<f64> {
        let rank = search.ranking.elements().iter().position(|other| *other == element)? as u32;
        let undecided = search.undecided.runs.iter().flat_map(|(beliefs, runs)| {
            let runs = runs.clone().take_first(usize::MAX).into_iter();
            runs.map(|run| (*beliefs, run))
        });
        let mut all = search.candidate.runs.iter().cloned().chain(undecided);
        all.find(|(_, run)| run.contains(&rank)).map(|(beliefs, _)| beliefs.needed())
    }

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
            assert_eq!(best_size(1.0 / f64::from(k)), k as usize);
        }
    }

    #[test]
    fn the_best_size_has_the_largest_gain_and_is_the_larger_of_two() {
        let gain = |k: usize, p: f64| k as f64 * probability::success(std::iter::repeat_n(p, k));
        for step in 1..100 {
            let p = f64::from(step) / 100.0;
            let best = best_size(p);
            assert!((1..=200).all(|k| gain(k, p) <= gain(best, p) * (1.0 + 1e-12)), "{p}");
            assert!(gain(best + 1, p) < gain(best, p) * (1.0 - 1e-12), "{p}");
        }
    }

    #[test]
    fn extremes_have_a_best_size_too() {
        assert_eq!(best_size(1.0), 1);
        assert_eq!(best_size(0.75), 1);
        assert_eq!(best_size(f64::MIN_POSITIVE), u32::MAX as usize);
    }

    #[test]
    fn follows_figure_3_of_the_paper() {
        // s1..s8 are 0..7; the figure's ties are ordered s2, s3, s1, s8, s4..s7; needed: s3, s8.
        let settings = ProbDdSettings { sigma: 0.25, ..ProbDdSettings::default() };
        let order = vec![1, 2, 0, 7, 3, 4, 5, 6];
        let mut search =
            search(8, |n| ProbDd { ranking: Ranking::in_order(order), ..ProbDd::new(n, settings) });
        let mut sizes = Vec::new();
        let mut seen = Vec::new();
        while let Some(query) = search.ask() {
            let removed = query.change.0.clone();
            let interesting = !removed.contains(&2) && !removed.contains(&7);
            sizes.push(removed.len());
            let verdict = if interesting { Verdict::Interesting } else { Verdict::Uninteresting };
            search.tell(&verdict.into());
            seen.push(probability(search.strategy(), 2));
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
    fn random_ties_mix_elements_of_equal_probability_anew_for_each_query() {
        // With sigma = .1 ten elements at a time, then, with p = .1535 for all, six at a time. In the
        // order of one shuffle the next six would all be among the ten that failed first.
        let settings = ProbDdSettings { tie: Tie::Random { seed: 1 }, ..Default::default() };
        let mut search = search(60, |n| ProbDd::new(n, settings));
        let mut asked: Vec<Vec<u32>> = Vec::new();
        while let Some(query) = search.ask().filter(|query| query.change.len() >= 6) {
            asked.push(query.change.0.clone());
            search.tell(&Verdict::Uninteresting.into());
        }
        let (tens, sixes) = asked.split_at(6);
        assert!(tens.iter().all(|set| set.len() == 10) && sixes.iter().all(|set| set.len() == 6));
        let is_among =
            |six: &Vec<u32>, ten: &Vec<u32>| six.iter().all(|element| ten.contains(element));
        assert!(sixes.iter().all(|six| tens.iter().all(|ten| !is_among(six, ten))), "{asked:?}");
    }

    #[test]
    fn follows_a_trace_with_two_checks() {
        // Four elements, sigma = .19, so p = .1 for each check. The first needs 0, the second 2.
        //   0123  4 * .19 <= 1; the first check fails: f = .3439, p1 = .2908, and with p2 = .1
        //         q = .3617, which is more than the .19 / .5695 = .3336 of one model
        //   01    2 * .3617 <= 1; the first fails: p1 = .2908 / .4971 = .585, q = .6266
        //   23    the first holds, the second fails: p1 = .001, p2 = .1 / .19 = .5263, q = .5268;
        //         one model has .3617 / .5926 = .6104, which p2 makes up for
        //   0, 1, 2, 3   alone, in the list's order, as .6266 and .6104 count as equal: 1 and 3 are
        //         removed
        let (asked, seen, left) = with_two_checks(|probdd| probdd);
        assert_eq!(
            asked,
            [vec![0, 1, 2, 3], vec![0, 1], vec![2, 3], vec![0], vec![1], vec![2], vec![3]]
        );
        assert_eq!(left, [0, 2]);
        assert_eq!(seen[1], [0.3617, 0.3617]);
        assert_eq!(seen[2], [0.3617, 0.3617]);
        assert_eq!(seen[3..], [[0.6266], [0.6266], [0.6104], [0.6104]]);
    }

    #[test]
    fn without_growth_and_band_what_is_believed_falls_and_sets_the_order() {
        // As above. After the failure of 23, nothing makes up for what the first check has cleared.
        let (asked, seen, left) = with_two_checks(ProbDd::without_growth);
        assert_eq!((&asked[2], left), (&vec![2, 3], vec![0, 2]));
        assert!(seen[3..].concat().contains(&0.5268), "{seen:?}");
        // .6104 goes before .6266.
        let (asked, _, left) = with_two_checks(|probdd| probdd.with_band(0.0));
        assert_eq!((&asked[3..], left), (&[vec![2], vec![3], vec![0], vec![1]][..], vec![0, 2]));
    }

    /// A search over four elements, of which the first check needs 0 and the second 2: what it asks, what is
    /// believed then, and what is left.
    fn with_two_checks(change: fn(ProbDd) -> ProbDd) -> (Vec<Vec<u32>>, Vec<Vec<f64>>, Vec<u32>) {
        let feedback = FeedbackSettings { checks: 2, after_fail: AfterFail::Unknown };
        let settings = ProbDdSettings { sigma: 0.19, feedback, ..ProbDdSettings::default() };
        let mut search = search(4, |n| change(ProbDd::new(n, settings)));
        let mut left = vec![0, 1, 2, 3];
        let (mut asked, mut seen) = (Vec::new(), Vec::new());
        while let Some(query) = search.ask() {
            let removed = query.change.0.clone();
            let of = |element: &u32| round(probability(search.strategy(), *element));
            seen.push(removed.iter().map(of).collect::<Vec<f64>>());
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
        (asked, seen, left)
    }

    fn round(p: Option<f64>) -> f64 {
        (p.expect("undecided") * 1e4).round() / 1e4
    }
}
