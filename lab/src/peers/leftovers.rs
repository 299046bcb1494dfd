//! Ends processes that a run or a test has left, also those in sessions of their own: they inherit a
//! mark, which is a variable of their environment.

use fs_err as fs;
use rustix::process::{Pid, Signal, getpid, kill_process};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// The variable that names the folder of a run.
pub(super) const RUN: &str = "PROBDD_LAB_RUN";

/// The variable that names the folder of a test.
pub(super) const TEST: &str = "PROBDD_LAB_TEST";

/// How long processes may take to die.
const PATIENCE: Duration = Duration::from_secs(5);

/// Kills all processes with a mark but this one, and waits until they are gone.
pub(super) fn kill(variable: &str, value: &Path) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let found = marked(variable, value.as_os_str());
        for pid in &found {
            let _ = kill_process(*pid, Signal::KILL);
        }
        if found.is_empty() || Instant::now() > deadline {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The processes with a mark, without this one. A process that has ended has none.
fn marked(variable: &str, value: &OsStr) -> Vec<Pid> {
    let mark = [variable.as_bytes(), b"=", value.as_bytes()].concat();
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let pids = pids.filter_map(Pid::from_raw).filter(|pid| *pid != getpid());
    let has_mark = |pid: &Pid| {
        let path = format!("/proc/{}/environ", pid.as_raw_nonzero());
        let environment = fs::read(path).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == mark)
    };
    pids.filter(has_mark).collect()
}
