//! Guesses the shape of a node from parse tables, for a grammar without rules.
//!
//! Children are taken for removable if the parser, in the state before them, accepts the token
//! after them. That is necessary but not sufficient, so every candidate is parsed before it is
//! tested.

use crate::grammar::mark::{Mark, NO_SEPARATOR};
use crate::parser::flat::{FlatTree, Standing, States};
use crate::shape::steps::{self, NO_SLOT, Shape, Step};
use crate::text::brackets::Bracket;
use std::ops::Range;

/// How many children are removed together at most, where none of them is removable alone.
const LARGEST_GROUP: usize = 3;

/// The symbol of the end of the text.
const END: u16 = 0;

pub(crate) fn shape(tree: &FlatTree, states: &States, text: &[u8], index: u32) -> Shape {
    let children = tree.children(index).filter(|child| !tree.node(*child).is_extra());
    let children: Vec<u32> = children.collect();
    let brackets = children.iter().map(|child| bracket(tree, text, *child)).collect();
    let mut guess = Guess { tree, states, children, brackets, shape: Shape::new() };
    let mut at = 0;
    while at < guess.children.len() {
        at = guess.list(at).or_else(|| guess.run(at)).unwrap_or_else(|| guess.child(at));
    }
    steps::simplified(&guess.shape)
}

struct Guess<'a> {
    tree: &'a FlatTree,
    states: &'a States,
    children: Vec<u32>,
    /// 1 for an opening bracket, -1 for a closing one.
    brackets: Vec<i32>,
    shape: Shape,
}

fn bracket(tree: &FlatTree, text: &[u8], index: u32) -> i32 {
    match Bracket::of(tree.node(index).text(text)) {
        Bracket::None => 0,
        Bracket::Open(_) => 1,
        Bracket::Close(_) => -1,
    }
}

impl Guess<'_> {
    /// Notes a child that is kept. Returns the next one.
    fn child(&mut self, at: usize) -> usize {
        self.shape.push(Step::Child(self.slot(at).unwrap_or(NO_SLOT)));
        at + 1
    }

    fn open(&mut self, mark: Mark) {
        self.shape.push(Step::Mark(mark));
    }

    fn close(&mut self) {
        self.shape.push(Step::Mark(Mark::Close));
    }

    fn open_list(&mut self, children: Range<usize>, separator: u16) {
        let may_be_empty = self.are_removable(children);
        self.open(if may_be_empty { Mark::Star(separator) } else { Mark::Plus(separator) });
    }

    /// Notes a separated list that begins here, if there is one. Returns the child after it.
    fn list(&mut self, start: usize) -> Option<usize> {
        let separator = self.separator_after(start)?;
        let mut end = start + 1;
        while self.separator_after(end - 1) == Some(separator) {
            end += 2;
        }
        if end == start + 1 || !self.are_removable(end - 2..end) {
            return None;
        }
        self.open_list(start..end, separator);
        self.open(Mark::ITEM);
        self.child(start);
        self.close();
        for at in (start + 1..end).step_by(2) {
            self.open(Mark::Item { is_separated: true });
            self.child(at);
            self.open(Mark::EndSeparator);
            self.child(at + 1);
            self.close();
        }
        let is_trailing =
            self.anonymous(end) == Some(separator) && self.are_removable(end..end + 1);
        if is_trailing {
            self.open(Mark::Optional);
            self.child(end);
            self.close();
        }
        self.close();
        Some(end + usize::from(is_trailing))
    }

    /// The token between a child and the next but one, if these two could replace each other.
    fn separator_after(&self, at: usize) -> Option<u16> {
        let separator = self.anonymous(at + 1)?;
        (self.fits(at, at + 2) && self.fits(at + 2, at)).then_some(separator)
    }

    /// Whether the parser accepts the kind of one child in the place of another one.
    fn fits(&self, kind_of: usize, place_of: usize) -> bool {
        let node = self.children.get(kind_of).map(|child| self.tree.node(*child));
        let Some(node) = node.filter(|node| node.is_named) else { return false };
        self.slot(place_of)
            .is_some_and(|slot| self.states.fits[slot as usize].contains(node.kind as usize))
    }

    /// The slot of a child with a name.
    fn slot(&self, at: usize) -> Option<u16> {
        let is_named = self.tree.node(*self.children.get(at)?).is_named;
        self.place(at).filter(|_| is_named).map(|place| self.states.slots[place])
    }

    /// The kind of a child without a name.
    fn anonymous(&self, at: usize) -> Option<u16> {
        let node = self.tree.node(*self.children.get(at)?);
        (!node.is_named && node.standing == Standing::Ordinary).then_some(node.kind)
    }

    /// Notes the removable children from here on, alone or in small groups: one is an option,
    /// several are a list. Returns the child after them, if there are any.
    fn run(&mut self, start: usize) -> Option<usize> {
        let mut groups: Vec<Range<usize>> = Vec::new();
        let mut end = start;
        while let Some(group) = self.group(end).filter(|_| !self.begins_list(end)) {
            end = group.end;
            groups.push(group);
        }
        match groups.as_slice() {
            [] => return None,
            [group] => self.grouped(Mark::Optional, group.clone()),
            groups => {
                self.open_list(start..end, NO_SEPARATOR);
                for group in groups {
                    self.grouped(Mark::ITEM, group.clone());
                }
                self.close();
            }
        }
        Some(end)
    }

    fn begins_list(&self, at: usize) -> bool {
        self.separator_after(at).is_some() && self.are_removable(at + 1..at + 3)
    }

    fn grouped(&mut self, mark: Mark, children: Range<usize>) {
        self.open(mark);
        for at in children {
            self.child(at);
        }
        self.close();
    }

    /// The smallest removable group of children that begins here. All children together are no
    /// group: they are removed with their parent.
    fn group(&self, start: usize) -> Option<Range<usize>> {
        let most = self.children.len().min(start + LARGEST_GROUP);
        let mut groups = (start + 1..=most).map(|end| start..end);
        groups.find(|group| {
            let is_whole = group.len() == self.children.len();
            !is_whole && self.is_balanced(group.clone()) && self.are_removable(group.clone())
        })
    }

    /// Whether brackets come in pairs.
    fn is_balanced(&self, children: Range<usize>) -> bool {
        let mut depth = 0;
        let never_closed = self.brackets[children].iter().all(|bracket| {
            depth += bracket;
            depth >= 0
        });
        never_closed && depth == 0
    }

    /// Whether the parser, before some children, accepts the token after them.
    fn are_removable(&self, children: Range<usize>) -> bool {
        let follows = self.tree.node(self.children[children.end - 1]).next;
        let follows = usize::from(self.token_from(follows));
        self.place(children.start).is_some_and(|place| self.states.tokens[place].contains(follows))
    }

    /// The place in the tables of the state before a child, or before its first descendant with
    /// one.
    fn place(&self, at: usize) -> Option<usize> {
        let mut index = self.children[at];
        loop {
            if let Some(place) = self.states.places.get(&self.tree.node(index).state) {
                return Some(*place);
            }
            if self.tree.is_leaf(index) {
                return None;
            }
            index += 1;
        }
    }

    /// The symbol of the first token from a node on.
    fn token_from(&self, index: u32) -> u16 {
        let mut index = index as usize;
        while let Some(node) = self.tree.nodes.get(index) {
            let is_token = self.tree.is_leaf(index as u32);
            if node.is_extra() || (is_token && node.standing == Standing::Missing) {
                index = node.next as usize;
            } else if is_token {
                return node.original;
            } else {
                index += 1;
            }
        }
        END
    }
}
