//! `ProbDD` as naively as it can be written: everything is sorted and tried again for every query.

use std::collections::HashSet;

#[derive(Clone, Copy, PartialEq)]
enum State {
    Undecided(f64),
    KeptForGood,
    Removed,
}

/// The search, without incremental state beside what the model says.
pub(crate) struct Reference {
    /// Elements in the order that breaks ties.
    order: Vec<u32>,
    /// By place in `order`.
    states: Vec<State>,
    history: HashSet<Vec<usize>>,
}

impl Reference {
    pub(crate) fn new(order: Vec<u32>, sigma: f64) -> Reference {
        let states = vec![State::Undecided(sigma); order.len()];
        Reference { order, states, history: HashSet::new() }
    }

    /// The elements that the next query removes. What is known to fail counts as a failure.
    pub(crate) fn ask(&mut self) -> Option<Vec<u32>> {
        loop {
            let candidate = self.candidate();
            if candidate.is_empty() {
                return None;
            }
            if self.history.contains(&self.without(&candidate)) {
                self.fail(&candidate);
                continue;
            }
            return Some(candidate.iter().map(|place| self.order[*place]).collect());
        }
    }

    pub(crate) fn tell(&mut self, interesting: bool) {
        let candidate = self.candidate();
        self.history.insert(self.without(&candidate));
        if interesting {
            for place in candidate {
                self.states[place] = State::Removed;
            }
        } else {
            self.fail(&candidate);
        }
    }

    /// The longest prefix in ascending order of p with k * p <= 1 for its last, at least one.
    fn candidate(&self) -> Vec<usize> {
        let mut places: Vec<usize> =
            (0..self.states.len()).filter(|place| self.p(*place).is_some()).collect();
        places.sort_by(|a, b| self.p(*a).partial_cmp(&self.p(*b)).expect("never NaN"));
        let is_worth_it = |k: &usize| {
            let p = self.p(places[*k - 1]).expect("undecided");
            *k as f64 * p <= 1.0
        };
        let size = (1..=places.len()).rev().find(is_worth_it).unwrap_or(1);
        places.truncate(size);
        self.check_gain(&places);
        places
    }

    /// No other prefix has a greater expected gain.
    fn check_gain(&self, chosen: &[usize]) {
        let gain = |places: &[usize]| {
            let held: f64 =
                places.iter().filter_map(|place| self.p(*place)).map(|p| 1.0 - p).product();
            places.len() as f64 * held
        };
        let mut all: Vec<usize> =
            (0..self.states.len()).filter(|place| self.p(*place).is_some()).collect();
        all.sort_by(|a, b| self.p(*a).partial_cmp(&self.p(*b)).expect("never NaN"));
        for k in 1..=all.len() {
            assert!(gain(&all[..k]) <= gain(chosen) + 1e-9, "{k} elements would gain more");
        }
    }

    fn fail(&mut self, candidate: &[usize]) {
        if let [only] = candidate {
            self.states[*only] = State::KeptForGood;
            return;
        }
        let mut failed = 0.0;
        for place in candidate {
            failed += self.p(*place).expect("undecided") * (1.0 - failed);
        }
        for place in candidate {
            let p = self.p(*place).expect("undecided");
            self.states[*place] = State::Undecided((p / failed).min(1.0));
        }
    }

    fn p(&self, place: usize) -> Option<f64> {
        match self.states[place] {
            State::Undecided(p) => Some(p),
            State::KeptForGood | State::Removed => None,
        }
    }

    /// The elements kept when a candidate is removed.
    fn without(&self, candidate: &[usize]) -> Vec<usize> {
        let is_left =
            |place: &usize| self.states[*place] != State::Removed && !candidate.contains(place);
        (0..self.states.len()).filter(is_left).collect()
    }
}
