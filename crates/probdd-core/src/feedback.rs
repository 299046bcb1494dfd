//! Feedback: the verdict on a candidate and the results of its checks, and what a search with a model
//! learns from them.

use crate::Verdict;

/// The answer to a query. The test may consist of several checks, all of which have to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    /// Whether all checks hold.
    pub verdict: Verdict,
    /// The results of the checks, in their order. Empty when the test does not consist of checks, or
    /// ended for another reason.
    pub checks: Vec<CheckState>,
}

impl Feedback {
    /// An uninteresting candidate without results of checks.
    pub const UNINTERESTING: Feedback =
        Feedback { verdict: Verdict::Uninteresting, checks: Vec::new() };

    /// Whether all checks were observed to hold.
    pub fn is_interesting(&self) -> bool {
        self.verdict.is_interesting()
    }
}

impl From<Verdict> for Feedback {
    fn from(verdict: Verdict) -> Feedback {
        Feedback { verdict, ..Feedback::UNINTERESTING }
    }
}

/// The result of one check on one candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckState {
    /// The check ran and holds.
    Held,
    /// The check ran, and does not hold or could not decide.
    Failed,
    /// The check did not run, because another one failed.
    NotRun,
}

/// How a search learns from checks. It has one model for each check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedbackSettings {
    /// The number of checks; 1 if only the verdict is known. The checks from the eighth on share a
    /// model.
    pub checks: usize,
    /// What a search assumes about checks that did not run.
    pub after_fail: AfterFail,
}

/// What a search assumes about checks that did not run, because one before them failed.
///
/// Measured on known properties, `Failed` takes fewer queries with every list algorithm, and as many with T-PDD.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterFail {
    /// They have failed, too.
    #[default]
    Failed,
    /// Nothing.
    Unknown,
}

/// The largest number of models that a search has. Measured with 16 checks that need different
/// elements (`lab evaluate checks`): 16 models take 3 to 8 % more queries than 8 where the checks
/// behind the first failed one count as failed, and 1 to 7 % fewer where they do not or all checks
/// run.
pub(crate) const MOST_CHECKS: usize = 8;

impl FeedbackSettings {
    /// The settings for a test of which only the verdict is known.
    pub const BINARY: FeedbackSettings =
        FeedbackSettings { checks: 1, after_fail: AfterFail::Unknown };

    /// The number of models.
    pub(crate) fn models(self) -> usize {
        self.checks.clamp(1, MOST_CHECKS)
    }

    /// What an uninteresting candidate says about each model.
    pub(crate) fn outcomes(self, feedback: &Feedback) -> Outcomes {
        let mut outcomes = [Outcome::Unknown; MOST_CHECKS];
        let is_known = feedback.checks.contains(&CheckState::Failed);
        if !is_known || feedback.checks.len() != self.checks {
            outcomes[..self.models()].fill(Outcome::Suspect);
            return Outcomes(outcomes);
        }
        for (check, state) in feedback.checks.iter().enumerate() {
            let outcome = match (state, self.after_fail) {
                (CheckState::Held, _) => Outcome::Held,
                (CheckState::Failed, _) => Outcome::Failed,
                (CheckState::NotRun, AfterFail::Failed) => Outcome::TakenForFailed,
                (CheckState::NotRun, AfterFail::Unknown) => Outcome::Unknown,
            };
            let model = &mut outcomes[check.min(MOST_CHECKS - 1)];
            *model = if check >= MOST_CHECKS { outcome.max(*model) } else { outcome };
        }
        Outcomes(outcomes)
    }
}

impl Default for FeedbackSettings {
    fn default() -> FeedbackSettings {
        FeedbackSettings::BINARY
    }
}

/// What an uninteresting candidate says about one model. If several checks share the model, the
/// greatest of their outcomes counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// The check holds.
    Held,
    /// Nothing.
    Unknown,
    /// The check did not run, and is taken to fail.
    TakenForFailed,
    /// Some unknown check failed.
    Suspect,
    /// The check failed.
    Failed,
}

/// What an uninteresting candidate says about each model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcomes(pub(crate) [Outcome; MOST_CHECKS]);

impl Outcomes {
    /// The checks that may have failed.
    pub(crate) fn blamed(self) -> CheckSet {
        let mut blamed = CheckSet::default();
        let may_have_failed = |check: &usize| self.0[*check] >= Outcome::TakenForFailed;
        (0..MOST_CHECKS).filter(may_have_failed).for_each(|check| blamed.insert(check));
        blamed
    }
}

/// A set of checks, given by the numbers of their models (less than [`MOST_CHECKS`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CheckSet(u8);

impl CheckSet {
    pub(crate) fn contains(self, check: usize) -> bool {
        self.0 & (1 << check) != 0
    }

    pub(crate) fn insert(&mut self, check: usize) {
        self.0 |= 1 << check;
    }

    pub(crate) fn remove(&mut self, check: usize) {
        self.0 &= !(1 << check);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_checks_holds_what_was_put_into_it() {
        let mut checks = CheckSet::default();
        for check in [0, 3, 7] {
            checks.insert(check);
        }
        checks.remove(3);
        let contained = (0..MOST_CHECKS).filter(|check| checks.contains(*check));
        assert_eq!(contained.collect::<Vec<_>>(), [0, 7]);
    }

    #[test]
    fn what_a_failure_says_of_a_check_that_did_not_run_is_a_setting() {
        let checks = vec![CheckState::Held, CheckState::Failed, CheckState::NotRun];
        let feedback = Feedback { checks, ..Feedback::UNINTERESTING };
        let outcomes = |after_fail, feedback: &Feedback| {
            FeedbackSettings { checks: 3, after_fail }.outcomes(feedback).0[..3].to_vec()
        };
        let (held, failed) = (Outcome::Held, Outcome::Failed);
        let taken = [held, failed, Outcome::TakenForFailed];
        assert_eq!(outcomes(AfterFail::Failed, &feedback), taken);
        assert_eq!(outcomes(AfterFail::Unknown, &feedback), [held, failed, Outcome::Unknown]);
        let unknown = outcomes(AfterFail::Unknown, &Feedback::UNINTERESTING);
        assert_eq!(unknown, [Outcome::Suspect; 3]);
    }

    #[test]
    fn a_failure_is_blamed_on_every_check_that_may_have_failed() {
        let checks = vec![CheckState::Held, CheckState::Failed, CheckState::NotRun];
        let known = Feedback { checks, ..Feedback::UNINTERESTING };
        let blamed = |after_fail, feedback: &Feedback| {
            let blamed = FeedbackSettings { checks: 3, after_fail }.outcomes(feedback).blamed();
            (0..MOST_CHECKS).filter(|check| blamed.contains(*check)).collect::<Vec<_>>()
        };
        assert_eq!(blamed(AfterFail::Unknown, &known), [1]);
        assert_eq!(blamed(AfterFail::Failed, &known), [1, 2]);
        assert_eq!(blamed(AfterFail::Unknown, &Feedback::UNINTERESTING), [0, 1, 2]);
    }
}
