//! Runs the checks of one query side by side, each as soon as those that it needs have held.

use std::sync::mpsc::channel;
use std::thread;

use super::check_spec::CheckSpec;
use super::outcome::CheckOutcome;
use crate::process::{End, Slot};
use crate::sandbox::{Place, QueryFiles};
use crate::{Error, Interrupt};

pub(super) type RunOne<'a> =
    &'a (dyn Fn(usize, &QueryFiles, &mut Slot, &Interrupt) -> Result<CheckOutcome, Error> + Sync);

/// The checks of a query.
struct Board<'a> {
    specs: &'a [CheckSpec],
    order: &'a [usize],
    /// Those that have not started, in their order.
    pending: Vec<usize>,
    ended: Vec<CheckOutcome>,
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
    let pending = order.to_vec();
    let mut board = Board { specs, order, pending, ended: Vec::new(), error: None };
    let lanes: Vec<&mut Slot> = lanes.iter_mut().chain([&mut **slot]).collect();
    let (count, mut idle) = (lanes.len(), lanes);
    let (report, reports) = channel();
    thread::scope(|scope| {
        loop {
            let is_over = idle.is_empty() || either.is_raised();
            if let Some(check) = if is_over { None } else { board.take_ready() } {
                let (slot, report) = (idle.pop().expect("a lane is idle"), report.clone());
                scope.spawn(move || {
                    let _ = report.send((run(check, files, slot, either), slot));
                });
                continue;
            }
            if idle.len() == count {
                break;
            }
            let (outcome, slot) = reports.recv().expect("this thread holds a sender");
            idle.push(slot);
            if !board.note(outcome) && is_until_failure {
                stop.raise();
            }
        }
    });
    board.result(interrupt)
}

impl Board<'_> {
    /// Takes the first check that can run now.
    fn take_ready(&mut self) -> Option<usize> {
        let has_held = |need: &usize| {
            self.ended.iter().any(|outcome| outcome.check == *need && outcome.run.has_held)
        };
        let is_ready = |check: &usize| self.specs[*check].after.iter().all(has_held);
        let ready = self.pending.iter().position(is_ready).filter(|_| self.error.is_none());
        ready.map(|at| self.pending.remove(at))
    }

    /// Takes note of a check that has ended; returns whether it held.
    fn note(&mut self, outcome: Result<CheckOutcome, Error>) -> bool {
        match outcome {
            Ok(outcome) => {
                self.ended.push(outcome);
                self.ended.last().is_some_and(|outcome| outcome.run.has_held)
            }
            Err(error) => {
                self.error = Some(error);
                true
            }
        }
    }

    /// Returns the checks that ran in their order, without those that were cut short because another
    /// one failed.
    fn result(self, interrupt: &Interrupt) -> Result<Vec<CheckOutcome>, Error> {
        let Board { order, mut ended, error, .. } = self;
        if let Some(error) = error {
            return Err(error);
        }
        if !interrupt.is_raised() {
            ended.retain(|outcome| outcome.outcome.end != End::Interrupted);
        }
        ended.sort_by_key(|outcome| order.iter().position(|check| *check == outcome.check));
        Ok(ended)
    }
}
