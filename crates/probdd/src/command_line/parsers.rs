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

/// The fewest bytes of a size, and of memory: a smaller number lacks its unit.
const LEAST_SIZE: u64 = 1 << 10;
const LEAST_MEMORY: u64 = 1 << 20;

/// A size with K, M, G or T for powers of 1024.
pub(super) fn size(text: &str) -> Result<u64, String> {
    size_of_at_least(text, LEAST_SIZE)
}

/// A size of memory with which a program can run.
pub(super) fn memory(text: &str) -> Result<u64, String> {
    size_of_at_least(text, LEAST_MEMORY)
}

fn size_of_at_least(text: &str, least: u64) -> Result<u64, String> {
    let message = "expected a size, such as 512K, 100M or 2G";
    let bytes = bytes(text).ok_or(message)?;
    if bytes < least {
        let number: String = text.chars().take_while(char::is_ascii_digit).collect();
        return Err(format!("{bytes} bytes are too few; is a unit missing, as in {number}M?"));
    }
    Ok(bytes)
}

/// A number of bytes, perhaps with a unit.
#[allow(clippy::cast_sign_loss, reason = "it is at least 1")]
fn bytes(text: &str) -> Option<u64> {
    let (number, unit) = number_and_unit(text);
    let unit = unit.to_ascii_uppercase();
    let shift = match unit.trim_end_matches("IB").trim_end_matches('B') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return None,
    };
    let bytes = number.parse::<f64>().ok()? * (1_u64 << shift) as f64;
    (1.0..1e18).contains(&bytes).then_some(bytes as u64)
}

/// A time: a number of seconds, or numbers with units.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let (mut seconds, mut rest) = (0.0, text.trim());
    while !rest.is_empty() {
        let (number, more) = number_and_unit(rest);
        let end = more.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(more.len());
        let unit = match &more[..end] {
            "ms" => 1e-3,
            "" | "s" | "sec" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86400.0,
            _ => return None,
        };
        seconds += number.parse::<f64>().ok()? * unit;
        rest = more[end..].trim_start();
    }
    (seconds > 0.0 && seconds < 1e9).then(|| Duration::from_secs_f64(seconds))
}

/// Divides a text after the digits that it begins with.
fn number_and_unit(text: &str) -> (&str, &str) {
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    let end = text.find(|c: char| !is_digit(c)).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// A time greater than 0.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let message = "expected a time greater than 0, such as 30 (seconds), 90s, 5m or 1h";
    duration(text).ok_or_else(|| message.into())
}

/// `auto` or a time.
pub(super) fn timeout(text: &str) -> Result<Timeout, String> {
    if text == "auto" {
        return Ok(Timeout::Auto);
    }
    let message = "expected auto, or a time greater than 0, such as 30 (seconds), 90s, 5m or 1h";
    duration(text).map(Timeout::Fixed).ok_or_else(|| message.into())
}

/// `NAME=N`: the name of a check and its cost in milliseconds, or with a unit of time.
pub(super) fn check_cost(text: &str) -> Result<(String, u64), String> {
    let milliseconds = |cost: &str| {
        let timed = || u64::try_from(duration(cost)?.as_millis()).ok();
        cost.parse().ok().or_else(timed)
    };
    let parts = text.rsplit_once('=').filter(|(name, _)| !name.is_empty());
    let cost = parts.and_then(|(name, cost)| Some((name.to_owned(), milliseconds(cost)?)));
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

/// A number of tokens that need not be whole, and not negative.
pub(super) fn gain(text: &str) -> Result<f64, String> {
    let tokens = text.trim().parse::<f64>().ok().filter(|gain| gain.is_finite() && *gain >= 0.0);
    tokens.ok_or_else(|| "expected a number of tokens, such as 1 or 0.5".into())
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
        assert_eq!((size("1.5G"), size("512 mb")), (Ok(3 << 29), Ok(512 << 20)));
        for wrong in ["", "0", "-1", "M", "12x", "99999999999T", "1..5M", "nan"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_size_that_lacks_its_unit_is_asked_about() {
        assert!(memory("10").is_err_and(|message| message.contains("10M")));
        assert!(memory("4096").is_err() && size("4096").is_ok());
        assert_eq!(memory("10M"), Ok(10 << 20));
    }

    #[test]
    fn times_have_units() {
        let seconds = |text| duration(text).map(|time| time.as_secs_f64());
        for (text, wanted) in [
            ("90", 90.0),
            ("90s", 90.0),
            ("1m", 60.0),
            ("1.5 min", 90.0),
            ("1h30m", 5400.0),
            ("500ms", 0.5),
            (".25", 0.25),
        ] {
            assert_eq!(seconds(text), Some(wanted), "{text}");
        }
        for wrong in ["", "0", "-1", "m", "1x", "inf", "nan", "1e9", "5 minutes ago"] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
        assert!(check_cost("a=20ms").is_ok_and(|(_, cost)| cost == 20));
    }
}
