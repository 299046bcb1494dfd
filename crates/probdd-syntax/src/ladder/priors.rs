//! How likely offers succeed before a run has asked any: a prior for each rung, and the ease of an offer.
//!
//! `lab priors` measures the priors in the traces of runs on many inputs. The table rounds what it found (the rungs that
//! none of these inputs used have a guess).

use std::str::FromStr;

/// The table: the name of a rung and its prior in each line.
const TABLE: &str = include_str!("priors.txt");

/// The name of the prior for whatever was never measured: that of all rungs together.
pub const AVERAGE: &str = "average";

/// A prior counts like so many offers: what a rung does in a text soon says more than an average over others. With 4,
/// 18 subjects took 0.92 of the queries, but two results had 3 and 19 tokens more.
pub const PRIOR_WEIGHT: f64 = 8.0;

/// The share of a text that an offer removes is that of a text of at least so many tokens: of a smaller one, every offer
/// removes a large part, ...
const LITTLE: f64 = 24.0;

/// ... of more without a grammar, where pairs of words around nearly all of a text may go.
const LITTLE_WITHOUT_GRAMMAR: f64 = 96.0;

/// How often small offers of a rung succeed; of one that the table does not have, the average.
pub fn prior(rung: &str) -> f64 {
    let find = |name: &str| {
        let mut rows = TABLE.lines().filter_map(|line| line.split_once(' '));
        rows.find(|row| row.0 == name).and_then(|row| f64::from_str(row.1).ok())
    };
    find(rung).or_else(|| find(AVERAGE)).unwrap_or_default()
}

/// The chance of an offer that saves some of the tokens of a text, relative to that of a small offer of the same rung.
///
/// The larger the share that an offer removes, the likelier it removes something needed. On 23 subjects, the successes
/// of all rungs by share fit (1 - share)^8; (1 - share)^4 predicts four to seven times as many above a share of 0.15
/// (the table is in `docs/ladder.md`).
pub fn ease(saved: f64, tokens: f64, has_grammar: bool) -> f64 {
    let little = if has_grammar { LITTLE } else { LITTLE_WITHOUT_GRAMMAR };
    (1.0 - (saved / tokens.max(little)).clamp(0.0, 1.0)).powi(8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RUNGS;

    #[test]
    fn every_line_of_the_table_is_a_rung_and_a_chance() {
        for line in TABLE.lines() {
            let (name, chance) = line.split_once(' ').expect("a name and a chance");
            assert!(name == AVERAGE || RUNGS.iter().any(|rung| rung.name == name), "{line}");
            let chance = f64::from_str(chance).expect("a number");
            assert!(chance > 0.0 && chance < 1.0, "{line}");
        }
        assert!(prior("inline") > prior("hoist") && prior(AVERAGE) > 0.0);
        assert!((prior("no such rung") - prior(AVERAGE)).abs() < f64::EPSILON);
    }

    #[test]
    fn what_removes_much_hardly_succeeds_and_a_little_text_counts_as_larger() {
        assert!((ease(0.0, 100.0, true) - 1.0).abs() < f64::EPSILON);
        assert!((ease(50.0, 100.0, true) - 1.0 / 256.0).abs() < 1e-12);
        assert!((ease(12.0, 12.0, true) - 1.0 / 256.0).abs() < 1e-12);
        assert!(ease(12.0, 12.0, false) > 0.3);
        assert!(ease(200.0, 100.0, true) < f64::EPSILON);
    }
}
