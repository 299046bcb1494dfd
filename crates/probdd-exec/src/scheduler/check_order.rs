//! In which order the checks of a test run, so that what is uninteresting is found out at little cost.
//!
//! The least cost to expect: first the check whose cost for each failure that it finds is the least,
//! then the same among what the others let pass. What a check costs is known before the search; how
//! likely it fails where others have held is learned from what was committed, and so the same for
//! every number of jobs. The order stays for a while (an epoch): guesses are run in it.

use crate::oracle::CheckStates;
use probdd_core::CheckState;
use std::collections::VecDeque;

/// A check of which nothing is known fails every other time. What is taken to be so counts as much as
/// so many queries.
const PRIOR_WEIGHT: f64 = 2.0;
const PRIOR: f64 = 0.5;

/// So many failures are remembered: what fails is another thing in the end than in the beginning.
const WINDOW: usize = 256;

/// The queries of the first epoch and of those when much is known; between them each has as many as
/// there were before.
const FIRST_EPOCH: u64 = 4;
const EPOCH: u64 = 32;

/// A check that fails less often than this where the others have held decides nothing.
const REDUNDANT: f64 = 1.0 / 16.0;

/// For that it is taken to have failed so often, in one query more than it had; and so many times as
/// often whenever that was wrong: what is asked in vain costs more than what is saved.
const DOUBT: f64 = 0.25;
const AFTER_A_MISTAKE: f64 = 4.0;

/// What a check is to its test.
#[derive(Clone, Debug, PartialEq)]
pub struct Expense {
    /// What it costs to run, in whatever unit.
    pub cost: f64,
    /// The checks that it needs.
    pub after: Vec<usize>,
    /// Whether it decides nothing, where the user knows that.
    pub redundant: Option<bool>,
}

/// Finds the order, and learns what it takes for that.
#[derive(Clone, Debug)]
pub(super) struct CheckOrder {
    checks: Vec<Expense>,
    failures: VecDeque<Vec<CheckState>>,
    /// How often each check held when none failed.
    passed: Vec<f64>,
    /// How many queries were noted, and at how many of them the epoch ends.
    noted: u64,
    ends: u64,
    /// What is to be doubted of each check that seems to decide nothing.
    doubt: Vec<f64>,
}

impl CheckOrder {
    pub(super) fn new(checks: Vec<Expense>) -> CheckOrder {
        let passed = vec![0.0; checks.len()];
        let (failures, ends, doubt) = (VecDeque::new(), FIRST_EPOCH, vec![DOUBT; checks.len()]);
        CheckOrder { checks, failures, passed, noted: 0, ends, doubt }
    }

    /// Takes note that checks were taken for redundant, of which some have failed.
    pub(super) fn on_mistake(&mut self, states: CheckStates) {
        for (doubt, state) in self.doubt.iter_mut().zip(states.iter()) {
            if state == CheckState::Failed {
                *doubt *= AFTER_A_MISTAKE;
            }
        }
    }

    /// Takes note of a committed query; whether an epoch has ended.
    pub(super) fn note(&mut self, states: CheckStates) -> bool {
        let states: Vec<CheckState> = states.iter().collect();
        if states.contains(&CheckState::Failed) {
            if self.failures.len() == WINDOW {
                self.failures.pop_front();
            }
            self.failures.push_back(states);
        } else {
            let has_held = |state: &CheckState| f64::from(u8::from(*state == CheckState::Held));
            self.passed.iter_mut().zip(&states).for_each(|(sum, state)| *sum += has_held(state));
        }
        self.noted += 1;
        let has_ended = self.noted >= self.ends;
        if has_ended {
            self.ends += self.noted.min(EPOCH);
        }
        has_ended
    }

    /// How many checks at the end of an order decide nothing: those before them let pass almost
    /// nothing that they do not.
    pub(super) fn redundant(&self, order: &[usize]) -> usize {
        let is_redundant = |at: &usize| {
            let check = order[*at];
            self.checks[check].redundant.unwrap_or_else(|| {
                let (failed, seen) = self.seen(check, &order[..*at]);
                (failed + self.doubt[check]) / (seen + self.passed[check] + 1.0) < REDUNDANT
            })
        };
        // The first one has to decide, or nothing would.
        (1..order.len()).rev().take_while(is_redundant).count()
    }

    /// The order of least cost, as far as is known.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order = Vec::new();
        while let Some(next) = self.next(&order) {
            order.push(next);
        }
        order
    }

    /// The first of those checks that are worth running next together: one and what it needs.
    fn next(&self, order: &[usize]) -> Option<usize> {
        let open = (0..self.checks.len()).filter(|check| !order.contains(check));
        let worth = |check: usize| {
            let chain = self.chain(check, order);
            (self.price(&chain, order), chain)
        };
        let cheapest = open.map(worth).min_by(|(a, _), (b, _)| a.total_cmp(b));
        cheapest.and_then(|(_, chain)| chain.first().copied())
    }

    /// A check behind all that it needs and that does not run before it.
    fn chain(&self, check: usize, order: &[usize]) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut open = vec![check];
        while let Some(check) = open.pop() {
            if !order.contains(&check) {
                chain.retain(|other| *other != check);
                chain.insert(0, check);
                open.extend(&self.checks[check].after);
            }
        }
        chain
    }

    /// What these cost for each failure that they find, when the others have held.
    fn price(&self, chain: &[usize], order: &[usize]) -> f64 {
        let (mut cost, mut holds) = (0.0, 1.0);
        let mut held = order.to_vec();
        for check in chain {
            cost += holds * self.checks[*check].cost;
            holds *= 1.0 - self.failing(*check, &held);
            held.push(*check);
        }
        let is_last = |check: &usize| self.checks[*check].redundant == Some(true);
        // What nobody needs comes behind everything else.
        if chain.last().is_some_and(is_last) { f64::INFINITY } else { cost / (1.0 - holds) }
    }

    /// How likely a check fails, of what is uninteresting, where those have held. Where little is
    /// known it is as likely as elsewhere.
    fn failing(&self, check: usize, held: &[usize]) -> f64 {
        if self.checks[check].redundant == Some(true) {
            return REDUNDANT / 2.0;
        }
        let likely =
            |(failed, seen), prior| (failed + PRIOR_WEIGHT * prior) / (seen + PRIOR_WEIGHT);
        likely(self.seen(check, held), likely(self.seen(check, &[]), PRIOR))
    }

    /// How often a check failed, and ran, where those had held, of the last failures.
    fn seen(&self, check: usize, held: &[usize]) -> (f64, f64) {
        let has_run = |states: &&Vec<CheckState>| {
            let have_held = held.iter().all(|other| states[*other] == CheckState::Held);
            have_held && states[check] != CheckState::NotRun
        };
        let (mut failed, mut seen) = (0.0, 0.0);
        for states in self.failures.iter().filter(has_run) {
            seen += 1.0;
            failed += f64::from(u8::from(states[check] == CheckState::Failed));
        }
        (failed, seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CheckState::{Failed, Held, NotRun};

    fn expense(cost: f64, after: &[usize]) -> Expense {
        Expense { cost, after: after.to_vec(), redundant: None }
    }

    /// Notes failures of one check, when those before it in the order have held.
    fn fails(economy: &mut CheckOrder, check: usize, times: usize) {
        let order = economy.order();
        let mut states = vec![NotRun; order.len()];
        for before in order.iter().take_while(|before| **before != check) {
            states[*before] = Held;
        }
        states[check] = Failed;
        for _ in 0..times {
            economy.note(CheckStates::new(&states));
        }
    }

    /// Notes queries in which all checks hold.
    fn pass(economy: &mut CheckOrder, times: usize) {
        let states = CheckStates::new(&vec![Held; economy.checks.len()]);
        for _ in 0..times {
            economy.note(states);
        }
    }

    #[test]
    fn at_first_it_is_by_cost_and_by_what_is_needed() {
        let economy =
            CheckOrder::new(vec![expense(8.0, &[]), expense(1.0, &[]), expense(2.0, &[])]);
        assert_eq!(economy.order(), [1, 2, 0]);
        let economy =
            CheckOrder::new(vec![expense(8.0, &[]), expense(1.0, &[0]), expense(2.0, &[])]);
        assert_eq!(economy.order(), [2, 0, 1]);
        let chain = vec![expense(1.0, &[2]), expense(1.0, &[]), expense(1.0, &[1])];
        assert_eq!(CheckOrder::new(chain).order(), [1, 2, 0]);
    }

    #[test]
    fn what_decides_comes_before_what_does_not() {
        let checks = vec![expense(1.0, &[]), expense(2.0, &[]), expense(4.0, &[])];
        let mut economy = CheckOrder::new(checks);
        assert_eq!(economy.order(), [0, 1, 2]);
        // The first never fails, and the second but rarely.
        fails(&mut economy, 1, 2);
        fails(&mut economy, 2, 40);
        assert_eq!(economy.order(), [2, 1, 0]);
    }

    #[test]
    fn the_same_answer_at_less_cost_is_preferred() {
        // Whenever the dear one fails, so does the cheap one.
        let mut economy = CheckOrder::new(vec![expense(4.0, &[]), expense(1.0, &[])]);
        assert_eq!(economy.order(), [1, 0]);
        fails(&mut economy, 1, 20);
        assert_eq!(economy.order(), [1, 0]);
    }

    #[test]
    fn what_the_user_calls_redundant_comes_last() {
        let redundant = Expense { redundant: Some(true), ..expense(1.0, &[]) };
        let economy =
            CheckOrder::new(vec![redundant.clone(), expense(9.0, &[]), expense(5.0, &[])]);
        assert_eq!(economy.order(), [2, 1, 0]);
        // Unless somebody needs it.
        let economy = CheckOrder::new(vec![redundant, expense(9.0, &[0]), expense(5.0, &[])]);
        assert_eq!(economy.order(), [2, 0, 1]);
    }

    #[test]
    fn what_almost_never_decides_is_redundant() {
        let checks = vec![expense(1.0, &[]), expense(2.0, &[]), expense(4.0, &[])];
        let mut economy = CheckOrder::new(checks);
        let redundant = |economy: &CheckOrder| economy.redundant(&economy.order());
        assert_eq!(redundant(&economy), 0);
        fails(&mut economy, 0, 5);
        fails(&mut economy, 1, 5);
        pass(&mut economy, 3);
        assert_eq!(redundant(&economy), 0);
        pass(&mut economy, 1);
        assert_eq!(redundant(&economy), 1);
        fails(&mut economy, 2, 1);
        assert_eq!(redundant(&economy), 0);
        pass(&mut economy, 40);
        assert_eq!(redundant(&economy), 1);
    }

    #[test]
    fn who_was_wrong_has_to_be_surer() {
        let mut economy = CheckOrder::new(vec![expense(1.0, &[]), expense(2.0, &[])]);
        let redundant = |economy: &CheckOrder| economy.redundant(&economy.order());
        pass(&mut economy, 4);
        assert_eq!(redundant(&economy), 1);
        economy.on_mistake(CheckStates::new(&[Failed, Held]));
        assert_eq!(redundant(&economy), 1);
        economy.on_mistake(CheckStates::new(&[Held, Failed]));
        assert_eq!(redundant(&economy), 0);
        pass(&mut economy, 11);
        assert_eq!(redundant(&economy), 0);
        pass(&mut economy, 1);
        assert_eq!(redundant(&economy), 1);
    }

    #[test]
    fn the_first_check_decides_whatever_is_known() {
        let known = |redundant| Expense { redundant: Some(redundant), ..expense(1.0, &[]) };
        let economy = CheckOrder::new(vec![known(true), known(true)]);
        assert_eq!(economy.redundant(&economy.order()), 1);
        let mut economy = CheckOrder::new(vec![known(false), known(false)]);
        pass(&mut economy, 50);
        assert_eq!(economy.redundant(&economy.order()), 0);
    }

    #[test]
    fn epochs_grow() {
        let mut economy = CheckOrder::new(vec![expense(1.0, &[])]);
        let mut note = || economy.note(CheckStates::new(&[Held]));
        let ends: Vec<usize> = (1..=110).filter(|_| note()).collect();
        assert_eq!(ends, [4, 8, 16, 32, 64, 96]);
    }
}
