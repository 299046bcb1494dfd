//! What transformers offer, as edits of the best candidate's tree.

use super::ladder::turn;
use super::{Halted, Reduction, parse};
use crate::settings::Structure;
use probdd_core::Edits;
use probdd_exec::{Halt, Oracle};
use probdd_syntax::{Document, signature};
use std::collections::HashSet;

/// Of one that goes on and on offering what is of no use, so many offers for each turn are looked at.
const LOOKED_AT: usize = 64;

impl<O: Oracle> Reduction<'_, O> {
    /// What a transformer offers for a document that it has not offered in vain: enough for a turn,
    /// each with what tells it from others. Offers of more tokens are none, and for those of which each
    /// is one of many also those of as many: they may be in the way of what saves some.
    pub(super) fn transformed(
        &mut self,
        at: usize,
        document: &Document,
        structure: Structure,
        refused: &HashSet<u64>,
    ) -> Result<Vec<(Edits, u64)>, Halted> {
        let mut offers: Vec<(Edits, u64)> = Vec::new();
        let mut known = refused.clone();
        let is_one_of_many = self.transformers.is_one_of_many(at);
        let most = document.token_count().saturating_sub(usize::from(is_one_of_many));
        let (mut skip, mut has_more) = (0, true);
        while has_more && offers.len() < turn(document) && skip < known.len() + LOOKED_AT {
            if let Some(stop) = self.scheduler.stop() {
                return Err(Halt::Stopped(stop));
            }
            let page = self.transformers.page(at, document.text(), skip).map_err(Halt::Listener)?;
            for warning in self.transformers.warnings() {
                self.recorder.warn(warning);
            }
            has_more = page.has_more;
            skip += page.texts.len();
            for text in &page.texts {
                let other = parse(structure, text, &|| false);
                if other.token_count() > most {
                    continue;
                }
                let edits = document.edits_to(&other);
                let signature = signature::signatures(document, std::slice::from_ref(&edits))[0];
                if !edits.is_empty() && known.insert(signature) {
                    offers.push((edits, signature));
                }
            }
        }
        Ok(offers)
    }
}
