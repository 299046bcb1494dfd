//! What an order of the checks could save at most.
//!
//! Of the queries of a run with `parallel` it is known what every check said and took. In the author's
//! order a query takes the checks up to the first that fails. Who knew beforehand which one fails would
//! run that one, and what it needs; no order, chosen however cleverly, takes less on these queries.

use super::cached_check::Line;
use super::description::{Check, with_needs};

/// The CPU time with foresight, as a part of that in the order in which the checks are written. Nothing
/// where what a check prints decides, which the log does not tell.
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
    fn the_cheapest_check_that_fails_and_what_it_needs_would_do() {
        let mut checks = [check(&[]), check(&[]), check(&[1])];
        let log = [
            // All hold: nothing can be saved.
            line("a", 0, 5, 0),
            line("a", 1, 1, 0),
            line("a", 2, 1, 0),
            // The last fails, behind the one it needs: 3 of 8.
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
