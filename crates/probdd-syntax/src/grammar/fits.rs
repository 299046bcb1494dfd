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
pub(crate) struct Singles(Vec<Single>);

/// The single children that an element can derive.
#[derive(Clone, PartialEq, Eq)]
struct Single {
    /// The kinds that it derives as its only visible child.
    kinds: FixedBitSet,
    /// Whether it may derive no child.
    is_nullable: bool,
    /// Whether it always derives exactly one child.
    always_one: bool,
}

impl Singles {
    /// Computes the single children of all elements: a fixpoint, because hidden rules may recurse.
    pub(crate) fn new(expanded: &Expanded, kind_count: usize) -> Self {
        let kinds = FixedBitSet::with_capacity(kind_count);
        let none = Single { kinds, is_nullable: false, always_one: false };
        let mut singles = Singles(vec![none; expanded.elements.len()]);
        let mut has_grown = true;
        while std::mem::take(&mut has_grown) {
            for index in 0..singles.0.len() {
                let single = singles.derive(expanded, ElementId(index as u32));
                has_grown |= single != singles.0[index];
                singles.0[index] = single;
            }
        }
        singles
    }

    /// The kinds that an element derives as its one and only visible child.
    pub(crate) fn kinds(&self, id: ElementId) -> &FixedBitSet {
        &self.of(id).kinds
    }

    /// Whether an element always derives exactly one child.
    pub(crate) fn is_single(&self, id: ElementId) -> bool {
        self.of(id).always_one
    }

    fn of(&self, id: ElementId) -> &Single {
        &self.0[id.0 as usize]
    }

    /// The single children of an element, as far as those of its parts are known.
    fn derive(&self, expanded: &Expanded, id: ElementId) -> Single {
        let is_nullable = |id: &ElementId| self.of(*id).is_nullable;
        let mut single = self.of(id).clone();
        match expanded.elements.get(id) {
            Element::Empty => single.is_nullable = true,
            Element::Token(Symbol(symbol)) => {
                single.kinds.insert(usize::from(*symbol));
                single.always_one = true;
            }
            Element::Call(rule) => {
                if let Some(body) = expanded.called.get(rule) {
                    single.clone_from(self.of(*body));
                }
            }
            Element::Choice(members) => {
                for member in members {
                    single.kinds.union_with(self.kinds(*member));
                }
                single.is_nullable = members.iter().any(is_nullable);
                single.always_one = members.iter().all(|member| self.is_single(*member));
            }
            Element::Sequence(parts) => {
                let solid = parts.iter().filter(|part| !is_nullable(part)).count();
                let is_alone = |part: &&ElementId| solid == usize::from(!is_nullable(part));
                for part in parts.iter().filter(is_alone) {
                    single.kinds.union_with(self.kinds(*part));
                }
                single.is_nullable = solid == 0;
            }
            Element::Star(inner) | Element::Optional(inner) | Element::Silent(inner) => {
                single.kinds.union_with(self.kinds(*inner));
                single.is_nullable = true;
            }
            Element::Plus(inner) => {
                single.kinds.union_with(self.kinds(*inner));
                single.is_nullable = is_nullable(inner);
            }
            Element::List(list) => {
                single.kinds.union_with(self.kinds(list.item));
                single.is_nullable = list.may_be_empty || is_nullable(&list.item);
            }
        }
        single
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
    /// The content of an item of a separated list, and whether it may be missing. Where an item as
    /// a whole is an option, a reducer removes the item, not its content.
    pub(crate) fn item_content(&self, item: ElementId) -> (ElementId, bool) {
        match self.get(item) {
            Element::Optional(inner) | Element::Silent(inner) => (*inner, true),
            _ => (item, false),
        }
    }
}
