//! The suggestions of transformers as offers.

use super::ladder::Offer;
use super::state::Reduction;
use crate::error::Halted;
use probdd_exec::{Halt, Oracle};
use probdd_syntax::{Document, signature};
use std::collections::HashSet;

/// How many useless suggestions are looked at before a turn ends.
const LOOKED_AT: usize = 64;

impl<O: Oracle> Reduction<'_, O> {
    /// Collects `wanted` suggestions of a transformer's rung that are not in `refused`, each with
    /// its signature. Suggestions with more tokens are ignored. If the rung is one of many, so are
    /// those with as many tokens, which could block suggestions that save tokens.
    pub(super) fn transformer_offers(
        &mut self,
        rung: usize,
        document: &Document,
        wanted: usize,
        refused: HashSet<u64>,
    ) -> Result<Vec<Offer>, Halted> {
        let mut offers = Vec::new();
        let mut known = refused;
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
                let other = self.text.structure.parse(text, &|| false);
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
