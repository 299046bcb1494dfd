//! What the papers report, beside what was measured here.

use crate::comparison::{Comparison, Measure, Run, ratio};
use crate::table::padded;
use anyhow::Result;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The papers' figures. The file's head says what they are.
const FIGURES: &str = include_str!("../../published.toml");

#[derive(Deserialize)]
struct Published {
    comparison: Vec<Reported>,
}

/// What one paper reports on a pair of methods.
#[derive(Deserialize)]
struct Reported {
    pair: [String; 2],
    source: String,
    ratios: BTreeMap<String, f64>,
}

/// A row for each ratio of a paper.
pub(super) fn table(runs: &[Run]) -> Result<String> {
    let head = ["paper", "ratio", "of", "published", "here"].map(str::to_owned);
    let mut rows = Vec::new();
    for reported in toml::from_str::<Published>(FIGURES)?.comparison {
        let [method, other] = [reported.pair[0].as_str(), reported.pair[1].as_str()];
        let mut paper = reported.source;
        for (key, measure) in MEASURES {
            let Some(published) = reported.ratios.get(key) else { continue };
            let here = Comparison::new(runs, [method, other], measure, None).shown();
            let pair = format!("{method} / {other}");
            let measure = measure.name().to_owned();
            rows.push(vec![std::mem::take(&mut paper), pair, measure, ratio(*published), here]);
        }
    }
    Ok(padded(&head, &rows))
}

/// The measures, as the file of the papers' figures names them.
const MEASURES: [(&str, Measure); 4] = [
    ("result", Measure::Result),
    ("queries", Measure::Queries),
    ("seconds", Measure::Seconds),
    ("speed", Measure::Speed),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::by_name;

    #[test]
    fn the_papers_figures_are_of_known_methods_and_measures() {
        let published: Published = toml::from_str(FIGURES).expect("it is whole");
        for reported in &published.comparison {
            for name in &reported.pair {
                let method = name.split(", ").next().unwrap_or_default();
                assert!(by_name(method).is_ok(), "{name}");
            }
            for key in reported.ratios.keys() {
                assert!(MEASURES.iter().any(|(name, _)| name == key), "{key}");
            }
        }
        let rows: usize = published.comparison.iter().map(|it| it.ratios.len()).sum();
        assert_eq!(table(&[]).expect("it is whole").lines().count(), rows + 2);
    }
}
