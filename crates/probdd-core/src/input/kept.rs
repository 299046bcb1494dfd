//! The kept tokens of a tree.

use super::edit::{Edits, Written};
use super::tree::{Node, NodeId, Role, Tree};
use fixedbitset::FixedBitSet;
use std::ops::Range;

/// The kept tokens of a tree.
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

    /// Whether a token is kept.
    pub fn contains(&self, token: usize) -> bool {
        self.tokens.contains(token)
    }

    /// The kept tokens as a bit set.
    pub fn tokens(&self) -> &FixedBitSet {
        &self.tokens
    }

    /// The weight of the kept tokens.
    pub fn weight(&self, tree: &Tree) -> usize {
        self.tokens.intersection_count(tree.counted())
    }

    /// The weight of the kept tokens of a range.
    pub(crate) fn weight_in(&self, tree: &Tree, tokens: Range<usize>) -> u32 {
        self.counted_words(tree, tokens).map(usize::count_ones).sum()
    }

    /// Whether any token of a range is kept.
    pub fn any(&self, tokens: Range<usize>) -> bool {
        self.tokens.contains_any_in_range(tokens)
    }

    /// The tokens that are kept here but not in a later set, as ranges.
    pub(crate) fn lost(&self, after: &Kept) -> Vec<Range<usize>> {
        // Word by word: many edits may each lose little of a long text.
        let mut difference = self.tokens.clone();
        difference.difference_with(&after.tokens);
        let mut lost: Vec<Range<usize>> = Vec::new();
        for token in difference.ones() {
            match lost.last_mut() {
                Some(range) if range.end == token => range.end += 1,
                _ => lost.push(token..token + 1),
            }
        }
        lost
    }

    /// The tokens of a whole tree that edits remove or write a text in place of, as ranges in order. Where edits
    /// only write, this takes no longer than they are many: a long text has an offer for each of its tokens.
    pub fn changed_by(tree: &Tree, edits: &Edits) -> Vec<Range<usize>> {
        let written = edits
            .written
            .iter()
            .map(|written| written.tokens.start as usize..written.tokens.end as usize);
        let mut changed: Vec<Range<usize>> = written.collect();
        if !edits.removed.is_empty() || !edits.replaced.is_empty() {
            let all = Kept::all(tree);
            let mut left = all.clone();
            left.apply(tree, edits);
            changed.extend(all.lost(&left));
        }
        changed.sort_unstable_by_key(|range| (range.start, range.end));
        changed.dedup_by(|next, range| {
            let touches = next.start <= range.end;
            if touches {
                range.end = range.end.max(next.end);
            }
            touches
        });
        changed
    }

    /// Applies edits, the replacements first. Where a text is written in place of tokens, the first of
    /// these tokens is kept and stands for the text; [`Edits::written`] has the text itself.
    pub fn apply(&mut self, tree: &Tree, edits: &Edits) {
        for &(node, by) in &edits.replaced {
            self.replace(tree, node, by);
        }
        for Written { tokens, text } in &edits.written {
            let (start, end) = (tokens.start as usize, tokens.end as usize);
            self.tokens.remove_range(start + usize::from(!text.is_empty())..end);
        }
        self.remove_all(tree, &edits.removed);
    }

    /// Removes subtrees as [`remove`](Kept::remove) does, one after another, but in a time that is
    /// linear in their number: of the items that a list loses, the first one decides what else goes.
    fn remove_all(&mut self, tree: &Tree, removed: &[NodeId]) {
        if let [node] = removed {
            return self.remove(tree, *node);
        }
        for node in removed {
            self.tokens.remove_range(tree.node(*node).tokens());
        }
        let place = |node: &NodeId| {
            let Node { parent, role, .. } = *tree.node(*node);
            (parent, role != Role::Item, *node)
        };
        let mut gone = removed.to_vec();
        // Level by level: what has no text left goes as well, and a list is looked at once for all items that it
        // loses at a time.
        while !gone.is_empty() {
            let mut places: Vec<_> = gone.iter().map(place).collect();
            places.sort_unstable();
            places.dedup_by_key(|(parent, ..)| *parent);
            gone.clear();
            for (parent, _, node) in places {
                if tree.node(node).role == Role::Item {
                    self.settle_separators(tree, node);
                }
                if parent != NodeId::ROOT && !self.any(tree.node(parent).tokens()) {
                    gone.push(parent);
                }
            }
        }
    }

    /// Removes a subtree, and with it what cannot stand without it: an outer node that has no text
    /// left, a list without items, the separator of an item that comes first now.
    ///
    /// The result depends on what was removed, and not on the order.
    pub(crate) fn remove(&mut self, tree: &Tree, id: NodeId) {
        self.tokens.remove_range(tree.node(id).tokens());
        self.settle(tree, id);
    }

    /// Removes what cannot stand without a removed subtree.
    fn settle(&mut self, tree: &Tree, id: NodeId) {
        for (id, parent) in std::iter::once(id).chain(tree.ancestors(id)).zip(tree.ancestors(id)) {
            if tree.node(id).role == Role::Item {
                self.settle_separators(tree, id);
            }
            if self.any(tree.node(parent).tokens()) {
                break;
            }
        }
    }

    fn replace(&mut self, tree: &Tree, id: NodeId, by: NodeId) {
        let (outer, inner) = (tree.node(id), tree.node(by));
        self.tokens.remove_range(outer.separator().end..inner.tokens().start);
        self.tokens.remove_range(inner.tokens().end..outer.tokens().end);
        if inner.role == Role::Item {
            self.tokens.remove_range(inner.separator());
        }
        if !self.any(outer.tokens()) {
            self.remove(tree, id);
        }
    }

    /// After an item was removed: a list starts without a separator, and a list without items has no
    /// tokens.
    fn settle_separators(&mut self, tree: &Tree, removed: NodeId) {
        if self.has_item_before(tree, removed) {
            return;
        }
        for next in tree.next_siblings(removed) {
            if self.has_item(tree, next) {
                self.tokens.remove_range(tree.node(next).separator());
                if self.any(tree.node(next).tokens()) {
                    return;
                }
            }
        }
        self.tokens.remove_range(tree.node(tree.node(removed).parent).tokens());
    }

    /// Whether an item of the same list before this one is kept. Comments do not count: only where
    /// nothing but comments is kept does this visit the items themselves. A set of items is removed
    /// from the end backwards, and visiting all items before each of them would be quadratic.
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
                    .any(|id| self.has_item(tree, id)))
    }

    /// Whether a node is the last item left of a list that keeps one.
    pub(crate) fn is_last_of_plus(&self, tree: &Tree, id: NodeId) -> bool {
        tree.is_item_of_plus(id)
            && !self.has_item_before(tree, id)
            && !tree.next_siblings(id).any(|next| self.has_item(tree, next))
    }

    /// Whether any token of a range is kept and counts; fast if one stands near the end.
    fn any_counted(&self, tree: &Tree, tokens: Range<usize>) -> bool {
        self.counted_words(tree, tokens).rev().any(|word| word != 0)
    }

    /// The tokens of a range that are kept and count, as the words of a bit set.
    pub(crate) fn counted_words(
        &self,
        tree: &Tree,
        tokens: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = usize> {
        const BITS: usize = usize::BITS as usize;
        let (kept, counted) = (self.tokens.as_slice(), tree.counted().as_slice());
        (tokens.start / BITS..tokens.end.div_ceil(BITS)).map(move |at| {
            let before = tokens.start.saturating_sub(at * BITS);
            let after = ((at + 1) * BITS).saturating_sub(tokens.end);
            let inside = (usize::MAX << before) & (usize::MAX >> after);
            kept[at] & counted[at] & inside
        })
    }

    /// Whether a node is an item that is kept.
    fn has_item(&self, tree: &Tree, id: NodeId) -> bool {
        tree.node(id).role == Role::Item && self.any(tree.node(id).tokens())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::sketch;

    #[test]
    fn items_that_lose_all_that_is_inside_go_in_linear_time() {
        let (count, items) = (400_000, "i( ?(x) ) ".repeat(400_000));
        let tree = sketch::tree(&format!("r-( *( {items}) )"), &[]);
        let inside: Vec<NodeId> = (0..count).map(|item| NodeId(3 + 2 * item)).collect();
        assert!(inside.iter().all(|node| tree.node(*node).role == Role::Optional));
        let (last, others) = inside.split_last().expect("there are many");
        let mut kept = Kept::all(&tree);
        kept.apply(&tree, &Edits::removal(others.to_vec()));
        assert_eq!(kept.tokens().count_ones(..), 1);
        kept.apply(&tree, &Edits::removal(vec![*last]));
        assert_eq!(kept.tokens().count_ones(..), 0);
    }
}
