//! Listens to the events of a reduction: counts, and passes improvements on.

use super::reduced::Improvement;
use crate::error::Failure;
use crate::messages::unreliable;
use crate::report::{Asked, Size, Tally};
use crate::reporter::Reporter;
use probdd_exec::{Event, Form};
use std::cell::{Ref, RefCell};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

/// Listens to the events of a reduction.
#[derive(Debug)]
pub(super) struct Watcher {
    tally: RefCell<Tally>,
    improvements: Sender<Improvement>,
    form: Arc<Form>,
    began: Instant,
}

impl Watcher {
    /// Begins with an input of this size.
    pub(super) fn new(
        input: Size,
        form: Arc<Form>,
        improvements: Sender<Improvement>,
        began: Instant,
    ) -> Watcher {
        Watcher { tally: RefCell::new(Tally::new(input, false)), improvements, form, began }
    }

    /// The counts so far.
    pub(super) fn tally(&self) -> Ref<'_, Tally> {
        self.tally.borrow()
    }

    /// Takes the names of the checks.
    pub(super) fn expect_checks(&self, names: impl Iterator<Item = String>) {
        self.tally.borrow_mut().checks.expect(names);
    }
}

impl Reporter for Watcher {
    fn on(&self, event: &Event) -> Result<(), Failure> {
        let mut tally = self.tally.borrow_mut();
        let warnings = tally.on(event);
        tally.warnings.extend(warnings);
        match event {
            Event::Unreliable(runs) => tally.warnings.push(unreliable::careful(*runs)),
            Event::SteppedBack(runs, _) => tally.warnings.push(unreliable::stepped_back(*runs)),
            Event::Reduced(candidate) => {
                let improvement = Improvement {
                    candidate: Arc::clone(candidate),
                    form: Arc::clone(&self.form),
                    query: tally.queries.committed,
                    elapsed: self.began.elapsed(),
                };
                // Nobody receives it if nobody wants to know.
                let _ = self.improvements.send(improvement);
            }
            _ => {}
        }
        Ok(())
    }

    fn warn(&self, warning: String) {
        self.tally.borrow_mut().warnings.push(warning);
    }

    fn warn_once(&self, warning: &str) {
        if !self.tally().warnings.iter().any(|known| known == warning) {
            self.warn(warning.into());
        }
    }

    fn certify(&self, tokens: usize) {
        self.tally.borrow_mut().certify(tokens);
    }

    fn asked(&self) -> Asked {
        self.tally().asked
    }
}
