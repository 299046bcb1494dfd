//! Replaces an item of a list by one inside it that is called differently there: `int a = 0;` is a
//! local variable in a method, and would be a field in a class. A parse tells whether the text can
//! be read so. What the grammar has in both places, `hoist` offers.

use super::source::Source;
use probdd_core::{Edits, NodeId};

/// How many items are tried in a node's place.
const ITEMS: usize = 3;

/// The heaviest node first, and of the items in it the heaviest.
pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let places = source.places_of_parts().into_iter().filter(|place| source.is_item(*place));
    places.flat_map(|place| items(source, place)).collect()
}

fn items(source: &Source, place: NodeId) -> impl Iterator<Item = Edits> {
    let is_foreign =
        |id: &NodeId| source.is_item(*id) && !source.fits(place, source.tree.node(*id).kind);
    let items = source.heaviest_first(source.parts(place).filter(is_foreign));
    items.into_iter().take(ITEMS).map(move |item| Edits::replacement(place, item))
}
