//! The configurations of a tree: the kept tokens, and the texts written in place of tokens.

use crate::driver::{Configuration, Driver, Strategy};
use crate::{Changes, Edits, Kept, NodeId, Tree, Word, Written, key, words};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

const BITS: usize = usize::BITS as usize;

/// How many words of two bit sets are compared at once. Most words do not change.
const STRIDE: usize = 64;

/// The kept tokens of a tree.
#[derive(Clone, Debug)]
pub struct TreeConfiguration {
    tree: Arc<Tree>,
    kept: Kept,
    changes: Edits,
    form: Form,
    /// The key of the kept tokens, and that of the written texts.
    token_key: u128,
    text_key: u128,
    /// For each word of `kept`, the sum of the keys of its tokens.
    word_keys: Vec<u128>,
    /// For each word of `kept`, the weight of the kept tokens before it.
    weight_before: Vec<u32>,
}

/// How a configuration records its changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As the edits that were made.
    Edits,
    /// As the tokens that were removed or written. What an edit removes beside its node may depend
    /// on the edits before it; this form is right whatever the edits are.
    Tokens,
}

impl TreeConfiguration {
    /// The whole tree.
    pub(crate) fn all(tree: Arc<Tree>, form: Form) -> TreeConfiguration {
        let kept = Kept::all(&tree);
        let words = kept.tokens().as_slice().iter().enumerate();
        let word_keys: Vec<u128> = words.map(|(at, word)| key_of_word(at, *word)).collect();
        TreeConfiguration {
            token_key: word_keys.iter().fold(0, |sum: u128, key| sum.wrapping_add(*key)),
            text_key: 0,
            word_keys,
            weight_before: weights_before_words(&tree, &kept),
            changes: Edits::default(),
            tree,
            kept,
            form,
        }
    }

    /// The tree at the start.
    pub(crate) fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    /// The kept tokens.
    pub(crate) fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Whether any token of a node is kept.
    #[inline]
    pub(crate) fn has(&self, node: NodeId) -> bool {
        self.kept.any(self.tree.node(node).tokens())
    }

    /// Whether all tokens of a node are kept.
    pub(crate) fn is_whole(&self, node: NodeId) -> bool {
        let tokens = self.tree.node(node).tokens();
        self.kept.tokens().count_ones(tokens.clone()) == tokens.len()
    }

    /// The weight of the kept tokens of a node, in a time that does not depend on its size.
    pub(crate) fn weight(&self, node: NodeId) -> u32 {
        let tokens = self.tree.node(node).tokens();
        let before = |token: usize| {
            let word = token / BITS;
            self.weight_before[word] + self.kept.weight_in(&self.tree, word * BITS..token)
        };
        before(tokens.end) - before(tokens.start)
    }

    /// The kept tokens after a change.
    pub(crate) fn after(&self, change: &Edits) -> Kept {
        let mut after = self.kept.clone();
        after.apply(&self.tree, change);
        after
    }

    /// A change that also removes the definitions that must be used and are not after it. The last ones
    /// come first: they may hold uses of the others. A change that only removes single tokens stays as it is.
    pub(crate) fn with_unused(&self, mut change: Edits) -> Edits {
        let must_be_used = self.tree.must_be_used();
        let is_of_tokens = change.removed.is_empty()
            && change.replaced.is_empty()
            && change.written.iter().all(|written| written.text.is_empty());
        if must_be_used.is_empty() || is_of_tokens {
            return change;
        }
        let mut after = self.after(&change);
        let written = self.changes.written.iter().chain(&change.written);
        let named: HashSet<Word> =
            written.flat_map(|written| words(&written.text)).map(Word::of).collect();
        for definition in must_be_used.iter().rev() {
            let is_kept = after.any(self.tree.node(definition.node).tokens());
            let is_used = definition.uses.iter().any(|token| after.contains(*token as usize))
                || definition.names.iter().any(|name| named.contains(name));
            if is_kept && !is_used && !after.is_last_of_plus(&self.tree, definition.node) {
                after.remove(&self.tree, definition.node);
                change.removed.push(definition.node);
            }
        }
        change
    }

    /// The sum of the keys of the tokens that a candidate lacks.
    fn removed_key(&self, candidate: &Kept) -> u128 {
        self.changed_words(candidate).fold(0, |sum: u128, (at, old, new)| {
            let removed = if new == 0 { self.word_keys[at] } else { key_of_word(at, old & !new) };
            sum.wrapping_add(removed)
        })
    }

    /// The words of the bit set in which a candidate differs: the place, the old and the new word.
    fn changed_words(&self, candidate: &Kept) -> impl Iterator<Item = (usize, usize, usize)> {
        let before = self.kept.tokens().as_slice().chunks(STRIDE);
        let strides = before.zip(candidate.tokens().as_slice().chunks(STRIDE)).enumerate();
        let changed = strides.filter(|(_, (old, new))| old != new);
        let words = changed.flat_map(|(stride, (old, new))| {
            let words = (stride * STRIDE..).zip(old.iter().zip(new));
            words.map(|(at, (old, new))| (at, *old, *new))
        });
        words.filter(|(_, old, new)| old != new)
    }

    /// Updates the keys and weights of words for a candidate that is accepted.
    fn update_words(&mut self, candidate: &Kept) {
        let changed: Vec<_> = self.changed_words(candidate).collect();
        let (mut lost, mut next) = (0, 0);
        for (at, old, new) in changed {
            self.word_keys[at] = key_of_word(at, new);
            self.weight_before[next..=at].iter_mut().for_each(|weight| *weight -= lost);
            lost += (old & !new & self.tree.counted().as_slice()[at]).count_ones();
            next = at + 1;
        }
        self.weight_before[next..].iter_mut().for_each(|weight| *weight -= lost);
    }

    /// The key of the written texts after a change.
    fn text_key_after(&self, change: &Edits, candidate: &Kept) -> u128 {
        let written = self.changes.written.iter().chain(&change.written);
        let is_kept = |written: &&Written| {
            !written.text.is_empty() && candidate.contains(written.tokens.start as usize)
        };
        written.filter(is_kept).fold(0, |sum: u128, written| sum.wrapping_add(key_of_text(written)))
    }

    /// Adds a change to those made so far.
    fn record(&mut self, change: &Edits, after: &Kept) {
        if self.form == Form::Edits {
            self.changes.extend(change);
            return;
        }
        let removed = self.kept.lost(after).into_iter().map(|tokens| Written {
            tokens: tokens.start as u32..tokens.end as u32,
            text: Vec::new(),
        });
        let texts =
            change.written.iter().filter(|written| !written.text.is_empty()).map(|written| {
                Written {
                    tokens: written.tokens.start..written.tokens.start + 1,
                    text: written.text.clone(),
                }
            });
        self.changes.written.extend(removed.chain(texts));
    }
}

/// A search over a tree, by a strategy made for the start.
pub fn search<S>(tree: Arc<Tree>, strategy: impl FnOnce(&TreeConfiguration) -> S) -> Driver<S>
where
    S: Strategy<Configuration = TreeConfiguration>,
{
    let start = TreeConfiguration::all(tree, Form::Edits);
    let strategy = strategy(&start);
    Driver::new(start, strategy)
}

impl Configuration for TreeConfiguration {
    type Change = Edits;

    fn key(&self) -> u128 {
        self.token_key.wrapping_add(self.text_key)
    }

    fn key_after(&self, change: &Edits) -> u128 {
        let after = self.after(change);
        let token_key = self.token_key.wrapping_sub(self.removed_key(&after));
        token_key.wrapping_add(self.text_key_after(change, &after))
    }

    fn apply(&mut self, change: &Edits, key: u128) {
        let after = self.after(change);
        self.text_key = self.text_key_after(change, &after);
        self.token_key = key.wrapping_sub(self.text_key);
        self.record(change, &after);
        self.update_words(&after);
        self.kept = after;
    }

    fn changes(&self) -> &Edits {
        &self.changes
    }
}

/// The sum of the keys of the tokens of one word of a bit set.
fn key_of_word(at: usize, mut word: usize) -> u128 {
    let mut sum = 0u128;
    while word != 0 {
        let token = at * BITS + word.trailing_zeros() as usize;
        sum = sum.wrapping_add(key::element(token));
        word &= word - 1;
    }
    sum
}

/// The key of a text in place of a token.
fn key_of_text(written: &Written) -> u128 {
    let mut hasher = DefaultHasher::new();
    (written.tokens.start, &written.text).hash(&mut hasher);
    key::element((hasher.finish() >> 1) as usize)
}

fn weights_before_words(tree: &Tree, kept: &Kept) -> Vec<u32> {
    let mut sum = 0;
    let words = kept.tokens().as_slice().iter().zip(tree.counted().as_slice());
    let after_each = words.map(|(kept, counted)| {
        sum += (kept & counted).count_ones();
        sum
    });
    std::iter::once(0).chain(after_each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MustBeUsed;
    use crate::input::sketch;

    /// Five items: 2 (token 0) is used by 3 (token 1), which 4 (token 2) uses, with the name `a`.
    fn configuration() -> TreeConfiguration {
        let tree = sketch::tree("r-( *( i(x) i(x) i(x) i(x) i(x) ) )", &[]);
        let must_be_used = [(2, 1, "first"), (3, 2, "a")].map(|(node, by, name)| MustBeUsed {
            node: NodeId(node),
            uses: vec![by],
            names: vec![Word::of(name.as_bytes())],
        });
        let tree = (*tree).clone().with_must_be_used(must_be_used.to_vec());
        TreeConfiguration::all(Arc::new(tree), Form::Edits)
    }

    fn removed(best: &TreeConfiguration, change: Edits) -> Vec<u32> {
        best.with_unused(change).removed.iter().map(|node| node.0).collect()
    }

    #[test]
    fn what_must_be_used_goes_with_its_last_use_and_what_that_used_goes_too() {
        let best = configuration();
        assert_eq!(removed(&best, Edits::removal(vec![NodeId(4)])), [4, 3, 2]);
        assert_eq!(removed(&best, Edits::removal(vec![NodeId(3)])), [3, 2]);
        assert_eq!(removed(&best, Edits::removal(vec![NodeId(5)])), [5]);
        assert_eq!(removed(&best, Edits::removal(vec![NodeId(4), NodeId(3)])), [4, 3, 2]);
    }

    #[test]
    fn the_last_item_of_a_list_that_keeps_one_stays() {
        let tree = sketch::tree("r-( +( i(x) i(x) ) ?(x) )", &[]);
        let must_be_used = MustBeUsed { node: NodeId(2), uses: vec![2], names: Vec::new() };
        let tree = (*tree).clone().with_must_be_used(vec![must_be_used]);
        let best = TreeConfiguration::all(Arc::new(tree), Form::Edits);
        assert_eq!(removed(&best, Edits::removal(vec![NodeId(4)])), [4, 2]);
        assert_eq!(removed(&best, Edits::removal(vec![NodeId(3), NodeId(4)])), [3, 4]);
    }

    #[test]
    fn a_text_that_has_the_name_uses_it_and_single_tokens_go_alone() {
        let best = configuration();
        let writing = |text: &str| Edits::writing(4..5, text.into());
        let and_removal = |text: &str| {
            let mut change = Edits::removal(vec![NodeId(4)]);
            change.extend(&writing(text));
            change
        };
        assert_eq!(removed(&best, and_removal("f(a)")), [4]);
        assert_eq!(removed(&best, and_removal("f(ab)")), [4, 3, 2]);
        assert!(removed(&best, Edits::writing(2..3, Vec::new())).is_empty());
        assert_eq!(removed(&best, Edits::writing(1..3, "b".into())), [3, 2]);
        let mut after = best.clone();
        after.apply(&writing("f(a)"), after.key_after(&writing("f(a)")));
        assert_eq!(removed(&after, Edits::removal(vec![NodeId(4)])), [4]);
    }
}
