//! The test of a run, wherever it runs: here, on other machines, or here when those are gone.

use crate::error::Failure;
use crate::settings::Settings;
use probdd_exec::{
    CheckOracle, Confinement, Error, Interrupt, Observed, Oracle, Outcome, Tester, Witness,
};
use std::time::Duration;

#[cfg(feature = "remote")]
use super::fallback::There;

/// The test of a run.
#[derive(Debug)]
pub(super) enum RunOracle {
    /// On this machine.
    Here(Box<CheckOracle>),
    /// On other machines.
    #[cfg(feature = "remote")]
    There(Box<There>),
}

impl RunOracle {
    /// Changes the test before its next query.
    pub(super) fn change(&mut self, change: impl Fn(&mut Tester)) {
        match self {
            RunOracle::Here(oracle) => change(&mut oracle.tester),
            #[cfg(feature = "remote")]
            RunOracle::There(there) => there.change(change),
        }
    }

    /// Confines the following queries in another way. Other machines confine tests as they like.
    pub(super) fn confine(&mut self, confinement: Confinement) {
        match self {
            RunOracle::Here(oracle) => oracle.confine(confinement),
            #[cfg(feature = "remote")]
            RunOracle::There(_) => {}
        }
    }

    /// Runs each check of the test, and returns what each of them did.
    pub(super) fn observe(&mut self, candidate: &[u8]) -> Result<Vec<Observed>, Error> {
        match self {
            RunOracle::Here(oracle) => oracle.observe(candidate),
            #[cfg(feature = "remote")]
            RunOracle::There(there) => there.observe(candidate),
        }
    }
}

impl Oracle for RunOracle {
    fn query(&mut self, candidate: &[u8], cancel: &Interrupt) -> Result<Outcome, Error> {
        match self {
            RunOracle::Here(oracle) => oracle.query(candidate, cancel),
            #[cfg(feature = "remote")]
            RunOracle::There(there) => there.query(candidate, cancel),
        }
    }

    fn set_order(&mut self, order: &[usize]) {
        match self {
            RunOracle::Here(oracle) => oracle.set_order(order),
            #[cfg(feature = "remote")]
            RunOracle::There(there) => there.set_order(order),
        }
    }

    fn set_fresh(&mut self, is_fresh: bool) {
        match self {
            RunOracle::Here(oracle) => oracle.set_fresh(is_fresh),
            #[cfg(feature = "remote")]
            RunOracle::There(there) => there.set_fresh(is_fresh),
        }
    }

    fn set_deadline(&mut self, deadline: Option<Duration>) {
        match self {
            RunOracle::Here(oracle) => oracle.set_deadline(deadline),
            // Another machine may be slower, and remembers answers by the limit of the query.
            #[cfg(feature = "remote")]
            RunOracle::There(_) => {}
        }
    }
}

/// An oracle for each job, all of the same test.
pub(super) fn oracles(
    settings: &Settings,
    tester: &Tester,
    jobs: usize,
    interrupt: &Interrupt,
    witness: Option<&Witness>,
) -> Result<Vec<RunOracle>, Failure> {
    #[cfg(feature = "remote")]
    if let Some(there) = super::fallback::there(settings, tester, jobs, interrupt, witness)? {
        return Ok(there.into_iter().map(|oracle| RunOracle::There(Box::new(oracle))).collect());
    }
    let oracle = |_| {
        let confinement = settings.confinement.clone();
        let oracle = CheckOracle::new(tester.clone(), confinement, interrupt.clone())?;
        Ok(RunOracle::Here(Box::new(oracle.witnessed(witness.cloned()))))
    };
    let oracles = (0..jobs / tester.lanes()).map(oracle).collect::<Result<_, Error>>()?;
    Ok(oracles)
}
