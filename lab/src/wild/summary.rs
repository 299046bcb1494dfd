//! The table of groups: how many of their files fall back or have errors.

use super::reading::Reading;
use crate::table::{grouped, padded};
use std::collections::BTreeMap;

/// A table with a row for each group, and one for all.
pub(super) fn markdown(readings: &[Reading]) -> String {
    let mut groups: BTreeMap<&str, Vec<&Reading>> = BTreeMap::new();
    for reading in readings {
        groups.entry(&reading.group).or_default().push(reading);
    }
    let all: Vec<&Reading> = readings.iter().collect();
    let rows = groups.into_iter().chain([("all", all)]);
    let rows: Vec<_> = rows.map(|(name, readings)| row(name, &readings)).collect();
    let head = [
        "files of",
        "files",
        "kB",
        "no grammar",
        "fall back",
        "with errors",
        "error bytes",
        "ms per MB",
        "parsed once",
    ];
    padded(&head.map(str::to_owned), &rows)
}

fn row(name: &str, readings: &[&Reading]) -> Vec<String> {
    let count = |is: fn(&Reading) -> bool| readings.iter().filter(|reading| is(reading)).count();
    let bytes: usize = readings.iter().map(|reading| reading.bytes).sum();
    let error_bytes: usize = readings.iter().map(|reading| reading.error_bytes).sum();
    let rate = |of: fn(&Reading) -> f64| {
        let seconds: f64 = readings.iter().map(|reading| of(reading)).sum();
        format!("{:.0}", seconds * 1e9 / bytes.max(1) as f64)
    };
    let megabytes = bytes.max(1) as f64 / 1e6;
    vec![
        name.to_owned(),
        grouped(readings.len() as u64),
        grouped(bytes as u64 / 1000),
        grouped(count(|reading| reading.is_unknown) as u64),
        grouped(count(|reading| reading.is_fallback) as u64),
        grouped(count(Reading::has_errors) as u64),
        format!("{:.2} %", error_bytes as f64 / megabytes / 1e4),
        rate(|reading| reading.seconds),
        rate(|reading| reading.seconds_once),
    ]
}
