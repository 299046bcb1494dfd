//! Separated lists stay well-formed whatever is removed from them, in any order.

use crate::oracle::cases;
use crate::trees::{candidates, tree};
use probdd_core::{Edits, Kept, Kind, NodeId, Role, Slot, Tree, TreeBuilder};
use proptest::prelude::*;

/// What the tokens of a list look like: `i` in an item, `,` before one, `c` a comment, `;` a
/// separator after the last item.
struct Separated {
    tree: Tree,
    text: Vec<char>,
    items: Vec<NodeId>,
}

/// One item: how many tokens it has, and whether a comment follows.
fn separated(items: &[(usize, bool)], has_trailer: bool) -> Separated {
    let mut builder = TreeBuilder::default();
    let mut list = Separated { tree: empty(), text: Vec::new(), items: Vec::new() };
    builder.open(Kind::NONE, Role::Regular, Slot::NONE);
    builder.open(Kind::NONE, Role::Star, Slot::NONE);
    for (at, (tokens, is_followed_by_comment)) in items.iter().enumerate() {
        list.items.push(builder.open(Kind::NONE, Role::Item, Slot::NONE));
        if at > 0 {
            list.text.push(',');
            builder.token(true);
            builder.end_of_separator();
        }
        list.text.extend(std::iter::repeat_n('i', *tokens));
        (0..*tokens).for_each(|_| builder.token(true));
        builder.close();
        if *is_followed_by_comment {
            list.text.push('c');
            builder.open(Kind::NONE, Role::Extra, Slot::NONE);
            builder.token(false);
            builder.close();
        }
    }
    if has_trailer {
        list.text.push(';');
        builder.token(true);
    }
    builder.close();
    builder.close();
    list.tree = builder.finish([].into());
    list
}

fn empty() -> Tree {
    let mut builder = TreeBuilder::default();
    builder.open(Kind::NONE, Role::Regular, Slot::NONE);
    builder.close();
    builder.finish([].into())
}

impl Separated {
    /// What is left when some items go, in this order.
    fn without(&self, removed: &[usize]) -> String {
        let mut kept = Kept::all(&self.tree);
        for at in removed {
            kept.apply(&self.tree, &Edits::removal(vec![self.items[*at]]));
        }
        kept.tokens().ones().map(|token| self.text[token]).collect()
    }
}

/// Some of the numbers `0..n`, in any order.
fn some_in_any_order(n: usize) -> BoxedStrategy<Vec<usize>> {
    let some = prop::sample::subsequence((0..n).collect::<Vec<_>>(), 0..=n);
    some.prop_shuffle().boxed()
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn a_list_is_left_as_if_the_removed_items_had_never_been_there(
        (items, has_trailer, removed) in
            (prop::collection::vec((1..3usize, prop::bool::weighted(0.2)), 1..8), any::<bool>())
                .prop_flat_map(|(items, has_trailer)| {
                    let removed = some_in_any_order(items.len());
                    (Just(items), Just(has_trailer), removed)
                })
    ) {
        let list = separated(&items, has_trailer);
        let is_left = |at: &usize| !removed.contains(at);
        let left: Vec<(usize, bool)> =
            (0..items.len()).filter(is_left).map(|at| (items[at].0, false)).collect();
        let expected = if left.is_empty() {
            String::new()
        } else {
            separated(&left, has_trailer).text.iter().collect()
        };
        let text = list.without(&removed);
        // Comments stay where they are, as long as the list has an item.
        prop_assert_eq!(text.replace('c', ""), expected);
        let comments = items.iter().filter(|(_, is_followed)| *is_followed).count();
        let comments_left = if left.is_empty() { 0 } else { comments };
        prop_assert_eq!(text.matches('c').count(), comments_left);
    }

    #[test]
    fn nodes_may_go_in_any_order_and_together_or_one_by_one(
        (tree, removed, other) in tree(30).prop_flat_map(|tree| {
            let nodes = candidates(&tree, true);
            let some = some_in_any_order(nodes.len());
            some.prop_flat_map(move |some| {
                let removed: Vec<NodeId> = some.iter().map(|at| nodes[*at]).collect();
                (Just(tree.clone()), Just(removed.clone()), Just(removed).prop_shuffle())
            })
        })
    ) {
        let after = |removed: &[NodeId]| {
            let mut kept = Kept::all(&tree);
            kept.apply(&tree, &Edits::removal(removed.to_vec()));
            kept
        };
        prop_assert_eq!(after(&removed), after(&other));
        let mut one_by_one = Kept::all(&tree);
        for node in other {
            one_by_one.apply(&tree, &Edits::removal(vec![node]));
        }
        prop_assert_eq!(after(&removed), one_by_one);
    }
}

#[test]
fn a_comment_before_an_item_does_not_make_it_the_second() {
    let list = separated(&[(1, true), (1, false), (1, false)], false);
    assert_eq!(list.text.iter().collect::<String>(), "ic,i,i");
    assert_eq!(list.without(&[0, 1]), "ci");
    assert_eq!(list.without(&[1, 0]), "ci");
}
