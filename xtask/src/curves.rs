//! Curves of runs: how small the best was after how many queries.
//!
//! `xtask curves OUT NAME=REPORT...` writes `OUT.csv` and `OUT.svg` from the reports of runs
//! (`probdd --report`), a line for each.

use serde::Deserialize;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Of the drawing, in its own units.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const MARGIN: f64 = 50.0;

/// One for each line; more lines begin again.
const COLOURS: [&str; 6] = ["#0b6e99", "#c0392b", "#2e8b57", "#8e5ea2", "#d68910", "#555555"];

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
    name: String,
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
    write("svg", drawing(&curves))
}

fn usage() -> String {
    "usage: xtask curves OUT NAME=REPORT...".to_owned()
}

fn read(run: &str) -> Result<Curve, String> {
    let (name, path) = run.split_once('=').ok_or_else(usage)?;
    let text = fs::read(path).map_err(|error| format!("cannot read {path}: {error}"))?;
    let report: Report =
        serde_json::from_slice(&text).map_err(|error| format!("{path}: {error}"))?;
    let mut points: Vec<_> = report.curve.iter().map(|point| (point.1, point.3)).collect();
    let least = points.last().map_or(0, |(_, tokens)| *tokens);
    points.push((report.queries.committed, least));
    Ok(Curve { name: name.to_owned(), points })
}

fn table(curves: &[Curve]) -> String {
    let mut text = String::from("subject,queries,tokens\n");
    for curve in curves {
        for (queries, tokens) in &curve.points {
            let _ = writeln!(text, "{},{queries},{tokens}", curve.name);
        }
    }
    text
}

/// Both axes are logarithmic; a size holds until the next.
fn drawing(curves: &[Curve]) -> String {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let most = |axis: fn(&(u64, u64)) -> u64| decades(points().map(axis).max().unwrap_or(1));
    let frame = Frame { queries: most(|point| point.0), tokens: most(|point| point.1) };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    frame.axes(&mut text);
    for (number, curve) in curves.iter().enumerate() {
        frame.line(number, curve, &mut text);
    }
    text.push_str("</svg>\n");
    text
}

/// How many decades the axes have.
struct Frame {
    queries: u32,
    tokens: u32,
}

impl Frame {
    fn x(&self, at: u64) -> f64 {
        MARGIN + (at.max(1) as f64).log10() / f64::from(self.queries) * (WIDTH - 2.0 * MARGIN)
    }

    fn y(&self, at: u64) -> f64 {
        let share = (at.max(1) as f64).log10() / f64::from(self.tokens);
        HEIGHT - MARGIN - share * (HEIGHT - 2.0 * MARGIN)
    }

    fn axes(&self, text: &mut String) {
        let (left, right, top, bottom) = (MARGIN, WIDTH - MARGIN, MARGIN, HEIGHT - MARGIN);
        for number in (0..=self.queries).map(|decade| 10_u64.pow(decade)) {
            let (at, below) = (self.x(number), bottom + 16.0);
            let _ = writeln!(
                text,
                "<path d=\"M{at:.1} {top}V{bottom}\" stroke=\"#ddd\"/>\
                 <text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{number}</text>"
            );
        }
        for number in (0..=self.tokens).map(|decade| 10_u64.pow(decade)) {
            let (at, beside) = (self.y(number), left - 6.0);
            let _ = writeln!(
                text,
                "<path d=\"M{left} {at:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text x=\"{beside}\" y=\"{at:.1}\" text-anchor=\"end\">{number}</text>"
            );
        }
        let (middle, below, above) = (WIDTH / 2.0, HEIGHT - 12.0, MARGIN - 14.0);
        let _ = writeln!(
            text,
            "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">queries</text>\
             <text x=\"{left}\" y=\"{above}\">tokens of the best</text>"
        );
    }

    fn line(&self, number: usize, curve: &Curve, text: &mut String) {
        let colour = COLOURS[number % COLOURS.len()];
        let mut path = String::new();
        for (place, (at, size)) in curve.points.iter().enumerate() {
            let (x, y) = (self.x(*at), self.y(*size));
            let _ = match place {
                0 => write!(path, "M{x:.1} {y:.1}"),
                _ => write!(path, "H{x:.1}V{y:.1}"),
            };
        }
        let (left, line) = (WIDTH - MARGIN - 150.0, MARGIN + 16.0 * number as f64);
        let _ = writeln!(
            text,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\
             <text x=\"{left}\" y=\"{line}\" fill=\"{colour}\">{}</text>",
            curve.name
        );
    }
}

/// How many decades it takes up to a number.
fn decades(most: u64) -> u32 {
    (most.max(2) - 1).ilog10() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_a_line_that_holds_until_its_end() {
        let directory = tempfile::tempdir().expect("there is a temporary directory");
        let place = |name: &str| directory.path().join(name).display().to_string();
        let report =
            r#"{"curve": [[0.1, 1, 900, 100], [0.5, 7, 90, 10]], "queries": {"committed": 20}}"#;
        fs::write(place("r.json"), report).expect("it can be written");
        let arguments = [place("out"), format!("a={}", place("r.json"))];
        run(&arguments).expect("all is there");
        let read = |name: &str| fs::read_to_string(place(name)).expect("it was written");
        assert_eq!(read("out.csv"), "subject,queries,tokens\na,1,100\na,7,10\na,20,10\n");
        assert!(read("out.svg").contains("<path d=\"M50.0 50.0H"), "{}", read("out.svg"));
        assert!(run(&arguments[..1]).is_err());
    }
}
