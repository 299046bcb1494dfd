//! What a tree search has reached: what is left, and which configurations were asked about.

use crate::key::{self, Tried};
use crate::{Edits, Feedback, Kept, NodeId, Tree};

const BITS: usize = usize::BITS as usize;

/// The best configuration of a tree search and the history of its queries, by the tokens kept.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    pub(super) kept: Kept,
    pub(super) best: Edits,
    tried: Tried,
    /// The key of the configuration that was asked about last, or that came up again.
    asked: u128,
    /// The key of `kept`.
    key: u128,
    /// The keys of what is left in each word of `kept`, summed up.
    word_keys: Vec<u128>,
    /// For each word of `kept`, the weight of what is left before it.
    weight_before: Vec<u32>,
}

impl Progress {
    /// The whole tree, and nothing asked yet.
    pub(super) fn new(tree: &Tree) -> Progress {
        let kept = Kept::all(tree);
        let words = kept.tokens().as_slice();
        let word_keys: Vec<u128> =
            words.iter().enumerate().map(|(at, word)| key_of(at, *word)).collect();
        let key = word_keys.iter().fold(0, |sum: u128, key| sum.wrapping_add(*key));
        let mut tried = Tried::default();
        tried.insert(key);
        let weight_before = weights_before_words(tree, &kept);
        Progress { kept, best: Edits::default(), tried, asked: key, key, word_keys, weight_before }
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
        let mut candidate = self.kept.clone();
        candidate.apply(tree, change);
        self.asked = self.key.wrapping_sub(self.removed_key(&candidate));
        self.tried.insert(self.asked)
    }

    /// Notes what was said about the configuration that was asked about last.
    pub(super) fn learn(&mut self, feedback: &Feedback) {
        self.tried.learn(self.asked, feedback);
    }

    /// What is known of the configuration that came up again, and is uninteresting.
    pub(super) fn recall(&self) -> Feedback {
        self.tried.recall(self.asked)
    }

    /// Makes an interesting change part of the best configuration.
    pub(super) fn accept(&mut self, tree: &Tree, change: &Edits) {
        let mut candidate = self.kept.clone();
        candidate.apply(tree, change);
        self.key = self.key.wrapping_sub(self.removed_key(&candidate));
        let (before, after) = (self.kept.tokens().as_slice(), candidate.tokens().as_slice());
        for (at, (old, new)) in before.iter().zip(after).enumerate() {
            if old != new {
                self.word_keys[at] = key_of(at, *new);
            }
        }
        self.kept = candidate;
        self.weight_before = weights_before_words(tree, &self.kept);
        self.best.extend(change);
    }

    /// The keys of what a candidate lacks, summed up. Most words are as they were, or go whole.
    fn removed_key(&self, candidate: &Kept) -> u128 {
        let (before, after) = (self.kept.tokens().as_slice(), candidate.tokens().as_slice());
        let changed = before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new);
        changed.fold(0, |sum: u128, (at, (old, new))| {
            let removed = if *new == 0 { self.word_keys[at] } else { key_of(at, old & !new) };
            sum.wrapping_add(removed)
        })
    }
}

/// The keys of the tokens of one word of a bit set, summed up.
fn key_of(at: usize, mut word: usize) -> u128 {
    let mut sum = 0u128;
    while word != 0 {
        let token = at * BITS + word.trailing_zeros() as usize;
        sum = sum.wrapping_add(key::element(token));
        word &= word - 1;
    }
    sum
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
