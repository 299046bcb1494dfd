//! Exceptions on threads that are not Python's, and Ctrl-C on the thread that waits for them.

use crate::answer::{Unresolved, ask};
use probdd::Answer;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often the thread that waits looks for Ctrl-C.
pub(crate) const TICK: Duration = Duration::from_millis(50);

/// The first exception that Python code has raised on a thread of ours. It stops the reduction.
#[derive(Clone)]
pub(crate) struct Raised {
    first: Arc<Mutex<Option<PyErr>>>,
    stopper: probdd::Stopper,
}

impl Raised {
    pub(crate) fn new(stopper: &probdd::Stopper) -> Raised {
        Raised { first: Arc::default(), stopper: stopper.clone() }
    }

    /// Calls Python code; an exception that it raises is kept.
    pub(crate) fn caught<T>(&self, code: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        Python::attach(|py| code(py).map_err(|raised| self.keep(raised)).ok())
    }

    /// What a predicate says about a candidate that is shown to it.
    pub(crate) fn answer(
        &self,
        predicate: &Py<PyAny>,
        show: impl for<'py> FnOnce(Python<'py>) -> PyResult<Bound<'py, PyAny>>,
    ) -> Answer {
        let asked =
            |py: Python<'_>| ask(predicate.bind(py), &show(py)?, &py.get_type::<Unresolved>());
        self.caught(asked).unwrap_or(Answer::Unresolved)
    }

    /// Does some work on another thread, and stops it at Ctrl-C. At a second one, nobody waits for it any
    /// more.
    pub(crate) fn wait_for<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> PyResult<T> {
        let (sender, done) = channel();
        let thread = thread::spawn(move || {
            // Nobody receives it after a second Ctrl-C.
            let _ = sender.send(work());
        });
        let done = Mutex::new(done);
        let mut is_interrupted = false;
        loop {
            let received = py
                .detach(|| done.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK));
            match received {
                Ok(done) => return Ok(done),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => match thread.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(()) => unreachable!("the thread sends its end"),
                },
            }
            is_interrupted = self.is_interrupted(py, is_interrupted)?;
        }
    }

    /// Looks for Ctrl-C, which stops the reduction; `before` tells whether there was one already. A second one
    /// is raised: nobody waits for the reduction any more.
    pub(crate) fn is_interrupted(&self, py: Python<'_>, before: bool) -> PyResult<bool> {
        match py.check_signals() {
            Ok(()) => Ok(before),
            Err(signal) if before || !signal.is_instance_of::<PyKeyboardInterrupt>(py) => {
                Err(signal)
            }
            Err(signal) => {
                self.keep(signal);
                Ok(true)
            }
        }
    }

    /// Keeps the first exception, and stops the reduction.
    fn keep(&self, raised: PyErr) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(raised);
        self.stopper.stop();
    }

    /// Raises it again, except for Ctrl-C: returns whether there was that.
    pub(crate) fn take(&self, py: Python<'_>) -> PyResult<bool> {
        match self.first.lock().unwrap_or_else(PoisonError::into_inner).take() {
            None => Ok(false),
            Some(raised) if raised.is_instance_of::<PyKeyboardInterrupt>(py) => Ok(true),
            Some(raised) => Err(raised),
        }
    }
}
