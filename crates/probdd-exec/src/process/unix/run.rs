//! [`run`]: one process from its start to the end of its last descendant.

use std::time::Duration;

use super::slot::Slot;
use super::start_failure::Failure;
use super::watch::{Cause, Watch, end};
use crate::process::launch::{End, Ended, Launch};
use crate::{Error, Interrupt};

/// A program that is open for writing is started again this often, after this pause: another process
/// writes it, or a thread of ours did while another thread forked.
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
        match run_once(launch, slot, interrupt) {
            Ok(ended) => return Ok(ended),
            Err(failure) if failure.is_busy() && retries < BUSY_RETRIES => {
                retries += 1;
                std::thread::sleep(BUSY_PAUSE);
            }
            Err(failure) => return Err(failure.of(launch.program)),
        }
    }
}

fn run_once(launch: &Launch, slot: &mut Slot, interrupt: &Interrupt) -> Result<Ended, Failure> {
    let mut watch = Watch::start(launch, slot, 0)?;
    let cause = watch.wait(interrupt)?;
    if cause != Cause::Ended {
        watch.slot.kill();
    }
    let exit = watch.slot.exit();
    let wall = watch.started.elapsed();
    watch.drain()?;
    let by_itself = end(exit)?;
    let end = match cause {
        Cause::Deadline => End::TimedOut,
        Cause::Interrupt => End::Interrupted,
        Cause::Quota => End::OutOfDisk,
        Cause::Ended | Cause::Answered => by_itself,
    };
    let cpu = Duration::from_micros(exit.map_or(0, |exit| exit.cpu_micros));
    let has_survivors = exit.is_some_and(|exit| exit.is_unclean);
    Ok(Ended { has_survivors, ..Ended::new(end, watch.capture, wall, cpu) })
}
