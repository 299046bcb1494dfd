//! The shape of each node of a parse tree: by its rule, by its parse tables, or without either.

use crate::grammar::Model;
use crate::language::facts::Facts;
use crate::parser::flat::{FlatNode, FlatTree, NO_KIND, Standing};
use crate::shape::bonds::{BondFacts, Bonded, Bonds};
use crate::shape::corrections::{self, Children, Corrections, Surroundings};
use crate::shape::matching::Matcher;
use crate::shape::steps::{Shape, simplified};
use crate::shape::{guess, masked, unruled};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Shapes of nodes with more children than this are not remembered.
const LARGEST_REMEMBERED: usize = 24;

/// The shapes of the nodes of a parse tree, remembered by kind and kinds of children.
pub(crate) struct Shapes<'a> {
    model: &'a Model,
    flat: &'a FlatTree,
    text: &'a [u8],
    pub(crate) corrections: Corrections,
    pub(crate) bonded: Bonded<'a>,
    matcher: Matcher,
    remembered: HashMap<Box<[u16]>, Rc<Shape>>,
    key: Vec<u16>,
    /// The children of nodes around those whose shape depends on them.
    children: RefCell<HashMap<u32, Rc<Children<'a>>>>,
    /// How many shapes were asked for.
    pub(crate) parsed: usize,
    /// How many of them no rule explains.
    pub(crate) unmatched: usize,
}

impl<'a> Shapes<'a> {
    /// The shapes of the nodes of a parse tree, none of them known yet.
    pub(crate) fn new(
        facts: &Facts,
        model: &'a Model,
        flat: &'a FlatTree,
        text: &'a [u8],
    ) -> Shapes<'a> {
        Shapes {
            model,
            flat,
            text,
            corrections: Corrections::new(facts, model.kinds()),
            bonded: Bonded::new(BondFacts::new(facts, model.kinds()), flat, text),
            matcher: Matcher::default(),
            remembered: HashMap::new(),
            key: Vec::new(),
            children: RefCell::default(),
            parsed: 0,
            unmatched: 0,
        }
    }

    /// The shape of a node with these nodes around it, the outermost first.
    pub(crate) fn of(&mut self, index: u32, around: &[u32]) -> Rc<Shape> {
        self.parsed += 1;
        match self.without_rules(index, around) {
            Some(shape) => Rc::new(shape),
            None => self.by_rules(index, around),
        }
    }

    /// The shape of a node in error or beside text in error, or of a grammar without rules.
    fn without_rules(&self, index: u32, around: &[u32]) -> Option<Shape> {
        let (flat, text) = (self.flat, self.text);
        let is_fragile = |index: u32| self.corrections.fragile.contains(&flat.node(index).kind);
        let node = flat.node(index);
        if node.standing == Standing::Loose {
            return Some(unruled::bracketed(flat, text, index));
        }
        if node.kind == NO_KIND && node.standing != Standing::Error {
            return Some(masked::shape(flat, text, index));
        }
        if node.standing == Standing::Error {
            let is_fixed = around.last().is_some_and(|parent| is_fragile(*parent));
            let shape = match self.corrections.statement_end {
                _ if is_fixed => unruled::fixed(flat, index),
                Some(end) => unruled::statements(flat, text, index, end),
                None => unruled::bracketed(flat, text, index),
            };
            return Some(corrections::with_conditions(shape, &self.bonded.of_children(index)));
        }
        if is_fragile(index) && is_beside_error(flat, index, around) {
            return Some(unruled::fixed(flat, index));
        }
        flat.states.as_ref().map(|states| guess::shape(flat, states, text, index))
    }

    fn by_rules(&mut self, index: u32, around: &[u32]) -> Rc<Shape> {
        let flat = self.flat;
        let node = flat.node(index);
        let context = self.context(index, around);
        let parent = around.last().filter(|_| self.model.looks_up(node.kind));
        let parent = parent.map_or(u16::MAX, |parent| flat.node(*parent).kind);
        self.key.clear();
        self.key.extend([node.kind, node.original, context, parent]);
        let children = flat.children(index).map(|child| flat.node(child));
        let counts = |child: &&FlatNode| !child.is_extra() && !child.is_masked();
        self.key.extend(children.filter(counts).map(|child| child.kind));
        let bonds = self.bonded.of_children(index);
        let masked = masked::masked_children(flat, index);
        let is_usual = bonds.is_empty() && masked.is_empty();
        if is_usual && let Some(shape) = self.remembered.get(self.key.as_slice()) {
            return Rc::clone(shape);
        }
        let Some(shape) = self.matched(&bonds, &masked) else {
            self.unmatched += 1;
            let shape = unruled::bracketed(flat, self.text, index);
            return Rc::new(corrections::with_conditions(shape, &bonds));
        };
        let shape = Rc::new(shape);
        if is_usual && self.key.len() <= LARGEST_REMEMBERED {
            self.remembered.insert(self.key.as_slice().into(), Rc::clone(&shape));
        }
        shape
    }

    fn matched(&mut self, bonds: &[Bonds], masked: &[bool]) -> Option<Shape> {
        let [kind, original, context, parent, children @ ..] = &self.key[..] else { return None };
        if children.is_empty() && masked.is_empty() {
            return Some(Shape::new());
        }
        let (model, matcher) = (self.model, &mut self.matcher);
        let shape = model
            .automata(*kind, *original, *parent)
            .find_map(|automaton| matcher.shape(automaton, model.accepted(), children))?;
        if masked.is_empty() {
            let corrected = self.corrections.apply((*kind, *context), (children, bonds), shape);
            return Some(simplified(&corrected));
        }
        let of_seen = bonds.iter().zip(masked).filter(|(_, is_masked)| !**is_masked);
        let of_seen: Vec<Bonds> = of_seen.map(|(bonds, _)| bonds.apart()).collect();
        let corrected = self.corrections.apply((*kind, *context), (children, &of_seen), shape);
        let shape = masked::with_masked(&corrected, masked);
        Some(simplified(&corrections::with_conditions(shape, bonds)))
    }

    /// Which corrections of a node's shape hold because of what is around it or what its text says.
    fn context(&self, index: u32, around: &[u32]) -> u16 {
        let (flat, text) = (self.flat, self.text);
        let kind = flat.node(index).kind;
        let mut above = around.iter().rev();
        let parent = above.next();
        let Some(parent) = parent.filter(|_| self.corrections.context_dependent.contains(&kind))
        else {
            return 0;
        };
        let is_inside =
            |kinds: &[u16]| around.iter().any(|node| kinds.contains(&flat.node(*node).kind));
        let has_text = |wanted: &str| {
            flat.children(index).any(|child| flat.node(child).text(text) == wanted.as_bytes())
        };
        let siblings = self.children_of(*parent);
        let at = siblings.indices.partition_point(|child| *child < index);
        let before = siblings.indices[..at].iter().rev();
        let before = before.copied().find(|child| !flat.node(*child).is_extra());
        let around_parent = above.next().map(|node| self.children_of(*node));
        let surroundings = Surroundings {
            parent: flat.node(*parent).kind,
            siblings: &siblings,
            before: before.map_or(b"", |child| flat.node(child).text(text)),
            around: around_parent.as_deref(),
            has_text: &has_text,
            is_inside: &is_inside,
        };
        self.corrections.context(kind, &surroundings)
    }

    fn children_of(&self, node: u32) -> Rc<Children<'a>> {
        let mut known = self.children.borrow_mut();
        let children = || Rc::new(Children::new(self.flat, self.text, node));
        Rc::clone(known.entry(node).or_insert_with(children))
    }
}

/// Whether text in error lies right in a node or a child of it, or around it, or begins where the
/// node ends.
fn is_beside_error(flat: &FlatTree, index: u32, around: &[u32]) -> bool {
    let is_error =
        |node: u32| flat.nodes.get(node as usize).is_some_and(|n| n.standing == Standing::Error);
    is_error(flat.node(index).next)
        || around.last().is_some_and(|parent| is_error(*parent))
        || flat.children(index).any(|child| is_error(child) || flat.children(child).any(is_error))
}
