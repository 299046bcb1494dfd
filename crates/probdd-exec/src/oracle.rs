//! Our interface to the interestingness test: bytes in, outcome out.

use crate::{Check, Error, Interrupt, Outcome, Sandbox};

/// Answers queries. The real one is [`CheckOracle`]; tests script theirs.
pub trait Oracle {
    /// Runs one query.
    ///
    /// # Errors
    /// When the query could not be run; this says nothing about the candidate.
    fn query(&mut self, candidate: &[u8]) -> Result<Outcome, Error>;
}

/// An oracle that runs a check in a sandbox of its own.
#[derive(Debug)]
pub struct CheckOracle {
    /// The test; its limits may be changed between queries.
    pub check: Check,
    sandbox: Sandbox,
    interrupt: Interrupt,
}

impl CheckOracle {
    /// An oracle for a check in this sandbox. Raising the interrupt ends a running query at once.
    pub fn new(check: Check, sandbox: Sandbox, interrupt: Interrupt) -> CheckOracle {
        CheckOracle { check, sandbox, interrupt }
    }
}

impl Oracle for CheckOracle {
    fn query(&mut self, candidate: &[u8]) -> Result<Outcome, Error> {
        self.check.run(&mut self.sandbox, candidate, &self.interrupt)
    }
}
