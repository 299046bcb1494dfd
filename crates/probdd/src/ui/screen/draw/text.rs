//! The best candidate, and what its last changes took away.

use super::super::board::{Change, Text};
use super::super::difference::Difference;
use super::super::look::{Look, Role};
use super::super::rows::{Rows, cells};
use super::super::view::View;
use super::pen::Pen;
use crate::messages::numbers::count;
use ratatui::style::Style;
use std::ops::Range;

/// At most so many rows of a change are shown.
const MOST_ROWS: usize = 6;

/// Draws the rows of the best candidate.
pub(super) fn best(view: &View, pen: &mut Pen) {
    let text = view.picture.text.bytes();
    if text.is_empty() {
        pen.put(1, "empty", Role::Label);
    }
    for row in view.top..view.top + pen.rows_left() {
        let Some(bytes) = view.picture.rows.get(row) else { return };
        if let Some(path) = view.picture.rows.path(row) {
            pen.put(0, path, Role::Title);
            pen.next();
            continue;
        }
        let cells = cells(text, bytes, view.look.is_unicode);
        let mut column = 0;
        for run in cells.chunk_by(|one, next| style(view, one.1) == style(view, next.1)) {
            let shown: String = run.iter().map(|(shown, _)| shown.as_str()).collect();
            column = pen.put_styled(column, &shown, style(view, run[0].1));
        }
        pen.next();
    }
}

/// How a byte of the best candidate looks.
fn style(view: &View, byte: usize) -> Style {
    let heat = view.picture.heat.partition_point(|span| span.bytes.end <= byte);
    let heat = view.picture.heat.get(heat).filter(|span| span.bytes.contains(&byte));
    let heat = heat.map_or(Role::Plain, |span| Look::heat(span.needed));
    let tried = view.picture.tried.partition_point(|range| range.end <= byte);
    let is_tried = view.picture.tried.get(tried).is_some_and(|range| range.contains(&byte));
    let is_fresh = view.picture.fresh.binary_search(&byte).is_ok();
    let marks = [(is_tried, Role::Tried), (is_fresh, Role::Fresh)];
    let marks = marks.into_iter().filter(|(has, _)| *has);
    marks.fold(view.look.style(heat), |style, (_, mark)| style.patch(view.look.style(mark)))
}

/// Draws the last changes: what went, and what came.
pub(super) fn changes(view: &View, pen: &mut Pen) {
    if view.changes.is_empty() {
        pen.put(1, "no reduction yet", Role::Label);
    }
    for (change, difference) in view.changes.iter().skip(view.top) {
        heading(change, pen);
        let Difference { gone, new, .. } = difference.as_ref();
        excerpt(view, &change.before, ("-", Role::Gone), gone, pen);
        excerpt(view, &change.after, ("+", Role::New), new, pen);
        pen.next();
    }
}

fn heading(change: &Change, pen: &mut Pen) {
    let [before, after] = [&change.before, &change.after].map(|text| count(text.bytes().len()));
    pen.figures(&[
        ("query ", Role::Label),
        (&count(change.query as usize), Role::Figure),
        (&format!(", {}: {before} -> {after} bytes", change.pass), Role::Plain),
    ]);
}

/// Draws parts of a text, the first rows of them.
fn excerpt(
    view: &View,
    text: &Text,
    (sign, role): (&str, Role),
    parts: &[Range<usize>],
    pen: &mut Pen,
) {
    let mut left = MOST_ROWS;
    for part in parts {
        let part = &text.bytes()[part.clone()];
        let rows = Rows::of(part, pen.width().saturating_sub(3));
        let is_shown = |row: &Range<usize>| !part[row.clone()].trim_ascii().is_empty();
        let all = (0..rows.len()).filter_map(|row| rows.get(row)).filter(is_shown);
        for row in all {
            if left == 0 {
                pen.put(3, "...", role);
                pen.next();
                return;
            }
            pen.put(1, sign, role);
            let cells = cells(part, row, view.look.is_unicode);
            pen.put(3, &cells.into_iter().map(|(shown, _)| shown).collect::<String>(), role);
            pen.next();
            left -= 1;
        }
    }
}
