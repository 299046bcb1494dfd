//! The interestingness test, as the scheduler sees it: bytes in, outcome out.

mod check;
mod check_run;
mod check_spec;
mod check_states;
mod checks;
mod checks_side_by_side;
mod cost;
mod expectation;
mod feedback_file;
mod outcome;
mod persistent;
mod surroundings;

use crate::process::Confinement;
use crate::sandbox::Sandbox;
use crate::{Error, Interrupt};
use std::time::Duration;

pub use crate::process::End;
pub use check::Check;
pub use check_run::CheckRun;
pub use check_spec::{CheckCommand, CheckSpec, in_order};
pub use check_states::{CheckStates, MOST_CHECKS};
pub use checks::{Checks, Manner};
pub use cost::Cost;
pub use expectation::{Expectation, Pattern, Stream};
pub use outcome::{Answer, Outcome, Runs};
pub use persistent::Persistent;
pub use surroundings::{Limits, Surroundings};

pub(crate) use check_states::PackedFeedback;

/// Answers queries. The real one is [`CheckOracle`]; tests script theirs.
pub trait Oracle: Send + 'static {
    /// Runs one query; it may end early, as [`End::Interrupted`](crate::End), when `cancel` is
    /// raised.
    ///
    /// # Errors
    /// When the query could not be run; this says nothing about the candidate.
    fn query(&mut self, candidate: &[u8], cancel: &Interrupt) -> Result<Outcome, Error>;

    /// From the next query on, runs these checks of the test, in this order; for one that is not made
    /// of checks it means nothing.
    fn set_order(&mut self, _order: &[usize]) {}
}

/// An interestingness test, and how it is run.
#[derive(Clone, Debug)]
pub enum Tester {
    /// A program that is started for every query.
    Program(Check),
    /// A process that answers one query after another.
    Process(Persistent),
    /// Several programs that are started for every query.
    Checks(Checks),
}

impl Tester {
    /// The limits, to be changed in place.
    pub fn limits(&mut self) -> &mut Limits {
        match self {
            Tester::Program(check) => &mut check.surroundings.limits,
            Tester::Process(process) => &mut process.surroundings.limits,
            Tester::Checks(checks) => &mut checks.surroundings.limits,
        }
    }

    /// How many processes a query may have side by side.
    pub fn lanes(&self) -> usize {
        match self {
            Tester::Program(_) | Tester::Process(_) => 1,
            Tester::Checks(checks) => checks.lanes(),
        }
    }

    /// Gives checks deadlines of their own, one for each; for another test it means nothing.
    pub fn set_deadlines(&mut self, deadlines: &[Option<Duration>]) {
        if let Tester::Checks(checks) = self {
            checks.set_deadlines(deadlines);
        }
    }

    fn sandbox(&self, confinement: Confinement) -> Result<Sandbox, Error> {
        match self {
            Tester::Program(_) => Sandbox::new(confinement),
            Tester::Process(_) => Sandbox::for_process(confinement),
            Tester::Checks(checks) => Sandbox::with_lanes(checks.lanes(), confinement),
        }
    }
}

/// An oracle that runs a test in a sandbox of its own.
#[derive(Debug)]
pub struct CheckOracle {
    /// The test; its limits may be changed between queries.
    pub tester: Tester,
    sandbox: Sandbox,
    is_memory_limited: bool,
    interrupt: Interrupt,
}

impl CheckOracle {
    /// An oracle for a test that may do so much. Raising the interrupt ends a running query at once.
    ///
    /// # Errors
    /// When there is no place for queries, or the kernel does not offer the protection.
    pub fn new(
        tester: Tester,
        confinement: Confinement,
        interrupt: Interrupt,
    ) -> Result<CheckOracle, Error> {
        let sandbox = tester.sandbox(confinement)?;
        let is_memory_limited = confinement.memory.is_some();
        Ok(CheckOracle { tester, sandbox, is_memory_limited, interrupt })
    }
}

impl CheckOracle {
    fn run(&mut self, candidate: &[u8], interrupt: &Interrupt) -> Result<Outcome, Error> {
        let sandbox = &mut self.sandbox;
        match &self.tester {
            Tester::Program(check) => check.run(sandbox, candidate, interrupt),
            // To start another one would cost more than to let it answer.
            Tester::Process(process) => process.ask(sandbox, candidate, &self.interrupt),
            Tester::Checks(checks) => checks.run(sandbox, candidate, interrupt),
        }
    }
}

impl Oracle for CheckOracle {
    fn query(&mut self, candidate: &[u8], cancel: &Interrupt) -> Result<Outcome, Error> {
        let either = self.interrupt.or(cancel);
        let outcome = self.run(candidate, &either)?;
        let is_program = !matches!(self.tester, Tester::Process(_));
        // The system does that when it has no memory left, or a person: it says nothing of the
        // candidate. Where memory is limited, it does.
        if is_program && outcome.end.is_violent() && !self.is_memory_limited {
            return self.run(candidate, &either);
        }
        Ok(outcome)
    }

    fn set_order(&mut self, order: &[usize]) {
        if let Tester::Checks(checks) = &mut self.tester {
            checks.set_order(order);
        }
    }
}
