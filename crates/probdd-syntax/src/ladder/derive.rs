//! The smallest texts that a grammar derives: of a kind of node, and of a kind of node around a
//! given child.
//!
//! For a token that the grammar describes by a pattern, this takes the smallest one in the
//! document, or one of a table (`plain`). The texts of nodes follow from shortest paths through the
//! automata that group the children of every kind, repeated until nothing gets smaller.
//!
//! No text is a directive of a preprocessor. Code inside a directive has no meaning, yet it counts as one
//! token, so such a text would look simpler.

use super::plain::plain;
use super::source::Source;
use crate::grammar::{Automaton, Instruction, Model};
use crate::text::fuse::fuse;
use fixedbitset::FixedBitSet;
use probdd_core::NodeId;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// A text, ordered by how many tokens it has, then by its bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Small {
    pub(super) tokens: usize,
    pub(super) length: usize,
    pub(super) bytes: Vec<u8>,
}

/// The text around a child.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Frame {
    /// How many tokens it has.
    pub(super) tokens: usize,
    pub(super) before: Vec<u8>,
    pub(super) after: Vec<u8>,
}

/// The smallest texts of a grammar's kinds.
pub(super) struct Derivations<'a> {
    model: &'a Model,
    /// The sign that begins directives of the language's preprocessor, if it has one.
    directive: Option<u8>,
    smallest: Vec<Option<Small>>,
    frames: HashMap<(u16, u16), Option<Frame>>,
}

/// A child on the way through an automaton: any of a kind, or the given one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Child {
    Of(u16),
    Given,
}

impl Small {
    fn new(tokens: usize, bytes: Vec<u8>) -> Small {
        Small { tokens, length: bytes.len(), bytes }
    }

    /// The length of a step for the shortest path: tokens first, then bytes.
    fn cost(&self) -> usize {
        self.tokens * 1000 + self.length.min(99)
    }
}

impl<'a> Derivations<'a> {
    /// The smallest texts for the grammar of a document, if it has one.
    pub(super) fn new(source: &Source<'a>) -> Option<Derivations<'a>> {
        let model = source.model?;
        let directives = source.language.and_then(|language| language.facts.directives);
        let directive = directives.map(|syntax| syntax.sign);
        let mut found =
            Derivations { model, directive, smallest: Vec::new(), frames: HashMap::new() };
        found.smallest =
            (0..model.kinds().len() as u16).map(|kind| found.anonymous(kind)).collect();
        for id in source.nodes() {
            let small = Small::new(source.weight(id) as usize, source.text_of(id).to_vec());
            found.offer(source.tree.node(id).kind.0, small);
        }
        let language = source.language.map_or("", |language| language.name());
        for (name, text) in plain(language) {
            for kind in model.kinds().all(name) {
                found.offer(kind, Small::new(1, text.into()));
            }
        }
        while found.grow() {}
        Some(found)
    }

    /// The smallest text of a kind.
    pub(super) fn smallest(&self, kind: u16) -> Option<&Small> {
        self.smallest.get(usize::from(kind))?.as_ref()
    }

    /// The smallest text around a child of a kind that makes it a node of another kind.
    pub(super) fn frame(&mut self, kind: u16, child: u16) -> Option<Frame> {
        if let Some(known) = self.frames.get(&(kind, child)) {
            return known.clone();
        }
        let automata = self.model.automata(kind, kind, u16::MAX);
        let paths = automata.filter_map(|automaton| self.path(automaton, Some(child)));
        let frame = paths.map(|(_, children)| self.framed(&children)).min();
        self.frames.insert((kind, child), frame.clone());
        frame
    }

    /// The text of a token whose kind has the token's text as its name.
    fn anonymous(&self, kind: u16) -> Option<Small> {
        let kinds = self.model.kinds();
        let name = kinds.name(kind);
        let is_text = !kinds.is_named(kind) && !name.is_empty() && name.is_ascii();
        (is_text && !self.is_directive(name.as_bytes())).then(|| Small::new(1, name.into()))
    }

    /// Whether a text begins with a directive of the language's preprocessor.
    fn is_directive(&self, text: &[u8]) -> bool {
        self.directive.is_some_and(|sign| text.starts_with(&[sign]))
    }

    fn offer(&mut self, kind: u16, small: Small) -> bool {
        if small.tokens == 0 || self.is_directive(&small.bytes) {
            return false;
        }
        let Some(place) = self.smallest.get_mut(usize::from(kind)) else { return false };
        let is_smaller = place.as_ref().is_none_or(|old| small < *old);
        if is_smaller {
            *place = Some(small);
        }
        is_smaller
    }

    /// Looks for smaller texts of all kinds. Returns whether there are any.
    fn grow(&mut self) -> bool {
        let mut has_grown = false;
        for kind in 0..self.smallest.len() as u16 {
            if !self.model.kinds().is_named(kind) {
                continue;
            }
            let known = self.smallest(kind).map_or(usize::MAX, Small::cost);
            let automata = self.model.automata(kind, kind, u16::MAX);
            let paths = automata.filter_map(|automaton| self.path(automaton, None));
            let best = paths.filter(|(cost, _)| (1..known).contains(cost)).min();
            if let Some((_, children)) = best {
                let frame = self.framed(&children);
                has_grown |= self.offer(kind, Small::new(frame.tokens, frame.before));
            }
        }
        has_grown
    }

    /// The cheapest way through an automaton, with the given child if there is one.
    fn path(&self, automaton: &Automaton, given: Option<u16>) -> Option<(usize, Vec<Child>)> {
        let states = automaton.code.len() * 2;
        let mut costs = vec![usize::MAX; states];
        let mut from: Vec<Option<(usize, Option<Child>)>> = vec![None; states];
        let start = usize::from(given.is_none());
        costs[start] = 0;
        let mut waiting = BinaryHeap::from([Reverse((0, start))]);
        while let Some(Reverse((cost, state))) = waiting.pop() {
            if cost > costs[state] {
                continue;
            }
            let (at, has_given) = (state / 2, state % 2);
            let mut reach = |at: usize, has_given: usize, more: usize, child: Option<Child>| {
                let (next, cost) = (at * 2 + has_given, cost + more);
                if cost < costs[next] {
                    costs[next] = cost;
                    from[next] = Some((state, child));
                    waiting.push(Reverse((cost, next)));
                }
            };
            match automaton.code[at] {
                Instruction::Accept { set, .. } => {
                    let kinds = &self.model.accepted()[set as usize];
                    if let Some((cost, kind)) = self.cheapest(kinds) {
                        reach(at + 1, has_given, cost, Some(Child::Of(kind)));
                    }
                    let takes = given.is_some_and(|given| kinds.contains(usize::from(given)));
                    if has_given == 0 && takes {
                        reach(at + 1, 1, 0, Some(Child::Given));
                    }
                }
                Instruction::Split { prefer, other, .. } => {
                    reach(prefer as usize, has_given, 0, None);
                    reach(other as usize, has_given, 0, None);
                }
                Instruction::Jump(to) => reach(to as usize, has_given, 0, None),
                Instruction::Mark(_) => reach(at + 1, has_given, 0, None),
                Instruction::Match if has_given == 1 => {
                    return Some((cost, children(&from, state)));
                }
                Instruction::Match | Instruction::Fail => {}
            }
        }
        None
    }

    fn cheapest(&self, kinds: &FixedBitSet) -> Option<(usize, u16)> {
        let cost = |kind: usize| Some((self.smallest.get(kind)?.as_ref()?.cost(), kind as u16));
        kinds.ones().filter_map(cost).min()
    }

    /// The smallest texts that may stand at a place, one for each kind of node, the smallest first.
    pub(super) fn texts_at(&self, source: &Source, place: NodeId) -> Vec<Small> {
        let texts = source.kinds_at(place).filter_map(|kind| self.smallest(kind).cloned());
        let mut texts: Vec<Small> = texts.collect();
        texts.sort();
        texts.dedup_by(|a, b| a.bytes == b.bytes);
        texts
    }

    /// The texts of the children before and after the given one; all before where there is none.
    fn framed(&self, children: &[Child]) -> Frame {
        let mut frame = Frame::default();
        let mut is_after = false;
        for child in children {
            let Child::Of(kind) = child else {
                is_after = true;
                continue;
            };
            let Some(small) = self.smallest(*kind) else { continue };
            let text = if is_after { &mut frame.after } else { &mut frame.before };
            if fuse(text, &small.bytes) {
                text.push(b' ');
            }
            text.extend_from_slice(&small.bytes);
            frame.tokens += small.tokens;
        }
        frame
    }
}

/// The children on the way to a state.
fn children(from: &[Option<(usize, Option<Child>)>], mut state: usize) -> Vec<Child> {
    let mut children = Vec::new();
    while let Some((before, child)) = from[state] {
        children.extend(child);
        state = before;
    }
    children.reverse();
    children
}
