//! A tree for any text, coarse units first: brackets, commas, blank lines, indentation, lines,
//! statements, tokens.
//!
//! The text in a group (a pair of brackets, of tags, `begin` and `end`: `text/groups.rs`) is a list,
//! and so is the whole text. Its items are
//!
//! - the parts between commas, if there are commas and no semicolons at that level: `f(a, b)`;
//! - otherwise lines, in paragraphs where blank lines divide them. A line that is indented further
//!   than the one before it is an item of a list inside the item of that line: a block is removed
//!   with its header. A line that begins with `{` continues the line before it, unless that was
//!   complete.
//!
//! A line is a list of pieces (a semicolon ends one, a comma begins one), a piece is a list of
//! tokens, and among the tokens a group is one item. Lists of a single item are left
//! out. The reader does not recurse.

use crate::document::Document;
use crate::document::builder::DocumentBuilder;
use crate::document::joints::Joining;
use crate::language::facts::Facts;
use crate::readers::outline::{Blanks, Outline};
use crate::text::conditionals::{Conditional, conditionals};
use crate::text::groups::{Group, Mark, groups, marks};
use probdd_core::{Kind, Role};
use std::ops::Range;

/// The document of a text in a language with some facts.
pub(crate) fn document(text: &[u8], facts: &Facts) -> Document {
    let tokens: Vec<_> = facts.lexis.tokens(text).collect();
    let groups = groups(text, &tokens, &known_groups(text, facts));
    let outline = outline(text, &tokens, &marks(tokens.len(), groups));
    let mut out = DocumentBuilder::new(text, Kind::NONE, Role::Star);
    outline.emit(&tokens, Blanks::BetweenTokens(&facts.lexis), &mut out);
    out.finish([].into(), |tree, table| Joining::of_plain_text(tree, table, text))
}

/// The groups that only the language has, by their bytes: conditions of a preprocessor, bodies.
pub(super) fn known_groups(text: &[u8], facts: &Facts) -> Vec<Group> {
    let ends = |condition: &Conditional| match &condition.directives[..] {
        [first, .., last] => Some((first.clone(), last.clone())),
        _ => None,
    };
    let conditions =
        facts.directives.map_or(Vec::new(), |syntax| conditionals(text, syntax, &facts.lexis));
    let bodies = facts.lexis.body_signs(text);
    conditions.iter().filter_map(ends).chain(bodies).collect()
}

/// The nested lists of a text with these tokens, which may open and close groups.
pub(super) fn outline(text: &[u8], tokens: &[Range<usize>], marks: &[Mark]) -> Outline {
    let mut reader = Reader {
        text,
        has_commas: comma_lists(text, tokens, marks),
        tokens,
        marks,
        outline: Outline::default(),
        regions: vec![Region::default()],
    };
    reader.run();
    reader.outline
}

/// For each token that opens a group, whether the text inside has commas and no semicolons.
fn comma_lists(text: &[u8], tokens: &[Range<usize>], marks: &[Mark]) -> Vec<bool> {
    let mut lists = vec![false; tokens.len()];
    let mut open: Vec<(usize, bool, bool)> = Vec::new();
    for (index, mark) in marks.iter().enumerate() {
        match mark {
            Mark::Open => open.push((index, false, false)),
            Mark::Close => {
                if let Some((start, has_commas, has_semicolons)) = open.pop() {
                    lists[start] = has_commas && !has_semicolons;
                }
            }
            Mark::Part => {}
            Mark::Plain => {
                let Some((_, has_commas, has_semicolons)) = open.last_mut() else { continue };
                *has_commas |= &text[tokens[index].clone()] == b",";
                *has_semicolons |= &text[tokens[index].clone()] == b";";
            }
        }
    }
    lists
}

/// The whole text, or the text in brackets.
#[derive(Default)]
struct Region {
    /// Whether its items are the parts between commas.
    is_comma_list: bool,
    /// The open lines, each inside the one before it.
    lines: Vec<OpenLine>,
    /// Whether the list of lines is open.
    has_lines: bool,
    piece: Piece,
}

/// The state of the piece of a line that is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Piece {
    /// The line has no list of pieces yet.
    #[default]
    None,
    /// Tokens may come.
    Open,
    /// Only another piece may come.
    Complete,
}

struct OpenLine {
    indentation: usize,
    /// Whether its list of deeper lines is open.
    has_block: bool,
}

struct Reader<'a> {
    text: &'a [u8],
    tokens: &'a [Range<usize>],
    marks: &'a [Mark],
    has_commas: Vec<bool>,
    outline: Outline,
    regions: Vec<Region>,
}

impl Reader<'_> {
    fn run(&mut self) {
        let delimiter = |at: &usize| *at == 0 || self.marks[*at] != Mark::Part;
        let mut starts = (0..self.marks.len()).filter(delimiter).peekable();
        while let Some(start) = starts.next() {
            let tokens = start..starts.peek().copied().unwrap_or(self.marks.len());
            match self.marks[start] {
                Mark::Plain | Mark::Part => self.plain(start),
                Mark::Open => self.open(tokens),
                Mark::Close => self.close(tokens),
            }
        }
        self.end_lines();
    }

    fn region(&mut self) -> &mut Region {
        self.regions.last_mut().expect("the region of the whole text is never closed")
    }

    fn plain(&mut self, index: usize) {
        let text = &self.text[self.tokens[index].clone()];
        let (is_comma, is_semicolon) = (text == b",", text == b";");
        if is_comma && self.region().is_comma_list {
            return self.comma(index);
        }
        self.begin_element(index, is_comma);
        self.outline.token(index);
        self.outline.close();
        self.region().piece = if is_semicolon { Piece::Complete } else { Piece::Open };
    }

    /// Opens a group. The list around it sees the group as one token.
    fn open(&mut self, delimiter: Range<usize>) {
        self.begin_element(delimiter.start, false);
        let is_comma_list = self.has_commas[delimiter.start];
        delimiter.for_each(|index| self.outline.token(index));
        if is_comma_list {
            self.outline.open(Role::Star);
            self.outline.open(Role::Item);
        }
        self.regions.push(Region { is_comma_list, ..Region::default() });
    }

    fn close(&mut self, delimiter: Range<usize>) {
        self.end_lines();
        let is_comma_list = self.regions.pop().is_some_and(|region| region.is_comma_list);
        if is_comma_list {
            self.outline.close();
            self.outline.close();
        }
        delimiter.for_each(|index| self.outline.token(index));
        self.outline.close();
        self.region().piece = Piece::Open;
    }

    fn comma(&mut self, index: usize) {
        self.end_lines();
        self.outline.close();
        self.outline.open(Role::Item);
        self.outline.token(index);
        self.outline.end_separator();
    }

    /// Opens the item of a token, and the line and piece that it begins.
    fn begin_element(&mut self, index: usize, begins_piece: bool) {
        let newlines = self.newlines_before(index);
        if !self.region().has_lines {
            self.outline.open(Role::Star);
            self.region().has_lines = true;
            self.begin_line(index, newlines);
        } else if newlines > 0 && !self.continues_line(index) {
            self.begin_line(index, newlines);
        } else if begins_piece || self.region().piece == Piece::Complete {
            self.outline.close();
            self.outline.close();
            self.outline.open(Role::Item);
            self.outline.open(Role::Star);
        }
        self.outline.open(Role::Item);
    }

    /// Opens the item of a line in the list of lines with the same indentation.
    fn begin_line(&mut self, index: usize, newlines: usize) {
        self.end_pieces();
        let indentation = self.indentation(index, newlines);
        while self.region().lines.last().is_some_and(|line| line.indentation >= indentation) {
            self.end_line();
        }
        if let Some(line) = self.regions.last_mut().and_then(|region| region.lines.last_mut())
            && !std::mem::replace(&mut line.has_block, true)
        {
            self.outline.open(Role::Star);
        }
        self.outline.open(Role::Item);
        if newlines > 1 {
            self.outline.begin_paragraph();
        }
        self.region().lines.push(OpenLine { indentation, has_block: false });
        self.begin_pieces();
    }

    fn begin_pieces(&mut self) {
        self.region().piece = Piece::Open;
        self.outline.open(Role::Star);
        self.outline.open(Role::Item);
        self.outline.open(Role::Star);
    }

    fn end_pieces(&mut self) {
        if std::mem::take(&mut self.region().piece) != Piece::None {
            (0..3).for_each(|_| self.outline.close());
        }
    }

    fn end_line(&mut self) {
        let has_block = self.region().lines.pop().is_some_and(|line| line.has_block);
        if has_block {
            self.outline.close();
        }
        self.outline.close();
    }

    fn end_lines(&mut self) {
        self.end_pieces();
        while !self.region().lines.is_empty() {
            self.end_line();
        }
        if std::mem::take(&mut self.region().has_lines) {
            self.outline.close();
        }
    }

    fn newlines_before(&self, index: usize) -> usize {
        let start = index.checked_sub(1).map_or(0, |before| self.tokens[before].end);
        memchr::memchr_iter(b'\n', &self.text[start..self.tokens[index].start]).count()
    }

    /// Whether a token at the beginning of a line continues the line before: `{` after a header.
    fn continues_line(&self, index: usize) -> bool {
        let text = |index: usize| &self.text[self.tokens[index].clone()];
        let is_complete = |before: usize| matches!(text(before), b";" | b"," | b"}");
        text(index) == b"{" && index.checked_sub(1).is_some_and(|before| !is_complete(before))
    }

    /// The indentation of a line. Text right after a bracket counts as deeper than any line, so
    /// that no line is inside it.
    fn indentation(&self, index: usize, newlines: usize) -> usize {
        if newlines == 0 && index > 0 {
            return usize::MAX;
        }
        let before = &self.text[..self.tokens[index].start];
        let line = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        before.len() - line
    }
}
