//! What a tree search has reached: what is left, and which configurations were asked about.

use crate::key::{self, Tried};
use crate::{Edits, Kept, NodeId, Tree};

const BITS: usize = usize::BITS as usize;

/// The best configuration of a tree search and the history of its queries, by the tokens kept.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    pub(super) kept: Kept,
    pub(super) best: Edits,
    tried: Tried,
    /// The key of `kept`.
    key: u128,
    /// For each word of `kept`, the weight of what is left before it.
    weight_before: Vec<u32>,
}

impl Progress {
    /// The whole tree, and nothing asked yet.
    pub(super) fn new(tree: &Tree) -> Progress {
        let tokens = 0..tree.token_count();
        let key = tokens.fold(0, |sum: u128, token| sum.wrapping_add(key::element(token)));
        let mut tried = Tried::default();
        tried.insert(key);
        let kept = Kept::all(tree);
        let weight_before = weights_before_words(tree, &kept);
        Progress { kept, best: Edits::default(), tried, key, weight_before }
    }

    /// The weight of what is left of a node, in a time that does not depend on its size.
    pub(super) fn weight(&self, tree: &Tree, id: NodeId) -> u32 {
        let tokens = tree.node(id).tokens();
        let before = |token: usize| {
            let word = token / BITS;
            self.weight_before[word] + self.kept.weight_in(tree, word * BITS..token)
        };
        before(tokens.end) - before(tokens.start)
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
        self.weight_before = weights_before_words(tree, &self.kept);
        self.best.extend(change);
    }

    fn removed_key(&self, tree: &Tree, change: &Edits) -> u128 {
        if change.is_empty() {
            return 0;
        }
        let mut candidate = self.kept.clone();
        candidate.apply(tree, change);
        let (before, after) = (self.kept.tokens().as_slice(), candidate.tokens().as_slice());
        let words = before.iter().zip(after).map(|(before, after)| before & !after);
        let mut key = 0u128;
        // Word by word: most of them are as they were.
        for (at, mut word) in words.enumerate().filter(|(_, word)| *word != 0) {
            while word != 0 {
                key = key.wrapping_add(key::element(at * BITS + word.trailing_zeros() as usize));
                word &= word - 1;
            }
        }
        key
    }
}

fn weights_before_words(tree: &Tree, kept: &Kept) -> Vec<u32> {
    let left = kept.tokens().as_slice();
    let counted = tree.counted().as_slice();
    let mut sum = 0;
    let mut before = Vec::with_capacity(left.len() + 1);
    before.push(0);
    before.extend(left.iter().enumerate().map(|(at, left)| {
        sum += (left & counted.get(at).copied().unwrap_or(0)).count_ones();
        sum
    }));
    before
}
