//! The facts from the parse tables about the states in a tree: the tokens and the kinds of nodes
//! that may come next. Without rules, they tell what is removable.

use super::flat::{FlatTree, States};
use fixedbitset::FixedBitSet;
use std::collections::{BTreeSet, HashMap};
use tree_sitter::Language;

pub(super) fn of(language: &Language, tree: &FlatTree) -> States {
    let occurring: BTreeSet<u16> = tree.nodes.iter().map(|node| node.state).collect();
    let kinds: BTreeSet<(u16, u16)> =
        tree.nodes.iter().filter(|node| node.is_named).map(|n| (n.kind, n.original)).collect();
    let mut states = States {
        places: HashMap::new(),
        tokens: Vec::new(),
        slots: Vec::new(),
        fits: std::iter::empty().collect(),
    };
    // States that accept the same kinds have one slot.
    let mut fits: Vec<FixedBitSet> = Vec::new();
    let mut slots: HashMap<FixedBitSet, u16> = HashMap::new();
    for state in occurring {
        // `NO_STATE` is not in the tables.
        let Some(tokens) = language.lookahead_iterator(state) else { continue };
        let taken = kinds_at(language, state, &kinds);
        let slot = *slots.entry(taken).or_insert_with_key(|taken| {
            fits.push(taken.clone());
            fits.len() as u16 - 1
        });
        states.places.insert(state, states.tokens.len());
        states.tokens.push(tokens.map(usize::from).collect());
        states.slots.push(slot);
    }
    states.fits = fits.into();
    states
}

/// The kinds of a tree that the parser accepts in a state. The tables know the kinds before
/// aliases.
fn kinds_at(language: &Language, state: u16, kinds: &BTreeSet<(u16, u16)>) -> FixedBitSet {
    let most = kinds.iter().map(|(kind, _)| usize::from(*kind) + 1).max().unwrap_or(0);
    let mut taken = FixedBitSet::with_capacity(most);
    for (kind, original) in kinds {
        if language.next_state(state, *original) != 0 {
            taken.insert(usize::from(*kind));
        }
    }
    taken
}
