//! The interestingness test, as the scheduler sees it: bytes in, outcome out.

mod check;
mod check_run;
mod check_spec;
mod check_states;
mod checks;
mod checks_side_by_side;
mod cost;
mod elsewhere;
mod expectation;
mod feedback_file;
mod observed;
mod outcome;
mod persistent;
mod surroundings;

use crate::process::Confinement;
use crate::sandbox::Sandbox;
use crate::{Error, Interrupt};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use crate::process::End;
pub use check::Check;
pub use check_run::CheckRun;
pub use check_spec::{CheckCommand, CheckSpec, in_order};
pub use check_states::{CheckStates, MOST_CHECKS};
pub use checks::{Checks, Manner};
pub use cost::Cost;
pub use elsewhere::{Ran, Step, StepCommand, Steps};
pub use expectation::{Expectation, ExpectedEnd, Pattern, Stream};
pub use observed::Observed;
pub use outcome::{Answer, Outcome, Runs};
pub use persistent::Persistent;
pub use surroundings::{Limits, Surroundings};

pub(crate) use check_states::PackedFeedback;

/// Answers queries. [`CheckOracle`] runs the user's test; unit tests use scripted oracles.
pub trait Oracle: Send + 'static {
    /// Runs one query. It may end early, as [`End::Interrupted`], when `cancel` is raised.
    ///
    /// # Errors
    /// When the query cannot be run. This says nothing about the candidate.
    fn query(&mut self, candidate: &[u8], cancel: &Interrupt) -> Result<Outcome, Error>;

    /// Sets the checks that the following queries run, in this order; a test that is not made of
    /// checks ignores it.
    fn set_order(&mut self, _order: &[usize]) {}

    /// Sets whether the following queries run the test, even if somebody remembers its answer.
    fn set_fresh(&mut self, _is_fresh: bool) {}

    /// Sets how long each program of the following queries may run at most, whatever its own limit is. An
    /// oracle that runs no programs here ignores it.
    fn set_deadline(&mut self, _deadline: Option<Duration>) {}
}

/// An interestingness test.
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
    /// Returns the limits, to be changed in place.
    pub fn limits(&mut self) -> &mut Limits {
        match self {
            Tester::Program(check) => &mut check.surroundings.limits,
            Tester::Process(process) => &mut process.surroundings.limits,
            Tester::Checks(checks) => &mut checks.surroundings.limits,
        }
    }

    /// Returns how many processes a query may run at a time.
    pub fn lanes(&self) -> usize {
        match self {
            Tester::Program(_) | Tester::Process(_) => 1,
            Tester::Checks(checks) => checks.lanes(),
        }
    }

    /// Sets the deadline of each check; a test that is not made of checks ignores it.
    pub fn set_deadlines(&mut self, deadlines: &[Option<Duration>]) {
        if let Tester::Checks(checks) = self {
            checks.set_deadlines(deadlines);
        }
    }

    /// Returns the checks that a query runs, in their order, if the test is made of some.
    pub fn order(&self) -> Option<&[usize]> {
        match self {
            Tester::Checks(checks) => Some(checks.order()),
            Tester::Program(_) | Tester::Process(_) => None,
        }
    }

    /// Sets the checks that the following queries run, in this order; a test that is not made of checks
    /// ignores it.
    pub fn set_order(&mut self, order: &[usize]) {
        if let Tester::Checks(checks) = self {
            checks.set_order(order);
        }
    }

    /// Returns what surrounds the test.
    pub fn surroundings(&self) -> &Surroundings {
        match self {
            Tester::Program(check) => &check.surroundings,
            Tester::Process(process) => &process.surroundings,
            Tester::Checks(checks) => &checks.surroundings,
        }
    }

    /// Returns the steps of a query; a process has none.
    pub fn steps(&self) -> Steps {
        let (steps, is_until_failure) = match self {
            Tester::Program(check) => (vec![check.step()], true),
            Tester::Process(_) => (Vec::new(), true),
            Tester::Checks(checks) => (checks.steps(), checks.is_until_failure()),
        };
        Steps { steps, is_until_failure }
    }

    /// Returns the steps that show what each check does, whether it holds or not.
    pub fn observing_steps(&self) -> Steps {
        let all = self.steps().steps.into_iter();
        let alone = |step| Step { is_apart: true, needs: Vec::new(), expectation: None, ..step };
        Steps { steps: all.map(alone).collect(), is_until_failure: false }
    }

    /// Returns the outcome of a query from what its steps did, what the test has written to
    /// `$PROBDD_FEEDBACK`, and the time that all of it took.
    ///
    /// # Panics
    /// When a step is none of this test, or a test that is one program has not run.
    pub fn outcome_elsewhere(&self, mut ran: Vec<Ran>, feedback: &[u8], wall: Duration) -> Outcome {
        match self {
            Tester::Checks(checks) => checks.outcome_elsewhere(ran, wall),
            Tester::Program(_) | Tester::Process(_) => {
                let one = ran.pop().expect("a program is one step");
                let most = self.surroundings().limits.output_bytes;
                let (outcome, _) = one.into_outcome(false, most);
                Outcome { checks: feedback_file::parse(feedback), ..outcome }
            }
        }
    }

    fn sandbox(&self, confinement: &Confinement) -> Result<Sandbox, Error> {
        match self {
            Tester::Program(_) => Sandbox::with_lanes(1, confinement),
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
    confinement: Confinement,
    /// Whether the sandbox confines tests in another way.
    is_outdated: bool,
    interrupt: Interrupt,
    witness: Option<Witness>,
}

/// Sees every run of a test that ended by itself, with its candidate. Runs of several jobs come at the
/// same time.
#[derive(Clone)]
pub struct Witness(Arc<See>);

type See = dyn Fn(&[u8], &Outcome) + Send + Sync;

impl Witness {
    /// A witness that sees runs by a function.
    pub fn new(see: impl Fn(&[u8], &Outcome) + Send + Sync + 'static) -> Witness {
        Witness(Arc::new(see))
    }

    /// Shows a run that ended by itself.
    pub fn see(&self, candidate: &[u8], outcome: &Outcome) {
        if outcome.end != End::Interrupted {
            (self.0)(candidate, outcome);
        }
    }
}

impl fmt::Debug for Witness {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("Witness")
    }
}

impl CheckOracle {
    /// Returns an oracle with a new sandbox. Raising the interrupt ends a running query at once.
    ///
    /// # Errors
    /// See [`Sandbox::new`].
    pub fn new(
        tester: Tester,
        confinement: Confinement,
        interrupt: Interrupt,
    ) -> Result<CheckOracle, Error> {
        let sandbox = tester.sandbox(&confinement)?;
        Ok(CheckOracle {
            tester,
            sandbox,
            confinement,
            is_outdated: false,
            interrupt,
            witness: None,
        })
    }

    /// Shows every run to a witness.
    #[must_use]
    pub fn witnessed(self, witness: Option<Witness>) -> CheckOracle {
        CheckOracle { witness, ..self }
    }

    /// Confines the following queries in another way.
    pub fn confine(&mut self, confinement: Confinement) {
        self.confinement = confinement;
        self.is_outdated = true;
    }

    /// Replaces a sandbox that confines tests in another way.
    fn update(&mut self) -> Result<(), Error> {
        if std::mem::take(&mut self.is_outdated) {
            self.sandbox = self.tester.sandbox(&self.confinement)?;
        }
        Ok(())
    }

    /// Runs each check of the test on a candidate, and returns what each of them did. A test that is
    /// not made of checks does nothing.
    ///
    /// # Errors
    /// See [`Check::run`].
    pub fn observe(&mut self, candidate: &[u8]) -> Result<Vec<Observed>, Error> {
        self.update()?;
        match &self.tester {
            Tester::Checks(checks) => checks.observe(&mut self.sandbox, candidate, &self.interrupt),
            Tester::Program(_) | Tester::Process(_) => Ok(Vec::new()),
        }
    }

    fn run(&mut self, candidate: &[u8], interrupt: &Interrupt) -> Result<Outcome, Error> {
        let sandbox = &mut self.sandbox;
        match &self.tester {
            Tester::Program(check) => check.run(sandbox, candidate, interrupt),
            // A new process would cost more than letting this one answer, so `cancel` is ignored.
            Tester::Process(process) => process.ask(sandbox, candidate, &self.interrupt),
            Tester::Checks(checks) => checks.run(sandbox, candidate, interrupt),
        }
    }
}

impl Oracle for CheckOracle {
    fn query(&mut self, candidate: &[u8], cancel: &Interrupt) -> Result<Outcome, Error> {
        self.update()?;
        let either = self.interrupt.or(cancel);
        let outcome = match self.run(candidate, &either) {
            Ok(outcome) if outcome.verdict.is_interesting() => outcome,
            // A cleaner of temporary files has removed the candidate while the test ran.
            _ if self.sandbox.is_gone() => self.run(candidate, &either)?,
            outcome => outcome?,
        };
        let is_program = !matches!(self.tester, Tester::Process(_));
        // The system kills when it is out of memory, or a person does: that says nothing about the
        // candidate. If memory is limited, it does.
        let outcome = if is_program && outcome.end.is_violent() && self.confinement.memory.is_none()
        {
            self.run(candidate, &either)?
        } else {
            outcome
        };
        if let Some(witness) = &self.witness {
            witness.see(candidate, &outcome);
        }
        Ok(outcome)
    }

    fn set_order(&mut self, order: &[usize]) {
        self.tester.set_order(order);
    }

    fn set_deadline(&mut self, deadline: Option<Duration>) {
        self.tester.limits().deadline = deadline;
    }
}
