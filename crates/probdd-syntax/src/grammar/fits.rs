//! Which kinds of nodes may stand at one position of the grammar.

use super::element::{Element, ElementId, Elements, Symbol};
use super::rules::Expanded;
use crate::grammar::kinds::KindTable;
use fixedbitset::FixedBitSet;
use std::collections::{BTreeSet, HashMap};

/// A correction of the kinds that may replace the children of nodes of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    pub(crate) node: &'static str,
    /// The kind of the node's parent, if the correction holds under that only.
    pub(crate) parent: Option<&'static str>,
    /// Kinds, with blanks between several.
    pub(crate) kinds: &'static str,
    /// Whether only these kinds may replace a child, or all but these.
    pub(crate) is_only: bool,
}

impl Fit {
    /// Only nodes of these kinds may replace a child.
    pub(crate) const fn only(node: &'static str, kinds: &'static str) -> Fit {
        Fit { node, parent: None, kinds, is_only: true }
    }

    /// Nodes of these kinds may not replace a child.
    pub(crate) const fn never(node: &'static str, kinds: &'static str) -> Fit {
        Fit { node, parent: None, kinds, is_only: false }
    }

    /// Limits the correction to nodes with a parent of a kind.
    #[allow(dead_code, reason = "a build may leave out the languages that need it")]
    pub(crate) const fn under(self, parent: &'static str) -> Fit {
        Fit { parent: Some(parent), ..self }
    }
}

/// For each element, the single children that it can derive.
pub(crate) struct Singles {
    /// The kinds that each element derives as its only visible child.
    kinds: Vec<FixedBitSet>,
    is_nullable: Vec<bool>,
    /// Whether an element always derives exactly one child.
    is_single: Vec<bool>,
}

impl Singles {
    /// Computes the single children of all elements: a fixpoint, because hidden rules may recurse.
    pub(crate) fn new(expanded: &Expanded, kind_count: usize) -> Self {
        let count = expanded.elements.len();
        let mut singles = Singles {
            kinds: vec![FixedBitSet::with_capacity(kind_count); count],
            is_nullable: vec![false; count],
            is_single: vec![false; count],
        };
        while singles.grow(expanded) {}
        singles
    }

    /// The kinds that an element derives as its one and only visible child.
    pub(crate) fn kinds(&self, id: ElementId) -> &FixedBitSet {
        &self.kinds[id.0 as usize]
    }

    /// Whether an element always derives exactly one child.
    pub(crate) fn is_single(&self, id: ElementId) -> bool {
        self.is_single[id.0 as usize]
    }

    fn is_nullable(&self, id: ElementId) -> bool {
        self.is_nullable[id.0 as usize]
    }

    fn grow(&mut self, expanded: &Expanded) -> bool {
        let mut has_grown = false;
        for index in 0..self.kinds.len() {
            let element = expanded.elements.get(ElementId(index as u32));
            let mut kinds = self.kinds[index].clone();
            self.add_kinds(expanded, element, &mut kinds);
            let is_nullable = self.derives_nothing(expanded, element);
            let is_single = self.derives_one(expanded, element);
            has_grown |= kinds != self.kinds[index]
                || is_nullable != self.is_nullable[index]
                || is_single != self.is_single[index];
            self.kinds[index] = kinds;
            self.is_nullable[index] = is_nullable;
            self.is_single[index] = is_single;
        }
        has_grown
    }

    fn add_kinds(&self, expanded: &Expanded, element: &Element, into: &mut FixedBitSet) {
        match element {
            Element::Empty => {}
            Element::Token(Symbol(symbol)) => into.insert(usize::from(*symbol)),
            Element::Call(rule) => {
                if let Some(body) = expanded.called.get(rule) {
                    into.union_with(self.kinds(*body));
                }
            }
            Element::Choice(members) => {
                for member in members {
                    into.union_with(self.kinds(*member));
                }
            }
            Element::Sequence(parts) => {
                let solid = parts.iter().filter(|part| !self.is_nullable(**part)).count();
                for part in parts {
                    let is_alone = solid == usize::from(!self.is_nullable(*part));
                    if is_alone {
                        into.union_with(self.kinds(*part));
                    }
                }
            }
            Element::Star(inner)
            | Element::Plus(inner)
            | Element::Optional(inner)
            | Element::Silent(inner) => into.union_with(self.kinds(*inner)),
            Element::List(list) => into.union_with(self.kinds(list.item)),
        }
    }

    fn derives_nothing(&self, expanded: &Expanded, element: &Element) -> bool {
        match element {
            Element::Empty | Element::Star(_) | Element::Optional(_) | Element::Silent(_) => true,
            Element::Token(_) => false,
            Element::Call(rule) => {
                expanded.called.get(rule).is_some_and(|body| self.is_nullable(*body))
            }
            Element::Choice(members) => members.iter().any(|member| self.is_nullable(*member)),
            Element::Sequence(parts) => parts.iter().all(|part| self.is_nullable(*part)),
            Element::Plus(inner) => self.is_nullable(*inner),
            Element::List(list) => list.may_be_empty || self.is_nullable(list.item),
        }
    }

    fn derives_one(&self, expanded: &Expanded, element: &Element) -> bool {
        match element {
            Element::Token(_) => true,
            Element::Choice(members) => members.iter().all(|member| self.is_single(*member)),
            Element::Call(rule) => {
                expanded.called.get(rule).is_some_and(|body| self.is_single(*body))
            }
            _ => false,
        }
    }
}

/// The sets of kinds that fit the positions of a grammar. Equal sets have one number.
#[derive(Debug, Default)]
pub(crate) struct Fits {
    sets: Vec<FixedBitSet>,
    ids: HashMap<FixedBitSet, u16>,
    renames: BTreeSet<(Symbol, Symbol, bool)>,
    only_where_named: Vec<u16>,
}

impl Fits {
    /// No sets yet. `renames` says which kinds are names of the same thing; kinds that are
    /// `only_where_named` stand nowhere else.
    pub(crate) fn new(
        renames: BTreeSet<(Symbol, Symbol, bool)>,
        only_where_named: Vec<u16>,
    ) -> Self {
        Fits { renames, only_where_named, ..Fits::default() }
    }

    /// The number of the set of allowed kinds that fit where `singles` may stand. The set includes
    /// unnamed tokens, whose texts fit too.
    pub(crate) fn id(
        &mut self,
        singles: &FixedBitSet,
        kinds: &KindTable,
        allowed: Option<&FixedBitSet>,
    ) -> Option<u16> {
        let mut fits = singles.clone();
        self.add_other_names(&mut fits);
        for kind in self.only_where_named.iter().map(|kind| usize::from(*kind)) {
            let is_named_there = singles.contains(kind);
            fits.set(kind, is_named_there);
        }
        if let Some(allowed) = allowed {
            fits.intersect_with(allowed);
        }
        // Nodes cannot stand where only unnamed tokens may.
        fits.ones().find(|kind| kinds.is_named(*kind as u16))?;
        if let Some(id) = self.ids.get(&fits) {
            return Some(*id);
        }
        let id = u16::try_from(self.sets.len()).ok().filter(|id| *id < u16::MAX)?;
        self.sets.push(fits.clone());
        self.ids.insert(fits, id);
        Some(id)
    }

    /// Adds the other names of the kinds in a set: an identifier fits under any of its aliases. An
    /// alias of a rule counts only if nothing else has that alias.
    fn add_other_names(&self, fits: &mut FixedBitSet) {
        let has = |fits: &FixedBitSet, symbol: Symbol| fits.contains(usize::from(symbol.0));
        let mut originals = BTreeSet::new();
        for (alias, original, is_token) in &self.renames {
            let sources = self.renames.iter().filter(|(other, _, _)| other == alias).count();
            let is_same = *is_token || sources == 1;
            if is_same && (has(fits, *alias) || has(fits, *original)) {
                originals.insert(*original);
            }
        }
        for (alias, original, is_token) in &self.renames {
            let is_same =
                *is_token || !self.renames.iter().any(|(a, o, _)| a == alias && o != original);
            if is_same && originals.contains(original) {
                fits.insert(usize::from(alias.0));
                fits.insert(usize::from(original.0));
            }
        }
    }

    pub(crate) fn into_sets(self) -> Vec<FixedBitSet> {
        self.sets
    }
}

impl Elements {
    /// The content of an item of a separated list, and whether it may be missing. Where an item as a
    /// whole is an option, a reducer removes the item, not its content.
    pub(crate) fn item_content(&self, item: ElementId) -> (ElementId, bool) {
        match self.get(item) {
            Element::Optional(inner) | Element::Silent(inner) => (*inner, true),
            _ => (item, false),
        }
    }
}
