//! What this process has used so far.

use rustix::time::{ClockId, clock_gettime};

/// The CPU time of this process, in seconds.
pub(crate) fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The memory of this process, as Linux words it: `VmHWM:` is the peak, `VmRSS:` the present.
pub(crate) fn memory(field: &str) -> String {
    let status = fs_err::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    line.unwrap_or("unknown").trim().to_owned()
}
