//! The checks of one query side by side: each as soon as what it needs has held.
//!
//! Every lane is a thread with a slot of its own; whoever is free takes the first check that can run.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::{Checks, Desk, Ran};
use crate::process::{End, Slot};
use crate::sandbox::Place;
use crate::{Error, Interrupt};

/// What became of each check so far.
struct Board<'a> {
    checks: &'a Checks,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// In the order in which they ended.
    ran: Vec<Ran>,
    is_started: Vec<bool>,
    running: usize,
    error: Option<Error>,
}

impl Checks {
    /// Runs all checks that can run, or as many until one does not hold.
    pub(super) fn run_side_by_side(
        &self,
        place: &mut Place,
        interrupt: &Interrupt,
        is_until_failure: bool,
    ) -> Result<Vec<Ran>, Error> {
        let desk = &Desk::of(place);
        let stop = Interrupt::by_hand()?;
        let either = &interrupt.or(&stop);
        let board = &Board::new(self);
        let slots = std::iter::once(&mut *place.slot).chain(place.lanes.iter_mut());
        std::thread::scope(|scope| {
            for slot in slots {
                let stop = is_until_failure.then_some(&stop);
                scope.spawn(move || board.work(desk, slot, either, stop));
            }
        });
        board.result(interrupt)
    }
}

impl Board<'_> {
    fn new(checks: &Checks) -> Board<'_> {
        let is_started = vec![false; checks.specs.len()];
        let state = State { ran: Vec::new(), is_started, running: 0, error: None };
        Board { checks, state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a lane does until nothing can run any more.
    fn work(&self, desk: &Desk, slot: &mut Slot, interrupt: &Interrupt, stop: Option<&Interrupt>) {
        while let Some(check) = self.next(interrupt) {
            let ran = self.checks.run_one(check, desk, slot, interrupt);
            let mut state = self.lock();
            state.running -= 1;
            match ran {
                Ok(ran) => {
                    if let Some(stop) = stop.filter(|_| !ran.run.has_held) {
                        stop.raise();
                    }
                    state.ran.push(ran);
                }
                Err(error) => state.error = Some(error),
            }
            self.changed.notify_all();
        }
    }

    /// The next check that can run, as soon as there is one.
    fn next(&self, interrupt: &Interrupt) -> Option<usize> {
        let mut state = self.lock();
        loop {
            if interrupt.is_raised() || state.error.is_some() {
                return None;
            }
            let is_ready = |check: &&usize| {
                let after = &self.checks.specs[**check].after;
                !state.is_started[**check] && after.iter().all(|need| state.has_held(*need))
            };
            if let Some(check) = self.checks.order.iter().find(is_ready).copied() {
                state.is_started[check] = true;
                state.running += 1;
                return Some(check);
            }
            if state.running == 0 {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// What ran, in the checks' order. One that was cut short because another one failed has not run.
    fn result(&self, interrupt: &Interrupt) -> Result<Vec<Ran>, Error> {
        let mut state = self.lock();
        if let Some(error) = state.error.take() {
            return Err(error);
        }
        let mut ran = std::mem::take(&mut state.ran);
        if !interrupt.is_raised() {
            ran.retain(|one| one.end != End::Interrupted);
        }
        let place = |one: &Ran| self.checks.order.iter().position(|check| *check == one.check);
        ran.sort_by_key(place);
        Ok(ran)
    }
}

impl State {
    fn has_held(&self, check: usize) -> bool {
        self.ran.iter().any(|one| one.check == check && one.run.has_held)
    }
}
