//! Writes the kept tokens of a document with the text between them as it was, wherever possible.
//!
//! Neighbouring tokens are copied with the text between them. Where tokens were removed between two
//! kept ones, the text on one side of the hole is kept: no empty lines are left behind, no two
//! tokens become one, and a newline that separates is not lost.

use super::column_shifts::ColumnShifts;
use super::line_shifts::LineShifts;
use super::seams::{Hole, Seams};
use crate::text::runs::Runs;
use crate::text::tokens::BYTE_ORDER_MARK;
use memchr::memchr;
use std::ops::Range;

pub(super) fn write(seams: &Seams<'_>, out: &mut Vec<u8>) {
    let shifts = match &seams.joints.anchors {
        Some(anchors) => Shifts::Columns(ColumnShifts::new(anchors)),
        None => Shifts::Lines(LineShifts::default()),
    };
    Writer { seams, shifts }.write(out);
}

/// How far lines have moved.
enum Shifts<'a> {
    Lines(LineShifts),
    Columns(ColumnShifts<'a>),
}

struct Writer<'a> {
    seams: &'a Seams<'a>,
    shifts: Shifts<'a>,
}

impl Writer<'_> {
    fn write(&mut self, out: &mut Vec<u8>) {
        let mut last = None;
        let mut newlines = self.seams.joints.newlines.as_slice();
        for run in Runs::new(self.seams.kept) {
            match last {
                None => self.opening(run.start, out),
                Some(last) => {
                    let needs_newline = self.seams.needs_newline(&mut newlines, last, run.start);
                    self.seam(last, run.start, needs_newline, out);
                }
            }
            last = Some(run.end - 1);
            self.run(run, out);
        }
        if let Some(last) = last {
            out.extend_from_slice(self.seams.closing(last));
        }
    }

    /// Writes the text before the first kept token.
    fn opening(&mut self, first: usize, out: &mut Vec<u8>) {
        let seams = self.seams;
        if first == 0 {
            return out.extend_from_slice(&seams.text[..seams.tokens.bytes(0).start]);
        }
        if seams.text.starts_with(BYTE_ORDER_MARK) {
            out.extend_from_slice(BYTE_ORDER_MARK);
        }
        if seams.joints.spacing.is_indented() {
            return self.begin_line((first, first), out);
        }
        if let Shifts::Lines(shifts) = &mut self.shifts {
            shifts.begin_text(seams, first);
        }
    }

    fn run(&mut self, run: Range<usize>, out: &mut Vec<u8>) {
        match &mut self.shifts {
            Shifts::Lines(shifts) => shifts.copy(self.seams, run, out),
            Shifts::Columns(shifts) => shifts.copy(self.seams, run, out),
        }
    }

    /// Indents the line of a token that begins it now, at the place of another one.
    fn begin_line(&mut self, (token, place): (usize, usize), out: &mut Vec<u8>) {
        match &mut self.shifts {
            Shifts::Lines(shifts) => shifts.begin_line(self.seams, token, out),
            Shifts::Columns(shifts) => shifts.begin_line(self.seams, (token, place), out),
        }
    }

    /// Writes the text between two kept tokens.
    fn seam(&mut self, a: usize, b: usize, needs_newline: bool, out: &mut Vec<u8>) {
        let seams = self.seams;
        let hole = seams.hole(a, b);
        let (left, right) = (&seams.text[hole.left.clone()], &seams.text[hole.right.clone()]);
        if seams.is_verbatim(hole.around) {
            return out.extend_from_slice(if left.len() <= right.len() { left } else { right });
        }
        let counts = (newline_count(left), newline_count(right));
        let takes_newline = match counts {
            (0, 0) => needs_newline,
            (0, _) if matches!(self.shifts, Shifts::Columns(_)) => {
                needs_newline || !self.may_join(&hole, (a, b), out)
            }
            (0, _) | (_, 0) => needs_newline || !seams.joints.spacing.has_statement_lines(),
            _ => true,
        };
        if takes_newline {
            let gap = if counts.0 > 0 { left } else { right };
            let count = match counts {
                (0, count) | (count, 0) => count,
                (left, right) => left.min(right),
            };
            let place = if counts.1 > 0 { hole.before } else { hole.after };
            return self.break_line((b, place), count, gap, out);
        }
        out.extend_from_slice(seams.space(a, b, (left, right)));
        match &mut self.shifts {
            Shifts::Columns(shifts) => shifts.follow(seams, b, out),
            Shifts::Lines(shifts) => shifts.join(seams, a, b),
        }
    }

    /// Writes a newline, perhaps an empty line, then the indentation of a token's line. A gap that
    /// joins lines is copied.
    fn break_line(&mut self, place: (usize, usize), count: usize, gap: &[u8], out: &mut Vec<u8>) {
        if memchr(b'\\', gap).is_some() {
            return out.extend_from_slice(gap);
        }
        let is_crlf =
            memchr(b'\r', gap).is_some() || gap.is_empty() && self.seams.text.ends_with(b"\r\n");
        // Blanks at the end of the line are kept.
        let end = memchr(b'\n', gap).unwrap_or(0);
        let trailing = gap[..end].strip_suffix(b"\r").unwrap_or(&gap[..end]);
        out.extend_from_slice(trailing);
        for _ in 0..count.clamp(1, 2) {
            out.extend_from_slice(if is_crlf { b"\r\n" } else { b"\n" });
        }
        self.begin_line(place, out);
    }

    /// Whether a token that began a line may continue another line where columns matter.
    fn may_join(&self, hole: &Hole<'_>, (a, b): (usize, usize), out: &[u8]) -> bool {
        let gaps = (&self.seams.text[hole.left.clone()], &self.seams.text[hole.right.clone()]);
        let blanks = self.seams.space(a, b, gaps);
        match &self.shifts {
            Shifts::Columns(shifts) => shifts.is_in_column(self.seams, hole, blanks, out),
            Shifts::Lines(_) => true,
        }
    }
}

fn newline_count(gap: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', gap).count()
}
