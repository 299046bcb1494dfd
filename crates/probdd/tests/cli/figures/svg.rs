//! Drawings of steps.

use super::replay::{Fate, Step};
use std::fmt::Write;

/// The size of a letter of the program, and of the small picture of it that each query has.
pub(crate) const LETTER: f64 = 6.0;
pub(crate) const LINE: f64 = 14.0;
const DOT: f64 = 0.55;
/// From one query to the next.
const COLUMN: f64 = 28.0;
const TOP: f64 = 44.0;
const MARGIN: f64 = 12.0;

const TEXT: &str = "#24292f";
const FAINT: &str = "#6e7781";
const KEPT: &str = "#b6bdc6";
const INTERESTING: &str = "#2da44e";
const UNINTERESTING: &str = "#d1434b";

/// The head of a drawing on white.
pub(crate) fn head(width: f64, height: f64, about: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"monospace\" font-size=\"10\" fill=\"{TEXT}\">\n<title>{about}</title>\n\
         <rect width=\"{width:.0}\" height=\"{height:.0}\" rx=\"6\" fill=\"#ffffff\"/>\n"
    )
}

/// A line of text.
pub(crate) fn text(svg: &mut String, x: f64, y: f64, style: &str, text: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" xml:space=\"preserve\" {style}>{text}</text>"
    );
}

/// All queries of a search: the program at the left, then a small picture of it for each query.
pub(crate) fn queries(program: &str, steps: &[Step]) -> String {
    let lines: Vec<&str> = program.lines().collect();
    let longest = lines.iter().map(|line| line.len()).max().unwrap_or(0);
    let left = 2.0 * MARGIN + longest as f64 * LETTER;
    let bottom = TOP + lines.len() as f64 * LINE;
    let width = left + steps.len() as f64 * COLUMN + MARGIN;
    let mut svg = head(width, bottom + 64.0, "Each column is a query");
    for (row, line) in lines.iter().enumerate() {
        text(&mut svg, MARGIN, TOP + row as f64 * LINE + 10.0, "", line);
    }
    text(&mut svg, MARGIN, 18.0, "font-weight=\"bold\"", "query");
    text(&mut svg, MARGIN, 34.0, &format!("fill=\"{FAINT}\""), "chance, %");
    for (number, step) in steps.iter().enumerate() {
        let x = left + number as f64 * COLUMN;
        column(&mut svg, x, program, step, number + 1);
        let color = if step.is_interesting { INTERESTING } else { UNINTERESTING };
        let sign = if step.is_interesting { "yes" } else { "no" };
        text(&mut svg, x, bottom + 16.0, &format!("fill=\"{color}\" font-weight=\"bold\""), sign);
    }
    let left_over =
        steps.iter().rev().find(|step| step.is_interesting).map_or(0, |step| step.tokens);
    let asked = steps.len();
    text(&mut svg, MARGIN, bottom + 16.0, "font-weight=\"bold\"", "interesting?");
    let sum = format!("{asked} queries, {left_over} tokens are left");
    text(&mut svg, MARGIN, bottom + 34.0, "", &sum);
    legend(&mut svg, MARGIN, bottom + 48.0);
    svg + "</svg>\n"
}

/// The small picture of a query.
fn column(svg: &mut String, x: f64, program: &str, step: &Step, number: usize) {
    text(svg, x, 18.0, "font-weight=\"bold\"", &number.to_string());
    if let Some(chance) = step.chance {
        let chance = format!("{:.0}", chance * 100.0);
        text(svg, x, 34.0, &format!("fill=\"{FAINT}\""), &chance);
    }
    let mut start = 0;
    for (row, line) in program.split_inclusive('\n').enumerate() {
        let y = TOP + row as f64 * LINE + 2.0;
        let bytes = line.bytes().zip(&step.bytes[start..]);
        let fates: Vec<Option<Fate>> =
            bytes.map(|(byte, fate)| (!byte.is_ascii_whitespace()).then_some(*fate)).collect();
        let mut at = 0;
        // A blank between two letters of the same fate is as they are.
        while at < fates.len() {
            let Some(fate) = fates[at] else {
                at += 1;
                continue;
            };
            let other =
                fates[at..].iter().position(|other| other.is_some_and(|other| other != fate));
            let end = other.map_or(fates.len(), |length| at + length);
            let end = fates[..end].iter().rposition(Option::is_some).map_or(end, |last| last + 1);
            let color = match fate {
                Fate::Gone => None,
                Fate::Kept => Some(KEPT),
                Fate::Taken if step.is_interesting => Some(INTERESTING),
                Fate::Taken => Some(UNINTERESTING),
            };
            if let Some(color) = color {
                let (x, width) = (x + at as f64 * DOT, (end - at) as f64 * DOT);
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"9\" fill=\"{color}\"/>"
                );
            }
            at = end;
        }
        start += line.len();
    }
}

fn legend(svg: &mut String, x: f64, y: f64) {
    let entries = [
        (KEPT, "the candidate has it"),
        (INTERESTING, "left out, and still interesting: gone"),
        (UNINTERESTING, "left out, not interesting: stays"),
    ];
    let mut x = x;
    for (color, meaning) in entries {
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"10\" height=\"9\" fill=\"{color}\"/>",
            y - 8.0
        );
        text(svg, x + 14.0, y, &format!("fill=\"{FAINT}\""), meaning);
        x += 14.0 + (meaning.len() as f64 + 3.0) * LETTER;
    }
}

/// The last success of the first search.
fn begin_of_ladder(steps: &[Step]) -> Option<usize> {
    let is_found = |step: &Step| step.is_interesting && step.pass == "frontier";
    let first = steps.iter().position(is_found)?;
    let other = |step: &Step| step.is_interesting && step.pass != "frontier";
    let end = steps[first..].iter().position(other).map_or(steps.len(), |at| first + at);
    steps[..end].iter().rposition(is_found)
}

/// What the passes after deletion make of the text: a frame for the last success of each.
pub(crate) fn ladder(steps: &[Step]) -> String {
    const WIDE: f64 = 270.0;
    const ABREAST: usize = 3;
    let begin = begin_of_ladder(steps).expect("the first search finds something");
    let numbered = (2..).zip(steps).skip(begin);
    let successes: Vec<(usize, &Step)> = numbered.filter(|(_, step)| step.is_interesting).collect();
    let is_last = |at: &usize| {
        successes.get(at + 1).is_none_or(|(_, next)| next.pass != successes[*at].1.pass)
    };
    let frames: Vec<_> = (0..successes.len()).filter(is_last).map(|at| successes[at]).collect();
    let most = frames.iter().map(|(_, step)| step.text.lines().count()).max().unwrap_or(0);
    let high = most as f64 * LINE + 40.0;
    let rows = frames.len().div_ceil(ABREAST);
    let about = "The text after each rung that has changed it";
    let mut svg = head(WIDE * ABREAST as f64 + MARGIN, rows as f64 * high + MARGIN, about);
    for (at, (number, step)) in frames.iter().enumerate() {
        let x = MARGIN + (at % ABREAST) as f64 * WIDE;
        let y = MARGIN + (at / ABREAST) as f64 * high;
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"4\" \
             fill=\"none\" stroke=\"{KEPT}\"/>",
            WIDE - MARGIN,
            high - MARGIN
        );
        text(&mut svg, x + 8.0, y + 16.0, "font-weight=\"bold\"", &step.pass);
        let about = format!("query {number}, {} tokens", step.tokens);
        let right = format!("fill=\"{FAINT}\" text-anchor=\"end\"");
        text(&mut svg, x + WIDE - MARGIN - 8.0, y + 16.0, &right, &about);
        for (row, line) in step.text.lines().enumerate() {
            text(&mut svg, x + 8.0, y + 34.0 + row as f64 * LINE, "", line);
        }
    }
    svg + "</svg>\n"
}
