//! A name by what it stands for: its definition goes, and a part of that takes the place of every
//! use. A type's alias becomes the type, a variable its value; a definition moves to its first use.

use super::source::Source;
use probdd_core::{Edits, NodeId, Slot, Written};
use std::cmp::Reverse;

/// How many parts of a definition are tried.
const PARTS: usize = 4;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let mut offers = Vec::new();
    for (_, leaves) in source.words().into_iter().rev() {
        let Some(definition) = source.removable(leaves[0]) else { continue };
        let (inside, uses): (Vec<NodeId>, Vec<NodeId>) =
            leaves.iter().partition(|leaf| source.tree.contains(definition, **leaf));
        let [name] = inside[..] else { continue };
        if !uses.is_empty() {
            offers.extend(moved(source, definition, name, uses[0]));
            offers.extend(replaced(source, definition, name, &uses));
        }
    }
    offers
}

/// The parts of a definition, the heaviest first.
fn parts(source: &Source, definition: NodeId) -> Vec<NodeId> {
    let end = source.tree.node(definition).end;
    let mut parts: Vec<NodeId> =
        source.nodes().filter(|id| *id > definition && *id < end).collect();
    parts.sort_by_key(|id| (Reverse(source.weight(*id)), *id));
    parts
}

/// Every use is replaced by a part that does not hold the name itself.
fn replaced(source: &Source, definition: NodeId, name: NodeId, uses: &[NodeId]) -> Vec<Edits> {
    let mut offers: Vec<Edits> = Vec::new();
    for part in parts(source, definition) {
        let kind = source.tree.node(part).kind;
        let holds = source.tree.contains(part, name);
        if holds || !uses.iter().all(|by| source.fits(*by, kind)) {
            continue;
        }
        let text = source.text_of(part).to_vec();
        let write = |by: &NodeId| {
            let tokens = Source::range(&source.tokens(*by));
            Written { tokens, text: text.clone() }
        };
        let written = uses.iter().map(write).collect();
        let edits = Edits { written, ..Edits::removal(vec![definition]) };
        if !offers.contains(&edits) {
            offers.push(edits);
        }
        if offers.len() == PARTS {
            break;
        }
    }
    offers
}

/// The first use, or what is around it, is replaced by a part that holds the name.
fn moved(source: &Source, definition: NodeId, name: NodeId, by: NodeId) -> Option<Edits> {
    let holds = |part: &NodeId| *part != name && source.tree.contains(*part, name);
    let parts: Vec<NodeId> = parts(source, definition).into_iter().filter(holds).collect();
    let mut around = source.around(by).take_while(|id| !source.tree.contains(*id, definition));
    let (place, part) = around.find_map(|place| {
        let is_place = source.tree.node(place).slot != Slot::NONE;
        let fits = |part: &&NodeId| source.fits(place, source.tree.node(**part).kind);
        is_place.then(|| parts.iter().find(fits)).flatten().map(|part| (place, *part))
    })?;
    let tokens = Source::range(&source.tokens(place));
    let written = vec![Written { tokens, text: source.text_of(part).to_vec() }];
    Some(Edits { written, ..Edits::removal(vec![definition]) })
}
