//! What a tree search has reached: what is left, and which configurations were asked about.

use crate::key::{self, Tried};
use crate::{Edits, Kept, Tree};

/// The best configuration of a tree search and the history of its queries, by the tokens kept.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    pub(super) kept: Kept,
    pub(super) best: Edits,
    tried: Tried,
    /// The key of `kept`.
    key: u128,
}

impl Progress {
    /// The whole tree, and nothing asked yet.
    pub(super) fn new(tree: &Tree) -> Progress {
        let tokens = 0..tree.token_count();
        let key = tokens.fold(0, |sum: u128, token| sum.wrapping_add(key::element(token)));
        let mut tried = Tried::default();
        tried.insert(key);
        Progress { kept: Kept::all(tree), best: Edits::default(), tried, key }
    }

    /// Notes that the search is about to ask for a change of the best configuration; false if it
    /// asked about the same tokens before, or if the change takes nothing away.
    pub(super) fn is_new(&mut self, tree: &Tree, change: &Edits) -> bool {
        let key = self.key.wrapping_sub(self.removed_key(tree, change));
        self.tried.insert(key)
    }

    /// Makes an interesting change part of the best configuration.
    pub(super) fn accept(&mut self, tree: &Tree, change: &Edits) {
        self.key = self.key.wrapping_sub(self.removed_key(tree, change));
        self.kept.apply(tree, change);
        self.best.extend(change);
    }

    fn removed_key(&self, tree: &Tree, change: &Edits) -> u128 {
        let mut candidate = self.kept.clone();
        candidate.apply(tree, change);
        let removed = self.kept.tokens().difference(candidate.tokens());
        removed.fold(0, |sum, token| sum.wrapping_add(key::element(token)))
    }
}
