//! What rungs offer: the edits of built-in rungs, and the suggestions of transformers as edits.

use super::pass::Reduction;
use crate::error::Halted;
use crate::settings::Structure;
use probdd_core::Edits;
use probdd_exec::{Halt, Oracle};
use probdd_syntax::{Document, Rung, signature};
use std::collections::{HashMap, HashSet};

/// How many useless suggestions are looked at before a turn ends.
const LOOKED_AT: usize = 64;

/// Edits that may make a text simpler.
pub(super) struct Offer {
    pub(super) edits: Edits,
    /// Equal for offers that change the same text in the same way.
    pub(super) signature: u64,
}

impl Offer {
    /// The distinct offers of a built-in rung.
    pub(super) fn of_rung(rung: &Rung, document: &Document, structure: Structure) -> Vec<Offer> {
        let mut known = HashSet::new();
        let mut offers = Offer::all_of_rung(rung, document, structure);
        offers.retain(|offer| known.insert(offer.signature));
        offers
    }

    /// All offers of a built-in rung.
    pub(super) fn all_of_rung(
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
    pub(super) fn by_signature(mut offers: Vec<Offer>) -> Vec<Offer> {
        let mut first: HashMap<u64, usize> = HashMap::new();
        for (at, offer) in offers.iter().enumerate() {
            first.entry(offer.signature).or_insert(at);
        }
        offers.sort_by_key(|offer| first[&offer.signature]);
        offers
    }
}

impl<O: Oracle> Reduction<'_, O> {
    /// Collects `wanted` suggestions of a transformer's rung that are not in `refused`, each with
    /// its signature. Suggestions with more tokens are ignored. If the rung is one of many, so are
    /// those with as many tokens, which could block suggestions that save tokens.
    pub(super) fn transformer_offers(
        &mut self,
        rung: usize,
        document: &Document,
        wanted: usize,
        refused: &HashSet<u64>,
    ) -> Result<Vec<Offer>, Halted> {
        let mut offers = Vec::new();
        let mut known = refused.clone();
        let is_one_of_many = self.transformers.is_one_of_many(rung);
        let most = document.token_count().saturating_sub(usize::from(is_one_of_many));
        let (mut skip, mut has_more) = (0, true);
        while has_more && offers.len() < wanted && skip < known.len() + LOOKED_AT {
            if let Some(stop) = self.scheduler.stop() {
                return Err(Halt::Stopped(stop));
            }
            let page =
                self.transformers.page(rung, document.text(), skip).map_err(Halt::Listener)?;
            for warning in self.transformers.take_warnings() {
                self.recorder.warn(warning);
            }
            has_more = page.has_more;
            skip += page.texts.len();
            for text in &page.texts {
                let other = self.structure().parse(text, &|| false);
                if other.token_count() > most {
                    continue;
                }
                let edits = document.edits_to(&other);
                let signature = signature::signatures(document, std::slice::from_ref(&edits))[0];
                if !edits.is_empty() && known.insert(signature) {
                    offers.push(Offer { edits, signature });
                }
            }
        }
        Ok(offers)
    }
}
