//! A text as rows of a width. Long lines are broken. Of several files, each has its path above it.

use super::super::foreign::is_obeyed;
use probdd_core::bundle::{Placed, entries};
use std::collections::BTreeMap;
use std::ops::Range;

/// Of a larger text only the beginning is shown.
const MOST_BYTES: usize = 4 << 20;

/// How many columns a tab takes at most.
const TAB: usize = 4;

/// The rows of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rows {
    rows: Vec<Range<usize>>,
    /// The rows that name a file or a directory.
    paths: BTreeMap<usize, String>,
}

impl Rows {
    /// Divides a text into rows of at most this many columns.
    pub(super) fn of(text: &[u8], width: usize) -> Rows {
        let text = &text[..text.len().min(MOST_BYTES)];
        let mut rows = Rows::default();
        let files = entries(text);
        if files.is_empty() {
            rows.add(text, 0..text.len(), width);
        }
        for file in files {
            rows.paths.insert(rows.len(), shown_path(&file));
            rows.rows.push(file.start..file.content.start);
            rows.add(text, file.content, width);
        }
        rows
    }

    /// Adds the rows of a part of the text.
    fn add(&mut self, text: &[u8], part: Range<usize>, width: usize) {
        let mut start = part.start;
        let ends = memchr::memchr_iter(b'\n', &text[part.clone()]).map(|end| part.start + end);
        for end in ends.chain([part.end]) {
            if end < part.end || start < end {
                break_line(text, start..end, width.max(TAB), &mut self.rows);
            }
            start = end + 1;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The bytes of a row.
    pub(super) fn get(&self, row: usize) -> Option<Range<usize>> {
        self.rows.get(row).cloned()
    }

    /// The path that a row names.
    pub(super) fn path(&self, row: usize) -> Option<&str> {
        self.paths.get(&row).map(String::as_str)
    }

    /// The row that contains a byte.
    pub(super) fn row_of(&self, byte: usize) -> usize {
        self.rows.partition_point(|row| row.start <= byte).saturating_sub(1)
    }
}

fn shown_path(file: &Placed) -> String {
    let path = String::from_utf8_lossy(&file.path);
    if file.is_directory() { format!("{path}/") } else { path.into_owned() }
}

/// Breaks a line where its columns are used up. A byte counts as a column, and a tab as several: a
/// row may be shorter than it could be, never longer.
fn break_line(text: &[u8], line: Range<usize>, width: usize, rows: &mut Vec<Range<usize>>) {
    let (mut start, mut columns) = (line.start, 0);
    for at in line.clone() {
        let is_inside = text[at] & 0xC0 == 0x80;
        let more = if text[at] == b'\t' { TAB } else { 1 };
        if columns + more > width && !is_inside {
            rows.push(start..at);
            (start, columns) = (at, 0);
        }
        columns += more;
    }
    rows.push(start..line.end);
}

/// The columns of a row: what shows there, and the byte that it comes from. Bytes that show nothing
/// become dots.
pub(super) fn cells(text: &[u8], row: Range<usize>, is_unicode: bool) -> Vec<(String, usize)> {
    let mut cells = Vec::new();
    let mut at = row.start;
    for chunk in text[row].utf8_chunks() {
        for shown in chunk.valid().chars() {
            match shown {
                '\t' => (0..TAB).for_each(|_| cells.push((" ".into(), at))),
                '\r' => {}
                _ if is_obeyed(shown) || !is_unicode && !shown.is_ascii() => {
                    cells.push((".".into(), at));
                }
                _ => cells.push((shown.into(), at)),
            }
            at += shown.len_utf8();
        }
        for _ in chunk.invalid() {
            cells.push((".".into(), at));
            at += 1;
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_core::bundle::{Entry, EntryKind, bundle};

    fn shown(text: &[u8], width: usize) -> Vec<String> {
        let rows = Rows::of(text, width);
        let row = |row: Range<usize>| String::from_utf8_lossy(&text[row]).into_owned();
        rows.rows.into_iter().map(row).collect()
    }

    #[test]
    fn long_lines_are_broken_between_characters() {
        assert_eq!(shown(b"abcdef\n\ngh", 4), ["abcd", "ef", "", "gh"]);
        assert_eq!(shown("abcäd".as_bytes(), 4), ["abcä", "d"]);
        assert_eq!(shown(b"a\n", 4), ["a"]);
        assert_eq!(shown(b"", 4), [""; 0]);
    }

    #[test]
    fn files_have_their_paths_above_them() {
        let file = EntryKind::File { mode: 0o644 };
        let entries = [Entry::new("a.c", file, "int a;\nint b;"), Entry::new("b.c", file, "")];
        let text = bundle(&entries);
        let rows = Rows::of(&text, 4);
        assert_eq!([0, 5].map(|row| rows.path(row)), [Some("a.c"), Some("b.c")]);
        let content = (1..5).map(|row| &text[rows.get(row).expect("a row")]);
        assert!(content.eq([b"int ", &b"a;"[..], b"int ", b"b;"]));
        assert_eq!((rows.len(), rows.path(1)), (6, None));
    }

    #[test]
    fn a_byte_has_a_row() {
        let rows = Rows::of(b"abcdef\n\ngh", 4);
        assert_eq!([0, 3, 4, 6, 7, 8].map(|byte| rows.row_of(byte)), [0, 0, 1, 1, 2, 3]);
    }

    #[test]
    fn what_shows_nothing_is_a_dot() {
        let text = b"a\x1b\xFF\tb\xE2\x80\xAE";
        let cells = cells(text, 0..text.len(), true);
        let (shown, from): (Vec<String>, Vec<usize>) = cells.into_iter().unzip();
        assert_eq!(shown.concat(), "a..    b.");
        assert_eq!(from, [0, 1, 2, 3, 3, 3, 3, 4, 5]);
    }
}
