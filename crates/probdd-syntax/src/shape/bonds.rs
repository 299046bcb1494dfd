//! Bonds between neighbouring elements, found in their texts: an element needs the next one, or a
//! condition of the preprocessor begins in one element and ends in another.

use crate::grammar::kinds::KindTable;
use crate::language::facts::{Conditions, Facts, NeedsNext};
use crate::parser::flat::{FlatTree, Standing};
use crate::text::directives::Directive;

/// The bonds of a node, or of several in a row, to their neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bonds {
    /// The next element must be kept.
    pub(crate) needs_next: bool,
    /// The previous element must be kept.
    pub(crate) needs_previous: bool,
    /// How many conditions end inside that begin before.
    pub(crate) ends: u16,
    /// How many conditions begin inside that end after.
    pub(crate) begins: u16,
    /// Whether the node ends with a directive that begins a condition, and begins with something
    /// else: the condition is about a part of the node.
    pub(crate) is_cut: bool,
}

impl Bonds {
    /// No bonds.
    pub(crate) const NONE: Bonds =
        Bonds { needs_next: false, needs_previous: false, ends: 0, begins: 0, is_cut: false };

    /// The bonds of a directive.
    fn of(directive: Directive) -> Bonds {
        let (ends, begins) = match directive {
            Directive::Begin => (0, 1),
            Directive::Divide => (1, 1),
            Directive::End => (1, 0),
        };
        Bonds { ends, begins, ..Bonds::NONE }
    }

    /// The bonds of these nodes and the following ones together.
    pub(crate) fn then(self, next: Bonds) -> Bonds {
        let paired = self.begins.min(next.ends);
        Bonds {
            needs_next: self.needs_next || next.needs_next,
            needs_previous: self.needs_previous || next.needs_previous,
            ends: self.ends.saturating_add(next.ends - paired),
            begins: next.begins.saturating_add(self.begins - paired),
            is_cut: self.is_cut || next.is_cut,
        }
    }

    /// The bonds without those of conditions.
    pub(crate) fn apart(self) -> Bonds {
        Bonds { ends: 0, begins: 0, ..self }
    }

    /// Whether the conditions of the other nodes still match without these.
    pub(crate) fn are_removable(self) -> bool {
        self.ends == self.begins
    }

    /// Whether every condition begins and ends inside, or outside.
    fn is_balanced(self) -> bool {
        self.ends == 0 && self.begins == 0
    }
}

/// The facts about bonds, by the numbers of kinds.
#[derive(Debug)]
pub(crate) struct BondFacts {
    needs_next: Vec<(u16, NeedsNext)>,
    needs_previous: Vec<(u16, Vec<u16>)>,
    conditions: Vec<(u16, Conditions)>,
}

impl BondFacts {
    pub(crate) fn new(facts: &Facts, kinds: &KindTable) -> BondFacts {
        let all = |name: &str| kinds.all(name).collect::<Vec<u16>>();
        let needs_next = facts.needs_next.iter();
        let needs_previous = facts.needs_previous.iter();
        let conditions = facts.conditions.iter();
        BondFacts {
            needs_next: needs_next
                .flat_map(|reach| all(reach.node).into_iter().map(|kind| (kind, *reach)))
                .collect(),
            needs_previous: needs_previous
                .flat_map(|(name, heads)| {
                    let heads: Vec<u16> = kinds.of_words(heads).collect();
                    all(name).into_iter().map(move |kind| (kind, heads.clone()))
                })
                .collect(),
            conditions: conditions
                .flat_map(|conditions| all(conditions.node).into_iter().map(|k| (k, *conditions)))
                .collect(),
        }
    }

    fn is_empty(&self) -> bool {
        self.needs_next.is_empty() && self.needs_previous.is_empty() && self.conditions.is_empty()
    }
}

/// The bonds of the nodes of a parse tree.
pub(crate) struct Bonded<'a> {
    rules: BondFacts,
    flat: &'a FlatTree,
    text: &'a [u8],
    /// The directives in the tree, and their bonds.
    directives: Vec<(u32, Bonds)>,
}

impl<'a> Bonded<'a> {
    pub(crate) fn new(rules: BondFacts, flat: &'a FlatTree, text: &'a [u8]) -> Self {
        let bonds_of = |index: u32| {
            let node = flat.node(index);
            if let Standing::Masked(Some(directive)) = node.standing {
                return Some((index, Bonds::of(directive)));
            }
            let (_, conditions) = rules.conditions.iter().find(|(kind, _)| *kind == node.kind)?;
            Some((index, conditions.bonds(node.text(text))))
        };
        let has_directives = !rules.conditions.is_empty() || flat.has_masks;
        let nodes = if has_directives { flat.nodes.len() as u32 } else { 0 };
        let directives = (0..nodes).filter_map(bonds_of).collect();
        Bonded { rules, flat, text, directives }
    }

    /// The bonds of the children of a node that are no extras; empty if none has any.
    pub(crate) fn of_children(&self, index: u32) -> Vec<Bonds> {
        if self.rules.is_empty() && !self.flat.has_masks {
            return Vec::new();
        }
        let children = self.flat.children(index);
        let children = children.filter(|child| !self.flat.node(*child).is_extra());
        let children: Vec<u32> = children.collect();
        let of = |(at, child): (usize, &u32)| self.of(*child, children.get(at + 1).copied());
        let bonds: Vec<Bonds> = children.iter().enumerate().map(of).collect();
        if bonds.iter().all(|bonds| *bonds == Bonds::NONE) { Vec::new() } else { bonds }
    }

    /// Whether every condition begins and ends inside a node, or outside.
    pub(crate) fn is_balanced(&self, index: u32) -> bool {
        self.conditions_in(index).is_balanced()
    }

    /// The bonds of a child, given the next one.
    fn of(&self, index: u32, next: Option<u32>) -> Bonds {
        let node = self.flat.node(index);
        let reaches = |(kind, reach): &(u16, NeedsNext)| {
            *kind == node.kind
                && without_endif(self.text_of(index)).ends_with(reach.end)
                && next.is_some_and(|next| self.text_of(next).starts_with(reach.next))
        };
        let lacks = |(kind, heads): &(u16, Vec<u16>)| {
            let mut children = self.flat.children(index);
            *kind == node.kind && !children.any(|child| heads.contains(&self.flat.node(child).kind))
        };
        Bonds {
            needs_next: self.rules.needs_next.iter().any(reaches),
            needs_previous: self.rules.needs_previous.iter().any(lacks),
            is_cut: self.is_cut(index),
            ..self.conditions_in(index)
        }
    }

    /// Whether a node ends with a directive that begins a condition, and begins with another node.
    fn is_cut(&self, index: u32) -> bool {
        let node = self.flat.node(index);
        self.directives_in(index).last().is_some_and(|(last, bonds)| {
            let last = self.flat.node(*last);
            bonds.begins > 0 && last.end == node.end && last.start > node.start
        })
    }

    fn text_of(&self, index: u32) -> &[u8] {
        self.flat.node(index).text(self.text)
    }

    fn conditions_in(&self, index: u32) -> Bonds {
        let inside = self.directives_in(index).iter();
        inside.fold(Bonds::NONE, |bonds, (_, next)| bonds.then(*next))
    }

    fn directives_in(&self, index: u32) -> &[(u32, Bonds)] {
        let from = |end: u32| self.directives.partition_point(|(at, _)| *at < end);
        &self.directives[from(index)..from(self.flat.node(index).next)]
    }
}

/// A text without an `#endif` at its end and the blanks before that.
fn without_endif(text: &[u8]) -> &[u8] {
    text.strip_suffix(b"#endif").map_or(text, <[u8]>::trim_ascii_end)
}

impl Conditions {
    /// The bonds of a directive.
    fn bonds(&self, text: &[u8]) -> Bonds {
        let begins = |words: &[&str]| words.iter().any(|word| text.starts_with(word.as_bytes()));
        if begins(self.begin) {
            Bonds::of(Directive::Begin)
        } else if begins(self.divide) {
            Bonds::of(Directive::Divide)
        } else {
            let ends = u16::from(begins(self.end));
            Bonds { ends, ..Bonds::NONE }
        }
    }
}
