//! What is written on one line, or with a line for each of its elements: blocks, lists in brackets,
//! statements that consist of clauses.

use super::gap::{closes, is_end, opens};
use super::kinds::Manner;
use crate::document::seams::Seams;
use probdd_core::{Node, NodeId, Role};
use std::ops::Range;

/// The number that stands for no group.
const NONE: u32 = u32::MAX;

/// Tokens that are written on one line, or with a line break at each seam of the group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// One past the last token.
    pub(super) end: usize,
    /// Whether the lines are broken also where they would fit on one.
    pub(super) is_broken: bool,
    /// Whether a block inside may have lines of its own although the group has not: `f(() => {`.
    pub(super) may_hold_lines: bool,
}

/// The groups of a text.
pub(super) struct Groups {
    groups: Vec<Group>,
    /// For each token the group that has a seam before it, or [`NONE`].
    seams: Vec<u32>,
}

impl Groups {
    pub(super) fn new(seams: &Seams<'_>, manner: &Manner) -> Groups {
        let mut finder = Finder {
            seams,
            manner,
            semicolons: 0..0,
            found: Groups { groups: Vec::new(), seams: vec![NONE; seams.tokens.len()] },
        };
        if manner.layout.is_lisp || !manner.layout.lines.is_empty() {
            finder.blocks();
        }
        if !manner.layout.clausal.is_empty() {
            finder.clauses();
        }
        if !seams.joints.spacing.has_meaning {
            finder.lists();
        }
        finder.found
    }

    /// The group that has a seam before a token: its number.
    pub(super) fn at(&self, token: usize) -> Option<usize> {
        Some(self.seams[token]).filter(|group| *group != NONE).map(|group| group as usize)
    }

    pub(super) fn group(&self, number: usize) -> &Group {
        &self.groups[number]
    }

    pub(super) fn len(&self) -> usize {
        self.groups.len()
    }
}

/// How the elements of a block are known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A bracket stands before them: all nodes after it are elements.
    Bracketed,
    /// The block is nothing but its elements.
    Bare,
    /// They are the elements of lists: those after `case 1:`, say.
    Listed,
}

/// A node with elements that have lines of their own.
struct Block {
    group: u32,
    form: Form,
    /// How many elements were found so far.
    count: usize,
}

struct Finder<'a> {
    seams: &'a Seams<'a>,
    manner: &'a Manner,
    /// The run of semicolons that was found last, as tokens.
    semicolons: Range<usize>,
    found: Groups,
}

impl Finder<'_> {
    fn open(&mut self, end: usize, is_broken: bool, may_hold_lines: bool) -> u32 {
        self.found.groups.push(Group { end, is_broken, may_hold_lines });
        self.found.groups.len() as u32 - 1
    }

    /// Adds a seam to a group, unless a group around that one has it. A line break that is there now
    /// stays in blocks.
    fn add(&mut self, token: usize, group: u32) {
        let seam = &mut self.found.seams[token];
        *seam = group.min(*seam);
    }

    fn add_to_block(&mut self, token: usize, group: u32) {
        let token = self.after_semicolons(token);
        let is_after_comment = !self.seams.tree.counted().contains(token - 1);
        let is_of_label = self.seams.token(token) == b"{" && self.seams.token(token - 1) == b":";
        let has_newline = self.seams.gap_before(token).contains(&b'\n');
        let is_of_outer = self.found.seams[token] < group;
        if is_of_outer || is_after_comment && !has_newline || is_of_label {
            return;
        }
        self.found.groups[group as usize].is_broken |= has_newline;
        self.add(token, group);
    }

    /// The first token from a token on that is no semicolon, or the last token of the text.
    fn after_semicolons(&mut self, token: usize) -> usize {
        if !self.semicolons.contains(&token) {
            let last = self.seams.tokens.len() - 1;
            let mut tokens = token..last;
            let end = tokens.find(|token| self.seams.token(*token) != b";").unwrap_or(last);
            self.semicolons = token..end;
        }
        self.semicolons.end
    }

    /// The seams before the elements of blocks, and before what closes them.
    fn blocks(&mut self) {
        let tree = self.seams.tree;
        let mut blocks: Vec<Option<Block>> = Vec::with_capacity(tree.len());
        // The blocks around the current node, and where they end.
        let mut around: Vec<(u32, usize)> = Vec::new();
        for (id, node) in tree.nodes() {
            let tokens = node.tokens();
            while around.pop_if(|(_, end)| *end <= tokens.start).is_some() {}
            if node.role == Role::Regular && id != NodeId::ROOT {
                self.element(id, node, &mut blocks);
            }
            let is_block = id == NodeId::ROOT
                || node.role == Role::Regular && self.manner.lines.hold(node) && !self.is_empty(id);
            blocks.push(is_block.then(|| {
                if let Some((outer, _)) = around.last() {
                    self.found.groups[*outer as usize].is_broken = true;
                }
                let block = self.block(id, node);
                if id != NodeId::ROOT {
                    around.push((block.group, tokens.end));
                }
                block
            }));
        }
    }

    /// Whether a node is a pair of brackets without anything inside.
    fn is_empty(&self, id: NodeId) -> bool {
        let tokens = self.seams.tree.node(id).tokens();
        tokens.len() <= 2 && self.seams.is_own(tokens.start, id)
    }

    /// A new block, and the seams that do not depend on its elements.
    fn block(&mut self, id: NodeId, node: &Node) -> Block {
        let tokens = node.tokens();
        if id == NodeId::ROOT {
            let group = self.open(tokens.end, true, false);
            return Block { group, form: Form::Bracketed, count: 0 };
        }
        let group = self.open(tokens.end, false, false);
        let last = tokens.end - 1;
        let has_end = self.seams.is_own(last, id) && is_end(self.seams.token(last));
        if has_end {
            self.add_to_block(last, group);
        }
        let is_own = |token| self.seams.is_own(token, id);
        // A node that does not begin with a token of its own has a child.
        let has_own_after_first = || {
            let first = self.seams.tree.node(NodeId(id.0 + 1));
            is_own(first.tokens().end.min(last))
        };
        let form = if is_own(tokens.start) && opens(self.seams.token(tokens.start)) {
            Form::Bracketed
        } else if has_end || is_own(tokens.start) || has_own_after_first() {
            Form::Listed
        } else {
            Form::Bare
        };
        if form == Form::Bare {
            if tokens.start > 0 {
                self.add_to_block(tokens.start, group);
            }
            if tokens.end < self.seams.tokens.len() {
                self.add_to_block(tokens.end, group);
            }
        }
        Block { group, form, count: 0 }
    }

    /// Adds a node to the block that it is an element of.
    fn element(&mut self, id: NodeId, node: &Node, blocks: &mut [Option<Block>]) {
        let tree = self.seams.tree;
        let mut parent = tree.node(id).parent;
        let mut is_listed = false;
        while parent != NodeId::ROOT && tree.node(parent).role != Role::Regular {
            is_listed |= tree.node(parent).is_list() && !self.manner.has_commas(tree.node(parent));
            parent = tree.node(parent).parent;
        }
        let token = node.tokens().start;
        let Some(block) = &mut blocks[parent.index()] else { return };
        if !is_listed && block.form != Form::Bracketed {
            return;
        }
        block.count += 1;
        let (group, count) = (block.group, block.count);
        if token > 0 {
            self.add_to_block(token, group);
        }
        self.found.groups[group as usize].is_broken |= count > 1;
    }

    /// The seams before the clauses of statements.
    fn clauses(&mut self) {
        // The statements around the current node: their groups, where they begin and end.
        let mut open: Vec<(u32, usize, usize)> = Vec::new();
        for (_, node) in self.seams.tree.nodes() {
            let tokens = node.tokens();
            while open.pop_if(|(_, _, end)| *end <= tokens.start).is_some() {}
            if self.manner.clauses.hold(node)
                && let Some((group, first, _)) = open.last()
                && *first < tokens.start
                && !opens(self.seams.token(tokens.start - 1))
            {
                self.add(tokens.start, *group);
            }
            if self.manner.clausal.hold(node) {
                open.push((self.open(tokens.end, false, false), tokens.start, tokens.end));
            }
        }
    }

    /// The seams of lists in brackets.
    fn lists(&mut self) {
        let mut open: Vec<List> = Vec::new();
        for token in 0..self.seams.tokens.len() {
            if self.seams.joints.lines.is_inside_verbatim(token) {
                continue;
            }
            let text = self.seams.token(token);
            if let Some(list) = open.last_mut() {
                list.follow(token, self.seams, self.manner.layout.is_lisp);
            }
            if opens(text) {
                open.push(List { bracket: text[0], ..List::default() });
            } else if closes(text)
                && let Some(list) = open.pop()
            {
                self.list(&list, token);
            }
        }
    }

    /// Makes a group of a list that ends with a bracket, unless that belongs to a block.
    fn list(&mut self, list: &List, close: usize) {
        let layout = self.manner.layout;
        let is_data = layout.wraps == crate::text::layout::Layout::DATA.wraps;
        let is_list = layout.is_lisp || list.has_comma || list.bracket == b'{' || is_data;
        if !is_list || self.found.at(close).is_some() || list.seams.is_empty() {
            return;
        }
        let may_hold_lines = list.bracket != b'{' && !is_data && !layout.is_lisp;
        let group = self.open(close + 1, false, may_hold_lines);
        let wraps = layout.wraps.contains(&list.bracket);
        let ends = Some(close).filter(|_| !layout.is_lisp);
        for token in list.seams.iter().copied().chain(ends) {
            let has_newline = self.seams.gap_before(token).contains(&b'\n');
            if wraps || has_newline {
                self.add(token, group);
            }
        }
    }
}

/// A list whose closing bracket was not found yet.
#[derive(Default)]
struct List {
    bracket: u8,
    has_comma: bool,
    /// Whether the last element so far is a list.
    last_is_nested: bool,
    /// Whether a token of an element was found.
    has_head: bool,
    seams: Vec<usize>,
}

impl List {
    /// Notes a token right inside of the list, or one that opens or closes a list in it.
    fn follow(&mut self, token: usize, seams: &Seams<'_>, is_lisp: bool) {
        let text = seams.token(token);
        if is_lisp {
            return self.follow_lisp(token, text);
        }
        let is_first = !self.has_head;
        self.has_head = true;
        if is_first && !closes(text) || token > 0 && seams.token(token - 1) == b"," {
            self.seams.push(token);
        }
        self.has_comma |= text == b",";
    }

    /// A line begins before lists, and after them; but not before the first element.
    fn follow_lisp(&mut self, token: usize, text: &[u8]) {
        let is_list = opens(text);
        if self.has_head && !closes(text) && (is_list || self.last_is_nested) {
            self.seams.push(token);
        }
        self.last_is_nested = is_list;
        self.has_head = true;
    }
}
