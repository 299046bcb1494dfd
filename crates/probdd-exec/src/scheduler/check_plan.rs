//! The checks that a test is made of: what is told of them, and in which order they run.

use super::check_order::{CheckOrder, Expense};
use crate::oracle::{CheckStates, MOST_CHECKS, Outcome, PackedFeedback};
use probdd_core::{CheckState, Verdict};
use std::collections::VecDeque;
use std::sync::Arc;

/// A guess is made from so many failures.
const RECENT: usize = 16;

/// At most so many candidates are accepted for the time being before one is run with all checks.
const FARTHEST: usize = 16;

/// The reach where all checks run on every candidate.
const NEVER: usize = 0;

/// The checks of a test.
#[derive(Clone, Debug)]
pub struct CheckPlan {
    names: Vec<Arc<str>>,
    /// Whether searches are told what each check said, and not the verdict only.
    is_told: bool,
    /// How they run up to the first that fails; none when those run that can, or when the test runs
    /// them itself.
    plan: Option<Plan>,
    /// Finds a better plan.
    economy: Option<CheckOrder>,
    /// How many candidates may be accepted for the time being: twice as many as were right.
    reach: usize,
    /// What was told of the last uninteresting candidates.
    recent: VecDeque<CheckStates>,
}

/// In which order checks run, and which of them are left for later.
#[derive(Clone, Debug)]
struct Plan {
    order: Arc<[usize]>,
    /// So many of them, from the first on, decide.
    deciding: usize,
}

/// What a query means in today's plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) verdict: Verdict,
    pub(super) states: CheckStates,
    /// Whether it is interesting only as far as the checks go that decide.
    pub(super) is_provisional: bool,
}

impl Default for CheckPlan {
    /// That of a test of which only the verdict is known.
    fn default() -> CheckPlan {
        CheckPlan::new(Vec::new(), false)
    }
}

impl CheckPlan {
    /// The checks of these names; of more than [`MOST_CHECKS`] only the first.
    pub fn new(names: Vec<Arc<str>>, is_told: bool) -> CheckPlan {
        let names = names.into_iter().take(MOST_CHECKS).collect();
        let (plan, economy, recent) = (None, None, VecDeque::new());
        CheckPlan { names, is_told, plan, economy, reach: 1, recent }
    }

    /// The same, run in this order up to the first that fails.
    #[must_use]
    pub fn in_order(self, order: &[usize]) -> CheckPlan {
        let plan = Plan { order: order.into(), deciding: order.len() };
        CheckPlan { plan: Some(plan), ..self }
    }

    /// The same, run in whatever order costs least, one after another; those that decide nothing are
    /// run later, if they may be deferred: for one candidate among several.
    #[must_use]
    pub fn economical(self, expenses: Vec<Expense>, may_defer: bool) -> CheckPlan {
        let economy = CheckOrder::new(expenses);
        let reach = if may_defer { 1 } else { NEVER };
        CheckPlan { plan: Some(Plan::of(&economy)), economy: Some(economy), reach, ..self }
    }

    /// Their names.
    pub fn names(&self) -> &[Arc<str>] {
        &self.names
    }

    /// How many checks searches are told of; of a test of which they hear the verdict only, one.
    pub fn told_checks(&self) -> usize {
        if self.is_told { self.names.len().max(1) } else { 1 }
    }

    /// Whether some checks do not run for now.
    pub(super) fn is_deferring(&self) -> bool {
        self.reach > 1 && self.plan.as_ref().is_some_and(|plan| plan.deciding < plan.order.len())
    }

    /// How many candidates may be accepted before one is run with all checks.
    pub(super) fn reach(&self) -> usize {
        self.reach
    }

    /// The checks that a query runs, in their order; none when that is the test's business.
    pub(super) fn order(&self) -> Option<Arc<[usize]>> {
        let plan = self.plan.as_ref()?;
        if self.is_deferring() {
            return Some(plan.order[..plan.deciding].into());
        }
        Some(Arc::clone(&plan.order))
    }

    /// All of them, in the same order.
    pub(super) fn full_order(&self) -> Option<Arc<[usize]>> {
        self.plan.as_ref().map(|plan| Arc::clone(&plan.order))
    }

    /// The checks that decide nothing, as far as is known.
    pub fn redundant(&self) -> Vec<Arc<str>> {
        let plan = self.plan.as_ref();
        let last = plan.map_or(&[][..], |plan| &plan.order[plan.deciding..]);
        last.iter().map(|check| Arc::clone(&self.names[*check])).collect()
    }

    /// What a query means, had it been run in today's order; none when that cannot be known from
    /// what has run.
    pub(super) fn read(&self, outcome: &Outcome) -> Option<Reading> {
        let mut states = self.said(outcome);
        let verdict = outcome.verdict;
        let Some(order) = self.order() else { return Some(self.whole(outcome)) };
        let has_failed = states.contains(&CheckState::Failed);
        let first = order.iter().position(|check| states[*check] != CheckState::Held);
        let is_known = match first.map(|first| states[order[first]]) {
            // All that run today have held; another one may have failed.
            None => verdict.is_interesting() || !has_failed,
            Some(CheckState::Failed) => !verdict.is_interesting(),
            // It was lost, or too little was run.
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

    /// What it means, whatever ran.
    pub(super) fn whole(&self, outcome: &Outcome) -> Reading {
        let (verdict, states) = (outcome.verdict, self.states(outcome));
        Reading { verdict, states, is_provisional: false }
    }

    /// What each check said, in their order.
    pub fn states(&self, outcome: &Outcome) -> CheckStates {
        CheckStates::new(&self.said(outcome))
    }

    fn said(&self, outcome: &Outcome) -> Vec<CheckState> {
        let of = |name: &Arc<str>| outcome.checks.iter().find(|check| check.name == *name);
        let state = |name: &Arc<str>| match of(name).map(|check| check.has_held) {
            Some(true) => CheckState::Held,
            Some(false) => CheckState::Failed,
            None => CheckState::NotRun,
        };
        self.names.iter().map(state).collect()
    }

    /// What a search is told: of what is interesting, no more than that.
    pub(super) fn feedback(&self, Reading { verdict, states, .. }: Reading) -> PackedFeedback {
        let is_news = self.is_told && !verdict.is_interesting();
        PackedFeedback { verdict, states: if is_news { states } else { CheckStates::NONE } }
    }

    /// Takes note of the answer to a query.
    pub(super) fn learn(&mut self, verdict: Verdict, states: CheckStates) {
        if self.is_told && !verdict.is_interesting() {
            if self.recent.len() == RECENT {
                self.recent.pop_front();
            }
            self.recent.push_back(states);
        }
        let Some(economy) = &mut self.economy else { return };
        if economy.note(states) {
            self.plan = Some(Plan::of(economy));
        }
    }

    /// Takes note of a candidate for which all checks held in one run.
    pub(super) fn on_all_checks_held(&mut self) {
        if self.reach != NEVER {
            self.reach = self.reach.max(2);
        }
    }

    /// Takes note of one that came after others which were accepted for the time being: were they
    /// right?
    pub(super) fn on_verified(&mut self, is_right: bool, states: CheckStates) {
        self.reach = if is_right { (2 * self.reach).min(FARTHEST) } else { 1 };
        if let Some(economy) = self.economy.as_mut().filter(|_| !is_right) {
            economy.on_mistake(states);
            self.plan = Some(Plan::of(economy));
        }
    }

    /// What an uninteresting candidate will probably be told as: what was told most often lately.
    pub(super) fn guess(&self) -> PackedFeedback {
        let count =
            |states: &&CheckStates| self.recent.iter().filter(|other| other == states).count();
        let states = self.recent.iter().max_by_key(count).copied().unwrap_or_default();
        PackedFeedback { verdict: Verdict::Uninteresting, states }
    }
}

impl Plan {
    fn of(economy: &CheckOrder) -> Plan {
        let order = economy.order();
        let deciding = order.len() - economy.redundant(&order);
        Plan { order: order.into(), deciding }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{CheckRun, End};
    use CheckState::{Failed, Held, NotRun};

    fn roster() -> CheckPlan {
        CheckPlan::new(["a", "b", "c"].map(Arc::from).into(), true)
    }

    /// A query of which these checks ran.
    fn outcome(ran: &[(&str, bool)]) -> Outcome {
        let has_held = ran.len() == 3 && ran.iter().all(|(_, has_held)| *has_held);
        let verdict = if has_held { Verdict::Interesting } else { Verdict::Uninteresting };
        let checks = ran.iter().map(|(name, held)| CheckRun::reported(name, *held)).collect();
        Outcome { checks, ..Outcome::new(verdict, End::Exited(i32::from(!has_held))) }
    }

    fn states(roster: &CheckPlan, ran: &[(&str, bool)]) -> Option<Vec<CheckState>> {
        roster.read(&outcome(ran)).map(|reading| reading.states.iter().collect())
    }

    #[test]
    fn states_are_in_the_order_of_the_names_and_others_do_not_count() {
        let known = states(&roster(), &[("c", true), ("x", true), ("a", false)]);
        assert_eq!(known, Some(vec![Failed, NotRun, Held]));
        assert_eq!(states(&CheckPlan::default(), &[("a", true)]), Some(vec![]));
    }

    #[test]
    fn what_ran_in_another_order_is_known_as_far_as_it_would_have_run() {
        let roster = roster().in_order(&[1, 0, 2]);
        let known = states(&roster, &[("a", false), ("b", true), ("c", true)]);
        assert_eq!(known, Some(vec![Failed, Held, NotRun]));
        assert_eq!(states(&roster, &[("b", false)]), Some(vec![NotRun, Failed, NotRun]));
        assert_eq!(states(&roster, &[("a", false)]), None);
        assert_eq!(states(&roster, &[("a", true), ("c", false)]), None);
        let all = [("a", true), ("b", true), ("c", true)];
        assert_eq!(states(&roster, &all), Some(vec![Held; 3]));
        // Interrupted, or lost: nobody has failed.
        assert_eq!(states(&roster, &[("a", true)]), Some(vec![Held, NotRun, NotRun]));
    }

    #[test]
    fn what_is_left_for_later_is_not_known_for_now() {
        let expense = |redundant| Expense { cost: 1.0, after: Vec::new(), redundant };
        let expenses = vec![expense(Some(true)), expense(None), expense(None)];
        let mut roster = roster().economical(expenses, true);
        assert!(!roster.is_deferring());
        assert_eq!(states(&roster, &[("b", true), ("c", true)]), Some(vec![NotRun, Held, Held]));
        roster.on_all_checks_held();
        assert!(roster.is_deferring());
        let all = [("a", true), ("b", true), ("c", true)];
        assert_eq!(states(&roster, &all), Some(vec![NotRun, Held, Held]));
        // It failed where today it would not run.
        assert_eq!(states(&roster, &[("b", true), ("c", true), ("a", false)]), None);
        roster.on_verified(false, CheckStates::NONE);
        assert!(!roster.is_deferring());
    }

    #[test]
    fn the_guess_is_what_was_told_most_often_lately() {
        let mut roster = roster();
        assert_eq!(roster.guess(), PackedFeedback::UNINTERESTING);
        let (rare, often) =
            (CheckStates::new(&[Failed; 3]), CheckStates::new(&[Held, Failed, NotRun]));
        for states in [often, rare, often, rare, often] {
            roster.learn(Verdict::Uninteresting, states);
        }
        roster.learn(Verdict::Interesting, rare);
        assert_eq!(roster.guess().states, often);
        (0..RECENT).for_each(|_| roster.learn(Verdict::Unresolved, rare));
        assert_eq!(roster.guess().states, rare);
        assert_eq!(CheckPlan::new(Vec::new(), false).guess(), PackedFeedback::UNINTERESTING);
    }
}
