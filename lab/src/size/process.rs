//! The processor time and the memory of one process.

use anyhow::Result;
use fs_err as fs;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often the process is looked at.
const PAUSE: Duration = Duration::from_millis(10);

/// What a process has used.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Usage {
    /// Seconds until the test ran for the first time.
    pub(super) first: f64,
    /// How often the test ran.
    pub(super) tests: u64,
    /// Seconds of processor time, of its own and of the system for it; without other processes.
    pub(super) cpu: f64,
    /// The most bytes of memory.
    pub(super) memory: u64,
    /// The bytes of the result.
    pub(super) result: u64,
    /// Whether it came to its end.
    pub(super) is_complete: bool,
}

/// Runs a command, whose tests add a byte to `ran`, and kills it when it takes too long.
pub(super) fn measured(command: &mut Command, ran: &Path, patience: Duration) -> Result<Usage> {
    let began = Instant::now();
    let mut child = command.spawn()?;
    let mut usage = Usage::default();
    loop {
        usage.look(&child);
        let tests = fs::metadata(ran)?.len();
        if usage.tests == 0 && tests > 0 {
            usage.first = began.elapsed().as_secs_f64();
        }
        usage.tests = tests;
        if let Some(status) = child.try_wait()? {
            usage.is_complete = status.success();
            return Ok(usage);
        }
        if began.elapsed() > patience {
            child.kill()?;
        }
        sleep(PAUSE);
    }
}

impl Usage {
    /// Reads what the process has used so far; nothing if it has just ended.
    fn look(&mut self, child: &Child) {
        let read = |name: &str| fs::read_to_string(format!("/proc/{}/{name}", child.id())).ok();
        let peak = read("status").and_then(|status| {
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        });
        self.memory = peak.map_or(self.memory, |kilobytes| kilobytes * 1024);
        let ticks = read("stat").and_then(|stat| {
            // The name, in parentheses, may contain blanks.
            let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
            let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
            Some(ticks(11)? + ticks(12)?)
        });
        let per_second = rustix::param::clock_ticks_per_second();
        self.cpu = ticks.map_or(self.cpu, |ticks| ticks as f64 / per_second as f64);
    }
}
