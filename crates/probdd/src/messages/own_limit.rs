//! The warning about a test with a time limit of its own that it nearly needs: on a busy machine it
//! fails on good candidates.

use regex::Regex;
use std::time::Duration;

/// How shells and Python limit the time of a program. The first group is the time, the second its unit.
const LIMITS: [&str; 3] = [
    r"(?:^|[^-\w])timeout\s+(?:-[sk]\s*\S+\s+|--(?:signal|kill-after)[= ]\S+\s+|-\S+\s+)*(\d+\.?\d*|\.\d+)([smhd]?)(?:\s|$)",
    r"\bulimit\s+-\w*t\s+(\d+)()",
    r#"\btimeout\s*=\s*"?(\d+\.?\d*|\.\d+)([smhd]?)"#,
];

/// A run that takes more than this share of a limit is too close to it.
const SHARE: f64 = 1.0 / 3.0;

/// A run that takes so much longer than the limit does not spend its time under it.
const AROUND: Duration = Duration::from_millis(100);

/// The warning about a test of this text, if a run of it on the input that took so long is close to a
/// limit in the text.
pub(crate) fn warning(text: &str, took: Duration) -> Option<String> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let found = lines.flat_map(|line| LIMITS.iter().filter_map(move |limit| limit_of(limit, line)));
    let is_close = |(_, limit): &(String, Duration)| {
        took > limit.mul_f64(SHARE) && took <= limit.saturating_add(AROUND)
    };
    let (shown, limit) = found.filter(is_close).min_by_key(|(_, limit)| *limit)?;
    Some(format!(
        "the test has a time limit of its own, `{shown}`, and takes {:.2} s on the input: on a busy \
         machine it fails on good candidates. Give it at least {:.1} s, or leave the limit to --timeout",
        took.as_secs_f64(),
        (took.max(limit) * 10).as_secs_f64(),
    ))
}

/// The limit that a line of a test sets.
fn limit_of(pattern: &str, line: &str) -> Option<(String, Duration)> {
    let found = Regex::new(pattern).ok()?.captures(line)?;
    let unit = match found.get(2).map_or("", |unit| unit.as_str()) {
        "m" => 60.0,
        "h" => 3600.0,
        "d" => 86400.0,
        _ => 1.0,
    };
    let seconds: f64 = found[1].parse().ok()?;
    let limit = Duration::try_from_secs_f64(seconds * unit).ok()?;
    Some((found[0].trim().to_owned(), limit)).filter(|_| !limit.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_read_as_shells_and_python_write_it() {
        for (line, limit) in [
            ("timeout 5 ./a.out", 5.0),
            ("timeout -s KILL 5s ./a.out", 5.0),
            ("timeout --signal=KILL -k 1 2.5 ./a.out", 2.5),
            ("if timeout --preserve-status .5m sh x; then", 30.0),
            ("ulimit -St 4; ./a.out", 4.0),
            ("subprocess.run(command, timeout=7)", 7.0),
            ("timeout = \"10s\"", 10.0),
        ] {
            let took = |share: f64| warning(line, Duration::from_secs_f64(limit * share));
            assert!(took(0.5).is_some_and(|told| told.contains("time limit of its own")), "{line}");
            assert_eq!((took(0.3), took(1.5)), (None, None), "{line}");
        }
        let took = Duration::from_secs(3);
        for line in ["# timeout 5 x", "--timeout 5", "timeout \"$limit\" x", "echo timeout"] {
            assert_eq!(warning(line, took), None, "{line}");
        }
    }
}
