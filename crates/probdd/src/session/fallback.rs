//! A test on other machines, which runs here when no server answers any more and the user wants that.

use crate::error::Failure;
use crate::settings::Settings;
use probdd_core::Verdict;
use probdd_exec::{
    CheckOracle, Confinement, Controls, End, Error, Interrupt, Observed, Oracle, Outcome, Tester,
    Witness,
};
use probdd_remote::RemoteOracle;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// How often a query that waits for its turn looks whether somebody still wants to know.
const TICK: Duration = Duration::from_millis(50);

/// The test on other machines.
#[derive(Debug)]
pub(super) struct There {
    remote: RemoteOracle,
    /// The same test here, once it is needed.
    here: Option<CheckOracle>,
    tester: Tester,
    interrupt: Interrupt,
    witness: Option<Witness>,
    fallback: Option<Arc<Turns>>,
}

/// How many tests run here at a time, when they do.
#[derive(Debug)]
pub(super) struct Turns {
    confinement: Confinement,
    jobs: usize,
    free: Mutex<usize>,
    freed: Condvar,
    /// Set when no server answers: from then on tests run here.
    begun: OnceLock<()>,
    pub(super) on_begin: OnceLock<OnBegin>,
}

/// What else happens when tests begin to run here.
pub(super) struct OnBegin(Box<dyn Fn() + Send + Sync>);

impl std::fmt::Debug for OnBegin {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str("OnBegin")
    }
}

/// An oracle on other machines for each job; `None` if the test runs here.
pub(super) fn there(
    settings: &Settings,
    tester: &Tester,
    jobs: usize,
    interrupt: &Interrupt,
    witness: Option<&Witness>,
) -> Result<Option<Vec<There>>, Failure> {
    let Some(elsewhere) = &settings.elsewhere else { return Ok(None) };
    let Some(farm) = &elsewhere.farm else { return Ok(None) };
    let fallback = elsewhere.fallback.map(|jobs| {
        Arc::new(Turns {
            confinement: settings.confinement.clone(),
            jobs: jobs as usize,
            free: Mutex::new(jobs as usize),
            freed: Condvar::new(),
            begun: OnceLock::new(),
            on_begin: OnceLock::new(),
        })
    });
    let oracles = RemoteOracle::several(farm, jobs, tester, &elsewhere.files, interrupt)?;
    let there = |remote: RemoteOracle| There {
        remote: remote.witnessed(witness.cloned()),
        here: None,
        tester: tester.clone(),
        interrupt: interrupt.clone(),
        witness: witness.cloned(),
        fallback: fallback.clone(),
    };
    Ok(Some(oracles.into_iter().map(there).collect()))
}

impl There {
    pub(super) fn change(&mut self, change: impl Fn(&mut Tester)) {
        change(self.remote.tester());
        change(&mut self.tester);
        if let Some(here) = &mut self.here {
            change(&mut here.tester);
        }
    }

    pub(super) fn observe(&mut self, candidate: &[u8]) -> Result<Vec<Observed>, Error> {
        self.remote.observe(candidate)
    }

    /// What happens, besides, when tests begin to run here.
    pub(super) fn on_fallback(
        &self,
        controls: &Controls,
        warn: impl Fn(String) + Send + Sync + 'static,
    ) {
        let Some(turns) = &self.fallback else { return };
        let (controls, jobs) = (controls.clone(), turns.jobs);
        let _ = turns.on_begin.set(OnBegin(Box::new(move || {
            controls.limit_jobs(jobs);
            warn(crate::messages::remote::here_from_now(jobs));
        })));
    }

    /// Runs a query here when it is its turn.
    fn query_here(
        &mut self,
        turns: &Turns,
        candidate: &[u8],
        cancel: &Interrupt,
    ) -> Result<Outcome, Error> {
        if !turns.take(&self.interrupt.or(cancel)) {
            return Ok(Outcome::new(Verdict::Unresolved, End::Interrupted));
        }
        let outcome = self.here(turns).and_then(|here| here.query(candidate, cancel));
        turns.give_back();
        outcome
    }

    fn here(&mut self, turns: &Turns) -> Result<&mut CheckOracle, Error> {
        if self.here.is_none() {
            let (tester, confinement) = (self.tester.clone(), turns.confinement.clone());
            let oracle = CheckOracle::new(tester, confinement, self.interrupt.clone())?;
            self.here = Some(oracle.witnessed(self.witness.clone()));
        }
        Ok(self.here.as_mut().expect("it has just been made"))
    }
}

impl Oracle for There {
    fn query(&mut self, candidate: &[u8], cancel: &Interrupt) -> Result<Outcome, Error> {
        let turns = self.fallback.clone();
        if let Some(turns) = turns.as_ref().filter(|turns| turns.begun.get().is_some()) {
            return self.query_here(turns, candidate, cancel);
        }
        match (self.remote.query(candidate, cancel), turns) {
            (Err(Error::Unreachable(_)), Some(turns)) => {
                turns.begin();
                self.query_here(&turns, candidate, cancel)
            }
            (outcome, _) => outcome,
        }
    }

    fn set_order(&mut self, order: &[usize]) {
        self.remote.set_order(order);
        self.tester.set_order(order);
        if let Some(here) = &mut self.here {
            here.set_order(order);
        }
    }

    fn set_fresh(&mut self, is_fresh: bool) {
        self.remote.set_fresh(is_fresh);
    }
}

impl Turns {
    fn begin(&self) {
        let mut is_first = false;
        self.begun.get_or_init(|| is_first = true);
        if let (true, Some(OnBegin(begin))) = (is_first, self.on_begin.get()) {
            begin();
        }
    }

    /// Waits for a turn; returns whether there is one before the interrupt is raised.
    fn take(&self, interrupt: &Interrupt) -> bool {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            if interrupt.is_raised() {
                return false;
            }
            let waited = self.freed.wait_timeout(free, TICK);
            free = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *free -= 1;
        !interrupt.is_raised() || {
            *free += 1;
            false
        }
    }

    fn give_back(&self) {
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.freed.notify_one();
    }
}
