//! The test on another machine, as the scheduler sees it.

use crate::Farm;
use crate::action::{Query, Stage};
use crate::answer::Answer;
use crate::asking::Asked;
use probdd_core::Verdict;
use probdd_exec::{
    Companion, End, Error, Interrupt, Observed, Oracle, Outcome, Steps, Tester, Witness,
};
use std::sync::Arc;

/// An oracle that runs a test on other machines.
#[derive(Debug)]
pub struct RemoteOracle {
    farm: Farm,
    stage: Stage,
    tester: Tester,
    /// Whether the stage has the steps of the test as it is.
    is_set: bool,
    is_fresh: bool,
    interrupt: Interrupt,
    witness: Option<Witness>,
}

impl RemoteOracle {
    /// Returns so many oracles for a test. `files` are those of the test, by their place beside it.
    ///
    /// # Errors
    /// When a file cannot be read, or has a name that the protocol cannot carry.
    pub fn several(
        farm: &Farm,
        count: usize,
        tester: &Tester,
        files: &[Companion],
        interrupt: &Interrupt,
    ) -> Result<Vec<RemoteOracle>, crate::Error> {
        let layout = farm.layout(tester, files)?;
        let oracle = |_| RemoteOracle {
            farm: farm.clone(),
            stage: Stage::new(Arc::clone(&layout)),
            tester: tester.clone(),
            is_set: false,
            is_fresh: false,
            interrupt: interrupt.clone(),
            witness: None,
        };
        Ok((0..count).map(oracle).collect())
    }

    /// Shows every run to a witness.
    #[must_use]
    pub fn witnessed(self, witness: Option<Witness>) -> RemoteOracle {
        RemoteOracle { witness, ..self }
    }

    /// The test, to be changed in place: its limits, for example.
    pub fn tester(&mut self) -> &mut Tester {
        self.is_set = false;
        &mut self.tester
    }

    /// Runs each check of the test on a candidate, and returns what each of them did. A test that is
    /// not made of checks does nothing.
    ///
    /// # Errors
    /// As for a query, and when no worker runs the checks on this candidate.
    pub fn observe(&mut self, candidate: &[u8]) -> Result<Vec<Observed>, Error> {
        let query = self.prepare(self.tester.observing_steps(), candidate)?;
        self.is_set = false;
        match self.ask(query, true, &self.interrupt.clone())? {
            Asked::Answer(answer) => Ok(answer.ran.into_iter().map(Observed::from).collect()),
            Asked::GivenUp(what) => Err(Error::Unreachable(what)),
            Asked::Hopeless(distrust) => Err(Error::Unreachable(distrust.what)),
            Asked::TimedOut => Err(Error::Unreachable("the command did not end in time".into())),
            Asked::Cancelled => Err(Error::Unreachable("interrupted".into())),
        }
    }

    fn prepare(&mut self, steps: Steps, candidate: &[u8]) -> Result<Query, Error> {
        let elsewhere = |error: crate::Error| Error::Elsewhere(Box::new(error));
        if !self.is_set {
            self.stage.set_steps(steps);
            self.is_set = true;
        }
        self.stage.query(candidate).map_err(elsewhere)
    }

    fn ask(&self, query: Query, is_fresh: bool, interrupt: &Interrupt) -> Result<Asked, Error> {
        let pending = self.farm.ask(query, is_fresh).map_err(Error::Signals)?;
        Ok(pending.wait(interrupt))
    }

    fn outcome(&self, answer: Answer) -> Outcome {
        self.tester.outcome_elsewhere(answer.ran, &answer.feedback, answer.wall)
    }
}

impl Oracle for RemoteOracle {
    fn query(&mut self, candidate: &[u8], cancel: &Interrupt) -> Result<Outcome, Error> {
        let either = self.interrupt.or(cancel);
        if either.is_raised() {
            return Ok(unresolved(End::Interrupted));
        }
        let query = self.prepare(self.tester.steps(), candidate)?;
        let outcome = match self.ask(query, self.is_fresh, &either)? {
            Asked::Answer(answer) => self.outcome(answer),
            Asked::Hopeless(_) => unresolved(End::Lost),
            Asked::TimedOut => unresolved(End::TimedOut),
            Asked::Cancelled => unresolved(End::Interrupted),
            Asked::GivenUp(what) => return Err(Error::Unreachable(what)),
        };
        if let Some(witness) = &self.witness {
            witness.see(candidate, &outcome);
        }
        Ok(outcome)
    }

    fn set_order(&mut self, order: &[usize]) {
        if self.tester.order() != Some(order) {
            self.tester().set_order(order);
        }
    }

    fn set_fresh(&mut self, is_fresh: bool) {
        self.is_fresh = is_fresh;
    }
}

fn unresolved(end: End) -> Outcome {
    Outcome::new(Verdict::Unresolved, end)
}
