//! Curves of runs: how small the best was after how many queries.
//!
//! `xtask curves OUT SUBJECT/TOOL=FILE...` writes `OUT.csv` and `OUT.svg`, which has a panel for each
//! subject and a line for each tool. A file is the report of a run (`probdd --report`) or, of other tools,
//! a table whose name ends in `.csv`: tests and tokens, wherever the best one became smaller, and at the end.

mod drawing;

use serde::Deserialize;
use std::fmt::Write;
use std::fs;
use std::path::Path;

#[derive(Deserialize)]
struct Report {
    /// Seconds, queries, bytes, tokens.
    curve: Vec<(f64, u64, u64, u64)>,
    queries: Queries,
}

#[derive(Deserialize)]
struct Queries {
    committed: u64,
}

/// A run: queries and tokens, up to its end.
struct Curve {
    subject: String,
    tool: String,
    points: Vec<(u64, u64)>,
}

/// Writes both files.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let [out, runs @ ..] = arguments else { return Err(usage()) };
    if runs.is_empty() {
        return Err(usage());
    }
    let curves = runs.iter().map(|run| read(run)).collect::<Result<Vec<_>, _>>()?;
    let write = |extension: &str, text: String| {
        let path = Path::new(out).with_extension(extension);
        fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
    };
    write("csv", table(&curves))?;
    write("svg", drawing::of(&curves))
}

fn usage() -> String {
    "usage: xtask curves OUT SUBJECT/TOOL=FILE...".to_owned()
}

fn read(run: &str) -> Result<Curve, String> {
    let (name, path) = run.split_once('=').ok_or_else(usage)?;
    let (subject, tool) = name.split_once('/').ok_or_else(usage)?;
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"))?;
    let is_table = Path::new(path).extension().is_some_and(|extension| extension == "csv");
    let points = if is_table { of_table(&text) } else { of_report(&text) };
    let points = points.map_err(|error| format!("{path}: {error}"))?;
    Ok(Curve { subject: subject.to_owned(), tool: tool.to_owned(), points: thinned(&points) })
}

/// What cannot be told apart in a drawing is left out: steps of less than two in a hundred, but for the
/// one to the smallest.
fn thinned(points: &[(u64, u64)]) -> Vec<(u64, u64)> {
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

fn of_report(text: &str) -> Result<Vec<(u64, u64)>, String> {
    let report: Report = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut points: Vec<_> = report.curve.iter().map(|point| (point.1, point.3)).collect();
    let least = points.last().map_or(0, |(_, tokens)| *tokens);
    points.push((report.queries.committed, least));
    Ok(points)
}

/// The first line names the columns.
fn of_table(text: &str) -> Result<Vec<(u64, u64)>, String> {
    let point = |line: &str| {
        let (tests, tokens) = line.split_once(',')?;
        Some((tests.parse().ok()?, tokens.parse().ok()?))
    };
    let points = text.lines().skip(1).map(|line| point(line).ok_or(format!("not a point: {line}")));
    points.collect()
}

fn table(curves: &[Curve]) -> String {
    let mut text = String::from("subject,tool,queries,tokens\n");
    for curve in curves {
        for (queries, tokens) in &curve.points {
            let _ = writeln!(text, "{},{},{queries},{tokens}", curve.subject, curve.tool);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_a_line_that_holds_until_its_end() {
        let directory = tempfile::tempdir().expect("there is a temporary directory");
        let place = |name: &str| directory.path().join(name).display().to_string();
        let report = r#"{"curve": [[0.1, 1, 900, 100], [0.2, 3, 890, 99], [0.5, 7, 90, 10]],
                "queries": {"committed": 20}}"#;
        fs::write(place("r.json"), report).expect("it can be written");
        fs::write(place("other.csv"), "tests,tokens\n1,100\n900,50\n").expect("it can be written");
        let run_of = |tool: &str, file: &str| format!("a/{tool}={}", place(file));
        let arguments = [place("out"), run_of("one", "r.json"), run_of("other", "other.csv")];
        run(&arguments).expect("all is there");
        let read = |name: &str| fs::read_to_string(place(name)).expect("it was written");
        let rows = "a,one,1,100\na,one,7,10\na,one,20,10\na,other,1,100\na,other,900,50\n";
        assert_eq!(read("out.csv"), format!("subject,tool,queries,tokens\n{rows}"));
        let drawing = read("out.svg");
        assert_eq!(drawing.matches("stroke-width=\"1.5\"").count(), 2, "{drawing}");
        assert!(run(&arguments[..1]).is_err());
        assert!(run(&[place("out"), run_of("no", "r.svg")]).is_err());
    }
}
