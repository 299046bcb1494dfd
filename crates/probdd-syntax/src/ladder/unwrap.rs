//! Puts what brackets enclose in the place of the statement around them, for texts without a grammar: `if (x) {}` becomes
//! `x`, `f = g(a);` becomes `a`.

use super::source::{Source, erase, writing};
use super::statements::Divided;
use probdd_core::Edits;

/// A statement becomes one of its groups, or what is in it, from the end of the text.
pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let mut offers = Vec::new();
    for region in Divided::all(source) {
        for parts in region.all_statements() {
            let around = region.tokens(parts.clone());
            for group in region.groups(parts) {
                // Brackets are one token each. Of tags and environments, the rest stays.
                let inside = group.start + 1..group.end - 1;
                let kept = [group.clone(), inside];
                let kept = kept.into_iter().filter(|kept| *kept != around && !kept.is_empty());
                offers.extend(kept.map(|kept| {
                    writing([erase(around.start..kept.start), erase(kept.end..around.end)])
                }));
            }
        }
    }
    offers.into_iter().rev().collect()
}
