//! What is believed of an element: how likely it is needed, and by which check.
//!
//! For a test of which only the verdict is known, that is one probability p. With several checks each
//! has its own p, and the checks are taken to be independent: an element is needed with the
//! probability `q = 1 - prod(1 - p)`, the product taken over the checks. A search chooses by q, and a
//! failure changes the p:
//!
//! - **A check held** for a candidate: it needs none of the elements. They are *cleared* of the check,
//!   their p is [`FLOOR`]. A cleared element is not blamed when the check fails for a set that holds
//!   other elements.
//! - **A check failed**: its p are conditioned on that, over the elements that are not cleared of it.
//! - **A contradiction**: a check failed and all elements of the set are cleared of it. They are not
//!   cleared any more, and take the blame. An element that was in a contradiction cannot be cleared
//!   of that check again. The floor is not 0, so no 0/0 arises.
//! - **Some unknown check failed**: every p is conditioned on that.
//! - **Growth**: the q of a blamed element rises at least as much as it would with one model. Where
//!   cleared elements would let it rise less, p of the first check that failed makes up for it.
//!
//! So every failure raises the q of one element at least as much as one model would, and a q falls
//! only when its element is cleared, once for each check.

use super::probability::{self, Ordered};
use crate::feedback::{CheckSet, MOST_CHECKS, Outcome, Outcomes};
use std::ops::Range;

/// The probability that an element is needed by a check that held without it.
const FLOOR: Ordered = Ordered(1e-3);

/// What is believed of an element. Ordered by the probability that it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Beliefs {
    needed: Ordered,
    /// The beliefs about each check, if there are several.
    by_check: Option<ByCheck>,
}

impl Beliefs {
    /// The prior: the element is needed with the probability `sigma`.
    ///
    /// # Panics
    /// When `sigma` is not strictly between 0 and 1.
    pub(crate) fn prior(sigma: f64, checks: usize) -> Beliefs {
        assert!(0.0 < sigma && sigma < 1.0, "sigma is a probability strictly between 0 and 1");
        match checks {
            1 => Beliefs { needed: Ordered(sigma), by_check: None },
            _ => Beliefs::merged(ByCheck::prior(sigma, checks)),
        }
    }

    fn merged(by_check: ByCheck) -> Beliefs {
        Beliefs { needed: Ordered(by_check.merged()), by_check: Some(by_check) }
    }

    /// The probability that the element is needed, by one check at least.
    pub(crate) fn needed(self) -> f64 {
        self.needed.0
    }

    /// Whether only the verdict of the test is known.
    pub(crate) fn is_of_one_check(&self) -> bool {
        self.by_check.is_none()
    }

    /// The beliefs after a candidate that held the element failed. `posterior(p, f)` is the
    /// algorithm's posterior of a probability p, when a set fails that fails with the probability f.
    pub(crate) fn after(self, failure: &Failure, posterior: impl Fn(f64, f64) -> f64) -> Beliefs {
        self.at_least(failure, posterior(self.needed(), failure.chance), posterior)
    }

    /// The beliefs after a failure. If a check is to blame, the element is needed with the
    /// probability `least` or more.
    fn at_least(
        self,
        failure: &Failure,
        least: f64,
        posterior: impl Fn(f64, f64) -> f64,
    ) -> Beliefs {
        let least = least.min(1.0);
        let posterior = |p: f64, f: f64| posterior(p, f).min(1.0);
        match self.by_check {
            None => Beliefs { needed: Ordered(least), by_check: None },
            Some(by_check) => Beliefs::merged(by_check.after(failure, least, posterior)),
        }
    }

    /// The beliefs after the failure of a candidate with this element alone, for an algorithm that
    /// divides p by the probability of the failure, given that the element is needed
    /// ([`Failure::of_needed`]). A blamed p rises at least by the factor `least_rise`, and the
    /// element is then needed with the probability `least` or more.
    pub(crate) fn divided(self, failure: &Failure, least_rise: f64, least: f64) -> Beliefs {
        self.at_least(failure, least, |p, f| p * f64::max(1.0 / f, least_rise))
    }

    /// The probability that a check needs the element; `None` if only the verdict is known.
    pub(crate) fn of_check(self, check: usize) -> Option<f64> {
        self.by_check.map(|by_check| by_check.p[check].0)
    }

    /// The beliefs after such a failure, for an algorithm that multiplies p by a factor. With several
    /// checks, p of a check grows by as much more as the candidate was less likely to fail by it.
    pub(crate) fn grown(self, failure: &Failure, factor: f64) -> Beliefs {
        self.after(failure, |p, f| p * (factor * (failure.chance / f)))
    }

    /// The beliefs after checks held for a set with the element and others; `None` if the element
    /// was cleared of all of these checks before.
    pub(crate) fn cleared_by(self, outcomes: Outcomes) -> Option<Beliefs> {
        self.by_check?.cleared_by(outcomes).map(Beliefs::merged)
    }
}

/// How likely each check needs an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ByCheck {
    p: [Ordered; MOST_CHECKS],
    checks: u8,
    /// The checks that the element is cleared of.
    cleared: CheckSet,
    /// The checks that contradicted themselves about the element.
    contradicted: CheckSet,
}

impl ByCheck {
    /// Equal priors of all checks, which merge to `sigma`.
    fn prior(sigma: f64, checks: usize) -> ByCheck {
        let mut p = [Ordered(0.0); MOST_CHECKS];
        p[..checks].fill(Ordered(-libm::expm1(libm::log1p(-sigma) / checks as f64)));
        let none = CheckSet::default();
        ByCheck { p, checks: checks as u8, cleared: none, contradicted: none }
    }

    fn range(&self) -> Range<usize> {
        0..usize::from(self.checks)
    }

    /// q, the probability that one check at least needs the element.
    fn merged(&self) -> f64 {
        probability::failure(self.range().map(|check| self.p[check].0))
    }

    fn is_cleared_of_all(self) -> bool {
        self.range().all(|check| self.cleared.contains(check))
    }

    /// The beliefs after a failure. If a check is to blame, q is `least` or more.
    fn after(
        mut self,
        failure: &Failure,
        least: f64,
        posterior: impl Fn(f64, f64) -> f64,
    ) -> ByCheck {
        for check in self.range() {
            self.take(check, failure.effects[check], &posterior);
        }
        let is_to_blame = |check: &usize| {
            let effect = failure.effects[*check];
            let raises = matches!(effect, Effect::Raises(_) | Effect::Contradicts(_));
            raises && !self.cleared.contains(*check)
        };
        if failure.is_growing
            && self.merged() < least
            && let Some(check) = self.range().find(is_to_blame)
        {
            self.p[check] = Ordered(self.share_of(check, least));
        }
        self
    }

    fn take(&mut self, check: usize, effect: Effect, posterior: &impl Fn(f64, f64) -> f64) {
        let Ordered(p) = self.p[check];
        match effect {
            Effect::Clears if !self.contradicted.contains(check) => {
                self.cleared.insert(check);
                self.p[check] = FLOOR;
            }
            Effect::Raises(f) if !self.cleared.contains(check) => {
                self.p[check] = Ordered(posterior(p, f));
            }
            Effect::Contradicts(f) => {
                self.cleared.remove(check);
                self.contradicted.insert(check);
                self.p[check] = Ordered(posterior(p, f));
            }
            Effect::None | Effect::Clears | Effect::Raises(_) => {}
        }
    }

    fn cleared_by(mut self, outcomes: Outcomes) -> Option<ByCheck> {
        let before = self.cleared;
        let is_new =
            |check: &usize| outcomes.0[*check] == Outcome::Held && !before.contains(*check);
        let mut new = self.range().filter(is_new).peekable();
        new.peek()?;
        new.for_each(|check| self.take(check, Effect::Clears, &|p, _| p));
        Some(self)
    }

    /// The p of a check that makes q as large as `needed`.
    fn share_of(&self, check: usize, needed: f64) -> f64 {
        let others = self.range().filter(|other| *other != check);
        let held = probability::success(others.map(|other| self.p[other].0));
        (1.0 - (1.0 - needed) / held).clamp(self.p[check].0, 1.0)
    }
}

/// What a failed candidate says about its elements.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The probability that the candidate fails.
    chance: f64,
    effects: [Effect; MOST_CHECKS],
    /// Whether the elements are needed at least as likely as after the same failure with one check.
    is_growing: bool,
}

/// What a failed candidate says about one check. The numbers are the probabilities that the
/// candidate fails by it.
#[derive(Clone, Copy, Debug)]
enum Effect {
    /// Nothing.
    None,
    /// The elements are cleared of the check.
    Clears,
    /// The elements that are not cleared of the check are more likely needed.
    Raises(f64),
    /// No element is cleared of the check any more, and all are more likely needed.
    Contradicts(f64),
}

impl Failure {
    /// The failure of a candidate with elements of these beliefs.
    pub(crate) fn of(
        outcomes: Outcomes,
        elements: impl Iterator<Item = Beliefs> + Clone,
    ) -> Failure {
        let chance = probability::failure(elements.clone().map(Beliefs::needed));
        let by_check = elements.filter_map(|element| element.by_check);
        let mut effects = [Effect::None; MOST_CHECKS];
        if by_check.clone().next().is_some() {
            for (check, outcome) in outcomes.0.into_iter().enumerate() {
                effects[check] = Effect::of(check, outcome, &by_check, chance);
            }
        }
        Failure { chance, effects, is_growing: true }
    }

    /// The same failure, after which what is believed may fall.
    pub(crate) fn without_growth(self) -> Failure {
        Failure { is_growing: false, ..self }
    }

    /// The failure of a candidate with a single element, when it is known how likely the candidate
    /// fails if the element is needed: by any check, and by each.
    pub(crate) fn of_needed(
        outcomes: Outcomes,
        element: Beliefs,
        by_any: f64,
        by_check: &[f64; MOST_CHECKS],
    ) -> Failure {
        let mut failure = Failure::of(outcomes, std::iter::once(element));
        failure.chance = by_any;
        for (check, effect) in failure.effects.iter_mut().enumerate() {
            if let Effect::Raises(f) | Effect::Contradicts(f) = effect {
                let is_known = outcomes.0[check] != Outcome::Suspect;
                *f = if is_known { by_check[check] } else { by_any };
            }
        }
        failure
    }
}

impl Effect {
    /// The effect on a check that had this outcome.
    fn of(
        check: usize,
        outcome: Outcome,
        elements: &(impl Iterator<Item = ByCheck> + Clone),
        chance: f64,
    ) -> Effect {
        let are_all_cleared = || elements.clone().all(|element| element.cleared.contains(check));
        let failure_of = |is_blamed: &dyn Fn(&ByCheck) -> bool| {
            probability::failure(
                elements.clone().filter(is_blamed).map(|element| element.p[check].0),
            )
        };
        match outcome {
            Outcome::Unknown => Effect::None,
            Outcome::Held => Effect::Clears,
            Outcome::Suspect if elements.clone().all(ByCheck::is_cleared_of_all) => {
                Effect::Contradicts(chance)
            }
            Outcome::Suspect => Effect::Raises(chance),
            Outcome::Failed if are_all_cleared() => Effect::Contradicts(failure_of(&|_| true)),
            Outcome::TakenForFailed if are_all_cleared() => Effect::None,
            Outcome::Failed | Outcome::TakenForFailed => {
                Effect::Raises(failure_of(&|element| !element.cleared.contains(check)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::probdd::posterior;
    use super::*;
    use crate::{AfterFail, CheckState, Feedback, FeedbackSettings};
    use CheckState::{Failed, Held, NotRun};

    fn told(checks: &[CheckState], after_fail: AfterFail) -> Outcomes {
        let feedback = Feedback { checks: checks.to_vec(), ..Feedback::UNINTERESTING };
        FeedbackSettings { checks: checks.len(), after_fail }.outcomes(&feedback)
    }

    fn by_check(beliefs: &Beliefs) -> ByCheck {
        beliefs.by_check.expect("there are several checks")
    }

    fn percents(beliefs: &Beliefs) -> Vec<f64> {
        let by_check = beliefs.by_check.iter().flat_map(|by_check| &by_check.p[by_check.range()]);
        let used = std::iter::once(&beliefs.needed).chain(by_check);
        used.map(|p| (p.0 * 1e4).round() / 1e2).collect()
    }

    #[test]
    fn the_priors_of_the_checks_make_up_sigma() {
        for checks in 1..=8 {
            let prior = Beliefs::prior(0.1, checks);
            assert!((prior.needed() - 0.1).abs() < 1e-15, "{checks}");
        }
        assert_eq!(percents(&Beliefs::prior(0.19, 2)), [19.0, 10.0, 10.0]);
        assert_eq!(Beliefs::prior(0.1, 1).needed, Ordered(0.1));
    }

    #[test]
    fn the_check_that_held_has_the_floor_and_the_one_that_failed_the_blame() {
        // Two elements, p = .1 for each of two checks; f = .19: p = .526.
        let two = [Beliefs::prior(0.19, 2); 2];
        let outcomes = told(&[Held, Failed], AfterFail::Unknown);
        let after = two[0].after(&Failure::of(outcomes, two.into_iter()), posterior);
        // One model would have made .19 / .3439 = .5525 of it, so the second check makes up.
        assert_eq!(percents(&after), [55.25, 0.1, 55.2]);
    }

    #[test]
    fn checks_that_did_not_run_count_as_failed_or_as_unknown() {
        let two = [Beliefs::prior(0.19, 2); 2];
        let after = |after_fail| {
            let outcomes = told(&[Failed, NotRun], after_fail);
            percents(&two[0].after(&Failure::of(outcomes, two.into_iter()), posterior))
        };
        // 1 - (1 - .5263)^2 = .7756; 1 - .4737 * .9 = .5737.
        assert_eq!(after(AfterFail::Failed), [77.56, 52.63, 52.63]);
        assert_eq!(after(AfterFail::Unknown), [57.37, 52.63, 10.0]);
    }

    #[test]
    fn a_contradiction_is_no_division_by_zero_and_happens_once() {
        let two = [Beliefs::prior(0.19, 2); 2];
        let held = told(&[Held, Failed], AfterFail::Unknown);
        let cleared =
            two.map(|beliefs| beliefs.after(&Failure::of(held, two.into_iter()), posterior));
        let failed = told(&[Failed, NotRun], AfterFail::Unknown);
        let again = cleared
            .map(|beliefs| beliefs.after(&Failure::of(failed, cleared.into_iter()), posterior));
        // .001 / .001999 = .50025; one model would have made .5525 / .7998 = .6909.
        assert!(again[0].needed() >= 0.69 && by_check(&again[0]).p[0].0 >= 0.5, "{:?}", again[0]);
        assert!(!by_check(&again[0]).cleared.contains(0));
        let held_again = again[0].after(&Failure::of(held, again.into_iter()), posterior);
        assert!(!by_check(&held_again).cleared.contains(0), "it is not cleared a second time");
    }

    #[test]
    fn a_cleared_element_is_not_blamed_beside_others() {
        let prior = Beliefs::prior(0.19, 2);
        let held = told(&[Held, Failed], AfterFail::Unknown);
        let cleared = prior.after(&Failure::of(held, [prior; 2].into_iter()), posterior);
        let failed = told(&[Failed, NotRun], AfterFail::Unknown);
        let failure = Failure::of(failed, [cleared, prior].into_iter());
        assert_eq!(cleared.after(&failure, posterior), cleared);
        assert_eq!(percents(&prior.after(&failure, posterior)), [100.0, 100.0, 10.0]);
    }

    #[test]
    fn a_failure_by_an_unknown_check_raises_all() {
        let two = [Beliefs::prior(0.19, 2); 2];
        let outcomes = told(&[NotRun, NotRun], AfterFail::Unknown);
        let after = two[0].after(&Failure::of(outcomes, two.into_iter()), posterior);
        assert!(after.needed() >= 0.5524 && by_check(&after).p[1] > by_check(&two[0]).p[1]);
    }
}
