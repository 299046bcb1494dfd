//! Names: all become `a`, `b`, `c`, in the order in which they come; two of them become one, and the
//! definition of one goes.

use super::source::{Source, begins_name};
use probdd_core::{Edits, Kind, NodeId, Written};
use std::collections::BTreeSet;

/// How many other names are tried in a name's place.
const OTHERS: usize = 2;

/// What kinds of nodes are called that are names.
const NAMES: &[&str] = &["identifier", "name", "Name", "constant", "variable", "symbol", "label"];

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let words = source.words();
    let mut taken: BTreeSet<Vec<u8>> =
        (0..source.tree.token_count()).map(|token| source.token(token).to_vec()).collect();
    let mut offers = Vec::new();
    for (text, leaves) in words.iter().filter(|(_, leaves)| are_names(source, leaves)) {
        let new = short_names(text).find(|name| name == text || !taken.contains(name));
        if let Some(new) = new.filter(|new| new != text) {
            offers.push(renaming(source, leaves, &new));
            taken.insert(new);
        }
    }
    offers
}

/// Every name becomes one of the first others.
pub(super) fn renamed(source: &Source) -> Vec<Edits> {
    let names: Vec<_> =
        source.words().into_iter().filter(|(_, leaves)| are_names(source, leaves)).collect();
    let mut offers = Vec::new();
    for (text, leaves) in names.iter().rev() {
        let others = names.iter().filter(|(other, _)| other < text && is_like(other, text));
        offers.extend(others.take(OTHERS).map(|(other, _)| renaming(source, leaves, other)));
    }
    offers
}

/// Of two names that are defined alike, one goes with what defines it, and where it is used stands
/// the other one.
pub(super) fn unified(source: &Source) -> Vec<Edits> {
    let names: Vec<(Vec<NodeId>, Vec<NodeId>)> =
        source.words().iter().map(|(_, leaves)| defined(source, leaves)).collect();
    let mut offers = Vec::new();
    for (at, (definitions, uses)) in names.iter().enumerate().rev() {
        let context = context(source, definitions[0]);
        let can_go = definitions.iter().all(|leaf| source.removable(*leaf).is_some());
        if uses.is_empty() || !can_go {
            continue;
        }
        let is_alike = |other: &NodeId| self::context(source, *other) == context;
        let others = names.iter().enumerate().filter(|(place, _)| *place != at);
        let others = others.map(|(_, (definitions, _))| definitions[0]).filter(is_alike);
        let gone = definitions.iter().filter_map(|leaf| source.removable(*leaf));
        let gone = source.outermost(gone);
        let is_left = |leaf: &&NodeId| !gone.iter().any(|id| source.tree.contains(*id, **leaf));
        let left: Vec<NodeId> = uses.iter().filter(is_left).copied().collect();
        for other in others.take(OTHERS).filter(|_| !left.is_empty()) {
            let is_gone = gone.iter().any(|id| source.tree.contains(*id, other));
            if !is_gone {
                let removal = Edits::removal(gone.clone());
                let written = renaming(source, &left, source.text_of(other)).written;
                offers.push(Edits { written, ..removal });
            }
        }
    }
    offers
}

/// The leaves of a name that define it, as far as can be told, and those that use it: what stands
/// like the first one defines.
fn defined(source: &Source, leaves: &[NodeId]) -> (Vec<NodeId>, Vec<NodeId>) {
    let first = context(source, leaves[0]);
    leaves.iter().partition(|leaf| context(source, **leaf) == first)
}

/// The kinds of a leaf and of the two nodes around it.
fn context(source: &Source, leaf: NodeId) -> [Kind; 3] {
    let kinds = source.around(leaf).map(|id| source.tree.node(id));
    let mut kinds =
        kinds.filter(|node| node.kind != Kind::NONE && !node.is_list()).map(|node| node.kind);
    std::array::from_fn(|_| kinds.next().unwrap_or(Kind::NONE))
}

/// Whether all leaves are names, as far as their kinds tell.
fn are_names(source: &Source, leaves: &[NodeId]) -> bool {
    leaves.iter().all(|leaf| {
        let kind = source.kind_name(*leaf);
        NAMES.iter().any(|name| kind.contains(name))
    })
}

fn renaming(source: &Source, leaves: &[NodeId], new: &[u8]) -> Edits {
    let write = |leaf: &NodeId| {
        let tokens = Source::range(&source.tokens(*leaf));
        Written { tokens, text: new.to_vec() }
    };
    Edits { written: leaves.iter().map(write).collect(), ..Edits::default() }
}

/// Whether two names begin alike: with a capital letter, a small one, or the same sign.
fn is_like(a: &[u8], b: &[u8]) -> bool {
    let kind = |text: &[u8]| {
        let first = text.first().copied().unwrap_or(0);
        (first.is_ascii_uppercase(), (!first.is_ascii_alphabetic()).then_some(first))
    };
    kind(a) == kind(b)
}

/// Names of one letter that begin as a name does: capital or small, after the same sign.
fn short_names(text: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let signs = text.iter().take_while(|byte| !begins_name(&[**byte]) || **byte == b'_').count();
    let sign: Vec<u8> = text.iter().take(1).filter(|b| b"$@%".contains(b)).copied().collect();
    let is_capital = text.get(signs).is_some_and(u8::is_ascii_uppercase);
    let letters = if is_capital { b'A'..=b'Z' } else { b'a'..=b'z' };
    letters.map(move |letter| [sign.as_slice(), &[letter]].concat())
}
