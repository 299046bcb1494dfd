//! The tokens that are kept of a tree.

use super::edit::{Edits, Written};
use super::tree::{NodeId, Role, Tree};
use fixedbitset::FixedBitSet;
use std::ops::Range;

/// The tokens that are left of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    tokens: FixedBitSet,
}

impl Kept {
    /// All tokens of the tree.
    pub fn all(tree: &Tree) -> Kept {
        let mut tokens = FixedBitSet::with_capacity(tree.token_count());
        tokens.insert_range(..);
        Kept { tokens }
    }

    /// Whether a token is left.
    pub fn contains(&self, token: usize) -> bool {
        self.tokens.contains(token)
    }

    /// The tokens that are left, as a bit set.
    pub fn tokens(&self) -> &FixedBitSet {
        &self.tokens
    }

    /// The weight of what is left, in tokens.
    pub fn weight(&self, tree: &Tree) -> usize {
        self.tokens.intersection_count(tree.counted())
    }

    /// The weight of what is left of a range of tokens.
    pub(crate) fn weight_in(&self, tree: &Tree, tokens: Range<usize>) -> u32 {
        self.counted_words(tree, tokens).map(usize::count_ones).sum()
    }

    /// Whether any token of the range is left.
    pub fn any(&self, tokens: Range<usize>) -> bool {
        self.tokens.contains_any_in_range(tokens)
    }

    /// The tokens that are kept here and not in another set, as ranges.
    pub(crate) fn lost(&self, after: &Kept) -> Vec<Range<usize>> {
        let mut lost: Vec<Range<usize>> = Vec::new();
        for token in self.tokens.difference(&after.tokens) {
            match lost.last_mut() {
                Some(last) if last.end == token => last.end += 1,
                _ => lost.push(token..token + 1),
            }
        }
        lost
    }

    /// Applies edits, the replacements first. Of tokens with other text in their place, the first
    /// stays, for that text; what it is, [`Edits::written`] says.
    pub fn apply(&mut self, tree: &Tree, edits: &Edits) {
        for &(node, by) in &edits.replaced {
            self.replace(tree, node, by);
        }
        for Written { tokens, text } in &edits.written {
            let (start, end) = (tokens.start as usize, tokens.end as usize);
            self.tokens.remove_range(start + usize::from(!text.is_empty())..end);
        }
        for &node in &edits.removed {
            self.remove(tree, node);
        }
    }

    /// Removes a subtree, and with it what cannot stand without it: an outer node that has no text
    /// left, a list without items, the separator of an item that comes first now.
    ///
    /// What is left depends on what was removed, and not on the order.
    pub(crate) fn remove(&mut self, tree: &Tree, id: NodeId) -> Removal {
        self.tokens.remove_range(tree.node(id).tokens());
        let mut removal = Removal { gone: id, bared: Vec::new() };
        while let Some(parent) = tree.parent(removal.gone) {
            if tree.node(removal.gone).role == Role::Item {
                removal.bared = self.settle_separators(tree, removal.gone);
            }
            if self.any(tree.node(parent).tokens()) {
                break;
            }
            removal.gone = parent;
        }
        removal
    }

    fn replace(&mut self, tree: &Tree, id: NodeId, by: NodeId) {
        let (outer, inner) = (tree.node(id), tree.node(by));
        let start = outer.tokens().start + outer.lead as usize;
        self.tokens.remove_range(start..inner.tokens().start);
        self.tokens.remove_range(inner.tokens().end..outer.tokens().end);
        if inner.role == Role::Item {
            let separator = inner.tokens().start..inner.tokens().start + inner.lead as usize;
            self.tokens.remove_range(separator);
        }
        if !self.any(outer.tokens()) {
            self.remove(tree, id);
        }
    }

    /// After an item went: a list starts without a separator, and one without items has nothing.
    /// Returns the items that lost their separator, and which tokens that was.
    fn settle_separators(&mut self, tree: &Tree, gone: NodeId) -> Vec<(NodeId, Vec<usize>)> {
        let list = tree.node(gone).parent;
        let mut bared = Vec::new();
        if self.has_item_before(tree, gone) {
            return bared;
        }
        let mut before = gone;
        while let Some(first) = self.next_kept_item(tree, before) {
            let start = tree.node(first).tokens().start;
            let separator = start..start + tree.node(first).lead as usize;
            let tokens =
                separator.clone().filter(|token| self.contains(*token)).collect::<Vec<_>>();
            self.tokens.remove_range(separator);
            if !tokens.is_empty() {
                bared.push((first, tokens));
            }
            if self.any(tree.node(first).tokens()) {
                return bared;
            }
            before = first;
        }
        self.tokens.remove_range(tree.node(list).tokens());
        Vec::new()
    }

    /// Whether an item of the same list before this one is left. Comments do not count, so only
    /// where they are all that is left the items themselves are looked at: a set of items is removed
    /// from the end backwards, and looking through all before each of them would be quadratic.
    pub(crate) fn has_item_before(&self, tree: &Tree, item: NodeId) -> bool {
        let list = tree.node(item).parent;
        let is_item = |id: &NodeId| tree.node(*id).role == Role::Item;
        let Some(first) = tree.children(list).find(is_item) else { return false };
        let before = tree.node(first).tokens().start..tree.node(item).tokens().start;
        if before.is_empty() {
            return false;
        }
        self.any_counted(tree, before.clone())
            || (self.any(before)
                && tree
                    .children(list)
                    .take_while(|id| *id < item)
                    .any(|id| self.is_item_left(tree, id)))
    }

    /// Whether a node is the only item left of a list that keeps one.
    pub(crate) fn is_last_of_plus(&self, tree: &Tree, id: NodeId) -> bool {
        tree.is_item_of_plus(id)
            && !self.has_item_before(tree, id)
            && self.next_kept_item(tree, id).is_none()
    }

    /// Whether any token of a range is left and counts; found quickly if it stands near the end.
    fn any_counted(&self, tree: &Tree, tokens: Range<usize>) -> bool {
        self.counted_words(tree, tokens).rev().any(|word| word != 0)
    }

    /// The tokens of a range that are left and count, as the words of a bit set.
    fn counted_words(
        &self,
        tree: &Tree,
        tokens: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = usize> {
        const BITS: usize = usize::BITS as usize;
        let (left, counted) = (self.tokens.as_slice(), tree.counted().as_slice());
        let word = |at: usize, words: &[usize]| words.get(at).copied().unwrap_or(0);
        (tokens.start / BITS..tokens.end.div_ceil(BITS)).map(move |at| {
            let before = tokens.start.saturating_sub(at * BITS);
            let after = ((at + 1) * BITS).saturating_sub(tokens.end);
            let inside = (usize::MAX << before) & (usize::MAX >> after);
            word(at, left) & word(at, counted) & inside
        })
    }

    fn next_kept_item(&self, tree: &Tree, item: NodeId) -> Option<NodeId> {
        tree.next_siblings(item).find(|id| self.is_item_left(tree, *id))
    }

    fn is_item_left(&self, tree: &Tree, id: NodeId) -> bool {
        tree.node(id).role == Role::Item && self.any(tree.node(id).tokens())
    }
}

/// What the removal of a subtree took away.
#[derive(Clone, Debug)]
pub(crate) struct Removal {
    /// The outermost subtree that has no tokens left.
    pub(crate) gone: NodeId,
    /// Items outside of it that lost their separator, and which tokens that was.
    pub(crate) bared: Vec<(NodeId, Vec<usize>)>,
}
