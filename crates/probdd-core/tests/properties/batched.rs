//! Several questions at a time, around searches over trees.

use crate::oracle::{Property, World, cases};
use crate::tree_searches::{a_monotone_tree, a_tree, assert_one_minimal, frontier};
use crate::trees::{Sample, candidates};
use probdd_core::list::{ProbDd, ProbDdSettings};
use probdd_core::tree::{Perses, Tpdd};
use probdd_core::{
    Batched, Changes, Edits, FeedbackSettings, Frontier, Kept, Links, Over, Query, Search, Sweep,
};
use proptest::prelude::*;
use std::collections::HashSet;

/// Runs a search and checks, at every step, that the best configuration was observed to be
/// interesting, that a query takes something away, and that what was queued is what is asked. What
/// is left.
fn check<S: Search<Change = Edits> + Clone>(search: S, tree: &Sample, property: &Property) -> Kept {
    let mut search = search;
    let after = |edits: &[&Edits]| {
        let mut kept = tree.all();
        for edits in edits {
            kept.apply(tree, edits);
        }
        kept
    };
    let mut interesting = HashSet::from([tree.all().tokens().clone()]);
    let mut queued: Vec<Query<Edits>> = Vec::new();
    let bound = 40 * (tree.len() + 1) * (tree.len() + 1);
    for turn in 0.. {
        assert!(turn < bound, "more than {bound} queries");
        let Some(query) = search.ask() else { break };
        if let Some((first, _)) = queued.split_first() {
            assert_eq!(query, first);
        }
        queued = search.queued().to_vec();
        let (best, candidate) = (after(&[search.best()]), after(&[search.best(), &query.change]));
        assert!(candidate != best && candidate.tokens().is_subset(best.tokens()), "{query:?}");
        let verdict = property.verdict(candidate.tokens(), turn);
        if verdict.is_interesting() {
            interesting.insert(candidate.tokens().clone());
        }
        let before = search.best().clone();
        search.tell(&verdict.into());
        let mut grown = before.clone();
        grown.extend(&search.best().since(before.counts()));
        assert_eq!(search.best(), &grown, "the best grows at its end");
        assert!(interesting.contains(after(&[search.best()]).tokens()));
        assert!(queued.is_empty() || search.best() == &before);
    }
    assert!(queued.is_empty());
    after(&[search.best()])
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn batched_keeps_its_promises_around_any_search(
        (tree, property) in a_tree(40), width in 1usize..9
    ) {
        let nodes = frontier(&tree, true);
        let probdd = Over::start(nodes, |n| ProbDd::new(n, ProbDdSettings::default()));
        check(Batched::new(probdd, width), &tree, &property);
        let sweep = tree.search(|start| Sweep::new(start, Links::default()));
        check(Batched::new(sweep, width), &tree, &property);
        let binary = FeedbackSettings::BINARY;
        let tpdd = tree.search(|start| Tpdd::new(start, 0.5, binary));
        check(Batched::new(tpdd, width), &tree, &property);
        check(Batched::new(tree.search(Perses::templates), width), &tree, &property);
        let frontier = tree.search(|start| Frontier::new(start, Links::default()));
        check(Batched::new(frontier, width), &tree, &property);
    }

    #[test]
    fn a_batched_sweep_ends_one_minimal_on_a_monotone_property(
        (tree, property) in a_monotone_tree(40), width in 2usize..9
    ) {
        let sweep = tree.search(|start| Sweep::new(start, Links::default()));
        let kept = check(Batched::new(sweep, width), &tree, &property);
        assert_one_minimal(&tree, &kept, &candidates(&tree, true), &property);
    }
}
