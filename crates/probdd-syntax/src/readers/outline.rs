//! The nested lists of a text, including redundant ones, which are left out of the document.

use crate::document::builder::DocumentBuilder;
use crate::grammar::mark::{Mark, NO_SEPARATOR};
use crate::shape::steps::{NO_SLOT, Shape, Step};
use crate::text::lexis::Lexis;
use probdd_core::{Kind, Role, Slot};
use std::ops::Range;

/// A node of the outline.
#[derive(Clone, Copy, Debug)]
struct Entry {
    role: Role,
    /// The index after its subtree.
    end: u32,
    /// How many children it has.
    children: u32,
    /// For a list, whether it has more than one paragraph.
    has_paragraphs: bool,
    /// For an item, whether it begins a paragraph other than the first.
    begins_paragraph: bool,
    /// For an item, whether its first token is a separator.
    has_separator: bool,
    /// For a token, its number.
    token: Option<u32>,
}

/// What blanks between tokens become.
#[derive(Clone, Copy, Debug)]
pub(super) enum Blanks<'a> {
    /// They stay between tokens. Comments do not count.
    BetweenTokens(&'a Lexis),
    /// They become tokens. Those before an item are its separator.
    Tokens,
}

/// Lists, their items, and tokens, in preorder.
#[derive(Debug, Default)]
pub(super) struct Outline {
    entries: Vec<Entry>,
    open: Vec<usize>,
}

impl Outline {
    /// Opens a list or an item.
    pub(super) fn open(&mut self, role: Role) {
        self.push(role, None);
        self.open.push(self.entries.len() - 1);
    }

    /// Adds a token.
    pub(super) fn token(&mut self, token: usize) {
        self.push(Role::Regular, Some(token as u32));
    }

    fn push(&mut self, role: Role, token: Option<u32>) {
        if let Some(parent) = self.open.last() {
            self.entries[*parent].children += 1;
        }
        let end = self.entries.len() as u32 + 1;
        self.entries.push(Entry {
            role,
            end,
            children: 0,
            has_paragraphs: false,
            begins_paragraph: false,
            has_separator: false,
            token,
        });
    }

    /// Notes that the innermost open item begins with a separator, which is complete.
    pub(super) fn end_separator(&mut self) {
        if let Some(item) = self.open.last() {
            self.entries[*item].has_separator = true;
        }
    }

    /// Notes that the innermost open item begins a paragraph, if it is not the first of its list.
    pub(super) fn begin_paragraph(&mut self) {
        let [.., list, item] = self.open[..] else { return };
        if self.entries[list].children > 1 {
            self.entries[list].has_paragraphs = true;
            self.entries[item].begins_paragraph = true;
        }
    }

    /// Closes the innermost open node.
    pub(super) fn close(&mut self) {
        let Some(index) = self.open.pop() else { return };
        self.entries[index].end = self.entries.len() as u32;
    }

    /// Builds the document without redundant lists: a list of one item that is the whole content of
    /// another item, or of the root.
    pub(super) fn emit<'a>(
        &'a self,
        tokens: &'a [Range<usize>],
        blanks: Blanks<'a>,
        out: &mut DocumentBuilder<'_>,
    ) {
        let mut emission = Emission { outline: self, tokens, blanks, out, frames: Vec::new() };
        let mut at = 0;
        while at < self.entries.len() {
            emission.close_until(at);
            at = emission.emit(at) + 1;
        }
        emission.close_until(usize::MAX);
    }

    /// The outline as the shape of a node whose children are the tokens.
    pub(super) fn shape(&self) -> Shape {
        const LIST: Step = Step::Mark(Mark::Star(NO_SEPARATOR));
        const ITEM: Step = Step::Mark(Mark::ITEM);
        const CLOSE: Step = Step::Mark(Mark::Close);
        let mut shape = Shape::new();
        // Where the open nodes end, and how many marks close them.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        while at < self.entries.len() {
            while let Some((_, marks)) = open.pop_if(|(end, _)| *end <= at) {
                shape.extend(vec![CLOSE; marks]);
            }
            let entry = &self.entries[at];
            match (entry.token, entry.role) {
                (Some(_), _) => {
                    shape.push(Step::Child(NO_SLOT));
                    let is_separator = at > 0 && self.entries[at - 1].has_separator;
                    shape.extend(is_separator.then_some(Step::Mark(Mark::EndSeparator)));
                }
                (None, Role::Item) => {
                    if entry.begins_paragraph {
                        shape.extend([CLOSE, CLOSE, ITEM, LIST]);
                    }
                    at = self.content(at);
                    shape.push(Step::Mark(Mark::Item {
                        is_separated: self.entries[at].has_separator,
                    }));
                    open.push((self.entries[at].end as usize, 1));
                }
                (None, _) => {
                    at = self.list(at);
                    let has_paragraphs = self.entries[at].has_paragraphs;
                    shape.extend(if has_paragraphs { &[LIST, ITEM, LIST][..] } else { &[LIST] });
                    open.push((self.entries[at].end as usize, if has_paragraphs { 3 } else { 1 }));
                }
            }
            at += 1;
        }
        open.into_iter().rev().for_each(|(_, marks)| shape.extend(vec![CLOSE; marks]));
        shape
    }

    /// The innermost item that has the content of an item: lists of one item are skipped.
    fn content(&self, mut item: usize) -> usize {
        while let Some(inner) = self.only_list(item).and_then(|list| self.only_item(list)) {
            item = inner;
        }
        item
    }

    /// The innermost list that has the content of a list: lists of one list are skipped.
    fn list(&self, mut list: usize) -> usize {
        while let Some(inner) = self.only_item(list).and_then(|item| self.only_list(item)) {
            list = inner;
        }
        list
    }

    fn only_list(&self, item: usize) -> Option<usize> {
        let is_list = self.entries.get(item + 1).is_some_and(|inner| inner.role == Role::Star);
        (is_list && self.entries[item].children == 1).then_some(item + 1)
    }

    fn only_item(&self, list: usize) -> Option<usize> {
        (self.entries[list].children == 1).then_some(list + 1)
    }
}

/// A node whose children are being built.
struct OpenEntry {
    /// The index after its subtree.
    end: usize,
    /// How many nodes are closed with it.
    nodes: usize,
    /// Where its separator is.
    separator: Option<usize>,
}

/// An outline on its way to a document.
struct Emission<'a, 'b, 't> {
    outline: &'a Outline,
    tokens: &'a [Range<usize>],
    blanks: Blanks<'a>,
    out: &'b mut DocumentBuilder<'t>,
    frames: Vec<OpenEntry>,
}

impl Emission<'_, '_, '_> {
    /// Closes the nodes that end at an entry or before it.
    fn close_until(&mut self, at: usize) {
        while let Some(frame) = self.frames.pop_if(|frame| frame.end <= at) {
            (0..frame.nodes).for_each(|_| self.out.close());
        }
    }

    /// Emits an entry. Returns the entry that stands for it, which may be one inside it.
    fn emit(&mut self, at: usize) -> usize {
        let entry = &self.outline.entries[at];
        match (entry.token, entry.role) {
            (Some(token), _) => self.token(at, token as usize),
            (None, Role::Item) => return self.item(at),
            (None, _) => return self.list(at),
        }
        at
    }

    fn token(&mut self, at: usize, token: usize) {
        self.blanks_before(at);
        let bytes = self.tokens[token].clone();
        let counts = match self.blanks {
            Blanks::BetweenTokens(lexis) => !lexis.is_comment(self.out.bytes(&bytes)),
            Blanks::Tokens => true,
        };
        self.out.token(bytes, counts);
        if self.frames.last().is_some_and(|frame| frame.separator == Some(at)) {
            self.blanks_before(at + 1);
            self.out.end_of_separator();
        }
    }

    fn item(&mut self, at: usize) -> usize {
        if self.outline.entries[at].begins_paragraph {
            (0..2).for_each(|_| self.out.close());
            self.open_paragraph(at);
        }
        let at = self.outline.content(at);
        self.open_item(at);
        let entry = &self.outline.entries[at];
        let separator = entry.has_separator.then_some(at + 1);
        self.frames.push(OpenEntry { end: entry.end as usize, nodes: 1, separator });
        at
    }

    /// Opens a list, unless it is the root, and its first paragraph if it has paragraphs.
    fn list(&mut self, at: usize) -> usize {
        let is_root = at == 0;
        let at = self.outline.list(at);
        let entry = &self.outline.entries[at];
        if !is_root {
            self.out.open(Kind::NONE, Role::Star, Slot::NONE);
        }
        if entry.has_paragraphs {
            self.open_paragraph(at);
        }
        let nodes = usize::from(!is_root) + if entry.has_paragraphs { 2 } else { 0 };
        self.frames.push(OpenEntry { end: entry.end as usize, nodes, separator: None });
        at
    }

    fn open_paragraph(&mut self, at: usize) {
        self.open_item(at);
        self.out.open(Kind::NONE, Role::Star, Slot::NONE);
    }

    /// Opens the item that begins with the first token of an entry.
    fn open_item(&mut self, at: usize) {
        self.out.open(Kind::NONE, Role::Item, Slot::NONE);
        if self.blanks_before(at) {
            self.out.end_of_separator();
        }
    }

    /// Emits the blanks before the first token of the entries from one on, if they are tokens and
    /// have not been emitted. Returns whether that was so.
    fn blanks_before(&mut self, at: usize) -> bool {
        if let Blanks::BetweenTokens(_) = self.blanks {
            return false;
        }
        let mut coming = self.outline.entries[at..].iter();
        let Some(token) = coming.find_map(|entry| entry.token) else { return false };
        let blanks = self.out.covered()..self.tokens[token as usize].start;
        let has_blanks = !blanks.is_empty();
        if has_blanks {
            self.out.token(blanks, false);
        }
        has_blanks
    }
}
