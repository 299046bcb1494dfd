//! The checks that a test is made of: what is told of them, and in which order they run.

use crate::states::Told;
use crate::{MOST_CHECKS, Outcome, States};
use probdd_core::{CheckState, Verdict};
use std::collections::VecDeque;
use std::sync::Arc;

/// A guess is made from so many failures.
const RECENT: usize = 16;

/// The checks of a test.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    names: Vec<Arc<str>>,
    /// Whether searches are told what each check said, and not the verdict only.
    is_told: bool,
    /// The order in which they run up to the first that fails; none when those run that can, or
    /// when the test runs them itself.
    order: Option<Vec<usize>>,
    /// What was told of the last uninteresting candidates.
    recent: VecDeque<States>,
}

impl Roster {
    /// The checks of these names; of more than [`MOST_CHECKS`] only the first.
    pub fn new(names: Vec<Arc<str>>, is_told: bool) -> Roster {
        let names = names.into_iter().take(MOST_CHECKS).collect();
        Roster { names, is_told, ..Roster::default() }
    }

    /// The same, run in this order up to the first that fails.
    #[must_use]
    pub fn in_order(self, order: Vec<usize>) -> Roster {
        Roster { order: Some(order), ..self }
    }

    /// Their names.
    pub fn names(&self) -> &[Arc<str>] {
        &self.names
    }

    /// What each check said in a query, had it been run in today's order; none when that cannot be
    /// known from what has run.
    pub fn states(&self, outcome: &Outcome) -> Option<States> {
        let of = |name: &Arc<str>| outcome.checks.iter().find(|check| check.name == *name);
        let state = |name: &Arc<str>| match of(name).map(|check| check.has_held) {
            Some(true) => CheckState::Held,
            Some(false) => CheckState::Failed,
            None => CheckState::NotRun,
        };
        let mut states: Vec<CheckState> = self.names.iter().map(state).collect();
        let has_failed = states.contains(&CheckState::Failed);
        if let Some(order) = self.order.as_ref().filter(|_| has_failed) {
            let first = order.iter().position(|check| states[*check] != CheckState::Held)?;
            if states[order[first]] == CheckState::NotRun {
                return None;
            }
            order[first + 1..].iter().for_each(|check| states[*check] = CheckState::NotRun);
        }
        Some(States::new(&states))
    }

    /// What a search is told: of what is interesting, no more than that.
    pub(crate) fn told(&self, verdict: Verdict, states: States) -> Told {
        let is_news = self.is_told && !verdict.is_interesting();
        Told { verdict, states: if is_news { states } else { States::NONE } }
    }

    /// Takes note of a committed answer; the order from here on, when it is another one.
    pub(crate) fn learn(&mut self, verdict: Verdict, states: States) -> Option<Vec<usize>> {
        if self.is_told && !verdict.is_interesting() {
            if self.recent.len() == RECENT {
                self.recent.pop_front();
            }
            self.recent.push_back(states);
        }
        None
    }

    /// What an uninteresting candidate will probably be told as: what was told most often lately.
    pub(crate) fn guess(&self) -> Told {
        let count = |states: &&States| self.recent.iter().filter(|other| other == states).count();
        let states = self.recent.iter().max_by_key(count).copied().unwrap_or_default();
        Told { verdict: Verdict::Uninteresting, states }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CheckRun, End};
    use CheckState::{Failed, Held, NotRun};
    use std::time::Duration;

    fn roster() -> Roster {
        Roster::new(["a", "b", "c"].map(Arc::from).into(), true)
    }

    /// A query of which these checks ran.
    fn outcome(ran: &[(&str, bool)]) -> Outcome {
        let has_held = ran.len() == 3 && ran.iter().all(|(_, has_held)| *has_held);
        Outcome {
            verdict: if has_held { Verdict::Interesting } else { Verdict::Uninteresting },
            end: End::Exited(i32::from(!has_held)),
            output: Vec::new(),
            output_truncated: false,
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            checks: ran.iter().map(|(name, held)| CheckRun::reported(name, *held)).collect(),
            restarts: 0,
            has_survivors: false,
        }
    }

    fn states(roster: &Roster, ran: &[(&str, bool)]) -> Option<Vec<CheckState>> {
        roster.states(&outcome(ran)).map(|states| states.iter().collect())
    }

    #[test]
    fn states_are_in_the_order_of_the_names_and_others_do_not_count() {
        let known = states(&roster(), &[("c", true), ("x", true), ("a", false)]);
        assert_eq!(known, Some(vec![Failed, NotRun, Held]));
        assert_eq!(states(&Roster::default(), &[("a", true)]), Some(vec![]));
    }

    #[test]
    fn what_ran_in_another_order_is_known_as_far_as_it_would_have_run() {
        let roster = roster().in_order(vec![1, 0, 2]);
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
    fn the_guess_is_what_was_told_most_often_lately() {
        let mut roster = roster();
        assert_eq!(roster.guess(), Told::UNINTERESTING);
        let (rare, often) = (States::new(&[Failed; 3]), States::new(&[Held, Failed, NotRun]));
        for states in [often, rare, often, rare, often] {
            roster.learn(Verdict::Uninteresting, states);
        }
        roster.learn(Verdict::Interesting, rare);
        assert_eq!(roster.guess().states, often);
        (0..RECENT).for_each(|_| drop(roster.learn(Verdict::Unresolved, rare)));
        assert_eq!(roster.guess().states, rare);
        assert_eq!(Roster::new(Vec::new(), false).guess(), Told::UNINTERESTING);
    }
}
