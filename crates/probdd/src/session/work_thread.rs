//! The thread that does the work of a run, and the session that waits for its end.
//!
//! Between two queries the work may compute for long: it reads a large text, or chooses what to
//! remove. When the run should stop and the work does not soon, the session leaves it behind and
//! ends the run with what is on record: the listeners and the journal have every answer that was
//! committed. The end of the process ends the thread, and its supervisors end the tests.
//!
//! While it waits, the session writes large results, so that the work does not wait for that.

use super::clock::Clock;
use super::preparation::{GRACE, STACK, TICK};
use super::running::Shared;
use super::work::{Beginning, Ended, Reading, work};
use crate::error::{Failure, Halted, failed};
use crate::messages::{failures, slow};
use crate::recorder::Recorder;
use crate::settings::Settings;
use probdd_exec::{Controls, Halt, Interrupt, RunningTest, Standing, Stop, Watch, crash};
use probdd_syntax::count_tokens;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// How long the tests of a run that was stopped may take to end.
const LAST: Duration = Duration::from_millis(100);

/// The work of a run in progress.
#[derive(Debug)]
pub(super) struct WorkThread {
    settings: Arc<Settings>,
    recorder: Recorder,
    interrupt: Interrupt,
    watch: Watch,
    controls: Controls,
    clock: Clock,
    began: Instant,
    /// Whether the user knows that the test on the input takes long.
    is_told: bool,
    ended: Receiver<Result<Ended, Failure>>,
    thread: JoinHandle<()>,
    is_left_behind: bool,
}

impl WorkThread {
    /// Starts the work.
    pub(super) fn start(
        settings: Arc<Settings>,
        beginning: Beginning,
    ) -> Result<WorkThread, Failure> {
        let Shared { recorder, interrupt, watch, controls, clock } = beginning.shared.clone();
        let (sender, ended) = channel();
        let of_thread = Arc::clone(&settings);
        let thread = Builder::new()
            .name("reduction".into())
            .stack_size(STACK)
            .spawn(move || work(&of_thread, beginning, &sender))
            .map_err(|cause| failed("cannot start a thread", cause))?;
        let began = Instant::now();
        let is_left_behind = false;
        Ok(WorkThread {
            settings,
            recorder,
            interrupt,
            watch,
            controls,
            clock,
            began,
            is_told: false,
            ended,
            thread,
            is_left_behind,
        })
    }

    /// The wall time since the work began.
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Where the run stands.
    pub(super) fn standing(&self) -> Standing {
        self.watch.standing().clone()
    }

    /// Waits for the end of the work, or leaves it behind.
    pub(super) fn wait(mut self) -> (Result<Ended, Failure>, WorkThread) {
        let mut asked = None;
        loop {
            match self.ended.recv_timeout(TICK) {
                Ok(ended) => return (ended, self),
                // The panic has printed its message.
                Err(RecvTimeoutError::Disconnected) => return self.leave_broken(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(signal) = crash() {
                return self.leave_broken(Some(signal));
            }
            let Some(stop) = self.stop() else {
                self.tell();
                self.show_computing();
                match self.recorder.write_result() {
                    Ok(()) => continue,
                    Err(failure) => return (self.leave(Halt::Listener(failure)), self),
                }
            };
            if asked.get_or_insert_with(Instant::now).elapsed() >= GRACE {
                return (self.leave(Halt::Stopped(stop)), self);
            }
        }
    }

    /// Says, once, that the test on the input takes long.
    fn tell(&mut self) {
        if self.is_told {
            return;
        }
        let is_long = |test: &RunningTest| test.began.elapsed() >= slow::LONG;
        let is_long = self.watch.standing().running.iter().any(is_long);
        let mut listeners = self.recorder.listeners();
        self.is_told = is_long || listeners.header().is_some();
        if is_long && listeners.header().is_none() {
            listeners.note(Some(slow::baseline(&self.settings)));
        }
    }

    /// Shows what is computed, if that takes long.
    fn show_computing(&self) {
        let since = self.watch.standing().computes_since;
        let long = since.map(|since| since.elapsed()).filter(|long| *long >= slow::NOTICEABLE);
        if let Some(long) = long {
            self.recorder.listeners().show_computing(long);
        }
    }

    /// Why the run should stop now. The last tests of a run that has stopped come to their end.
    fn stop(&self) -> Option<Stop> {
        if self.interrupt.is_raised() {
            return Some(self.controls.reason());
        }
        let has_baseline = || self.recorder.listeners().header().is_some();
        let is_late = self.clock.is_over() && (has_baseline() || self.clock.is_long_over());
        (is_late && !self.watch.standing().is_settling).then_some(Stop::Time)
    }

    /// Ends a run whose thread has panicked or crashed.
    fn leave_broken(mut self, signal: Option<i32>) -> (Result<Ended, Failure>, WorkThread) {
        (self.leave(Halt::Listener(failures::bug(signal))), self)
    }

    /// Ends a run without waiting for its work.
    fn leave(&mut self, halt: Halted) -> Result<Ended, Failure> {
        self.is_left_behind = true;
        self.interrupt.raise();
        let mut listeners = self.recorder.listeners();
        listeners.close();
        if listeners.header().is_none() {
            return Err(failures::no_baseline(&self.settings, halt));
        }
        if listeners.is_reading() && !self.watch.standing().is_replaying {
            // The input was not read, so that no grammar says what its tokens are.
            listeners.begin(count_tokens(&self.settings.input.bytes), 0)?;
        }
        let reading = Reading::without_document(&self.settings, listeners.tally.best.tokens);
        Ok(Ended { how: Err(halt), reading })
    }

    /// Waits until the tests have ended that still run for wrong guesses; not for long if the work
    /// was left behind.
    pub(super) fn end(self) {
        self.interrupt.raise();
        if self.is_left_behind {
            // The channel closes with the thread.
            let _ = self.ended.recv_timeout(LAST);
        } else {
            let _ = self.thread.join();
        }
    }
}
