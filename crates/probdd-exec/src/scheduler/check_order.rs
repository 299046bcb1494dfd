//! Where checks are reordered: the order in which uninteresting candidates are found out at the least
//! cost, and the checks that decide nothing.
//!
//! The order is greedy: first the check with the least cost for each failure that it finds, then the
//! best one for the candidates that it lets pass, and so on. The cost of each check is known before
//! the search. How likely it fails where others have held is learned from committed queries, so it is
//! the same for every number of jobs. An order is kept for some queries (an epoch), because guesses
//! are run in it.

use crate::oracle::CheckStates;
use probdd_core::CheckState;
use std::collections::VecDeque;

/// A check of which nothing is known fails every other time; that counts as much as this many queries.
const PRIOR_WEIGHT: f64 = 2.0;
const PRIOR: f64 = 0.5;

/// How many failures are remembered: other checks fail at the end of a run than at its beginning.
const WINDOW: usize = 256;

/// The length of the first epoch, in queries. Each epoch doubles the number of queries so far, until
/// epochs have the full length.
const FIRST_EPOCH: u64 = 4;
const EPOCH: u64 = 32;

/// A check that fails less often than this where the others have held decides nothing.
const REDUNDANT: f64 = 1.0 / 16.0;

/// The failures that the estimate adds to those observed, in one additional query. Each mistake makes
/// them four times as many, because discarded queries cost more than deferred checks save.
const DOUBT: f64 = 0.25;
const AFTER_A_MISTAKE: f64 = 4.0;

/// What is known of a check before the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Expense {
    /// The cost of a run, in any unit.
    pub cost: f64,
    /// The checks that it needs.
    pub after: Vec<usize>,
    /// Whether it decides nothing, if the user knows that.
    pub redundant: Option<bool>,
}

/// Learns from committed queries, and finds the order.
#[derive(Clone, Debug)]
pub(super) struct CheckOrder {
    checks: Vec<Expense>,
    failures: VecDeque<Vec<CheckState>>,
    /// How often each check held in queries in which none failed.
    passed: Vec<f64>,
    /// The number of queries so far, and at the end of the epoch.
    noted: u64,
    ends: u64,
    /// The failures that are added to the count of each check.
    doubt: Vec<f64>,
}

impl CheckOrder {
    pub(super) fn new(checks: Vec<Expense>) -> CheckOrder {
        let passed = vec![0.0; checks.len()];
        let (failures, ends, doubt) = (VecDeque::new(), FIRST_EPOCH, vec![DOUBT; checks.len()]);
        CheckOrder { checks, failures, passed, noted: 0, ends, doubt }
    }

    /// Takes note of a candidate for which checks were deferred, and then failed.
    pub(super) fn on_mistake(&mut self, states: CheckStates) {
        for (doubt, state) in self.doubt.iter_mut().zip(states.iter()) {
            if state == CheckState::Failed {
                *doubt *= AFTER_A_MISTAKE;
            }
        }
    }

    /// Learns from a committed query; returns whether an epoch has ended.
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

    /// Returns how many checks at the end of an order decide nothing: they hold for almost all
    /// candidates for which the checks before them hold.
    pub(super) fn redundant(&self, order: &[usize]) -> usize {
        let is_redundant = |at: &usize| {
            let check = order[*at];
            self.checks[check].redundant.unwrap_or_else(|| {
                let (failed, seen) = self.seen(check, &order[..*at]);
                (failed + self.doubt[check]) / (seen + self.passed[check] + 1.0) < REDUNDANT
            })
        };
        // The first check decides, or none would.
        (1..order.len()).rev().take_while(is_redundant).count()
    }

    /// Returns the order of least cost, as far as is known.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order = Vec::new();
        while let Some(next) = self.next(&order) {
            order.push(next);
        }
        order
    }

    /// Returns the first check of the cheapest chain: a check behind those that it needs.
    fn next(&self, order: &[usize]) -> Option<usize> {
        let open = (0..self.checks.len()).filter(|check| !order.contains(check));
        let worth = |check: usize| {
            let chain = self.chain(check, order);
            (self.price(&chain, order), chain)
        };
        let cheapest = open.map(worth).min_by(|(a, _), (b, _)| a.total_cmp(b));
        cheapest.and_then(|(_, chain)| chain.first().copied())
    }

    /// Returns a check behind all that it needs and that are not in the order yet.
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

    /// Returns the cost of a chain for each failure that it finds, when those in the order have held.
    fn price(&self, chain: &[usize], order: &[usize]) -> f64 {
        let (mut cost, mut holds) = (0.0, 1.0);
        let mut held = order.to_vec();
        for check in chain {
            cost += holds * self.checks[*check].cost;
            holds *= 1.0 - self.failing(*check, &held);
            held.push(*check);
        }
        let is_last = |check: &usize| self.checks[*check].redundant == Some(true);
        // A redundant check that no other needs comes last.
        if chain.last().is_some_and(is_last) { f64::INFINITY } else { cost / (1.0 - holds) }
    }

    /// Returns how likely a check fails for an uninteresting candidate for which these have held. Where
    /// little is known, it is as likely as elsewhere.
    fn failing(&self, check: usize, held: &[usize]) -> f64 {
        if self.checks[check].redundant == Some(true) {
            return REDUNDANT / 2.0;
        }
        let likely =
            |(failed, seen), prior| (failed + PRIOR_WEIGHT * prior) / (seen + PRIOR_WEIGHT);
        likely(self.seen(check, held), likely(self.seen(check, &[]), PRIOR))
    }

    /// Returns how often a check failed, and how often it ran, in the remembered failures in which
    /// these had held.
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

    /// Notes failures of one check for which those before it in the order have held.
    fn fails(order: &mut CheckOrder, check: usize, times: usize) {
        let sequence = order.order();
        let mut states = vec![NotRun; sequence.len()];
        for before in sequence.iter().take_while(|before| **before != check) {
            states[*before] = Held;
        }
        states[check] = Failed;
        for _ in 0..times {
            order.note(CheckStates::new(&states));
        }
    }

    /// Notes queries in which all checks hold.
    fn pass(order: &mut CheckOrder, times: usize) {
        let states = CheckStates::new(&vec![Held; order.checks.len()]);
        for _ in 0..times {
            order.note(states);
        }
    }

    #[test]
    fn the_first_order_follows_cost_and_needs() {
        let order = CheckOrder::new(vec![expense(8.0, &[]), expense(1.0, &[]), expense(2.0, &[])]);
        assert_eq!(order.order(), [1, 2, 0]);
        let order = CheckOrder::new(vec![expense(8.0, &[]), expense(1.0, &[0]), expense(2.0, &[])]);
        assert_eq!(order.order(), [2, 0, 1]);
        let chain = vec![expense(1.0, &[2]), expense(1.0, &[]), expense(1.0, &[1])];
        assert_eq!(CheckOrder::new(chain).order(), [1, 2, 0]);
    }

    #[test]
    fn checks_that_decide_come_first() {
        let checks = vec![expense(1.0, &[]), expense(2.0, &[]), expense(4.0, &[])];
        let mut order = CheckOrder::new(checks);
        assert_eq!(order.order(), [0, 1, 2]);
        // The first never fails, and the second but rarely.
        fails(&mut order, 1, 2);
        fails(&mut order, 2, 40);
        assert_eq!(order.order(), [2, 1, 0]);
    }

    #[test]
    fn of_two_equivalent_checks_the_cheaper_comes_first() {
        // Whenever the expensive one fails, so does the cheap one.
        let mut order = CheckOrder::new(vec![expense(4.0, &[]), expense(1.0, &[])]);
        assert_eq!(order.order(), [1, 0]);
        fails(&mut order, 1, 20);
        assert_eq!(order.order(), [1, 0]);
    }

    #[test]
    fn a_check_that_the_user_calls_redundant_comes_last() {
        let redundant = Expense { redundant: Some(true), ..expense(1.0, &[]) };
        let order = CheckOrder::new(vec![redundant.clone(), expense(9.0, &[]), expense(5.0, &[])]);
        assert_eq!(order.order(), [2, 1, 0]);
        // Unless another check needs it.
        let order = CheckOrder::new(vec![redundant, expense(9.0, &[0]), expense(5.0, &[])]);
        assert_eq!(order.order(), [2, 0, 1]);
    }

    #[test]
    fn a_check_that_almost_never_decides_is_redundant() {
        let checks = vec![expense(1.0, &[]), expense(2.0, &[]), expense(4.0, &[])];
        let mut order = CheckOrder::new(checks);
        let redundant = |order: &CheckOrder| order.redundant(&order.order());
        assert_eq!(redundant(&order), 0);
        fails(&mut order, 0, 5);
        fails(&mut order, 1, 5);
        pass(&mut order, 3);
        assert_eq!(redundant(&order), 0);
        pass(&mut order, 1);
        assert_eq!(redundant(&order), 1);
        fails(&mut order, 2, 1);
        assert_eq!(redundant(&order), 0);
        pass(&mut order, 40);
        assert_eq!(redundant(&order), 1);
    }

    #[test]
    fn after_a_mistake_more_evidence_is_needed() {
        let mut order = CheckOrder::new(vec![expense(1.0, &[]), expense(2.0, &[])]);
        let redundant = |order: &CheckOrder| order.redundant(&order.order());
        pass(&mut order, 4);
        assert_eq!(redundant(&order), 1);
        order.on_mistake(CheckStates::new(&[Failed, Held]));
        assert_eq!(redundant(&order), 1);
        order.on_mistake(CheckStates::new(&[Held, Failed]));
        assert_eq!(redundant(&order), 0);
        pass(&mut order, 11);
        assert_eq!(redundant(&order), 0);
        pass(&mut order, 1);
        assert_eq!(redundant(&order), 1);
    }

    #[test]
    fn the_first_check_decides_whatever_is_known() {
        let known = |redundant| Expense { redundant: Some(redundant), ..expense(1.0, &[]) };
        let order = CheckOrder::new(vec![known(true), known(true)]);
        assert_eq!(order.redundant(&order.order()), 1);
        let mut order = CheckOrder::new(vec![known(false), known(false)]);
        pass(&mut order, 50);
        assert_eq!(order.redundant(&order.order()), 0);
    }

    #[test]
    fn epochs_grow() {
        let mut order = CheckOrder::new(vec![expense(1.0, &[])]);
        let mut note = || order.note(CheckStates::new(&[Held]));
        let ends: Vec<usize> = (1..=110).filter(|_| note()).collect();
        assert_eq!(ends, [4, 8, 16, 32, 64, 96]);
    }
}
