//! Time that does not depend on what else the machine does.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// The CPU time of this process so far.
pub(crate) fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
