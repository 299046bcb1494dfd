//! What passes of the ladder have removed in vain, as tokens of the best candidate.
//!
//! If the removal of some tokens was refused, one of them is probably needed. Another offer of the same rung that
//! removes or rewrites these tokens, and perhaps others, mostly fails too (`ladder/market.rs` decides how much less such
//! an offer is worth). An offer that writes something and was refused tells less: what it wrote may have been wrong.

use crate::reduction::text::Parsed;
use probdd_core::{Edits, Kept};
use std::collections::HashMap;
use std::rc::Rc;

/// The tokens that each pass has removed in vain.
#[derive(Debug, Default)]
pub(in crate::reduction) struct Refusals {
    /// The text whose tokens are meant.
    parsed: Option<Rc<Parsed>>,
    /// Sets of tokens whose removal was refused, by the pass and the first token of the set. A set that contains
    /// an earlier one of its pass is left out: it tells nothing else.
    known: HashMap<(&'static str, u32), Vec<Vec<u32>>>,
}

impl Refusals {
    /// Makes the best the text whose tokens are meant. What removed tokens that are no longer in it is
    /// forgotten.
    pub(in crate::reduction) fn follow(&mut self, best: &Rc<Parsed>) {
        let Some(before) = self.parsed.replace(Rc::clone(best)) else { return };
        if self.known.is_empty() || before.document.text() == best.document.text() {
            return;
        }
        let places = before.document.tokens_in(&best.document);
        let place = |token: u32| places[token as usize].map(|place| place as u32);
        for ((pass, _), sets) in std::mem::take(&mut self.known) {
            for tokens in sets {
                let moved: Option<Vec<u32>> = tokens.into_iter().map(place).collect();
                if let Some(moved) = moved {
                    self.insert(pass, moved);
                }
            }
        }
    }

    /// Learns what a pass over the text has tried in vain.
    pub(in crate::reduction) fn learn(&mut self, pass: &'static str, refused: &[Edits]) {
        for edits in refused.iter().filter(|edits| edits.only_remove()) {
            let tokens = self.changed_by(edits);
            if !self.has_refused_part(pass, &tokens) {
                self.insert(pass, tokens);
            }
        }
    }

    fn insert(&mut self, pass: &'static str, tokens: Vec<u32>) {
        if let Some(first) = tokens.first() {
            self.known.entry((pass, *first)).or_default().push(tokens);
        }
    }

    /// The tokens of the text that edits change, in order.
    pub(in crate::reduction) fn changed_by(&self, edits: &Edits) -> Vec<u32> {
        let Some(parsed) = &self.parsed else { return Vec::new() };
        let tree = parsed.document.tree();
        Kept::changed_by(tree, edits).into_iter().flatten().map(|token| token as u32).collect()
    }

    /// Whether a pass has removed some of these tokens, and no others, in vain.
    pub(in crate::reduction) fn has_refused_part(
        &self,
        pass: &'static str,
        tokens: &[u32],
    ) -> bool {
        let of_first = tokens.iter().filter_map(|first| self.known.get(&(pass, *first)));
        of_first.flatten().any(|removed| is_part(removed, tokens))
    }
}

/// Whether all tokens of a list are in another one. Both are in order.
pub(in crate::reduction) fn is_part(tokens: &[u32], of: &[u32]) -> bool {
    let mut of = of.iter();
    tokens.len() <= of.len() && tokens.iter().all(|token| of.by_ref().any(|other| other == token))
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_core::NodeId;
    use probdd_syntax::{Unit, units};

    fn parsed(text: &str) -> Rc<Parsed> {
        Rc::new(Parsed { document: units(Unit::Token, text.as_bytes()), number: 0 })
    }

    fn removal(indices: &[u32]) -> Edits {
        Edits::removal(indices.iter().map(|index| NodeId(index + 1)).collect())
    }

    #[test]
    fn what_removes_as_much_or_more_has_a_refused_part_for_the_same_pass() {
        let mut refusals = Refusals::default();
        refusals.follow(&parsed("a b c d"));
        refusals.learn("hoist", &[removal(&[1, 2])]);
        assert!(refusals.has_refused_part("hoist", &[1, 2]));
        assert!(refusals.has_refused_part("hoist", &[0, 1, 2]));
        assert!(!refusals.has_refused_part("hoist", &[0, 1]));
        assert!(!refusals.has_refused_part("lift", &[1, 2]));
    }

    #[test]
    fn what_writes_something_is_not_remembered() {
        let mut refusals = Refusals::default();
        refusals.follow(&parsed("a b c d"));
        let written = Edits::writing(1..3, b"x".to_vec());
        assert_eq!(refusals.changed_by(&written), [1, 2]);
        refusals.learn("hoist", &[written]);
        assert!(!refusals.has_refused_part("hoist", &[0, 1, 2, 3]));
    }

    #[test]
    fn refusals_move_with_their_tokens_and_end_with_one_of_them() {
        let mut refusals = Refusals::default();
        refusals.follow(&parsed("a b c d e"));
        refusals.learn("hoist", &[removal(&[2]), removal(&[3, 4]), removal(&[2, 3])]);
        refusals.follow(&parsed("x a c d"));
        assert!(refusals.has_refused_part("hoist", &[2]));
        assert!(!refusals.has_refused_part("hoist", &[3]));
        assert!(!refusals.has_refused_part("hoist", &[0, 1, 3]));
    }
}
