//! What happens before the first query, step by step on a thread, and the session that waits for it.
//!
//! A step may take long: it reads and hashes files, finds out their language, waits for a server, or
//! runs the user's commands. When the session is to end meanwhile and the step does not soon, the
//! session leaves it behind: no step leaves files behind, so that there is nothing to save. What a step
//! has found goes to the next one as a value.

use super::clock::{Clock, Process};
use crate::error::{Failure, failed};
use crate::messages::{failures, slow};
use crate::ui;
use probdd_exec::{Interrupt, Stop};
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// How often the session looks whether it should end.
pub(super) const TICK: Duration = Duration::from_millis(50);

/// How long a computation may take to stop by itself.
pub(super) const GRACE: Duration = Duration::from_millis(250);

/// The stack of a thread that computes: some computations are recursive.
pub(super) const STACK: usize = 256 << 20;

/// The session before its first query.
#[derive(Debug)]
pub(super) struct Preparation {
    pub(super) interrupt: Interrupt,
    pub(super) clock: Clock,
    activity: Activity,
    is_quiet: bool,
}

/// What is done at this moment, for the session to tell if it takes long, and to end. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Activity {
    /// Ends the commands that run.
    pub(super) interrupt: Interrupt,
    doing: Arc<Mutex<Doing>>,
}

#[derive(Debug)]
struct Doing {
    since: Instant,
    /// What the user is told if it takes long, unless that has been told.
    untold: Option<String>,
}

impl Activity {
    /// Something begins of which the user is told this if it takes long.
    pub(super) fn begin(&self, told: String) {
        *self.doing() = Doing { since: Instant::now(), untold: Some(told) };
    }

    fn doing(&self) -> MutexGuard<'_, Doing> {
        self.doing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the user is told now, if anything.
    fn take_told(&self) -> Option<String> {
        let mut doing = self.doing();
        (doing.since.elapsed() >= slow::LONG).then(|| doing.untold.take()).flatten()
    }
}

impl Preparation {
    /// Begins. From here on, the session notices signals.
    pub(super) fn new(
        process: Process,
        most: Option<Duration>,
        is_quiet: bool,
    ) -> Result<Preparation, Failure> {
        let Process { began, interrupt } = process;
        interrupt.heed();
        let doing = Doing { since: began, untold: None };
        let doing = Arc::new(Mutex::new(doing));
        let activity = Activity { interrupt: Interrupt::by_hand()?, doing };
        Ok(Preparation { interrupt, clock: Clock::new(began, most), activity, is_quiet })
    }

    /// Does a step, of which the user is told this if it takes long.
    ///
    /// # Errors
    /// Those of the step, and when the session is to end.
    pub(super) fn step<T: Send + 'static>(
        &self,
        told: impl Into<String>,
        work: impl FnOnce(&Activity) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.activity.begin(told.into());
        let (sender, ended) = channel();
        let activity = self.activity.clone();
        // Nobody receives it if the session has left the step behind.
        let run = move || drop(sender.send(work(&activity)));
        let thread = Builder::new().name("preparation".into()).stack_size(STACK);
        let thread = thread.spawn(run).map_err(|cause| failed("cannot start a thread", cause))?;
        let mut asked: Option<(Stop, Instant)> = None;
        loop {
            match (ended.recv_timeout(TICK), asked) {
                (Ok(done), None) => {
                    // Its stack is free before another thread has one.
                    let _ = thread.join();
                    return done;
                }
                (Err(RecvTimeoutError::Disconnected), _) => match thread.join() {
                    Err(panic) => resume_unwind(panic),
                    Ok(()) => unreachable!("a step sends its end"),
                },
                (Ok(_), Some((stop, _))) => return Err(failures::unprepared(stop)),
                (Err(RecvTimeoutError::Timeout), Some((stop, since))) => {
                    if since.elapsed() >= GRACE {
                        return Err(failures::unprepared(stop));
                    }
                }
                (Err(RecvTimeoutError::Timeout), None) => {
                    asked = self.stop().map(|stop| (stop, Instant::now()));
                    if asked.is_some() {
                        self.activity.interrupt.raise();
                    }
                    self.tell();
                }
            }
        }
    }

    /// Why the session is to end.
    fn stop(&self) -> Option<Stop> {
        if self.interrupt.is_raised() {
            return Some(Stop::Interrupted);
        }
        self.clock.is_long_over().then_some(Stop::Time)
    }

    fn tell(&self) {
        if let Some(told) = self.activity.take_told()
            && !self.is_quiet
        {
            ui::note(told);
        }
    }
}
