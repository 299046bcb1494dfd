//! The nested lists of a text, including redundant ones, which are left out of the document.

use crate::document::builder::DocumentBuilder;
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
    pub(super) fn emit(&self, tokens: &[Range<usize>], out: &mut DocumentBuilder<'_>) {
        let mut frames: Vec<Frame> = Vec::new();
        let mut at = 0;
        while let Some(entry) = self.entries.get(at) {
            while let Some(frame) = frames.pop_if(|frame| frame.end <= at) {
                (0..frame.nodes).for_each(|_| out.close());
            }
            let is_root = at == 0;
            if let Some(token) = entry.token {
                out.token(tokens[token as usize].clone(), true);
                if frames.last().is_some_and(|frame| frame.separator == Some(at)) {
                    out.end_of_separator();
                }
            } else if entry.role == Role::Item {
                if entry.begins_paragraph {
                    (0..2).for_each(|_| out.close());
                    open_paragraph(out);
                }
                at = self.content(at);
                out.open(Kind::NONE, Role::Item, Slot::NONE);
                let separator = self.entries[at].has_separator.then_some(at + 1);
                frames.push(Frame { end: self.entries[at].end as usize, nodes: 1, separator });
            } else {
                at = self.list(at);
                let nodes = self.open_list(at, is_root, out);
                frames.push(Frame { end: self.entries[at].end as usize, nodes, separator: None });
            }
            at += 1;
        }
        for frame in frames.into_iter().rev() {
            (0..frame.nodes).for_each(|_| out.close());
        }
    }

    /// Opens a list, unless it is the root, and its first paragraph if it has paragraphs. Returns
    /// how many nodes were opened.
    fn open_list(&self, at: usize, is_root: bool, out: &mut DocumentBuilder<'_>) -> usize {
        if !is_root {
            out.open(Kind::NONE, Role::Star, Slot::NONE);
        }
        if self.entries[at].has_paragraphs {
            open_paragraph(out);
        }
        usize::from(!is_root) + if self.entries[at].has_paragraphs { 2 } else { 0 }
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
struct Frame {
    /// The index after its subtree.
    end: usize,
    /// How many nodes are closed with it.
    nodes: usize,
    /// Where its separator is.
    separator: Option<usize>,
}

fn open_paragraph(out: &mut DocumentBuilder<'_>) {
    out.open(Kind::NONE, Role::Item, Slot::NONE);
    out.open(Kind::NONE, Role::Star, Slot::NONE);
}
