//! Parsers of option values that are not words: sizes, seconds, probabilities.

use std::time::Duration;

/// The value of `--timeout`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Timeout {
    /// Derived from the baseline.
    Auto,
    /// Fixed by the user.
    Fixed(Duration),
}

/// A number of bytes, with K, M, G or T for powers of 1024.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let upper = text.to_ascii_uppercase();
    let digits = upper.trim_end_matches("IB").trim_end_matches('B');
    let mut units = ["K", "M", "G", "T"].into_iter().zip([10, 20, 30, 40]);
    let (digits, shift) = units
        .find_map(|(unit, shift)| Some((digits.strip_suffix(unit)?, shift)))
        .unwrap_or((digits, 0));
    let number = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    let message = "expected a number of bytes greater than 0, such as 4096, 512K, 100M or 2G";
    number.filter(|bytes| *bytes > 0).ok_or_else(|| message.into())
}

/// A number of seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds < 1e9);
    let message = "expected a number of seconds greater than 0";
    seconds.map(Duration::from_secs_f64).ok_or_else(|| message.into())
}

/// `auto` or a number of seconds.
pub(super) fn timeout(text: &str) -> Result<Timeout, String> {
    if text == "auto" {
        return Ok(Timeout::Auto);
    }
    let message = "expected auto, or a number of seconds greater than 0";
    seconds(text).map(Timeout::Fixed).map_err(|_| message.into())
}

/// `NAME=N`: the name of a check and its cost in milliseconds.
pub(super) fn check_cost(text: &str) -> Result<(String, u64), String> {
    let parts = text.rsplit_once('=').filter(|(name, _)| !name.is_empty());
    let cost = parts.and_then(|(name, cost)| Some((name.to_owned(), cost.parse().ok()?)));
    let message =
        "expected NAME=N: the name of a check and a whole number of milliseconds greater than 0";
    cost.filter(|(_, cost)| *cost > 0).ok_or_else(|| message.into())
}

/// A number or a fraction M/N, strictly between 0 and 1.
pub(super) fn probability(text: &str) -> Result<f64, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let value = match text.split_once('/') {
        Some((m, n)) => number(m).zip(number(n)).map(|(m, n)| m / n),
        None => number(text),
    };
    let message = "expected a probability strictly between 0 and 1, as a number or a fraction M/N";
    value.filter(|p| 0.0 < *p && *p < 1.0).ok_or_else(|| message.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_probability_may_be_a_fraction() {
        assert_eq!(probability(".1"), Ok(0.1));
        assert_eq!(probability("1/4"), Ok(0.25));
        for wrong in ["0", "1", "3/2", "1/0", "x", "", "nan", "-1/4"] {
            assert!(probability(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!((size("3k"), size("2M")), (Ok(3 << 10), Ok(2 << 20)));
        assert_eq!((size("2GiB"), size("1T")), (Ok(2 << 30), Ok(1 << 40)));
        for wrong in ["", "0", "-1", "M", "1.5G", "12x", "99999999999T"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
