//! Runs the checks of one query side by side, each as soon as those that it needs have held.
//!
//! Every lane is a thread with a slot of its own; an idle lane takes the first check that can run.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::check_spec::CheckSpec;
use super::outcome::CheckOutcome;
use crate::process::{End, Slot};
use crate::sandbox::{Place, QueryFiles};
use crate::{Error, Interrupt};

/// Runs one check.
pub(super) type RunOne<'a> =
    &'a (dyn Fn(usize, &QueryFiles, &mut Slot, &Interrupt) -> Result<CheckOutcome, Error> + Sync);

/// The checks of a query, and what has come of them so far.
struct Board<'a> {
    specs: &'a [CheckSpec],
    order: &'a [usize],
    run: RunOne<'a>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// The checks that have ended.
    ran: Vec<CheckOutcome>,
    is_started: Vec<bool>,
    running: usize,
    error: Option<Error>,
}

/// Runs all checks that can run, or as many until one does not hold.
pub(super) fn run_side_by_side(
    (specs, order): (&[CheckSpec], &[usize]),
    is_until_failure: bool,
    place: &mut Place,
    interrupt: &Interrupt,
    run: RunOne,
) -> Result<Vec<CheckOutcome>, Error> {
    let Place { files, slot, lanes, .. } = place;
    let files = &*files;
    let stop = Interrupt::by_hand()?;
    let either = &interrupt.or(&stop);
    let is_started = vec![false; specs.len()];
    let state = State { ran: Vec::new(), is_started, running: 0, error: None };
    let board = &Board { specs, order, run, state: Mutex::new(state), changed: Condvar::new() };
    std::thread::scope(|scope| {
        for slot in std::iter::once(&mut **slot).chain(lanes.iter_mut()) {
            let stop = is_until_failure.then_some(&stop);
            scope.spawn(move || board.work(files, slot, either, stop));
        }
    });
    board.result(interrupt)
}

impl Board<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs checks on one lane until no more can run.
    fn work(
        &self,
        files: &QueryFiles,
        slot: &mut Slot,
        interrupt: &Interrupt,
        stop: Option<&Interrupt>,
    ) {
        while let Some(check) = self.next(interrupt) {
            let ran = (self.run)(check, files, slot, interrupt);
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

    /// Waits for a check that can run.
    fn next(&self, interrupt: &Interrupt) -> Option<usize> {
        let mut state = self.lock();
        loop {
            if interrupt.is_raised() || state.error.is_some() {
                return None;
            }
            let is_ready = |check: &&usize| {
                let after = &self.specs[**check].after;
                !state.is_started[**check] && after.iter().all(|need| state.has_held(*need))
            };
            if let Some(check) = self.order.iter().find(is_ready).copied() {
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

    /// Returns the checks that ran, in their order; without those that were cut short because another
    /// one failed.
    fn result(&self, interrupt: &Interrupt) -> Result<Vec<CheckOutcome>, Error> {
        let mut state = self.lock();
        if let Some(error) = state.error.take() {
            return Err(error);
        }
        let mut ran = std::mem::take(&mut state.ran);
        if !interrupt.is_raised() {
            ran.retain(|one| one.outcome.end != End::Interrupted);
        }
        ran.sort_by_key(|one| self.order.iter().position(|check| *check == one.check));
        Ok(ran)
    }
}

impl State {
    fn has_held(&self, check: usize) -> bool {
        self.ran.iter().any(|one| one.check == check && one.run.has_held)
    }
}
