//! The tree of a program, as boxes around what can be removed.

use super::svg::{LETTER, LINE, head, text};
use probdd_syntax::{Language, parse};
use std::fmt::Write;
use std::ops::Range;

const TOP: f64 = 12.0;
const LEFT: f64 = 14.0;

/// The colours of boxes by how deep they lie, and their number.
const STROKES: [&str; 4] = ["#0969da", "#bc4c00", "#8250df", "#1a7f37"];

/// A program, and a box around each of its parts that the syntax allows to remove.
pub(crate) fn drawing(program: &str) -> String {
    let document = parse(Language::by_name("c").unwrap(), program.as_bytes());
    let tree = document.tree();
    let tokens = places(program, (0..tree.token_count()).map(|token| document.token(token)));
    let removable = tree.nodes().filter(|(id, _)| tree.is_removable(*id));
    let mut boxes: Vec<Range<usize>> =
        removable.map(|(_, node)| range(&tokens[node.tokens()])).collect();
    // A list with one item has the text of the item.
    boxes.dedup();
    let longest = program.lines().map(str::len).max().unwrap_or(0);
    let high = 2.0 * TOP + program.lines().count() as f64 * LINE;
    let about = "Each box is a part of the program that can be removed";
    let mut svg = head(2.0 * LEFT + longest as f64 * LETTER + 10.0, high, about);
    for (at, part) in boxes.iter().enumerate() {
        let around =
            boxes[..at].iter().filter(|outer| outer.start <= part.start && part.end <= outer.end);
        framed(&mut svg, program, part, around.count());
    }
    for (row, line) in program.lines().enumerate() {
        text(&mut svg, LEFT, TOP + row as f64 * LINE + 11.0, "", line);
    }
    svg + "</svg>\n"
}

/// Where the tokens stand.
fn places<'t>(program: &str, tokens: impl Iterator<Item = &'t [u8]>) -> Vec<Range<usize>> {
    let mut end = 0;
    let place = |token: &[u8]| {
        let token = std::str::from_utf8(token).unwrap();
        let start = end + program[end..].find(token).expect("tokens stand in their order");
        end = start + token.len();
        start..end
    };
    tokens.map(place).collect()
}

/// From the first of some tokens to the last one.
fn range(tokens: &[Range<usize>]) -> Range<usize> {
    tokens[0].start..tokens[tokens.len() - 1].end
}

/// A box around a part; the deeper it lies, the narrower it is.
fn framed(svg: &mut String, program: &str, part: &Range<usize>, depth: usize) {
    let column = |at: usize| at - program[..at].rfind('\n').map_or(0, |end| end + 1);
    let row = |at: usize| program[..at].matches('\n').count();
    let lines = program[part.clone()].trim_end().split('\n');
    let width = |(number, line): (usize, &str)| {
        line.len() + if number == 0 { column(part.start) } else { 0 }
    };
    let right = lines.enumerate().map(width).max().unwrap_or(0);
    let (first, last) = (row(part.start), row(part.end - 1));
    let space = 3.0 - (depth as f64 * 0.8).min(2.6);
    let x = LEFT + column(part.start) as f64 * LETTER - space;
    let y = TOP + first as f64 * LINE + 2.0 - space;
    let wide = (right - column(part.start)) as f64 * LETTER + 2.0 * space;
    let tall = (last - first) as f64 * LINE + 11.0 + 2.0 * space;
    let stroke = STROKES[depth % STROKES.len()];
    let _ = writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{tall:.1}\" rx=\"2\" \
         fill=\"{stroke}\" fill-opacity=\"0.06\" stroke=\"{stroke}\" stroke-width=\"0.8\"/>"
    );
}
