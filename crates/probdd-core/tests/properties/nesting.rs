//! The suite for the search over deep nests.

use crate::oracle::{Property, any_property, cases, check, some_of};
use crate::trees::Sample;
use probdd_core::{Chain, Kind, Nesting, NodeId, Role, Slot, TreeBuilder, chains};
use proptest::prelude::*;
use std::sync::Arc;

/// How many kinds there are; each fits its own position.
const KINDS: u16 = 2;

/// A level: what a node of a nest has beside the next one.
#[derive(Clone, Debug)]
struct Level {
    form: Form,
    /// How many tokens stand before and after the next node.
    before: usize,
    after: usize,
    has_comment: bool,
}

#[derive(Clone, Debug)]
enum Form {
    /// A node of the grammar.
    Node(u16),
    /// An item of a list, perhaps after another item.
    Item { is_separated: bool },
}

/// A tree of nests beside each other, all of nodes or all of items.
fn nests() -> impl Strategy<Value = Sample> {
    let of_form = |is_item: bool| {
        let form = if is_item {
            any::<bool>().prop_map(|is_separated| Form::Item { is_separated }).boxed()
        } else {
            (0..KINDS).prop_map(Form::Node).boxed()
        };
        let level = (form, 0..3_usize, 0..3_usize, prop::bool::weighted(0.1)).prop_map(
            |(form, before, after, has_comment)| Level { form, before, after, has_comment },
        );
        prop::collection::vec(prop::collection::vec(level, 18..45), 1..3)
    };
    any::<bool>().prop_flat_map(of_form).prop_map(|nests| tree(&nests))
}

fn tree(nests: &[Vec<Level>]) -> Sample {
    let mut builder = TreeBuilder::default();
    builder.open(Kind::NONE, Role::Regular, Slot::NONE);
    for nest in nests {
        builder.token(true);
        for level in nest {
            begin(&mut builder, level);
        }
        for level in nest.iter().rev() {
            end(&mut builder, level);
        }
    }
    builder.close();
    let fits = (0..KINDS).map(|kind| std::iter::once(usize::from(kind)).collect());
    Sample(Arc::new(builder.finish(fits.collect())))
}

fn begin(builder: &mut TreeBuilder, level: &Level) {
    match level.form {
        Form::Node(kind) => drop(builder.open(Kind(kind), Role::Regular, Slot(kind))),
        Form::Item { is_separated } => {
            builder.open(Kind::NONE, Role::Star, Slot::NONE);
            if is_separated {
                builder.open(Kind::NONE, Role::Item, Slot::NONE);
                builder.token(true);
                builder.close();
            }
            builder.open(Kind::NONE, Role::Item, Slot::NONE);
            if is_separated {
                builder.token(true);
                builder.end_of_separator();
            }
        }
    }
    (0..=level.before).for_each(|_| builder.token(true));
}

fn end(builder: &mut TreeBuilder, level: &Level) {
    if level.has_comment {
        builder.open(Kind::NONE, Role::Extra, Slot::NONE);
        builder.token(false);
        builder.close();
    }
    (0..level.after).for_each(|_| builder.token(true));
    builder.close();
    if matches!(level.form, Form::Item { .. }) {
        builder.close();
    }
}

/// The bound of nesting: that of halving for each chain.
fn bound(tree: &Sample) -> usize {
    let levels = |chain: &Chain| chain.nodes().count() - 1;
    let of_chain = |n: usize| n * (n.ilog2() as usize + 4);
    chains(tree).iter().map(levels).map(of_chain).sum()
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn nesting_keeps_its_promises_on_any_property(
        (tree, property) in nests().prop_flat_map(|tree| {
            let property = any_property(tree.token_count());
            (Just(tree), property)
        })
    ) {
        let make = || tree.search(|_| Nesting::new(chains(&tree)));
        check(make, &tree, &property, bound(&tree));
    }

    #[test]
    fn every_level_left_is_needed_on_a_monotone_property(
        (tree, needed) in nests().prop_flat_map(|tree| {
            let needed = some_of(tree.token_count());
            (Just(tree), needed)
        })
    ) {
        let property = Property::KeepsOneOf(vec![needed.clone()]);
        let run = check(|| tree.search(|_| Nesting::new(chains(&tree))), &tree, &property, bound(&tree));
        for chain in chains(&tree) {
            let nodes: Vec<NodeId> = chain.nodes().collect();
            for level in nodes.windows(2) {
                // An item that takes the place of another one takes over its separator.
                let tokens = |id: NodeId| {
                    let node = tree.node(id);
                    node.tokens().start + usize::from(node.lead)..node.tokens().end
                };
                let (outer, inner) = (tokens(level[0]), tokens(level[1]));
                let is_beside = |token: &usize| outer.contains(token) && !inner.contains(token);
                // The first token of a node is its own. Another chain may have cut out the inner node.
                let is_left = run.kept.contains(outer.start) && run.kept.contains(inner.start);
                prop_assert!(!is_left || needed.iter().any(is_beside), "{:?}", level);
            }
        }
    }
}
