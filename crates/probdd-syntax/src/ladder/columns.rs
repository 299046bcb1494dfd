//! Removes columns of a table: the same fields of every row, with a separator each.
//!
//! A text is a table if all its lines have the same number of separators outside quotes.

use super::source::{Source, erase, writing};
use probdd_core::Edits;
use std::ops::Range;

/// What may separate fields.
const SEPARATORS: [u8; 4] = [b',', b';', b'|', b'&'];

/// Half of the columns, then quarters, then single ones, from the end.
pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let rows = rows(source);
    let tables = SEPARATORS.iter().filter_map(|separator| table(source, &rows, *separator));
    tables.flat_map(|table| removals(&rows, &table)).collect()
}

/// The tokens of each line.
fn rows(source: &Source) -> Vec<Range<usize>> {
    let (table, text) = (&source.document.tokens, source.document.text());
    let count = source.tree.token_count();
    let begins = |token: &usize| *token == 0 || text[table.gap_before(*token)].contains(&b'\n');
    let starts: Vec<usize> = (0..count).filter(begins).collect();
    let ends = starts.iter().skip(1).copied().chain([count]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// The tokens that separate the fields of each row, if all rows have equally many.
fn table(source: &Source, rows: &[Range<usize>], separator: u8) -> Option<Vec<Vec<usize>>> {
    let separators: Vec<Vec<usize>> =
        rows.iter().map(|row| outside_quotes(source, row.clone(), separator)).collect();
    let fields = separators.first()?.len();
    let is_table = rows.len() > 1 && fields > 0 && separators.iter().all(|row| row.len() == fields);
    is_table.then_some(separators)
}

/// The tokens of a row that are separators.
fn outside_quotes(source: &Source, row: Range<usize>, separator: u8) -> Vec<usize> {
    let mut is_quoted = false;
    row.filter(|token| {
        let text = source.token(*token);
        is_quoted ^= memchr::memchr_iter(b'"', text).count() % 2 == 1;
        !is_quoted && text == [separator]
    })
    .collect()
}

fn removals(rows: &[Range<usize>], table: &[Vec<usize>]) -> Vec<Edits> {
    let columns = table[0].len() + 1;
    let lengths = std::iter::successors(Some(columns / 2), |length| Some(length / 2));
    let mut offers = Vec::new();
    for length in lengths.take_while(|length| *length > 0) {
        let starts = (0..columns).step_by(length).rev();
        let removed = starts.map(|start| start..(start + length).min(columns));
        offers.extend(removed.filter(|removed| removed.len() < columns).map(|removed| {
            let rows = rows.iter().zip(table);
            writing(rows.map(|(row, separators)| erase(tokens(row, separators, &removed))))
        }));
    }
    offers
}

/// The tokens of some columns of a row: with the separators after them, and for the last columns
/// with the one before them.
fn tokens(row: &Range<usize>, separators: &[usize], columns: &Range<usize>) -> Range<usize> {
    match (separators.get(columns.end - 1), columns.start.checked_sub(1)) {
        (Some(end), None) => row.start..end + 1,
        (Some(end), Some(before)) => separators[before] + 1..end + 1,
        (None, Some(before)) => separators[before]..row.end,
        (None, None) => row.clone(),
    }
}
