//! Replaces a name by what it stands for: its definition is removed, and a part of the definition
//! takes the place of every use. A type's alias becomes the type, a variable its value, the call of a
//! function what the function does. Also moves a definition to its first use.

use super::calls::Function;
use super::source::{Source, write};
use probdd_core::{Edits, NodeId, Slot};

/// How many parts of a definition are tried.
const PARTS: usize = 4;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let words = source.words();
    let mut offers = Vec::new();
    for (_, leaves) in words.iter().rev() {
        if let Some(function) = Function::of(source, &words, leaves) {
            offers.extend(function.inlined(source));
            continue;
        }
        let Some(definition) = source.removable(leaves[0]) else { continue };
        let (inside, uses): (Vec<NodeId>, Vec<NodeId>) =
            leaves.iter().partition(|leaf| source.tree.contains(definition, **leaf));
        let [name] = inside[..] else { continue };
        if !uses.is_empty() {
            let end = source.tree.node(definition).end;
            let parts = source.nodes().filter(|id| *id > definition && *id < end);
            let parts = source.heaviest_first(parts);
            let holds_name = |part: &NodeId| source.tree.contains(*part, name);
            let (around, beside): (Vec<NodeId>, Vec<NodeId>) =
                parts.into_iter().filter(|part| *part != name).partition(holds_name);
            offers.extend(moved(source, definition, &around, uses[0]));
            offers.extend(replaced(source, definition, &beside, &uses));
        }
    }
    let calls = source.nodes().filter_map(|call| Function::called_in(source, &words, call));
    offers.extend(calls.flat_map(|function| function.inlined(source)));
    offers
}

/// Replaces every use by a part that does not hold the name.
fn replaced(source: &Source, definition: NodeId, parts: &[NodeId], uses: &[NodeId]) -> Vec<Edits> {
    let mut offers: Vec<Edits> = Vec::new();
    for part in parts {
        let kind = source.tree.node(*part).kind;
        if !uses.iter().all(|by| source.fits(*by, kind)) {
            continue;
        }
        let written = source.write_all(uses, source.text_of(*part));
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

/// Replaces the first use, or a node around it, by a part that holds the name.
fn moved(source: &Source, definition: NodeId, parts: &[NodeId], by: NodeId) -> Option<Edits> {
    let mut around = source.around(by).take_while(|id| !source.tree.contains(*id, definition));
    let (place, part) = around.find_map(|place| {
        let is_place = source.tree.node(place).slot != Slot::NONE;
        let fits = |part: &&NodeId| source.fits(place, source.tree.node(**part).kind);
        is_place.then(|| parts.iter().find(fits)).flatten().map(|part| (place, *part))
    })?;
    let written = vec![write(source.tokens(place), source.text_of(part))];
    Some(Edits { written, ..Edits::removal(vec![definition]) })
}
