//! A curve: how small the best candidate was after how many queries.

use crate::tool::Report;
use anyhow::{Context, Result};
use fs_err as fs;
use std::path::Path;

/// The first line of a table of curves.
const HEAD: &str = "subject,tool,queries,tokens";

/// A run of a tool on a subject: queries and tokens, up to the end of the run.
#[derive(Debug, PartialEq)]
pub(crate) struct Curve {
    pub(crate) subject: String,
    pub(crate) tool: String,
    pub(crate) points: Vec<(u64, u64)>,
}

impl Curve {
    /// Reads the run that an argument `SUBJECT/TOOL=FILE` names.
    pub(super) fn read(argument: &str) -> Result<Curve> {
        let parts =
            argument.split_once('=').and_then(|(name, path)| Some((name.split_once('/')?, path)));
        let ((subject, tool), path) =
            parts.with_context(|| format!("`{argument}` is not SUBJECT/TOOL=FILE"))?;
        let path = Path::new(path);
        let is_table = path.extension().is_some_and(|extension| extension == "csv");
        let points = if is_table { of_table(path) } else { of_report(path) };
        let points = thinned(&points.with_context(|| path.display().to_string())?);
        Ok(Curve { subject: subject.to_owned(), tool: tool.to_owned(), points })
    }
}

/// The curves as a table of comma-separated values.
pub(super) fn table(curves: &[Curve]) -> String {
    let mut text = format!("{HEAD}\n");
    for Curve { subject, tool, points } in curves {
        let line =
            |(queries, tokens): &(u64, u64)| format!("{subject},{tool},{queries},{tokens}\n");
        text.extend(points.iter().map(line));
    }
    text
}

fn of_report(path: &Path) -> Result<Vec<(u64, u64)>> {
    let Report { curve, queries, .. } = Report::read(path)?;
    let mut points: Vec<_> = curve.iter().map(|point| (point.1, point.3)).collect();
    let least = points.last().map_or(0, |(_, tokens)| *tokens);
    points.push((queries.committed, least));
    Ok(points)
}

/// The points of another tool's table, whose first line names the columns.
fn of_table(path: &Path) -> Result<Vec<(u64, u64)>> {
    fs::read_to_string(path)?.lines().skip(1).map(parsed).collect()
}

fn parsed(point: &str) -> Result<(u64, u64)> {
    let numbers = || {
        let (queries, tokens) = point.split_once(',')?;
        Some((queries.parse().ok()?, tokens.parse().ok()?))
    };
    numbers().with_context(|| format!("not a point: {point}"))
}

/// Leaves out what a drawing cannot show: steps of less than two percent, except that to the smallest size.
pub(crate) fn thinned(points: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let least = points.iter().map(|point| point.1).min();
    let mut kept: Vec<(u64, u64)> = Vec::new();
    for (place, point) in points.iter().enumerate() {
        let is_step = kept.last().is_none_or(|last| point.1 * 100 <= last.1 * 98);
        let is_smallest = Some(point.1) == least && kept.last().is_none_or(|last| last.1 > point.1);
        if is_step || is_smallest || place + 1 == points.len() {
            kept.push(*point);
        }
    }
    kept
}

/// A run's points with its start and its end.
pub(crate) fn whole(
    points: &[(u64, u64)],
    input: u64,
    queries: u64,
    result: u64,
) -> Vec<(u64, u64)> {
    let mut all = vec![(1, input)];
    all.extend_from_slice(points);
    all.push((queries, result));
    all
}
