//! Automata: elements compiled for the matcher.
//!
//! An automaton runs over the visible children of a node. Its alternatives have an order of
//! preference, and marks say where lists, items and options begin and end. Hidden rules are
//! expanded in place; where they recurse, to a fixed depth: deeper nodes match nothing and become
//! plain lists.

use super::element::{Element, ElementId, Separated};
use super::fits::{Fit, Fits, Singles};
use super::mark::{Mark, NO_SEPARATOR};
use super::rules::Expanded;
use crate::grammar::kinds::KindTable;
use fixedbitset::FixedBitSet;
use std::collections::HashMap;

/// How deep recursive hidden rules are expanded.
const RECURSION_DEPTH: usize = 5;

/// How deep a hidden rule is expanded that calls only one hidden rule, once: the automaton grows
/// only linearly. OCaml's sequences are such rules, and need the depth.
const LINEAR_DEPTH: usize = 100;

/// An instruction of an automaton.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instruction {
    /// Takes the next child if its kind is in a set, and gives it a slot.
    Accept { set: u32, slot: u16 },
    /// Continues at `prefer`, and if that fails at `other`. `number` counts the splits.
    Split { number: u32, prefer: u32, other: u32 },
    /// Continues elsewhere.
    Jump(u32),
    /// A virtual node begins or ends.
    Mark(Mark),
    /// Matches if all children are taken.
    Match,
    /// Matches nothing.
    Fail,
}

/// A compiled element.
#[derive(Debug, Default)]
pub(crate) struct Automaton {
    pub(crate) code: Vec<Instruction>,
    pub(crate) splits: u32,
}

/// Compiles elements, and collects the sets of kinds that automata test and that fit positions.
pub(crate) struct Compiler<'a> {
    expanded: &'a Expanded,
    kinds: &'a KindTable,
    singles: Singles,
    sets: Vec<FixedBitSet>,
    set_ids: HashMap<FixedBitSet, u32>,
    fits: Fits,
    automaton: Automaton,
    depth: usize,
    /// The kinds that may replace a child of the node whose automaton is compiled, if not all.
    allowed: Option<FixedBitSet>,
}

/// The sets of kinds that the automata of a grammar share.
pub(crate) struct Sets {
    /// The sets that `Accept` tests.
    pub(crate) accepted: Vec<FixedBitSet>,
    /// The kinds that fit each slot.
    pub(crate) fits: Vec<FixedBitSet>,
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(
        expanded: &'a Expanded,
        kinds: &'a KindTable,
        only_where_named: &str,
    ) -> Self {
        let only_where_named = kinds.of_words(only_where_named).collect();
        Compiler {
            expanded,
            kinds,
            singles: Singles::new(expanded, kinds.len()),
            sets: Vec::new(),
            set_ids: HashMap::new(),
            fits: Fits::new(expanded.renames.clone(), only_where_named),
            automaton: Automaton::default(),
            depth: 0,
            allowed: None,
        }
    }

    /// Restricts the kinds that may replace a child in the automata compiled from now on.
    pub(crate) fn restrict<'f>(&mut self, fits: impl Iterator<Item = &'f Fit>) {
        self.allowed = None;
        for fit in fits {
            let named: FixedBitSet = self.kinds.of_words(fit.kinds).map(usize::from).collect();
            let mut all = FixedBitSet::with_capacity(self.kinds.len());
            all.insert_range(..);
            let allowed = self.allowed.get_or_insert(all);
            if fit.is_only {
                allowed.intersect_with(&named);
            } else {
                allowed.difference_with(&named);
            }
        }
    }

    /// Whether a restriction is in force.
    pub(crate) fn is_restricted(&self) -> bool {
        self.allowed.is_some()
    }

    pub(crate) fn compile(&mut self, body: ElementId) -> Automaton {
        self.automaton = Automaton::default();
        self.element(body, None);
        self.push(Instruction::Match);
        std::mem::take(&mut self.automaton)
    }

    pub(crate) fn finish(self) -> Sets {
        Sets { accepted: self.sets, fits: self.fits.into_sets() }
    }

    fn next(&self) -> u32 {
        self.automaton.code.len() as u32
    }

    fn push(&mut self, instruction: Instruction) -> u32 {
        self.automaton.code.push(instruction);
        self.next() - 1
    }

    fn mark(&mut self, mark: Mark) {
        self.push(Instruction::Mark(mark));
    }

    /// Adds a split that prefers the next instruction; `other` is patched in later.
    fn split(&mut self) -> u32 {
        let number = self.automaton.splits;
        self.automaton.splits += 1;
        let prefer = self.next() + 1;
        self.push(Instruction::Split { number, prefer, other: prefer })
    }

    fn otherwise_here(&mut self, split: u32) {
        let here = self.next();
        if let Instruction::Split { other, .. } = &mut self.automaton.code[split as usize] {
            *other = here;
        }
    }

    fn jump_here(&mut self, jump: u32) {
        let here = self.next();
        if let Instruction::Jump(target) = &mut self.automaton.code[jump as usize] {
            *target = here;
        }
    }

    /// Compiles an element. `slot` is that of the choice around it, if it is a member of one.
    fn element(&mut self, id: ElementId, slot: Option<u16>) {
        if self.singles.is_single(id) {
            let kinds = self.singles.kinds(id).clone();
            let slot = slot.unwrap_or_else(|| self.slot(&kinds));
            return self.accept(kinds, slot);
        }
        let expanded = self.expanded;
        match expanded.elements.get(id) {
            Element::Empty | Element::Token(_) => {}
            Element::Call(rule) => self.call(expanded.called.get(rule).copied(), slot),
            Element::Choice(members) => self.choice(id, members, slot),
            Element::Sequence(parts) => {
                for part in parts {
                    self.element(*part, None);
                }
            }
            Element::Star(item) => self.repetition(*item, Mark::Star(NO_SEPARATOR)),
            Element::Plus(item) => self.repetition(*item, Mark::Plus(NO_SEPARATOR)),
            Element::Optional(inner) => self.option(*inner),
            Element::Silent(inner) => {
                let skip = self.split();
                self.element(*inner, slot);
                self.otherwise_here(skip);
            }
            Element::List(list) => self.list(list),
        }
    }

    fn call(&mut self, body: Option<ElementId>, slot: Option<u16>) {
        match body {
            Some(body) if self.depth < self.greatest_depth(body) => {
                self.depth += 1;
                self.element(body, slot);
                self.depth -= 1;
            }
            _ => {
                self.push(Instruction::Fail);
            }
        }
    }

    /// How deep a rule with this body is expanded.
    fn greatest_depth(&self, body: ElementId) -> usize {
        let mut calls = 0;
        let mut waiting = vec![body];
        while let Some(id) = waiting.pop() {
            let element = self.expanded.elements.get(id);
            calls += usize::from(matches!(element, Element::Call(_)));
            waiting.extend(element.parts());
        }
        if calls == 1 { LINEAR_DEPTH } else { RECURSION_DEPTH }
    }

    fn choice(&mut self, id: ElementId, members: &[ElementId], slot: Option<u16>) {
        let all = self.singles.kinds(id).clone();
        let slot = slot.unwrap_or_else(|| self.slot(&all));
        let (single, other): (Vec<ElementId>, Vec<ElementId>) =
            members.iter().partition(|member| self.singles.is_single(**member));
        let mut kinds = FixedBitSet::with_capacity(self.kinds.len());
        for member in &single {
            kinds.union_with(self.singles.kinds(*member));
        }
        let mut ends = Vec::new();
        if !single.is_empty() {
            let next = self.split();
            self.accept(kinds, slot);
            ends.push(self.push(Instruction::Jump(0)));
            self.otherwise_here(next);
        }
        for (index, member) in other.iter().enumerate() {
            if index + 1 == other.len() {
                self.element(*member, Some(slot));
                break;
            }
            let next = self.split();
            self.element(*member, Some(slot));
            ends.push(self.push(Instruction::Jump(0)));
            self.otherwise_here(next);
        }
        for end in ends {
            self.jump_here(end);
        }
    }

    fn repetition(&mut self, item: ElementId, list: Mark) {
        let skip = matches!(list, Mark::Star(_)).then(|| self.split());
        self.mark(list);
        let start = self.next();
        self.mark(Mark::ITEM);
        self.element(item, None);
        self.mark(Mark::Close);
        let more = self.split();
        self.push(Instruction::Jump(start));
        self.otherwise_here(more);
        self.mark(Mark::Close);
        if let Some(split) = skip {
            self.otherwise_here(split);
        }
    }

    fn option(&mut self, inner: ElementId) {
        let skip = self.split();
        self.mark(Mark::Optional);
        self.element(inner, None);
        self.mark(Mark::Close);
        self.otherwise_here(skip);
    }

    fn list(&mut self, list: &Separated) {
        let skip = list.may_be_empty.then(|| self.split());
        let separator = self.singles.kinds(list.separator).ones().map(|kind| kind as u16).next();
        let separator = separator.filter(|kind| !self.kinds.is_named(*kind));
        let separator = separator.unwrap_or(NO_SEPARATOR);
        let is_star = list.may_be_empty;
        self.mark(if is_star { Mark::Star(separator) } else { Mark::Plus(separator) });
        if let Some(separator) = list.leading {
            self.option(separator);
        }
        let no_items = (list.may_be_empty && list.trailing.is_some()).then(|| self.split());
        self.items(list);
        if let Some(split) = no_items {
            self.otherwise_here(split);
        }
        if let Some(separator) = list.trailing {
            self.option(separator);
        }
        self.mark(Mark::Close);
        if let Some(split) = skip {
            self.otherwise_here(split);
        }
    }

    fn items(&mut self, list: &Separated) {
        self.mark(Mark::ITEM);
        let (content, is_silent) = self.expanded.elements.item_content(list.item);
        let content_start = self.next();
        let silent = is_silent.then(|| self.split());
        self.element(content, None);
        if let Some(split) = silent {
            self.otherwise_here(split);
        }
        self.mark(Mark::Close);
        let more = self.split();
        self.mark(Mark::Item { is_separated: true });
        self.element(list.separator, None);
        self.mark(Mark::EndSeparator);
        self.push(Instruction::Jump(content_start));
        self.otherwise_here(more);
    }

    fn accept(&mut self, kinds: FixedBitSet, slot: u16) {
        let next = self.sets.len() as u32;
        let set = *self.set_ids.entry(kinds.clone()).or_insert(next);
        if set == next {
            self.sets.push(kinds);
        }
        self.push(Instruction::Accept { set, slot });
    }

    fn slot(&mut self, kinds: &FixedBitSet) -> u16 {
        self.fits.id(kinds, self.kinds, self.allowed.as_ref()).unwrap_or(u16::MAX)
    }
}
