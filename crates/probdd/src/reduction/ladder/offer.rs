//! An offer: edits that may make a text simpler.

use crate::settings::Structure;
use probdd_core::Edits;
use probdd_syntax::{Document, Rung, signature};
use std::collections::{HashMap, HashSet};

/// Edits that may make a text simpler.
#[derive(Debug)]
pub(in crate::reduction) struct Offer {
    pub(in crate::reduction) edits: Edits,
    /// Equal for offers that change the same text in the same way.
    pub(in crate::reduction) signature: u64,
}

impl Offer {
    /// The distinct offers of a built-in rung.
    pub(in crate::reduction) fn of_rung(
        rung: &Rung,
        document: &Document,
        structure: Structure,
    ) -> Vec<Offer> {
        let mut known = HashSet::new();
        let mut offers = Offer::all_of_rung(rung, document, structure);
        offers.retain(|offer| known.insert(offer.signature));
        offers
    }

    /// All offers of a built-in rung.
    pub(in crate::reduction) fn all_of_rung(
        rung: &Rung,
        document: &Document,
        structure: Structure,
    ) -> Vec<Offer> {
        let offers = rung.offers(document, structure.language());
        let signatures = signature::signatures(document, &offers);
        let offers = offers.into_iter().zip(signatures);
        offers.map(|(edits, signature)| Offer { edits, signature }).collect()
    }

    /// Offers with the same signature one after another, in the order of the first of each.
    pub(in crate::reduction) fn by_signature(mut offers: Vec<Offer>) -> Vec<Offer> {
        let mut first: HashMap<u64, usize> = HashMap::new();
        for (at, offer) in offers.iter().enumerate() {
            first.entry(offer.signature).or_insert(at);
        }
        offers.sort_by_key(|offer| first[&offer.signature]);
        offers
    }
}
