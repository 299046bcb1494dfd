//! Exceptions on threads that are not Python's, and Ctrl-C on the thread that waits for them.

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

    /// What some code answers; if it raises something, that is kept.
    pub(crate) fn caught(&self, _: Python<'_>, code: impl FnOnce() -> PyResult<Answer>) -> Answer {
        code().unwrap_or_else(|raised| {
            self.keep(raised);
            Answer::Unresolved
        })
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
            if let Err(signal) = py.check_signals() {
                if is_interrupted || !signal.is_instance_of::<PyKeyboardInterrupt>(py) {
                    return Err(signal);
                }
                is_interrupted = true;
                self.keep(signal);
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
