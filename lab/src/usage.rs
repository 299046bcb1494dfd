//! CPU time, as the system counts it.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// The CPU time of all processes that this one has waited for, and that these have waited for.
pub(crate) fn children_micros() -> u64 {
    micros(UsageWho::RUSAGE_CHILDREN)
}

/// The CPU time of this process, without those it has waited for.
pub(crate) fn own_micros() -> u64 {
    micros(UsageWho::RUSAGE_SELF)
}

fn micros(who: UsageWho) -> u64 {
    let used = getrusage(who).map(|usage| usage.user_time() + usage.system_time());
    used.map_or(0, |time| time.num_microseconds().unsigned_abs())
}
