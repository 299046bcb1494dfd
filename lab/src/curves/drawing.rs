//! The drawing: a panel for each subject, both axes logarithmic, a size holds until the next.

use super::Curve;
use std::fmt::Write;

/// Of a panel, in the drawing's own units.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 240.0;
const MARGIN: f64 = 46.0;
const COLUMNS: usize = 2;
/// Above all panels: what the colours mean.
const HEAD: f64 = 24.0;

/// One for each tool; more tools begin again.
const COLOURS: [&str; 6] = ["#0b6e99", "#c0392b", "#d68910", "#8e5ea2", "#2e8b57", "#555555"];

/// The drawing of all curves.
pub(super) fn of(curves: &[Curve]) -> String {
    let subjects = in_order(curves.iter().map(|curve| curve.subject.as_str()));
    let tools = in_order(curves.iter().map(|curve| curve.tool.as_str()));
    let rows = subjects.len().div_ceil(COLUMNS);
    let (width, height) = (WIDTH * COLUMNS as f64, HEAD + HEIGHT * rows as f64);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (number, tool) in tools.iter().enumerate() {
        let (at, colour) = (MARGIN + 110.0 * number as f64, colour(number));
        let _ = writeln!(text, "<text x=\"{at}\" y=\"16\" fill=\"{colour}\">{tool}</text>");
    }
    for (number, subject) in subjects.iter().enumerate() {
        let x = WIDTH * (number % COLUMNS) as f64;
        let y = HEAD + HEIGHT * (number / COLUMNS) as f64;
        let _ = writeln!(text, "<g transform=\"translate({x} {y})\">");
        let of_subject = || curves.iter().filter(|curve| curve.subject == *subject);
        let panel = Panel::of(of_subject());
        panel.axes(subject, &mut text);
        for curve in of_subject() {
            let number = tools.iter().position(|tool| *tool == curve.tool).unwrap_or(0);
            panel.line(curve, colour(number), &mut text);
        }
        text.push_str("</g>\n");
    }
    text.push_str("</svg>\n");
    text
}

/// Each name once, in the order in which they come.
fn in_order<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut all = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

fn colour(number: usize) -> &'static str {
    COLOURS[number % COLOURS.len()]
}

/// How many decades the axes of a panel have.
struct Panel {
    queries: u32,
    tokens: u32,
}

impl Panel {
    fn of<'a>(curves: impl Iterator<Item = &'a Curve>) -> Panel {
        let points = curves.flat_map(|curve| &curve.points);
        let (queries, tokens) =
            points.fold((1, 1), |most, point| (most.0.max(point.0), most.1.max(point.1)));
        Panel { queries: decades(queries), tokens: decades(tokens) }
    }

    fn x(&self, at: u64) -> f64 {
        MARGIN + (at.max(1) as f64).log10() / f64::from(self.queries) * (WIDTH - 2.0 * MARGIN)
    }

    fn y(&self, at: u64) -> f64 {
        let share = (at.max(1) as f64).log10() / f64::from(self.tokens);
        HEIGHT - MARGIN - share * (HEIGHT - 2.0 * MARGIN)
    }

    fn axes(&self, subject: &str, text: &mut String) {
        let (left, right, top, bottom) = (MARGIN, WIDTH - MARGIN, MARGIN, HEIGHT - MARGIN);
        for number in (0..=self.queries).map(|decade| 10_u64.pow(decade)) {
            let (at, below) = (self.x(number), bottom + 14.0);
            let _ = writeln!(
                text,
                "<path d=\"M{at:.1} {top}V{bottom}\" stroke=\"#ddd\"/>\
                 <text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{number}</text>"
            );
        }
        for number in (0..=self.tokens).map(|decade| 10_u64.pow(decade)) {
            let (at, beside) = (self.y(number), left - 4.0);
            let _ = writeln!(
                text,
                "<path d=\"M{left} {at:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text x=\"{beside}\" y=\"{at:.1}\" text-anchor=\"end\">{number}</text>"
            );
        }
        let (middle, below, above) = (WIDTH / 2.0, HEIGHT - 10.0, MARGIN - 8.0);
        let _ = writeln!(
            text,
            "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">queries</text>\
             <text x=\"{left}\" y=\"{above}\">{subject}: tokens of the best</text>"
        );
    }

    fn line(&self, curve: &Curve, colour: &str, text: &mut String) {
        let mut path = String::new();
        for (place, (at, size)) in curve.points.iter().enumerate() {
            let (x, y) = (self.x(*at), self.y(*size));
            let _ = match place {
                0 => write!(path, "M{x:.1} {y:.1}"),
                _ => write!(path, "H{x:.1}V{y:.1}"),
            };
        }
        let _ = writeln!(
            text,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>"
        );
    }
}

/// How many decades it takes up to a number.
fn decades(most: u64) -> u32 {
    (most.max(2) - 1).ilog10() + 1
}
