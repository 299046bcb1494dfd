//! What is believed of an element: how likely each check needs it, and so the property.
//!
//! The checks are taken to be independent: an element is needed with the probability
//! `q = 1 - prod(1 - p)`, the product taken over the checks. A search chooses by q, and a failure
//! changes the p. With a single check q is p, bit for bit.
//!
//! - **A check that held** for a candidate needs none of it: the element is *cleared* of the check,
//!   its p is [`FLOOR`]. Cleared elements are not to blame when the check fails for a set with others.
//! - **A check that failed** is conditioned on that, over the elements that are not cleared of it.
//! - **A contradiction**, all elements of the set are cleared of the check that failed: they are not
//!   cleared any more, and the failure is theirs. p is not 0 but `FLOOR`, so that this is no 0/0.
//!   An element that was in a contradiction cannot be cleared of that check again.
//! - **Some check failed**, and it is not known which: every p is conditioned on that.
//! - **Growth**: the q of what is to blame rises at least as much as it would with one model. If
//!   what was cleared would let it rise less, p of the first check that failed makes up for it.
//!
//! So every failure raises the q of one element at least as one model would, and a q falls only when
//! its element is cleared, once for each check.

use super::probability::{self, Probability};
use crate::feedback::{self, MOST_CHECKS, Outcome, Outcomes};

/// The probability that an element is needed by a check that held without it.
const FLOOR: Probability = Probability(1e-3);

/// What is believed of an element. Ordered by the probability that it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Beliefs {
    /// The probability that it is needed by one check at least.
    pub(crate) needed: Probability,
    /// The same for each check.
    by: [Probability; MOST_CHECKS],
    checks: u8,
    /// A bit for each check that it is cleared of.
    cleared: u8,
    /// A bit for each check that contradicted itself about it.
    contradicted: u8,
}

impl Beliefs {
    /// What is believed before anything is known.
    ///
    /// # Panics
    /// When `sigma` is not strictly between 0 and 1.
    pub(crate) fn prior(sigma: f64, checks: usize) -> Beliefs {
        let needed = Probability::prior(sigma);
        let mut by = [Probability(0.0); MOST_CHECKS];
        by[..checks].fill(Probability(feedback::prior_of_each(sigma, checks)));
        let beliefs = Beliefs { needed, by, checks: checks as u8, cleared: 0, contradicted: 0 };
        Beliefs { needed: beliefs.merged(), ..beliefs }
    }

    fn merged(&self) -> Probability {
        Probability(probability::failure(self.by[..usize::from(self.checks)].iter().copied()))
    }

    /// Whether there is one model only.
    pub(crate) fn is_of_one_check(&self) -> bool {
        self.checks == 1
    }

    fn is_cleared(&self, check: usize) -> bool {
        self.cleared & (1 << check) != 0
    }

    fn is_cleared_of_all(self) -> bool {
        (0..usize::from(self.checks)).all(|check| self.is_cleared(check))
    }

    /// What is believed after a failure.
    pub(crate) fn after(mut self, failure: &Failure) -> Beliefs {
        let least = failure.least.of(self.needed);
        let effects = &failure.effects[..usize::from(self.checks)];
        for (check, effect) in effects.iter().enumerate() {
            self.take(check, *effect);
        }
        self.needed = self.merged();
        let is_to_blame = |(check, effect): (usize, &Effect)| {
            (effect.is_raising() && !self.is_cleared(check)).then_some(check)
        };
        if self.needed < least
            && let Some(check) = effects.iter().enumerate().find_map(is_to_blame)
        {
            self.by[check] = self.share_of(check, least);
            self.needed = self.merged();
        }
        self
    }

    /// What is believed once checks have held for a set that holds the element, and others; `None`
    /// if it was cleared of all of them before.
    pub(crate) fn cleared_by(mut self, outcomes: Outcomes) -> Option<Beliefs> {
        let held = |check: &usize| outcomes.0[*check] == Outcome::Held;
        let checks = 0..usize::from(self.checks);
        let mut new = checks.filter(held).filter(|check| !self.is_cleared(*check)).peekable();
        new.peek()?;
        new.collect::<Vec<usize>>().into_iter().for_each(|check| self.take(check, Effect::Clears));
        self.needed = self.merged();
        Some(self)
    }

    fn take(&mut self, check: usize, effect: Effect) {
        let bit = 1 << check;
        match effect {
            Effect::Clears if self.contradicted & bit == 0 => {
                self.cleared |= bit;
                self.by[check] = FLOOR;
            }
            Effect::Raises(factor) if !self.is_cleared(check) => {
                self.by[check] = factor.of(self.by[check]);
            }
            Effect::Contradicts(factor) => {
                self.cleared &= !bit;
                self.contradicted |= bit;
                self.by[check] = factor.of(self.by[check]);
            }
            Effect::None | Effect::Clears | Effect::Raises(_) => {}
        }
    }

    /// The p of a check that makes q what is asked for.
    fn share_of(&self, check: usize, needed: Probability) -> Probability {
        let others = (0..usize::from(self.checks)).filter(|other| *other != check);
        let held = probability::success(others.map(|other| self.by[other]));
        Probability((1.0 - (1.0 - needed.0) / held).clamp(self.by[check].0, 1.0))
    }
}

/// What a failed candidate says, check by check.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    effects: [Effect; MOST_CHECKS],
    /// What one model would make of the probability that an element is needed.
    least: Factor,
}

#[derive(Clone, Copy, Debug)]
enum Effect {
    None,
    /// The elements are cleared of it.
    Clears,
    /// Those that are not cleared of it are likelier needed.
    Raises(Factor),
    /// None is cleared of it any more, and all are likelier needed.
    Contradicts(Factor),
}

impl Effect {
    fn is_raising(self) -> bool {
        matches!(self, Effect::Raises(_) | Effect::Contradicts(_))
    }
}

/// By what a probability is multiplied, and divided.
#[derive(Clone, Copy, Debug)]
struct Factor {
    times: f64,
    over: f64,
}

impl Factor {
    fn of(self, p: Probability) -> Probability {
        Probability((p.0 * self.times / self.over).min(1.0))
    }
}

impl Failure {
    /// That of a candidate whose elements are given by what is believed of them.
    pub(crate) fn of(
        outcomes: Outcomes,
        elements: &(impl Iterator<Item = Beliefs> + Clone),
    ) -> Failure {
        let all = probability::failure(elements.clone().map(|it| it.needed));
        Failure::new(outcomes, elements, Factor { times: 1.0, over: all }, |by| Factor {
            times: 1.0,
            over: by,
        })
    }

    /// That of a chunk of CDD: the probability that an element is needed is multiplied by `growth`
    /// where the failure is blamed on all checks, that of a single check by as much more as the
    /// chunk was less likely to fail by it.
    pub(crate) fn counted(
        outcomes: Outcomes,
        elements: &(impl Iterator<Item = Beliefs> + Clone),
        growth: f64,
    ) -> Failure {
        let all = probability::failure(elements.clone().map(|it| it.needed));
        let times = |share: f64| Factor { times: growth * share, over: 1.0 };
        Failure::new(outcomes, elements, times(1.0), |by| times(all / by))
    }

    /// `least` is what one model would do, `factor` what a check does whose failure had a probability.
    fn new(
        outcomes: Outcomes,
        elements: &(impl Iterator<Item = Beliefs> + Clone),
        least: Factor,
        factor: impl Fn(f64) -> Factor,
    ) -> Failure {
        let effect = |(check, outcome): (usize, Outcome)| {
            let is_any_open = || elements.clone().any(|it| !it.is_cleared(check));
            let conditioned = |is_contradiction: bool| {
                let to_blame = |it: &Beliefs| is_contradiction || !it.is_cleared(check);
                let by = elements.clone().filter(to_blame).map(|it| it.by[check]);
                factor(probability::failure(by))
            };
            match outcome {
                Outcome::Unknown => Effect::None,
                Outcome::Held => Effect::Clears,
                Outcome::Suspect if elements.clone().all(Beliefs::is_cleared_of_all) => {
                    Effect::Contradicts(least)
                }
                Outcome::Suspect => Effect::Raises(least),
                Outcome::Failed if !is_any_open() => Effect::Contradicts(conditioned(true)),
                Outcome::TakenForFailed if !is_any_open() => Effect::None,
                Outcome::Failed | Outcome::TakenForFailed => Effect::Raises(conditioned(false)),
            }
        };
        let mut effects = [Effect::None; MOST_CHECKS];
        for (slot, outcome) in effects.iter_mut().zip(outcomes.0.into_iter().enumerate()) {
            *slot = effect(outcome);
        }
        Failure { effects, least }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AfterFail, CheckState, Feedback, FeedbackSettings, Verdict};
    use CheckState::{Failed, Held, NotRun};

    fn told(checks: &[CheckState], after_fail: AfterFail) -> Outcomes {
        let feedback = Feedback { verdict: Verdict::Uninteresting, checks: checks.to_vec() };
        FeedbackSettings { checks: checks.len(), after_fail }.outcomes(&feedback)
    }

    fn percents(beliefs: &Beliefs) -> Vec<f64> {
        let all = std::iter::once(&beliefs.needed).chain(&beliefs.by);
        let used = all.take(1 + usize::from(beliefs.checks));
        used.map(|p| (p.0 * 1e4).round() / 1e2).collect()
    }

    #[test]
    fn the_priors_of_the_checks_make_up_sigma() {
        for checks in 1..=8 {
            let prior = Beliefs::prior(0.1, checks);
            assert!((prior.needed.0 - 0.1).abs() < 1e-15, "{checks}");
        }
        assert_eq!(percents(&Beliefs::prior(0.19, 2)), [19.0, 10.0, 10.0]);
        assert_eq!(Beliefs::prior(0.1, 1).needed, Probability(0.1));
    }

    #[test]
    fn a_check_that_held_leaves_the_floor_and_the_one_that_failed_has_the_blame() {
        // Two elements, p = .1 for each of two checks; f = .19: p = .526.
        let two = [Beliefs::prior(0.19, 2); 2];
        let outcomes = told(&[Held, Failed], AfterFail::Unknown);
        let after = two[0].after(&Failure::of(outcomes, &two.into_iter()));
        // One model would have made .19 / .3439 = .5525 of it, so the second check makes up.
        assert_eq!(percents(&after), [55.25, 0.1, 55.2]);
    }

    #[test]
    fn checks_that_did_not_run_count_as_failed_or_are_left_alone() {
        let two = [Beliefs::prior(0.19, 2); 2];
        let after = |after_fail| {
            let outcomes = told(&[Failed, NotRun], after_fail);
            percents(&two[0].after(&Failure::of(outcomes, &two.into_iter())))
        };
        // 1 - (1 - .5263)^2 = .7756; 1 - .4737 * .9 = .5737.
        assert_eq!(after(AfterFail::Failed), [77.56, 52.63, 52.63]);
        assert_eq!(after(AfterFail::Unknown), [57.37, 52.63, 10.0]);
    }

    #[test]
    fn a_contradiction_is_no_division_by_zero_and_happens_once() {
        let two = [Beliefs::prior(0.19, 2); 2];
        let held = told(&[Held, Failed], AfterFail::Unknown);
        let cleared = two.map(|it| it.after(&Failure::of(held, &two.into_iter())));
        let failed = told(&[Failed, NotRun], AfterFail::Unknown);
        let again = cleared.map(|it| it.after(&Failure::of(failed, &cleared.into_iter())));
        // .001 / .001999 = .50025; one model would have made .5525 / .7998 = .6909.
        assert!(again[0].needed.0 >= 0.69 && again[0].by[0].0 >= 0.5, "{:?}", again[0]);
        assert!(!again[0].is_cleared(0));
        let held_again = again[0].after(&Failure::of(held, &again.into_iter()));
        assert!(!held_again.is_cleared(0), "it is not cleared a second time");
    }

    #[test]
    fn what_is_cleared_is_not_to_blame_with_others() {
        let prior = Beliefs::prior(0.19, 2);
        let held = told(&[Held, Failed], AfterFail::Unknown);
        let cleared = prior.after(&Failure::of(held, &[prior; 2].into_iter()));
        let failed = told(&[Failed, NotRun], AfterFail::Unknown);
        let failure = Failure::of(failed, &[cleared, prior].into_iter());
        assert_eq!(cleared.after(&failure), cleared);
        assert_eq!(percents(&prior.after(&failure)), [100.0, 100.0, 10.0]);
    }

    #[test]
    fn a_failure_of_nobody_knows_what_raises_all() {
        let two = [Beliefs::prior(0.19, 2); 2];
        let outcomes = told(&[NotRun, NotRun], AfterFail::Unknown);
        let after = two[0].after(&Failure::of(outcomes, &two.into_iter()));
        assert!(after.needed.0 >= 0.5524 && after.by[1] > two[0].by[1]);
    }
}
