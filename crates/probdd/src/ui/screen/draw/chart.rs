//! The size of the best candidate over the queries.

use super::super::board::{Board, Point};
use super::super::look::Role;
use super::super::view::View;
use super::pen::Pen;
use crate::messages::numbers::{count, queries};

/// Draws the curve, with the size of the input at its top.
pub(super) fn curve(view: &View, pen: &mut Pen) {
    let (width, rows) = (pen.width().saturating_sub(2), pen.rows_left().saturating_sub(2));
    if width == 0 || rows == 0 || view.board.curve.is_empty() {
        return;
    }
    let most = view.board.figures.input.tokens.max(1);
    pen.figures(&[("tokens, from ", Role::Label), (&count(most), Role::Label)]);
    let heights = heights(&view.board, width, rows * 8);
    let bars = view.look.bars();
    for row in (0..rows).rev() {
        let bar = |height: &usize| bars[height.saturating_sub(row * 8).min(8)];
        pen.put(1, &heights.iter().map(bar).collect::<String>(), Role::Good);
        pen.next();
    }
    pen.figures(&[("over ", Role::Label), (&queries(view.board.figures.queries), Role::Label)]);
}

/// The height of each column, of so many in all: the size at the end of its queries.
fn heights(board: &Board, columns: usize, most: usize) -> Vec<usize> {
    let last = board.figures.queries.max(1);
    let (curve, input) = (&board.curve, board.figures.input.tokens.max(1));
    let height = |column: usize| {
        let query = last * (column as u64 + 1) / columns as u64;
        let at = curve.partition_point(|point| point.queries <= query);
        let Point { tokens, .. } = curve[at.saturating_sub(1)];
        // What is not empty shows.
        (tokens * most).div_ceil(input).min(most)
    };
    (0..columns).map(height).collect()
}
