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
