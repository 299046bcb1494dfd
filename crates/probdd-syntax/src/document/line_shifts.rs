//! How far lines move: as the line around them, and to the left where that is removed.

use super::seams::Seams;
use crate::text::lines;
use std::ops::Range;

/// The lines that have moved so far, and by how many columns.
#[derive(Default)]
pub(super) struct LineShifts(Vec<(Range<usize>, i64)>);

impl LineShifts {
    /// Copies neighbouring tokens, and moves their lines where the line around them has moved or is
    /// removed.
    pub(super) fn copy(&mut self, seams: &Seams<'_>, run: Range<usize>, out: &mut Vec<u8>) {
        let lines = &seams.joints.lines;
        let mut at = seams.tokens.bytes(run.start).start;
        let mut index = lines.first_from(run.start + 1);
        let begins = |index: usize| {
            (index < lines.len()).then(|| lines.line(index)).map(|line| line.first_token as usize)
        };
        while begins(index).is_some_and(|token| token < run.end) {
            let parent = lines.line(index).parent;
            if parent == lines::NONE {
                break;
            }
            let shift = self.inherited(seams, index);
            let is_left = seams.is_line_left(parent as usize);
            let moving = if is_left { parent as usize } else { index };
            let end = lines.line(moving).end as usize;
            let first = index;
            index = end.max(index + 1);
            if shift == 0 {
                continue;
            }
            let end = index.min(lines.first_from(run.end));
            for moved in first..end {
                at = seams.copy_to_line(at, moved, shift, out);
            }
            self.0.push((first..end, shift));
        }
        out.extend_from_slice(&seams.text[at..seams.tokens.bytes(run.end - 1).end]);
    }

    /// How far a line moves that begins where it did: as the nearest line around it of which
    /// something is kept, and to the left for each removed line between the two.
    fn inherited(&self, seams: &Seams<'_>, line: usize) -> i64 {
        let lines = &seams.joints.lines;
        let mut line = lines.line(line);
        let mut shift = 0;
        while line.parent != lines::NONE {
            let parent = line.parent as usize;
            if seams.is_line_left(parent) {
                return shift + self.of(parent);
            }
            let outer = lines.line(parent);
            if line.columns > outer.columns {
                shift += i64::from(outer.columns) - i64::from(outer.inner);
            }
            line = outer;
        }
        shift
    }

    /// How far a line has moved.
    fn of(&self, line: usize) -> i64 {
        let after = self.0.partition_point(|(lines, _)| lines.start <= line);
        let before = after.checked_sub(1).map(|index| &self.0[index]);
        before.filter(|(lines, _)| lines.contains(&line)).map_or(0, |(_, shift)| *shift)
    }

    /// Indents the line of a token that begins it now.
    pub(super) fn begin_line(&mut self, seams: &Seams<'_>, token: usize, out: &mut Vec<u8>) {
        let index = seams.joints.lines.of(token);
        let shift = self.inherited(seams, index);
        seams.indent(index, shift, out);
        self.move_line(index, shift);
    }

    /// Notes that the text begins with a token, without its indentation.
    pub(super) fn begin_text(&mut self, seams: &Seams<'_>, token: usize) {
        let line = seams.joints.lines.of(token);
        self.move_line(line, -i64::from(seams.joints.lines.line(line).columns));
    }

    /// Notes that the line of a token continues the line of another one now.
    pub(super) fn join(&mut self, seams: &Seams<'_>, a: usize, b: usize) {
        let lines = &seams.joints.lines;
        let (a, b) = (lines.of(a), lines.of(b));
        if a != b {
            let columns = |index: usize| i64::from(lines.line(index).columns);
            self.move_line(b, columns(a) + self.of(a) - columns(b));
        }
    }

    fn move_line(&mut self, line: usize, shift: i64) {
        if shift != 0 && self.of(line) != shift {
            self.0.push((line..line + 1, shift));
        }
    }
}
