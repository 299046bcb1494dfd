//! An item of a list in the place of one around it, where the grammar has no node of its kind: `int a = 0;`
//! is a local variable in a method, and would be a field in a class. Whether the text can be read so, a
//! parse tells. What the grammar does have there, `hoist` offers.

use super::source::Source;
use probdd_core::{Edits, NodeId};
use std::cmp::Reverse;

/// How many items are tried in a node's place.
const ITEMS: usize = 3;

/// The heaviest node first, and of the items in it the heaviest.
pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let places = source.places().into_iter().filter(|place| source.is_item(*place));
    places.flat_map(|place| items(source, place)).collect()
}

fn items(source: &Source, place: NodeId) -> impl Iterator<Item = Edits> {
    let is_foreign =
        |id: &NodeId| source.is_item(*id) && !source.fits(place, source.tree.node(*id).kind);
    let mut items: Vec<NodeId> = source.parts(place).filter(is_foreign).collect();
    items.sort_by_key(|id| (Reverse(source.weight(*id)), *id));
    items.into_iter().take(ITEMS).map(move |item| Edits::replacement(place, item))
}
