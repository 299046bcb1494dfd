//! What `/proc` says about processes.

use std::fs;
use std::path::Path;
use std::time::Duration;

/// Returns the children of a process, also those of its other threads.
pub(super) fn children(process: libc::pid_t) -> Vec<libc::pid_t> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let mut found = Vec::new();
    for task in tasks {
        match fs::read_to_string(task.path().join("children")) {
            Ok(list) => found
                .extend(list.split_whitespace().filter_map(|id| id.parse::<libc::pid_t>().ok())),
            // The thread has ended, or this kernel has no such file.
            Err(_) if Path::new("/proc/thread-self/children").exists() => {}
            Err(_) => return processes().filter(|id| parent_of(*id) == Some(process)).collect(),
        }
    }
    found
}

pub(super) fn parent_of(process: libc::pid_t) -> Option<libc::pid_t> {
    fact(process, 2)?.parse().ok()
}

/// Whether a process has this name, and neither has ended nor is stopped.
pub(super) fn is_at_work(process: libc::pid_t, name: &str) -> bool {
    let comm = fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
    let state = fact(process, 1);
    comm.trim_end() == name && state.is_some_and(|state| !["T", "t", "X", "Z"].contains(&&*state))
}

/// Returns when a process was started, in the system's ticks. That tells apart processes that have the
/// same number one after another.
pub(crate) fn started(process: u32) -> Option<u64> {
    fact(process.try_into().ok()?, 20)?.parse().ok()
}

/// Returns user and system time of a process and of the descendants that it has waited for.
pub(super) fn cpu(process: libc::pid_t) -> Option<Duration> {
    let ticks = (12..16).map(|number| fact(process, number)?.parse::<u64>().ok());
    let ticks = ticks.sum::<Option<u64>>()?;
    let micros = ticks * 1_000_000 / rustix::param::clock_ticks_per_second().max(1);
    Some(Duration::from_micros(micros))
}

/// Returns a word of `/proc/PID/stat`, counted from the end of the process's name, which may contain
/// any byte.
fn fact(process: libc::pid_t, number: usize) -> Option<String> {
    let stat = fs::read(format!("/proc/{process}/stat")).ok()?;
    let end = stat.iter().rposition(|&byte| byte == b')')?;
    let rest = std::str::from_utf8(&stat[end..]).ok()?;
    rest.split_ascii_whitespace().nth(number).map(ToOwned::to_owned)
}

/// Returns all processes that are visible now.
pub(super) fn processes() -> impl Iterator<Item = libc::pid_t> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}
