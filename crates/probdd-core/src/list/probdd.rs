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
//! Two settings that the reference tools have, both off by default: a probability from which on an
//! element is left alone ([`ProbDdSettings::stop_at`]), and what failed sets say once they have shrunk
//! ([`History::Inferred`]). The first gives up minimality for queries; the second is sound on
//! monotone properties.
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
use super::groups::{Candidate, Groups, each};
use super::inference::Inference;
use super::probability;
use super::progress::Progress;
use super::{Subset, Tie};
use crate::feedback::Outcomes;
use crate::{Class, Feedback, FeedbackSettings, Query, Search};
use std::sync::Arc;

/// With several checks: which elements count as equally likely needed.
const BAND: f64 = 0.4;

/// What a [`ProbDd`] is made with, beside its elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbDdSettings {
    /// The prior probability that an element is needed, strictly between 0 and 1.
    pub sigma: f64,
    /// The order among elements of equal probability.
    pub tie: Tie,
    /// An element that is at least as likely to be needed is left alone (0.8 in the authors' tool).
    pub stop_at: Option<f64>,
    /// How much is made of earlier answers.
    pub history: History,
    /// What is told about the checks of the test.
    pub feedback: FeedbackSettings,
}

/// How much is made of earlier answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum History {
    /// No configuration is asked about twice.
    Asked,
    /// Besides, an element is kept for good when it is the last one left of a set whose removal was
    /// uninteresting.
    Inferred,
}

/// The search. Elements are `0..n`; the empty configuration may be asked about.
#[derive(Clone, Debug)]
pub struct ProbDd {
    /// Elements in the order that breaks ties; a *rank* is an index into it.
    order: Arc<[u32]>,
    /// The ranks of the undecided elements, by what is believed of them.
    undecided: Groups,
    /// What the query asks about, taken out of `undecided`.
    candidate: Candidate,
    stop_at: Option<f64>,
    feedback: FeedbackSettings,
    inference: Option<Inference>,
    progress: Progress,
}

impl ProbDd {
    /// A search over `n` elements with the prior probability `sigma` for each.
    ///
    /// # Panics
    /// When `sigma` is not strictly between 0 and 1.
    pub fn new(n: usize, sigma: f64, tie: Tie) -> ProbDd {
        let (stop_at, history) = (None, History::Asked);
        let feedback = FeedbackSettings::BINARY;
        ProbDd::with(n, ProbDdSettings { sigma, tie, stop_at, history, feedback })
    }

    /// A search over `n` elements with other settings than the default ones.
    ///
    /// # Panics
    /// When `settings.sigma` is not strictly between 0 and 1.
    pub fn with(n: usize, settings: ProbDdSettings) -> ProbDd {
        ProbDd::in_order(settings.tie.order(n), settings)
    }

    fn in_order(order: Vec<u32>, settings: ProbDdSettings) -> ProbDd {
        let n = order.len();
        let prior = Beliefs::prior(settings.sigma, settings.feedback.models());
        let mut search = ProbDd {
            order: order.into(),
            undecided: Groups::new(BAND),
            candidate: Vec::new(),
            stop_at: settings.stop_at,
            feedback: settings.feedback,
            inference: (settings.history == History::Inferred).then(Inference::default),
            progress: Progress::new(n),
        };
        search.undecided.insert(prior, 0..n as u32);
        search.next();
        search
    }

    /// The probability, at present, that an element is needed: `None` once it is decided.
    pub fn probability(&self, element: u32) -> Option<f64> {
        let rank = self.order.iter().position(|e| *e == element)? as u32;
        let asked = self.candidate.iter().find(|(_, run)| run.contains(&rank)).map(|(it, _)| it);
        asked.or_else(|| self.undecided.get(rank)).map(|it| it.needed.0)
    }

    /// Finds the next configuration that is not known; one that is counts as a failure.
    fn next(&mut self) {
        loop {
            self.candidate = self.undecided.take(self.stop_at);
            let ranks = self.candidate.iter().flat_map(|(_, run)| run.clone());
            let removed: Vec<u32> = ranks.map(|rank| self.order[rank as usize]).collect();
            let held = probability::success(each(&self.candidate).map(|it| it.needed));
            if removed.is_empty() || self.progress.ask(removed, Class::Complement, Some(held)) {
                return;
            }
            self.fail(self.feedback.outcomes(&self.progress.recall()));
        }
    }

    fn succeed(&mut self) {
        let candidate = std::mem::take(&mut self.candidate);
        let Some(inference) = &mut self.inference else { return };
        for rank in inference.remove(candidate.into_iter().flat_map(|(_, run)| run)) {
            // Kept for good: undecided no more.
            self.undecided.remove(rank);
        }
    }

    /// Conditions the model on the candidate's failure.
    fn fail(&mut self, outcomes: Outcomes) {
        let candidate = std::mem::take(&mut self.candidate);
        if let [(_, run)] = &candidate[..]
            && run.len() == 1
        {
            return; // Kept for good: it alone was removed.
        }
        if let Some(inference) = &mut self.inference {
            inference.remember(candidate.iter().flat_map(|(_, run)| run.clone()));
        }
        let failure = Failure::of(outcomes, &each(&candidate));
        for (beliefs, run) in candidate {
            self.undecided.insert(beliefs.after(&failure), run);
        }
    }
}

impl Search for ProbDd {
    type Change = Subset;

    fn ask(&self) -> Option<&Query<Subset>> {
        self.progress.query()
    }

    fn tell(&mut self, feedback: &Feedback) {
        if self.progress.tell(feedback) {
            self.succeed();
        } else {
            self.fail(self.feedback.outcomes(feedback));
        }
        self.next();
    }

    fn best(&self) -> &Subset {
        self.progress.best()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use crate::{AfterFail, CheckState};

    /// Runs a search to its end; the candidates it asked about, and the elements left.
    fn run(mut search: ProbDd, n: u32, needed: &[u32]) -> (Vec<Vec<u32>>, Vec<u32>) {
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

    const SETTINGS: ProbDdSettings = ProbDdSettings {
        sigma: 0.1,
        tie: Tie::Index,
        stop_at: None,
        history: History::Asked,
        feedback: FeedbackSettings::BINARY,
    };

    #[test]
    fn follows_figure_3_of_the_paper() {
        // s1..s8 are 0..7; the figure's ties are ordered s2, s3, s1, s8, s4..s7; needed: s3, s8.
        let settings = ProbDdSettings { sigma: 0.25, ..SETTINGS };
        let mut search = ProbDd::in_order(vec![1, 2, 0, 7, 3, 4, 5, 6], settings);
        let mut sizes = Vec::new();
        let mut seen = Vec::new();
        while let Some(query) = search.ask() {
            let removed = query.change.0.clone();
            let interesting = !removed.contains(&2) && !removed.contains(&7);
            sizes.push(removed.len());
            let verdict = if interesting { Verdict::Interesting } else { Verdict::Uninteresting };
            search.tell(&verdict.into());
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

    #[test]
    fn elements_that_are_likely_enough_to_be_needed_are_left_alone() {
        // p is .1, .1535, .2429, .3617, .6104: the elements are never tried one by one.
        let settings = ProbDdSettings { stop_at: Some(0.5), ..SETTINGS };
        let (asked, left) = run(ProbDd::with(60, settings), 60, &(0..60).collect::<Vec<_>>());
        assert!(asked.iter().all(|removed| removed.len() > 1));
        assert_eq!(left.len(), 60);
    }

    #[test]
    fn the_last_of_a_failed_set_takes_no_query_when_history_is_used() {
        let settings = ProbDdSettings { history: History::Inferred, ..SETTINGS };
        let (asked, left) = run(ProbDd::with(2, settings), 2, &[1]);
        assert_eq!((asked, left), (vec![vec![0, 1], vec![0]], vec![1]));
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
        let settings = ProbDdSettings { sigma: 0.19, feedback, ..SETTINGS };
        let mut search = ProbDd::with(4, settings);
        let mut left = vec![0, 1, 2, 3];
        let (mut asked, mut seen) = (Vec::new(), Vec::new());
        while let Some(query) = search.ask() {
            let removed = query.change.0.clone();
            seen.push(removed.iter().map(|e| round(search.probability(*e))).collect::<Vec<_>>());
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
