//! What the script has written about its steps.

use crate::script::{BEGIN, CUT_SHORT, END};
use std::time::Duration;

/// What is known of a step that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) number: usize,
    /// The exit status; `None` if the step did not end by itself.
    pub(crate) status: Option<i32>,
    /// How long it ran, if the worker has a clock that tells.
    pub(crate) wall: Option<Duration>,
    /// User and system time.
    pub(crate) cpu: Duration,
}

/// Parses `out/status`; `None` if that is not whole.
pub(crate) fn parse(text: &[u8]) -> Option<Vec<Said>> {
    let text = std::str::from_utf8(text).ok()?;
    let lines: Vec<&str> = text.strip_suffix('\n')?.split('\n').collect();
    let [BEGIN, steps @ .., END] = lines.as_slice() else { return None };
    let (mut said, mut before) = (Vec::new(), Duration::ZERO);
    for step in steps.chunks(3) {
        let [line, _of_shell, of_children] = step else { return None };
        let total = times(of_children)?;
        let (number, status, wall) = ending(line)?;
        let cpu = total.saturating_sub(before);
        before = total;
        said.push(Said { number, status, wall, cpu });
    }
    Some(said)
}

/// Parses the number of a step, its status, and when it began and ended.
fn ending(line: &str) -> Option<(usize, Option<i32>, Option<Duration>)> {
    let mut words = line.split(' ');
    let number = words.next()?.parse().ok()?;
    let status = match words.next()? {
        CUT_SHORT => None,
        status => Some(status.parse().ok().filter(|code| (0..256).contains(code))?),
    };
    let (began, ended) = (words.next()?, words.next()?);
    let wall = nanoseconds(began).zip(nanoseconds(ended));
    let wall = wall.map(|(began, ended)| Duration::from_nanos(ended.saturating_sub(began)));
    words.next().is_none().then_some((number, status, wall))
}

/// Parses the time of a clock in nanoseconds. One that knows no nanoseconds has seconds and a letter.
fn nanoseconds(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let number: u64 = digits.parse().ok()?;
    if digits.len() == text.len() && digits.len() > 12 {
        Some(number)
    } else {
        number.checked_mul(1_000_000_000)
    }
}

/// Parses two times such as `0m1.5s 0m0.25s`, and adds them.
fn times(line: &str) -> Option<Duration> {
    let one = |text: &str| {
        let (minutes, rest) = text.split_once('m')?;
        let seconds: f64 = rest.strip_suffix('s')?.replace(',', ".").parse().ok()?;
        let all = minutes.parse::<f64>().ok()? * 60.0 + seconds;
        Duration::try_from_secs_f64(all).ok()
    };
    let (user, system) = line.split_once(' ')?;
    Some(one(user)? + one(system.trim())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "probdd 1\n0 0 1700000000100000000 1700000000350000000\n0m0.0s 0m0.0s\n\
                         0m0.10s 0m0.05s\n2 none 1700000001 1700000003\n0m0.0s 0m0.0s\n\
                         1m0.50s 0m0.050s\nend\n";

    #[test]
    fn a_step_has_a_status_and_times() {
        let milliseconds = Duration::from_millis;
        let said = parse(WHOLE.as_bytes()).expect("it is whole");
        let first = Said {
            number: 0,
            status: Some(0),
            wall: Some(milliseconds(250)),
            cpu: milliseconds(150),
        };
        let second = Said {
            number: 2,
            status: None,
            wall: Some(milliseconds(2000)),
            cpu: milliseconds(60_400),
        };
        assert_eq!(said, [first, second]);
        assert_eq!(nanoseconds("1700000000N"), Some(1_700_000_000_000_000_000));
    }

    #[test]
    fn half_of_it_is_nothing() {
        for end in 0..WHOLE.len() {
            assert_eq!(parse(&WHOLE.as_bytes()[..end]), None, "{end}");
        }
        assert_eq!(parse(b"probdd 1\nend\n"), Some(Vec::new()));
        assert_eq!(parse(b"probdd 1\n0 256 1 2\n0m0s 0m0s\n0m0s 0m0s\nend\n"), None);
        assert_eq!(parse(b"probdd 1\n0 0 1 2\nend\n"), None);
    }
}
