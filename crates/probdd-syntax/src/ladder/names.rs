//! Makes names short, makes two names one, and removes one of two names with its definition.

use super::source::{Source, begins_name, writing};
use crate::names::links::context;
use probdd_core::{Edits, NodeId};
use std::collections::BTreeSet;

/// How many other names are tried in a name's place.
const OTHERS: usize = 2;

/// What grammars call the kinds of nodes that are names.
const NAMES: &[&str] = &["identifier", "name", "Name", "constant", "variable", "symbol", "label"];

/// All names become `a`, `b`, `c`, in the order in which they come.
pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let words = source.words();
    let mut taken: BTreeSet<Vec<u8>> =
        (0..source.tree.token_count()).map(|token| source.token(token).to_vec()).collect();
    let mut offers = Vec::new();
    for (text, leaves) in words.iter().filter(|(_, leaves)| are_names(source, leaves)) {
        let new = short_names(text).find(|name| name == text || !taken.contains(name));
        if let Some(new) = new.filter(|new| new != text) {
            offers.push(writing(source.write_all(leaves, &new)));
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
        let others = others.take(OTHERS);
        offers.extend(others.map(|(other, _)| writing(source.write_all(leaves, other))));
    }
    offers
}

/// Of two names that are defined alike, one is removed with what defines it, and the other one
/// takes its place where it is used.
pub(super) fn unified(source: &Source) -> Vec<Edits> {
    let names: Vec<(Vec<NodeId>, Vec<NodeId>)> =
        source.words().iter().map(|(_, leaves)| defined(source, leaves)).collect();
    let context_of = |leaf: NodeId| context(source.tree, leaf);
    let mut offers = Vec::new();
    for (at, (definitions, uses)) in names.iter().enumerate().rev() {
        let context = context_of(definitions[0]);
        let is_removable = definitions.iter().all(|leaf| source.removable(*leaf).is_some());
        if uses.is_empty() || !is_removable {
            continue;
        }
        let others = names.iter().enumerate().filter(|(place, _)| *place != at);
        let others = others.map(|(_, (definitions, _))| definitions[0]);
        let others = others.filter(|other| context_of(*other) == context);
        let removed =
            source.outermost(definitions.iter().filter_map(|leaf| source.removable(*leaf)));
        let is_removed = |leaf: NodeId| removed.iter().any(|id| source.tree.contains(*id, leaf));
        let left: Vec<NodeId> = uses.iter().copied().filter(|leaf| !is_removed(*leaf)).collect();
        for other in others.take(OTHERS).filter(|_| !left.is_empty()) {
            if !is_removed(other) {
                let written = source.write_all(&left, source.text_of(other));
                offers.push(Edits { written, ..Edits::removal(removed.clone()) });
            }
        }
    }
    offers
}

/// The leaves of a name that define it, as far as can be told, and those that use it: a leaf in the
/// same context as the first one defines.
fn defined(source: &Source, leaves: &[NodeId]) -> (Vec<NodeId>, Vec<NodeId>) {
    let first = context(source.tree, leaves[0]);
    leaves.iter().partition(|leaf| context(source.tree, **leaf) == first)
}

/// Whether all leaves are names, as far as their kinds tell.
fn are_names(source: &Source, leaves: &[NodeId]) -> bool {
    leaves.iter().all(|leaf| {
        let kind = source.kind_name(*leaf);
        NAMES.iter().any(|name| kind.contains(name))
    })
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
