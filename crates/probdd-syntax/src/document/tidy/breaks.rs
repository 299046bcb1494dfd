//! Where lines break.

use super::blanks::{self, Around};
use super::gap::{Gap, closes, is_blank, opens};
use super::groups::Groups;
use super::kinds::Manner;
use super::levels;
use crate::document::seams::Seams;
use fixedbitset::FixedBitSet;
use probdd_core::{NodeId, Role};

/// A line has at most this many bytes without its indentation, if it can be broken.
const LINE: usize = 80;

/// What stands before a token.
#[derive(Clone, Copy, Debug)]
enum Seam {
    Fixed(Gap),
    /// A line break that goes if the line is short enough then.
    Joined(Gap),
    /// A line break if the lines of a group are broken, and otherwise what is given.
    Of(usize, Gap),
}

/// The text before each token.
pub(super) fn gaps(seams: &Seams<'_>, manner: &Manner) -> Vec<Gap> {
    let groups = Groups::new(seams, manner);
    let all = Classifier::new(seams, manner, &groups).seams();
    Lines::new(seams, &groups, &all).gaps()
}

/// Finds out what stands before each token.
struct Classifier<'a> {
    seams: &'a Seams<'a>,
    manner: &'a Manner,
    groups: &'a Groups,
    /// The tokens with which elements of lists without separators begin, but for the first ones.
    items: FixedBitSet,
}

impl<'a> Classifier<'a> {
    fn new(seams: &'a Seams<'a>, manner: &'a Manner, groups: &'a Groups) -> Classifier<'a> {
        let tree = seams.tree;
        let items = tree.nodes().filter(|(_, node)| {
            let is_first = tree.node(node.parent).first_token == node.first_token;
            let is_empty = seams.token(node.first_token as usize) == b";";
            node.role == Role::Item && node.lead == 0 && !is_first && !is_empty
        });
        let items = items.map(|(_, node)| node.first_token as usize).collect();
        Classifier { seams, manner, groups, items }
    }

    fn seams(&self) -> Vec<Seam> {
        let mut all = vec![Seam::Fixed(Gap::Line { is_after_empty: false })];
        let mut is_directive = self.seams.starts_directive(0);
        let mut newlines = self.seams.joints.newlines.as_slice();
        let mut open: Vec<u8> = Vec::new();
        follow(&mut open, self.seams.token(0));
        for token in 1..self.seams.tokens.len() {
            let has_newline = self.seams.gap_before(token).contains(&b'\n');
            let was_directive = is_directive;
            if has_newline {
                is_directive = self.seams.starts_directive(token);
            }
            let is_required =
                has_newline && self.seams.needs_newline(&mut newlines, token - 1, token);
            let is_fixed = was_directive || is_directive;
            all.push(self.seam(token, is_fixed, is_required, open.last().copied()));
            follow(&mut open, self.seams.token(token));
        }
        all
    }

    /// What stands before a token. `is_fixed`: it belongs to a directive, or one ends before it.
    fn seam(&self, token: usize, is_fixed: bool, is_required: bool, around: Around) -> Seam {
        let seams = self.seams;
        let gap = seams.gap_before(token);
        let is_strange = !gap.iter().all(|byte| is_blank(*byte));
        // Text stands around the code of PHP.
        let is_beside_text =
            seams.token(token - 1).starts_with(b"<?") || seams.token(token).starts_with(b"?>");
        if is_strange || is_beside_text || seams.joints.lines.is_inside_verbatim(token) {
            return Seam::Fixed(Gap::Kept);
        }
        let has_newline = gap.contains(&b'\n');
        if is_fixed && !has_newline {
            return Seam::Fixed(Gap::Kept);
        }
        if has_newline && (is_fixed || self.stays(token, is_required)) {
            return Seam::Fixed(line_before(seams, token));
        }
        let flat = blanks::between(seams, self.manner, token, around);
        match self.groups.at(token) {
            Some(group) => Seam::Of(group, flat),
            None if !has_newline || self.continues_line(token) => Seam::Fixed(flat),
            None => Seam::Joined(flat),
        }
    }

    /// Whether a line break stays: it ends a statement, stands beside a comment, divides a string,
    /// comes after an annotation, or begins the body of a statement.
    fn stays(&self, token: usize, is_required: bool) -> bool {
        let (seams, layout) = (self.seams, self.manner.layout);
        let (before, after) = (seams.token(token - 1), seams.token(token));
        let is_comment = |token: usize| !seams.tree.counted().contains(token);
        is_required && (!layout.joins || self.items.contains(token))
            || !layout.has_rules()
            || seams.joints.spacing.has_meaning && self.groups.at(token).is_none()
            || blanks::is_in_text(seams, self.manner, token)
            || is_comment(token - 1)
            || is_comment(token)
            || before.ends_with(b"\"") && after.starts_with(b"\"")
            || self.groups.at(token).is_none()
                && (self.is_after_annotation(token) || self.begins_body(token))
    }

    fn is_after_annotation(&self, token: usize) -> bool {
        let Some(around) = self.around(token) else { return false };
        let node = self.seams.tree.node(around);
        let first = self.first_of_child(token - 1, around);
        let is_template = || self.seams.token(node.tokens().start) == b"template";
        levels::begins_annotation(self.seams, first)
            || self.seams.token(token - 1) == b">" && is_template()
    }

    /// The innermost node of the grammar around a token and the one before it.
    fn around(&self, token: usize) -> Option<NodeId> {
        let holds = |id: &NodeId| self.seams.tree.node(*id).tokens().contains(&(token - 1));
        let first = self.seams.grammars_around(token);
        std::iter::successors(first, |id| self.seams.grammars_above(*id)).find(holds)
    }

    /// The first token of the child of a node that a token belongs to.
    fn first_of_child(&self, token: usize, parent: NodeId) -> usize {
        let mut first = token;
        let mut id = self.seams.grammars_around(token);
        while let Some(child) = id.filter(|child| *child != parent) {
            first = self.seams.tree.node(child).tokens().start;
            id = self.seams.grammars_above(child);
        }
        first
    }

    /// Whether a token begins the body of a statement, or continues it with an `else`.
    fn begins_body(&self, token: usize) -> bool {
        let is_body = |id: NodeId| self.manner.bodies.hold(self.seams.tree.node(id));
        let (before, after) = (self.seams.token(token - 1), self.seams.token(token));
        let is_between = matches!(before, b")" | b":" | b"else" | b"do")
            || levels::continues(after)
            || after == b"while";
        is_between && !self.continues_line(token) && self.around(token).is_some_and(is_body)
    }

    /// Whether a token stands on the line of the one before it although lines are divided there: a
    /// block begins, or the statement goes on after one.
    fn continues_line(&self, token: usize) -> bool {
        let (before, after) = (self.seams.token(token - 1), self.seams.token(token));
        matches!(after, b"{" | b"begin")
            || before == b"}" && (levels::continues(after) || after == b"while")
    }
}

/// The line break before a token: that of the text where indentation has a meaning.
fn line_before(seams: &Seams<'_>, token: usize) -> Gap {
    if seams.joints.spacing.is_indented() {
        return Gap::Kept;
    }
    let newlines = memchr::memchr_iter(b'\n', seams.gap_before(token)).count();
    let is_at_an_end = opens(seams.token(token - 1)) || closes(seams.token(token));
    Gap::Line { is_after_empty: newlines > 1 && !is_at_an_end }
}

/// Keeps track of the open brackets.
fn follow(open: &mut Vec<u8>, token: &[u8]) {
    if opens(token) {
        open.push(token[0]);
    } else if closes(token) {
        open.pop();
    }
}

/// Divides a text into lines.
struct Lines<'a> {
    groups: &'a Groups,
    all: &'a [Seam],
    seams: &'a Seams<'a>,
    /// The width of the text before each token, if all of it were on one line.
    widths: Vec<usize>,
    /// For each token the first one from there on that begins a line in any case.
    next_line: Vec<usize>,
    /// For each token the first one after it before which the line may break.
    next_seam: Vec<usize>,
    /// For each token the first one from there on that may begin a line after a group.
    next_start: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(seams: &'a Seams<'a>, groups: &'a Groups, all: &'a [Seam]) -> Lines<'a> {
        let mut widths = vec![0];
        for (token, seam) in all.iter().enumerate() {
            let (Seam::Fixed(gap) | Seam::Joined(gap) | Seam::Of(_, gap)) = seam;
            let width = widths[token] + width(seams, token, *gap) + seams.token(token).len();
            widths.push(width);
        }
        let mut lines = Lines {
            groups,
            all,
            seams,
            widths,
            next_line: vec![all.len(); all.len() + 1],
            next_seam: vec![all.len(); all.len() + 1],
            next_start: vec![all.len(); all.len() + 1],
        };
        for token in (0..all.len()).rev() {
            let begins_line = lines.begins_line(token);
            lines.next_line[token] = if begins_line { token } else { lines.next_line[token + 1] };
            let is_seam = begins_line || !matches!(all[token], Seam::Fixed(_));
            lines.next_seam[token] = if is_seam { token } else { lines.next_seam[token + 1] };
            let stays = lines.stays_on_line(token);
            lines.next_start[token] = if stays { lines.next_start[token + 1] } else { token };
        }
        lines
    }

    /// Whether a token begins a line in any case.
    fn begins_line(&self, token: usize) -> bool {
        match self.all[token] {
            Seam::Fixed(Gap::Line { .. }) => true,
            Seam::Fixed(Gap::Kept) => self.seams.gap_before(token).contains(&b'\n'),
            Seam::Of(group, _) => self.groups.group(group).is_broken,
            Seam::Fixed(Gap::Blank(_)) | Seam::Joined(_) => false,
        }
    }

    fn gaps(&self) -> Vec<Gap> {
        let mut gaps = Vec::with_capacity(self.all.len());
        let mut broken: Vec<Option<bool>> = vec![None; self.groups.len()];
        // The width of the line so far.
        let mut line = 0;
        for (token, seam) in self.all.iter().enumerate() {
            let gap = match *seam {
                Seam::Fixed(gap) => gap,
                Seam::Joined(flat) => {
                    let end = self.next_seam[token + 1];
                    let is_long = line + self.width(token, end) > LINE;
                    if is_long { line_before(self.seams, token) } else { flat }
                }
                Seam::Of(group, flat) => {
                    let decide = || self.is_broken(group, token, line);
                    let is_broken = *broken[group].get_or_insert_with(decide);
                    if is_broken { line_before(self.seams, token) } else { flat }
                }
            };
            let has_newline = self.seams.gap_before(token).contains(&b'\n');
            let begins_line = matches!(gap, Gap::Line { .. }) || gap == Gap::Kept && has_newline;
            line = if begins_line { 0 } else { line + width(self.seams, token, gap) };
            line += self.seams.token(token).len();
            gaps.push(gap);
        }
        gaps
    }

    /// The width of some tokens, with what stands before them.
    fn width(&self, from: usize, to: usize) -> usize {
        self.widths[to] - self.widths[from]
    }

    /// Whether the lines of a group are broken, whose first seam is before a token.
    fn is_broken(&self, group: usize, token: usize, line: usize) -> bool {
        let group = self.groups.group(group);
        let next_line = self.next_line[token];
        if group.is_broken || next_line < group.end && !group.may_hold_lines {
            return true;
        }
        let end = self.next_start[group.end].min(next_line.max(token));
        let is_short = group.may_hold_lines && self.width(token, group.end) <= LINE / 2;
        !is_short && line + self.width(token, end) > LINE
    }

    /// Whether a token stays on the line of a group that ends before it.
    fn stays_on_line(&self, token: usize) -> bool {
        let text = self.seams.token(token);
        let is_end = closes(text) || text == b";" || text == b",";
        is_end && matches!(self.all[token], Seam::Fixed(Gap::Blank(false)))
    }
}

/// The width of what stands before a token if it begins no line.
fn width(seams: &Seams<'_>, token: usize, gap: Gap) -> usize {
    match gap {
        Gap::Kept => seams.gap_before(token).len(),
        Gap::Blank(is_there) => usize::from(is_there),
        Gap::Line { .. } => 0,
    }
}
