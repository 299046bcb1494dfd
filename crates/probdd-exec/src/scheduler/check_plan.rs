//! The checks of a test: which of them a query runs, what its outcome means, and what feedback the
//! search gets.

use super::check_order::{CheckOrder, Expense};
use crate::oracle::{CheckStates, MOST_CHECKS, Outcome, PackedFeedback};
use probdd_core::{CheckState, Verdict};
use std::collections::VecDeque;
use std::sync::Arc;

/// A guess is made from this many uninteresting candidates.
const RECENT: usize = 16;

/// The most candidates that are accepted provisionally before one is run with all checks.
const FARTHEST: usize = 16;

/// The reach when all checks run on every candidate.
const NEVER: usize = 0;

/// The checks of a test.
#[derive(Clone, Debug)]
pub struct CheckPlan {
    names: Vec<Arc<str>>,
    /// Whether searches are told the state of each check, and not only the verdict.
    is_told: bool,
    /// The order in which checks run up to the first that fails; `None` if all run that can, or if the
    /// test runs them itself.
    sequence: Option<Sequence>,
    /// Finds a better sequence.
    order: Option<CheckOrder>,
    /// How many candidates may be accepted provisionally; doubled when they were right.
    reach: usize,
    /// The states after the last uninteresting candidates.
    recent: VecDeque<CheckStates>,
}

/// The order in which checks run, and which of them are deferred.
#[derive(Clone, Debug)]
struct Sequence {
    order: Vec<usize>,
    /// How many of them, from the first on, decide; the others may be deferred.
    deciding: usize,
}

/// What an outcome means under the current sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) verdict: Verdict,
    pub(super) states: CheckStates,
    /// Whether the candidate is interesting, but some checks have not run.
    pub(super) is_provisional: bool,
}

impl Default for CheckPlan {
    /// A test of which only the verdict is known.
    fn default() -> CheckPlan {
        CheckPlan::new(Vec::new(), false)
    }
}

impl CheckPlan {
    /// The checks of these names; of more than [`MOST_CHECKS`] only the first.
    pub fn new(names: Vec<Arc<str>>, is_told: bool) -> CheckPlan {
        let names = names.into_iter().take(MOST_CHECKS).collect();
        let (sequence, order, recent) = (None, None, VecDeque::new());
        CheckPlan { names, is_told, sequence, order, reach: 1, recent }
    }

    /// Runs the checks in this order up to the first that fails.
    #[must_use]
    pub fn in_order(self, order: &[usize]) -> CheckPlan {
        let sequence = Sequence { order: order.to_vec(), deciding: order.len() };
        CheckPlan { sequence: Some(sequence), ..self }
    }

    /// Runs the checks in the order that costs least up to the first that fails. If `may_defer`, checks
    /// that decide nothing run for one candidate among several.
    #[must_use]
    pub fn economical(self, expenses: Vec<Expense>, may_defer: bool) -> CheckPlan {
        let order = CheckOrder::new(expenses);
        let reach = if may_defer { 1 } else { NEVER };
        CheckPlan { sequence: Some(Sequence::of(&order)), order: Some(order), reach, ..self }
    }

    /// Returns the names of the checks.
    pub fn names(&self) -> &[Arc<str>] {
        &self.names
    }

    /// Returns how many checks searches are told of; 1 if they are told the verdict only.
    pub fn told_checks(&self) -> usize {
        if self.is_told { self.names.len().max(1) } else { 1 }
    }

    /// Whether some checks are deferred for now.
    pub(super) fn is_deferring(&self) -> bool {
        let defers = |sequence: &Sequence| sequence.deciding < sequence.order.len();
        self.reach > 1 && self.sequence.as_ref().is_some_and(defers)
    }

    /// Returns how many candidates may be accepted before one is run with all checks.
    pub(super) fn reach(&self) -> usize {
        self.reach
    }

    /// Returns the checks that a query runs, in their order; `None` if the test decides that.
    pub(super) fn order(&self) -> Option<&[usize]> {
        let Sequence { order, deciding } = self.sequence.as_ref()?;
        Some(if self.is_deferring() { &order[..*deciding] } else { order })
    }

    pub(super) fn full_order(&self) -> Option<&[usize]> {
        self.sequence.as_ref().map(|sequence| &*sequence.order)
    }

    /// Returns the checks that decide nothing, as far as is known.
    pub fn redundant(&self) -> Vec<Arc<str>> {
        let sequence = self.sequence.as_ref();
        let last = sequence.map_or(&[][..], |sequence| &sequence.order[sequence.deciding..]);
        last.iter().map(|check| Arc::clone(&self.names[*check])).collect()
    }

    /// Returns what an outcome means, had it been run in the current order; `None` if the checks that
    /// ran do not tell.
    pub(super) fn read(&self, outcome: &Outcome) -> Option<Reading> {
        let mut states = self.state_list(outcome);
        let verdict = outcome.verdict;
        let Some(order) = self.order() else { return Some(self.whole(outcome)) };
        let has_failed = states.contains(&CheckState::Failed);
        let first = order.iter().position(|check| states[*check] != CheckState::Held);
        let is_known = match first.map(|first| states[order[first]]) {
            // All checks of the order have held; another one may have failed.
            None => verdict.is_interesting() || !has_failed,
            Some(CheckState::Failed) => !verdict.is_interesting(),
            // The outcome was lost, or too few checks have run.
            Some(_) if has_failed || verdict.is_interesting() => return None,
            Some(_) => return Some(self.whole(outcome)),
        };
        let ran = first.map_or(order.len(), |first| first + 1);
        for check in (0..states.len()).filter(|check| !order[..ran].contains(check)) {
            states[check] = CheckState::NotRun;
        }
        let is_provisional = verdict.is_interesting() && order.len() < self.names.len();
        is_known.then(|| Reading { verdict, states: CheckStates::new(&states), is_provisional })
    }

    pub(super) fn whole(&self, outcome: &Outcome) -> Reading {
        let (verdict, states) = (outcome.verdict, self.states(outcome));
        Reading { verdict, states, is_provisional: false }
    }

    /// Returns the state of each check, in the order of the names.
    pub fn states(&self, outcome: &Outcome) -> CheckStates {
        CheckStates::new(&self.state_list(outcome))
    }

    fn state_list(&self, outcome: &Outcome) -> Vec<CheckState> {
        let of = |name: &Arc<str>| outcome.checks.iter().find(|check| check.name == *name);
        let state = |name: &Arc<str>| match of(name).map(|check| check.has_held) {
            Some(true) => CheckState::Held,
            Some(false) => CheckState::Failed,
            None => CheckState::NotRun,
        };
        self.names.iter().map(state).collect()
    }

    /// Returns the feedback for the search: only the verdict if the candidate is interesting.
    pub(super) fn feedback(&self, Reading { verdict, states, .. }: Reading) -> PackedFeedback {
        let is_news = self.is_told && !verdict.is_interesting();
        let states = if is_news { states } else { CheckStates::NONE };
        PackedFeedback { verdict, states }
    }

    /// Learns from the answer to a query.
    pub(super) fn learn(&mut self, verdict: Verdict, states: CheckStates) {
        if self.is_told && !verdict.is_interesting() {
            if self.recent.len() == RECENT {
                self.recent.pop_front();
            }
            self.recent.push_back(states);
        }
        let Some(order) = &mut self.order else { return };
        if order.note(states) {
            self.sequence = Some(Sequence::of(order));
        }
    }

    /// Takes note of an accepted candidate for which all checks held in one run.
    pub(super) fn on_all_checks_held(&mut self) {
        if self.reach != NEVER {
            self.reach = self.reach.max(2);
        }
    }

    /// Takes note of whether the last of some provisionally accepted candidates was interesting.
    pub(super) fn on_verified(&mut self, is_right: bool, states: CheckStates) {
        self.reach = if is_right { (2 * self.reach).min(FARTHEST) } else { 1 };
        if let Some(order) = self.order.as_mut().filter(|_| !is_right) {
            order.on_mistake(states);
            self.sequence = Some(Sequence::of(order));
        }
    }

    /// Guesses what a search will be told of an uninteresting candidate: the most frequent states of
    /// the last ones.
    pub(super) fn guess(&self) -> PackedFeedback {
        let count =
            |states: &&CheckStates| self.recent.iter().filter(|other| other == states).count();
        let states = self.recent.iter().max_by_key(count).copied().unwrap_or_default();
        PackedFeedback::new(Verdict::Uninteresting, states)
    }
}

impl Sequence {
    fn of(checks: &CheckOrder) -> Sequence {
        let order = checks.order();
        let deciding = order.len() - checks.redundant(&order);
        Sequence { order, deciding }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{CheckRun, End};
    use CheckState::{Failed, Held, NotRun};

    fn plan() -> CheckPlan {
        CheckPlan::new(["a", "b", "c"].map(Arc::from).into(), true)
    }

    /// The outcome of a query in which these checks ran.
    fn outcome(ran: &[(&str, bool)]) -> Outcome {
        let has_held = ran.len() == 3 && ran.iter().all(|(_, has_held)| *has_held);
        let verdict = if has_held { Verdict::Interesting } else { Verdict::Uninteresting };
        let checks = ran.iter().map(|(name, held)| CheckRun::reported(name, *held)).collect();
        Outcome { checks, ..Outcome::new(verdict, End::Exited(i32::from(!has_held))) }
    }

    fn states(plan: &CheckPlan, ran: &[(&str, bool)]) -> Option<Vec<CheckState>> {
        plan.read(&outcome(ran)).map(|reading| reading.states.iter().collect())
    }

    #[test]
    fn states_are_in_the_order_of_the_names_and_others_do_not_count() {
        let known = states(&plan(), &[("c", true), ("x", true), ("a", false)]);
        assert_eq!(known, Some(vec![Failed, NotRun, Held]));
        assert_eq!(states(&CheckPlan::default(), &[("a", true)]), Some(vec![]));
    }

    #[test]
    fn an_outcome_in_another_order_is_read_as_if_run_in_this_one() {
        let plan = plan().in_order(&[1, 0, 2]);
        let known = states(&plan, &[("a", false), ("b", true), ("c", true)]);
        assert_eq!(known, Some(vec![Failed, Held, NotRun]));
        assert_eq!(states(&plan, &[("b", false)]), Some(vec![NotRun, Failed, NotRun]));
        assert_eq!(states(&plan, &[("a", false)]), None);
        assert_eq!(states(&plan, &[("a", true), ("c", false)]), None);
        let all = [("a", true), ("b", true), ("c", true)];
        assert_eq!(states(&plan, &all), Some(vec![Held; 3]));
        // Interrupted, or lost: no check has failed.
        assert_eq!(states(&plan, &[("a", true)]), Some(vec![Held, NotRun, NotRun]));
    }

    #[test]
    fn deferred_checks_count_as_not_run() {
        let expense = |redundant| Expense { cost: 1.0, after: Vec::new(), redundant };
        let expenses = vec![expense(Some(true)), expense(None), expense(None)];
        let mut plan = plan().economical(expenses, true);
        assert!(!plan.is_deferring());
        assert_eq!(states(&plan, &[("b", true), ("c", true)]), Some(vec![NotRun, Held, Held]));
        plan.on_all_checks_held();
        assert!(plan.is_deferring());
        let all = [("a", true), ("b", true), ("c", true)];
        assert_eq!(states(&plan, &all), Some(vec![NotRun, Held, Held]));
        // A check failed that would not run now.
        assert_eq!(states(&plan, &[("b", true), ("c", true), ("a", false)]), None);
        plan.on_verified(false, CheckStates::NONE);
        assert!(!plan.is_deferring());
    }

    #[test]
    fn the_guess_is_the_most_frequent_of_the_last_states() {
        let mut plan = plan();
        assert_eq!(plan.guess(), PackedFeedback::UNINTERESTING);
        let (rare, often) =
            (CheckStates::new(&[Failed; 3]), CheckStates::new(&[Held, Failed, NotRun]));
        for states in [often, rare, often, rare, often] {
            plan.learn(Verdict::Uninteresting, states);
        }
        plan.learn(Verdict::Interesting, rare);
        assert_eq!(plan.guess().states, often);
        (0..RECENT).for_each(|_| plan.learn(Verdict::Unresolved, rare));
        assert_eq!(plan.guess().states, rare);
        assert_eq!(CheckPlan::new(Vec::new(), false).guess(), PackedFeedback::UNINTERESTING);
    }
}
