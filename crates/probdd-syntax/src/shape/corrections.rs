//! Applies the facts about a language to the shapes that the matcher found: prefixes of items,
//! lists that keep an element, parts that need each other.

use crate::grammar::kinds::KindTable;
use crate::grammar::mark::Mark;
use crate::language::facts::{Correction, Facts, Then, When};
use crate::parser::flat::FlatTree;
use crate::shape::affixes::{with_prefixes, with_suffixes};
use crate::shape::bonds::Bonds;
use crate::shape::conditions;
use crate::shape::keeping::{
    all_or_nothing, keeping, keeping_first, keeping_first_and_another, keeping_one, nesting_options,
};
use crate::shape::labelled_blocks;
use crate::shape::lists;
use crate::shape::parts::{self, Group, Part, each_list};
use crate::shape::steps::Shape;
use std::collections::HashSet;

/// The facts about a language, by the numbers of kinds.
#[derive(Debug)]
pub(crate) struct Corrections {
    prefixes: Vec<u16>,
    keeps_trailing_separator: bool,
    resolved: Vec<Resolved>,
    /// The kinds whose shapes depend on what is around them.
    pub(crate) context_dependent: Vec<u16>,
    pub(crate) fragile: Vec<u16>,
    pub(crate) statement_end: Option<&'static str>,
    pub(crate) standalone: Vec<u16>,
    pub(crate) irreplaceable: Vec<u16>,
    pub(crate) only_inside: Vec<(u16, u16)>,
    pub(crate) comments: Vec<u16>,
    /// The kinds that may be line markers of the C preprocessor.
    pub(crate) directives: Vec<u16>,
}

/// The longest text of a child that a correction asks about.
const LONGEST: usize = 64;

/// A correction by the numbers of kinds.
#[derive(Debug)]
struct Resolved {
    node: u16,
    when: When,
    /// The kinds that the condition names.
    condition: Vec<u16>,
    then: Then,
    /// The kinds that the correction names.
    kinds: Vec<u16>,
}

/// What is around a node, and what its children say.
pub(crate) struct Surroundings<'a> {
    /// The kind of the node's parent.
    pub(crate) parent: u16,
    /// The children of the parent.
    pub(crate) siblings: &'a Children<'a>,
    /// The text of the sibling right before the node.
    pub(crate) before: &'a [u8],
    /// The children of the parent's parent.
    pub(crate) around: Option<&'a Children<'a>>,
    /// Whether a child of the node has a text.
    pub(crate) has_text: &'a dyn Fn(&str) -> bool,
    /// Whether the node is a descendant of one of some kinds.
    pub(crate) is_inside: &'a dyn Fn(&[u16]) -> bool,
}

/// What corrections ask about the children of a node. Many nodes may ask about one.
pub(crate) struct Children<'a> {
    /// Their numbers, in order.
    pub(crate) indices: Vec<u32>,
    pub(crate) kinds: HashSet<u16>,
    pub(crate) texts: HashSet<&'a [u8]>,
}

impl<'a> Children<'a> {
    pub(crate) fn new(flat: &FlatTree, text: &'a [u8], node: u32) -> Children<'a> {
        let indices: Vec<u32> = flat.children(node).collect();
        let nodes = || indices.iter().map(|child| flat.node(*child));
        let kinds = nodes().map(|child| child.kind).collect();
        let texts = nodes().map(|child| child.text(text)).filter(|text| text.len() <= LONGEST);
        Children { kinds, texts: texts.collect(), indices }
    }

    fn has_one_of(&self, kinds: &[u16]) -> bool {
        kinds.iter().any(|kind| self.kinds.contains(kind))
    }

    fn has_text(&self, text: &str) -> bool {
        self.texts.contains(text.as_bytes())
    }
}

impl Corrections {
    pub(crate) fn new(facts: &Facts, kinds: &KindTable) -> Self {
        let ids = |names: &str| kinds.of_words(names).collect::<Vec<u16>>();
        let pairs = |(parent, kind): &(&str, &str)| {
            let kinds = ids(kind);
            let of_parent = |parent: u16| kinds.iter().map(move |kind| (parent, *kind));
            ids(parent).into_iter().flat_map(of_parent).collect::<Vec<_>>()
        };
        let is_comment = |id: &u16| {
            let name = kinds.name(*id).to_ascii_lowercase();
            kinds.is_named(*id) && name.split('_').next_back() == Some("comment")
        };
        let resolved = |correction: &Correction| Resolved {
            node: kinds.id(correction.node, true).unwrap_or(u16::MAX),
            when: correction.when,
            condition: ids(correction.when.kind()),
            then: correction.then,
            kinds: ids(correction.then.kinds()),
        };
        let looks_up = |correction: &&Correction| correction.when.is_of_surroundings();
        let context_dependent = facts.corrections.iter().filter(looks_up);
        Corrections {
            context_dependent: context_dependent
                .flat_map(|correction| ids(correction.node))
                .collect(),
            prefixes: ids(facts.prefixes),
            standalone: ids(facts.standalone),
            keeps_trailing_separator: facts.keeps_trailing_separator,
            resolved: facts.corrections.iter().map(resolved).collect(),
            fragile: ids(facts.fragile),
            statement_end: facts.statement_end,
            irreplaceable: ids(facts.irreplaceable),
            only_inside: facts.only_inside.iter().flat_map(pairs).collect(),
            comments: (0..kinds.len() as u16).filter(is_comment).collect(),
            directives: ids("preproc_call"),
        }
    }

    /// Which corrections hold for a node because of its surroundings, as bits: a remembered shape
    /// depends on them and on the node's children.
    pub(crate) fn context(&self, kind: u16, around: &Surroundings<'_>) -> u16 {
        let of_node = self.resolved.iter().filter(|correction| correction.node == kind);
        of_node.enumerate().fold(0, |context, (index, correction)| {
            let holds = match correction.when {
                When::Under(_) => correction.condition.contains(&around.parent),
                When::ParentHas(_) => around.siblings.has_one_of(&correction.condition),
                When::Inside(_) => (around.is_inside)(&correction.condition),
                When::AfterText(text) => around.before.eq_ignore_ascii_case(text.as_bytes()),
                When::AfterTextWithStart(text) => around.before.starts_with(text.as_bytes()),
                When::HasText(text) => (around.has_text)(text),
                When::GrandparentHasText(text) => {
                    around.around.is_some_and(|children| children.has_text(text))
                }
                _ => false,
            };
            context | u16::from(holds) << index
        })
    }

    /// Corrects the shape of a node by the kinds of its children, and by their bonds if any has
    /// one.
    pub(crate) fn apply(
        &self,
        (kind, context): (u16, u16),
        (children, bonds): (&[u16], &[Bonds]),
        shape: Shape,
    ) -> Shape {
        let of_node = self.resolved.iter().filter(|correction| correction.node == kind);
        let applying: Vec<&Resolved> = of_node
            .enumerate()
            .filter(|(index, correction)| match correction.when {
                When::Always => true,
                When::Has(_) => has(children, &correction.condition),
                When::Lacks(_) => !has(children, &correction.condition),
                When::Begins(_) => has(&children[..1.min(children.len())], &correction.condition),
                _ => context >> index & 1 == 1,
            })
            .map(|(_, correction)| correction)
            .collect();
        let all = bonds.iter().fold(Bonds::NONE, |all, bonds| all.then(*bonds));
        let has_prefix = all.needs_next || has(children, &self.prefixes);
        let has_suffix = all.needs_previous;
        let has_condition = bonds.iter().any(|bonds| !bonds.are_removable());
        let has_affix = has_prefix || has_suffix || has_condition;
        if applying.is_empty() && !has_affix && !self.keeps_trailing_separator {
            return shape;
        }
        let mut parts = parts::parts(&shape, children, bonds);
        if has_prefix {
            let is_prefix = |part: &Part| part.is_just(&self.prefixes) || part.bonds().needs_next;
            parts = each_list(parts, &|items| with_prefixes(items, &is_prefix));
        }
        if has_suffix {
            let is_suffix = |part: &Part| part.bonds().needs_previous;
            parts = each_list(parts, &|items| with_suffixes(items, &is_suffix));
            parts = with_suffixes(parts, &is_suffix);
        }
        if self.keeps_trailing_separator {
            parts = each_list(parts, &without_options);
        }
        for correction in applying {
            parts = correction.apply(parts);
        }
        if has_condition {
            parts = conditions::with_conditions(parts);
        }
        parts::shape(&parts)
    }
}

/// A shape in which the elements from the beginning of a condition to its end are one. `bonds` are
/// those of all children; empty if there are none.
pub(super) fn with_conditions(shape: Shape, bonds: &[Bonds]) -> Shape {
    if bonds.iter().all(|bonds| bonds.are_removable()) {
        return shape;
    }
    parts::shape(&conditions::with_conditions(parts::parts(&shape, &[], bonds)))
}

fn has(children: &[u16], kinds: &[u16]) -> bool {
    children.iter().any(|child| kinds.contains(child))
}

impl Resolved {
    fn apply(&self, parts: Vec<Part>) -> Vec<Part> {
        match self.then {
            Then::KeepsOne => keeping_one(parts, &|_| true),
            Then::KeepsOneOf(_) => keeping_one(parts, &|part| part.holds(&self.kinds)),
            Then::Keeps(_) => keeping(parts, &|part| part.holds(&self.kinds)),
            Then::KeepsAll => keeping(parts, &|_| true),
            Then::KeepsAllBut(_) => keeping(parts, &|part| !part.holds(&self.kinds)),
            Then::KeepsFirst => keeping_first(parts),
            Then::Blocks(_) => labelled_blocks::in_blocks(parts, &self.kinds),
            Then::NestsOptions => nesting_options(parts),
            Then::KeepsTrailing => each_list(parts, &without_options),
            Then::FlattensOptions => lists::flattening_options(parts),
            Then::Divides(_) => lists::divided(parts, &self.kinds),
            Then::AllOrNothing => parts.into_iter().map(all_or_nothing).collect(),
            Then::KeepsFirstAndAnother => keeping_first_and_another(parts),
            Then::KeepsSeparated => parts.into_iter().map(lists::keeping_separated).collect(),
        }
    }
}

/// Keeps leading and trailing separators of a list while the list is kept.
fn without_options(items: Vec<Part>) -> Vec<Part> {
    let opened = |part| match part {
        Part::Group(Group { mark: Mark::Optional, parts, .. }) => parts,
        other => vec![other],
    };
    items.into_iter().flat_map(opened).collect()
}
