//! What passes of the ladder have removed in vain, as tokens of the best candidate.
//!
//! If the removal of some tokens was refused, one of them is needed. Another offer of the same rung that
//! removes or rewrites these tokens, and perhaps others, mostly fails too: it is *doubtful*. An offer that
//! writes something and was refused tells less: what it wrote may have been wrong.

use crate::reduction::pass::Parsed;
use fixedbitset::FixedBitSet;
use probdd_core::{Edits, Kept};
use std::rc::Rc;

/// The tokens that each pass has removed in vain.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    /// The text whose tokens are meant.
    parsed: Option<Rc<Parsed>>,
    /// A pass, and tokens whose removal was refused.
    known: Vec<(&'static str, FixedBitSet)>,
}

impl Refusals {
    /// Makes the best the text whose tokens are meant. What removed tokens that are no longer in it is
    /// forgotten.
    pub(super) fn follow(&mut self, best: &Rc<Parsed>) {
        let Some(before) = self.parsed.replace(Rc::clone(best)) else { return };
        if self.known.is_empty() || before.document.text() == best.document.text() {
            return;
        }
        let places = before.document.tokens_in(&best.document);
        let count = best.document.tree().token_count();
        self.known.retain_mut(|(_, tokens)| {
            let moved: Option<Vec<usize>> = tokens.ones().map(|token| places[token]).collect();
            *tokens = FixedBitSet::with_capacity(count);
            tokens.extend(moved.iter().flatten().copied());
            moved.is_some()
        });
    }

    /// Learns what a pass over the text has tried in vain.
    pub(super) fn learn(&mut self, pass: &'static str, refused: &[Edits]) {
        let Some(parsed) = &self.parsed else { return };
        let tree = parsed.document.tree();
        let all = Kept::all(tree);
        let removals = refused.iter().filter(|edits| edits.only_remove());
        self.known.extend(removals.map(|edits| (pass, all.changed_by(tree, edits))));
    }

    /// Whether a pass has removed some of these tokens, and no others, in vain.
    pub(super) fn cast_doubt(&self, pass: &'static str, tokens: &FixedBitSet) -> bool {
        self.known.iter().any(|(of, removed)| *of == pass && removed.is_subset(tokens))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_core::NodeId;
    use probdd_syntax::{Unit, units};

    fn parsed(text: &str) -> Rc<Parsed> {
        Rc::new(Parsed { document: units(Unit::Token, text.as_bytes()), number: 0 })
    }

    fn tokens(parsed: &Parsed, indices: &[usize]) -> FixedBitSet {
        let mut tokens = FixedBitSet::with_capacity(parsed.document.tree().token_count());
        tokens.extend(indices.iter().copied());
        tokens
    }

    fn removal(indices: &[u32]) -> Edits {
        Edits::removal(indices.iter().map(|index| NodeId(index + 1)).collect())
    }

    #[test]
    fn what_removes_as_much_or_more_is_doubtful_for_the_same_pass() {
        let text = parsed("a b c d");
        let mut refusals = Refusals::default();
        refusals.follow(&text);
        refusals.learn("hoist", &[removal(&[1, 2])]);
        assert!(refusals.cast_doubt("hoist", &tokens(&text, &[1, 2])));
        assert!(refusals.cast_doubt("hoist", &tokens(&text, &[0, 1, 2])));
        assert!(!refusals.cast_doubt("hoist", &tokens(&text, &[0, 1])));
        assert!(!refusals.cast_doubt("lift", &tokens(&text, &[1, 2])));
    }

    #[test]
    fn what_writes_something_casts_no_doubt() {
        let text = parsed("a b c d");
        let mut refusals = Refusals::default();
        refusals.follow(&text);
        refusals.learn("hoist", &[Edits::writing(1..3, b"x".to_vec())]);
        assert!(!refusals.cast_doubt("hoist", &tokens(&text, &[0, 1, 2, 3])));
    }

    #[test]
    fn doubts_move_with_their_tokens_and_end_with_one_of_them() {
        let mut refusals = Refusals::default();
        refusals.follow(&parsed("a b c d e"));
        refusals.learn("hoist", &[removal(&[2]), removal(&[3, 4])]);
        let text = parsed("x a c d");
        refusals.follow(&text);
        assert!(refusals.cast_doubt("hoist", &tokens(&text, &[2])));
        assert!(!refusals.cast_doubt("hoist", &tokens(&text, &[3])));
        assert!(!refusals.cast_doubt("hoist", &tokens(&text, &[0, 1, 3])));
    }
}
