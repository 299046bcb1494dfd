//! The most that an order of the checks could save.
//!
//! In a run with `parallel`, the answers and costs of all checks are known for every query. In the
//! author's order a query runs the checks up to the first that fails. With foresight it would run only the
//! cheapest check that fails, and those that this one needs: no order costs less on these queries.

use crate::cached::check::Line;
use crate::check_description::{Check, with_needs};

/// The CPU time with foresight, as a share of that in the author's order. None if a check is judged by
/// its output, which the log does not hold.
pub(super) fn share(checks: &[Check], log: &[Line]) -> Option<f64> {
    if checks.iter().any(|check| check.is_read) {
        return None;
    }
    let queries = log.chunk_by(|one, other| one.text == other.text);
    let (mut written, mut foreseen) = (0, 0);
    for query in queries {
        let took =
            |place: usize| query.iter().find(|it| it.place == place).map_or(0, |it| it.micros);
        let with_needs =
            |failed: &Line| with_needs(checks, failed.place).into_iter().map(took).sum();
        let failed = query.iter().filter(|it| !checks[it.place].expects(it.code));
        let all: u64 = query.iter().map(|it| it.micros).sum();
        let first = failed.clone().map(|it| it.place).min();
        written += first.map_or(all, |first| (0..=first).map(took).sum());
        foreseen += failed.map(with_needs).min().unwrap_or(all);
    }
    Some(foreseen as f64 / written.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(after: &[usize]) -> Check {
        Check {
            name: String::new(),
            run: Vec::new(),
            after: after.to_vec(),
            is_read: false,
            rest: toml::Table::new(),
        }
    }

    fn line(text: &str, place: usize, micros: u64, code: u8) -> Line {
        Line { place, micros, code, text: text.to_owned() }
    }

    #[test]
    fn the_cheapest_failing_check_and_those_it_needs_would_suffice() {
        let mut checks = [check(&[]), check(&[]), check(&[1])];
        let log = [
            // All hold: no order saves anything.
            line("a", 0, 5, 0),
            line("a", 1, 1, 0),
            line("a", 2, 1, 0),
            // The last fails, after the one it needs: 3 of 8.
            line("b", 0, 5, 0),
            line("b", 2, 2, 1),
            line("b", 1, 1, 0),
            // The first two fail: 1 of 5.
            line("c", 0, 5, 9),
            line("c", 1, 1, 1),
        ];
        assert_eq!(share(&checks, &log), Some(11.0 / 20.0));
        assert_eq!(share(&checks, &log[..3]), Some(1.0));
        checks[1].is_read = true;
        assert_eq!(share(&checks, &log), None);
    }
}
