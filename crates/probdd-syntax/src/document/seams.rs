//! The text between two kept tokens that did not stand side by side, and the indentation of the
//! lines after it.

use crate::document::render::{BYTE_ORDER_MARK, RequiredNewline, Runs};
use crate::document::{Joints, TokenTable};
use crate::text::fuse;
use crate::text::lines::{self, indentation};
use fixedbitset::FixedBitSet;
use memchr::memchr;
use probdd_core::{Kind, Node, NodeId, Role, Tree};
use std::ops::Range;

/// Renders a document whose text between tokens is chosen at every seam.
pub(crate) struct Seams<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) tokens: &'a TokenTable,
    pub(crate) tree: &'a Tree,
    pub(crate) joints: &'a Joints,
    pub(crate) bits: &'a FixedBitSet,
    /// The lines so far that do not stand as far to the right as they did: from, up to, by how
    /// many columns.
    pub(crate) shifts: Vec<(Range<usize>, i64)>,
    /// Where columns matter: from which token on by how many columns tokens have moved.
    pub(crate) moves: Vec<(usize, i64)>,
}

/// What stands on the sides of a hole.
pub(crate) struct Hole<'a> {
    /// The text after what of the left side is kept or was hoisted.
    pub(crate) left: Range<usize>,
    /// The text before what of the right side is kept or was hoisted.
    pub(crate) right: Range<usize>,
    /// The first token after the left text.
    pub(crate) after: usize,
    /// The first token after the right text.
    pub(crate) before: usize,
    /// The innermost node of the grammar around both sides.
    pub(crate) around: Option<&'a Node>,
}

impl<'a> Seams<'a> {
    /// Writes what is kept.
    pub(crate) fn render(&mut self, out: &mut Vec<u8>) {
        let mut last = None;
        let mut newlines = self.joints.newlines.as_slice();
        for run in Runs::new(self.bits) {
            match last {
                None => self.opening(run.start, out),
                Some(last) => {
                    let needs_newline = self.needs_newline(&mut newlines, last, run.start);
                    self.seam(last, run.start, needs_newline, out);
                }
            }
            last = Some(run.end - 1);
            self.run(run, out);
        }
        if let Some(last) = last {
            out.extend_from_slice(self.closing(last));
        }
    }

    /// The text before the first kept token.
    fn opening(&mut self, first: usize, out: &mut Vec<u8>) {
        if first == 0 {
            return out.extend_from_slice(&self.text[..self.tokens.bytes(0).start]);
        }
        if self.text.starts_with(BYTE_ORDER_MARK) {
            out.extend_from_slice(BYTE_ORDER_MARK);
        }
        if self.joints.is_indentation_sensitive {
            return self.begin_line(first, first, out);
        }
        let line = self.joints.lines.of(first);
        self.move_line(line, -i64::from(self.joints.lines.line(line).columns));
    }

    /// The text after the last kept token.
    pub(crate) fn closing(&self, last: usize) -> &'a [u8] {
        let end = self.tokens.bytes(self.tokens.len() - 1).end;
        if last + 1 == self.tokens.len() {
            &self.text[end..]
        } else if self.text.ends_with(b"\r\n") {
            b"\r\n"
        } else if self.text.ends_with(b"\n") {
            b"\n"
        } else {
            b""
        }
    }

    /// Copies tokens that stand side by side, and moves their lines where the line that they
    /// stood inside is gone or has moved.
    fn run(&mut self, run: Range<usize>, out: &mut Vec<u8>) {
        if let Some(layout) = &self.joints.layout {
            return self.run_in_columns(run, layout, out);
        }
        let lines = &self.joints.lines;
        let mut at = self.tokens.bytes(run.start).start;
        let mut index = lines.first_from(run.start + 1);
        let begins = |index: usize| {
            (index < lines.len()).then(|| lines.line(index)).map(|line| line.first_token as usize)
        };
        while begins(index).is_some_and(|token| token < run.end) {
            let parent = lines.line(index).parent;
            if parent == lines::NONE {
                break;
            }
            let shift = self.inherited_shift(index);
            let is_left = self.is_line_left(parent as usize);
            let moving = if is_left { parent as usize } else { index };
            let end = lines.line(moving).end as usize;
            let first = index;
            index = end.max(index + 1);
            if shift == 0 {
                continue;
            }
            let end = index.min(lines.first_from(run.end));
            for moved in first..end {
                let token = lines.line(moved).first_token as usize;
                let gap = self.tokens.gap_before(token);
                let blanks = indentation(&self.text[gap.clone()]);
                out.extend_from_slice(&self.text[at..gap.end - blanks.len()]);
                push_indentation(lines.line(moved).columns, shift, blanks, out);
                at = gap.end;
            }
            self.shifts.push((first..end, shift));
        }
        out.extend_from_slice(&self.text[at..self.tokens.bytes(run.end - 1).end]);
    }

    /// How far a line moves that begins where it did: with the nearest line around it of which
    /// something is kept, and to the left for the lines between them that are gone.
    fn inherited_shift(&self, line: usize) -> i64 {
        let lines = &self.joints.lines;
        let mut line = lines.line(line);
        let mut shift = 0;
        while line.parent != lines::NONE {
            let parent = line.parent as usize;
            if self.is_line_left(parent) {
                return shift + self.shift_of(parent);
            }
            let outer = lines.line(parent);
            if line.columns > outer.columns {
                shift += i64::from(outer.columns) - i64::from(outer.inner);
            }
            line = outer;
        }
        shift
    }

    pub(crate) fn is_line_left(&self, line: usize) -> bool {
        self.bits.contains_any_in_range(self.joints.lines.tokens(line))
    }

    /// How far a line has moved of which something is kept.
    fn shift_of(&self, line: usize) -> i64 {
        let after = self.shifts.partition_point(|(lines, _)| lines.start <= line);
        let before = after.checked_sub(1).map(|index| &self.shifts[index]);
        before.filter(|(lines, _)| lines.contains(&line)).map_or(0, |(_, shift)| *shift)
    }

    /// Indents the line of a token that begins it now, at the place of another one.
    fn begin_line(&mut self, token: usize, place: usize, out: &mut Vec<u8>) {
        if let Some(layout) = &self.joints.layout {
            return self.begin_line_at((token, place), layout, out);
        }
        let lines = &self.joints.lines;
        let index = lines.of(token);
        let line = lines.line(index);
        let shift = self.inherited_shift(index);
        let gap = self.tokens.gap_before(line.first_token as usize);
        push_indentation(line.columns, shift, indentation(&self.text[gap]), out);
        self.move_line(index, shift);
    }

    /// A token stands on the line of another one now.
    fn join_lines(&mut self, a: usize, b: usize) {
        let lines = &self.joints.lines;
        let (a, b) = (lines.of(a), lines.of(b));
        if a != b {
            let columns = |index: usize| i64::from(lines.line(index).columns);
            self.move_line(b, columns(a) + self.shift_of(a) - columns(b));
        }
    }

    fn move_line(&mut self, line: usize, shift: i64) {
        if shift != 0 && self.shift_of(line) != shift {
            self.shifts.push((line..line + 1, shift));
        }
    }

    /// Whether a newline between two kept tokens is required. `newlines` are those from the last
    /// seam on.
    pub(crate) fn needs_newline(
        &self,
        newlines: &mut &[RequiredNewline],
        a: usize,
        b: usize,
    ) -> bool {
        let (first, end) = (a as u32, b as u32);
        let skipped = newlines.partition_point(|newline| newline.after < first);
        *newlines = &newlines[skipped..];
        let hole = &newlines[..newlines.partition_point(|newline| newline.after < end)];
        let covers =
            |newline: &RequiredNewline| newline.within.start <= first && end < newline.within.end;
        let starts_there = hole.first().is_some_and(|newline| newline.after == first);
        self.tokens.is_line_comment(a) || starts_there || hole.iter().any(covers)
    }

    /// Writes the text between two kept tokens.
    fn seam(&mut self, a: usize, b: usize, needs_newline: bool, out: &mut Vec<u8>) {
        let hole = self.hole(a, b);
        let (left, right) = (&self.text[hole.left.clone()], &self.text[hole.right.clone()]);
        if self.is_verbatim(hole.around) {
            return out.extend_from_slice(if left.len() <= right.len() { left } else { right });
        }
        let counts = (newline_count(left), newline_count(right));
        let takes_newline = match counts {
            (0, 0) => needs_newline,
            (0, _) if self.joints.layout.is_some() => {
                needs_newline || !self.may_join(&hole, (a, b), out)
            }
            (0, _) | (_, 0) => needs_newline || !self.joints.is_newline_sensitive,
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
        out.extend_from_slice(self.space(a, b, (left, right)));
        match self.joints.layout {
            Some(_) => self.moved(b, out),
            None => self.join_lines(a, b),
        }
    }

    /// The blanks between two tokens on one line.
    fn space(&self, a: usize, b: usize, (left, right): (&'a [u8], &'a [u8])) -> &'a [u8] {
        let is_line = |gap: &[u8]| memchr(b'\n', gap).is_none();
        // What stood before the right side did so after something else as well.
        let (gap, other) = match (is_line(left), is_line(right)) {
            (true, true) => (right, left),
            (true, false) => (left, left),
            (false, true) => (right, right),
            (false, false) => (&b" "[..], &b" "[..]),
        };
        let token = |token: usize| &self.text[self.tokens.bytes(token)];
        if !gap.is_empty() {
            gap
        } else if !other.is_empty() && self.joints.is_space_sensitive {
            other
        } else if !self.is_tight(token(a)) && self.fuse(token(a), token(b)) {
            b" "
        } else {
            gap
        }
    }

    fn is_tight(&self, token: &[u8]) -> bool {
        self.joints.tight.iter().any(|tight| tight.as_bytes() == token)
    }

    /// Whether two tokens without text between them would be read as others.
    pub(crate) fn fuse(&self, a: &[u8], b: &[u8]) -> bool {
        if self.joints.are_all_words { fuse::words_fuse(a, b) } else { fuse::fuse(a, b) }
    }

    /// At most one empty line, then the indentation of a token's line. A gap that joins lines
    /// stays as it is.
    fn break_line(
        &mut self,
        (b, place): (usize, usize),
        count: usize,
        gap: &[u8],
        out: &mut Vec<u8>,
    ) {
        if memchr(b'\\', gap).is_some() {
            return out.extend_from_slice(gap);
        }
        let is_crlf =
            memchr(b'\r', gap).is_some() || gap.is_empty() && self.text.ends_with(b"\r\n");
        // Blanks at the end of the line stay.
        let end = memchr(b'\n', gap).unwrap_or(0);
        let trailing = gap[..end].strip_suffix(b"\r").unwrap_or(&gap[..end]);
        out.extend_from_slice(trailing);
        for _ in 0..count.clamp(1, 2) {
            out.extend_from_slice(if is_crlf { b"\r\n" } else { b"\n" });
        }
        self.begin_line(b, place, out);
    }

    /// Whether a token that began a line may go on with another one where columns matter.
    fn may_join(&self, hole: &Hole<'_>, (a, b): (usize, usize), out: &[u8]) -> bool {
        let gaps = (&self.text[hole.left.clone()], &self.text[hole.right.clone()]);
        let blanks = self.space(a, b, gaps);
        let layout = self.joints.layout.as_ref();
        layout.is_none_or(|layout| self.is_in_column(hole, blanks, layout, out))
    }

    /// The innermost node around two tokens has children that hold them, or held what the tokens
    /// are left of. The text beside those children is what may stand between the tokens.
    pub(crate) fn hole(&self, a: usize, b: usize) -> Hole<'a> {
        let node = |id: NodeId| self.tree.node(id);
        let holds = |id: NodeId, token: usize| node(id).tokens().contains(&token);
        let mut right = b;
        let mut around = self.last_node_from(b);
        while !holds(around, a) || !holds(around, b) {
            if holds(around, b) {
                right = node(around).tokens().start;
            }
            around = node(around).parent;
        }
        let mut left = a + 1;
        let mut child = self.last_node_from(a);
        while child != around && !holds(child, b) {
            if holds(child, a) {
                left = node(child).tokens().end;
            }
            child = node(child).parent;
        }
        Hole {
            left: self.tokens.gap_after(left - 1),
            right: self.tokens.gap_after(right - 1),
            after: left,
            before: right,
            around: self.grammar_node(around),
        }
    }

    /// The last node in preorder that begins with a token or before it.
    fn last_node_from(&self, token: usize) -> NodeId {
        let (mut low, mut high) = (0, self.tree.len() as u32);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            let starts_after = self.tree.node(NodeId(middle)).tokens().start > token;
            (low, high) = if starts_after { (low, middle) } else { (middle, high) };
        }
        NodeId(low)
    }

    /// The innermost node around one that is the grammar's.
    fn grammar_node(&self, id: NodeId) -> Option<&'a Node> {
        let mut id = id;
        loop {
            let node = self.tree.node(id);
            if node.role == Role::Regular && node.kind != Kind::NONE {
                return Some(node);
            }
            id = self.tree.parent(id)?;
        }
    }

    pub(crate) fn is_verbatim(&self, node: Option<&Node>) -> bool {
        node.is_some_and(|node| self.joints.verbatim.contains(node.kind.0.into()))
    }
}

fn newline_count(gap: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', gap).count()
}

/// Indents a line that was indented by some columns, with these blanks, and moves.
pub(crate) fn push_indentation(columns: u32, shift: i64, blanks: &[u8], out: &mut Vec<u8>) {
    if shift == 0 {
        return out.extend_from_slice(blanks);
    }
    let columns = usize::try_from(i64::from(columns) + shift).unwrap_or(0);
    let tabs = if blanks.first() == Some(&b'\t') { columns / 8 } else { 0 };
    out.resize(out.len() + tabs, b'\t');
    out.resize(out.len() + columns - 8 * tabs, b' ');
}
