//! [`run`]: one process from its start to the end of its last descendant.

use std::io;
use std::time::Duration;

use super::shared_memory::Answer;
use super::slot::Slot;
use super::start_failure;
use super::watch::{Cause, Watch, end};
use crate::process::launch::{End, Ended, Launch};
use crate::{Error, Interrupt};

/// How often, and how long after the last time, a program is started again that is open for writing:
/// somebody writes it, or a thread of ours did when another one forked.
const BUSY_RETRIES: usize = 20;
const BUSY_PAUSE: Duration = Duration::from_millis(5);

/// Starts the process, and waits for its end, its deadline or the interrupt. None of its descendants
/// runs on.
///
/// # Errors
/// When the process cannot be started or waited for; then it does not run.
pub(crate) fn run(launch: &Launch, slot: &mut Slot, interrupt: &Interrupt) -> Result<Ended, Error> {
    let mut retries = 0;
    loop {
        if interrupt.is_raised() {
            return Ok(Ended::before_start());
        }
        match run_once(launch, slot, interrupt)? {
            Attempt::Ended(ended) => return Ok(ended),
            Attempt::NotStarted(error) if is_busy(&error) && retries < BUSY_RETRIES => {
                retries += 1;
                std::thread::sleep(BUSY_PAUSE);
            }
            Attempt::NotStarted(error) => return Err(start_failure::start(launch.program, error)),
        }
    }
}

/// The result of a start.
enum Attempt {
    Ended(Ended),
    NotStarted(io::Error),
}

fn run_once(launch: &Launch, slot: &mut Slot, interrupt: &Interrupt) -> Result<Attempt, Error> {
    match Watch::start(launch, slot, 0) {
        Ok(watch) => until_end(watch, interrupt)
            .map_err(|source| start_failure::supervision(launch.program, source)),
        Err(error) => Ok(Attempt::NotStarted(error)),
    }
}

fn is_busy(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::ExecutableFileBusy
}

fn until_end(mut watch: Watch, interrupt: &Interrupt) -> io::Result<Attempt> {
    let cause = watch.wait(interrupt)?;
    if cause != Cause::Ended {
        watch.slot.kill();
    }
    let answer = watch.slot.answer();
    let wall = watch.started.elapsed();
    watch.drain()?;
    if let Some(Answer { errno: errno @ 1.., .. }) = answer {
        return Ok(Attempt::NotStarted(io::Error::from_raw_os_error(errno)));
    }
    let end = match cause {
        Cause::Deadline => End::TimedOut,
        Cause::Interrupt => End::Interrupted,
        Cause::Quota => End::OutOfDisk,
        Cause::Ended | Cause::Answered => end(answer),
    };
    let cpu = Duration::from_micros(answer.map_or(0, |answer| answer.cpu_micros));
    let has_survivors = answer.is_some_and(|answer| answer.is_unclean);
    let ended = Ended::new(end, watch.capture, wall, cpu);
    Ok(Attempt::Ended(Ended { has_survivors, ..ended }))
}
