//! The time limit that is derived from the baseline.

use std::time::Duration;

/// The smallest derived time limit in seconds.
const LEAST_TIMEOUT: u64 = 10;

/// The derived time limit as a multiple of the baseline.
const TIMEOUT_FACTOR: u32 = 10;

/// Ten times the baseline, rounded up to a power of two, at least 10 s.
pub(crate) fn derived_timeout(baseline: Duration) -> Duration {
    let baselines = baseline * TIMEOUT_FACTOR;
    let seconds = baselines.as_secs() + u64::from(baselines.subsec_nanos() > 0);
    let rounded =
        if seconds <= LEAST_TIMEOUT { LEAST_TIMEOUT } else { seconds.next_power_of_two() };
    Duration::from_secs(rounded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_derived_timeout_is_a_power_of_two_above_ten_seconds() {
        let derived = |seconds| derived_timeout(Duration::from_secs_f64(seconds)).as_secs();
        assert_eq!(derived(0.01), 10);
        assert_eq!(derived(1.0), 10);
        assert_eq!(derived(1.01), 16);
        assert_eq!(derived(1.6), 16);
        assert_eq!(derived(60.0), 1024);
    }
}
