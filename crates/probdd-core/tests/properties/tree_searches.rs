//! The suite for the searches over trees.

use crate::lists::{probdd_bound, sigma, tie};
use crate::oracle::{Property, any_property, cases, check, every_choice, monotone};
use crate::reference_tpdd::Reference;
use crate::trees::{
    Sample, candidates, is_last_of_plus, may_go, tokens_of_their_own, tree, tree_without_plus,
};
use probdd_core::list::{ProbDd, ProbDdSettings};
use probdd_core::tree::{Perses, Tpdd};
use probdd_core::{
    Edits, FeedbackSettings, Frontier, Grouping, Kept, Kind, Links, NodeId, Offers, Over, Role,
    Slot, Sweep, Tree, TreeBuilder, Verdict,
};
use proptest::prelude::*;
use std::collections::HashSet;
use std::sync::Arc;

/// The bound of T-PDD: a failure multiplies p by 1.58 or more, and the node is kept for good when
/// it reaches 1; so every candidate has at most log(1 / sigma) / log(1.58), rounded up, queries.
/// With sigma = 0.5, that is 2n.
fn tpdd_bound(candidates: usize, sigma: f64) -> usize {
    let mut queries_of_a_node = 0;
    let mut p = sigma;
    while p < 1.0 - 1e-9 {
        queries_of_a_node += 1;
        p *= 1.581_976_706_869_326_5;
    }
    candidates * queries_of_a_node
}

/// The bound of frontier: every pair of nodes once, and again for each node around them that was set
/// free.
fn frontier_bound(tree: &Tree, candidates: &[NodeId]) -> usize {
    let around =
        |id: &NodeId| std::iter::successors(tree.parent(*id), |id| tree.parent(*id)).count();
    let pairs = candidates.len() * (candidates.len() + 1) / 2;
    pairs * (1 + candidates.iter().map(around).max().unwrap_or(0))
}

/// Names that refer to earlier ones, between any tokens of a tree.
fn a_linked_tree(nodes: u32) -> impl Strategy<Value = (Sample, Links, Property)> {
    a_tree(nodes).prop_flat_map(|(tree, property)| {
        let tokens = tree.token_count().max(1) as u32;
        let pairs = prop::collection::vec((0..tokens, 0..tokens), 0..20);
        let links = pairs.prop_map(|pairs| {
            Links::new(pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect())
        });
        (Just(tree), links, Just(property))
    })
}

/// The bound of the sweep: a round over all candidates after each removal, and one before.
fn sweep_bound(candidates: usize) -> usize {
    candidates * (candidates + 1)
}

/// The bound of the templates: every pair of a node and a proper descendant.
pub(crate) fn templates_bound(tree: &Tree) -> usize {
    tree.nodes().map(|(id, node)| (node.end.0 - id.0 - 1) as usize).sum()
}

/// A tree and a property of its tokens.
pub(crate) fn a_tree(nodes: u32) -> impl Strategy<Value = (Sample, Property)> {
    tree(nodes).prop_flat_map(|tree| {
        let property = any_property(tree.token_count());
        (Just(tree), property)
    })
}

/// A tree with about so many nodes, and a monotone property of its tokens.
pub(crate) fn a_monotone_tree(nodes: u32) -> impl Strategy<Value = (Sample, Property)> {
    with_monotone_property(tree(nodes))
}

/// A tree, and a monotone property of its tokens.
pub(crate) fn with_monotone_property(
    tree: impl Strategy<Value = Sample>,
) -> impl Strategy<Value = (Sample, Property)> {
    tree.prop_flat_map(|tree| {
        let property = monotone(tree.token_count());
        (Just(tree), property)
    })
}

/// A small tree where any set of nodes may go, and tokens that are needed.
fn an_unambiguous_tree() -> impl Strategy<Value = (Sample, Property)> {
    let small = tree_without_plus(14)
        .prop_filter("few candidates", |tree| (1..=10).contains(&candidates(tree, true).len()));
    small.prop_flat_map(|tree| {
        let own = tokens_of_their_own(&tree);
        let most = own.len().min(4);
        let needed = prop::sample::subsequence(own, 0..=most);
        (Just(tree), needed.prop_map(|needed| Property::KeepsOneOf(vec![needed])))
    })
}

/// Removable nodes that do not contain each other, the outermost or the innermost ones; of a plus,
/// all items but the first.
pub(crate) fn frontier(tree: &Tree, is_outermost: bool) -> Arc<[NodeId]> {
    let whole = Kept::all(tree);
    let is_free = |id: &NodeId| {
        let node = tree.node(*id);
        let is_first = tree.children(node.parent).next() == Some(*id);
        let stays =
            node.role == Role::Item && tree.node(node.parent).role == Role::Plus && is_first;
        let has_own_text = node.tokens().len() > usize::from(node.lead);
        has_own_text && !stays && may_go(tree, &whole, *id)
    };
    let free: Vec<NodeId> = candidates(tree, false).into_iter().filter(is_free).collect();
    let is_chosen = |id: &NodeId| {
        let contains = |a: NodeId, b: NodeId| a != b && tree.contains(a, b);
        let hides = |other: &NodeId| {
            if is_outermost { contains(*other, *id) } else { contains(*id, *other) }
        };
        !free.iter().any(hides)
    };
    free.iter().copied().filter(is_chosen).collect()
}

/// Everything that is left and may go was tried alone, or would be uninteresting if it were.
pub(crate) fn assert_one_minimal(
    tree: &Tree,
    kept: &Kept,
    candidates: &[NodeId],
    property: &Property,
) {
    for id in candidates.iter().filter(|id| may_go(tree, kept, **id)) {
        let mut smaller = kept.clone();
        smaller.apply(tree, &Edits::removal(vec![*id]));
        let verdict = property.verdict(smaller.tokens(), 0);
        assert_eq!(verdict, Verdict::Uninteresting, "{id:?} could go alone");
    }
}

/// The smallest interesting configuration, by brute force; it must be the only one of its size.
fn minimum(tree: &Tree, candidates: &[NodeId], property: &Property) -> Kept {
    let mut interesting: Vec<Kept> = every_choice(candidates)
        .map(|removed| {
            let mut kept = Kept::all(tree);
            kept.apply(tree, &Edits::removal(removed));
            kept
        })
        .filter(|kept| property.verdict(kept.tokens(), 0).is_interesting())
        .collect();
    interesting.sort_by_key(|kept| kept.tokens().count_ones(..));
    let smallest = interesting.first().expect("the whole tree is interesting").clone();
    let is_above = |kept: &Kept| smallest.tokens().is_subset(kept.tokens());
    assert!(interesting.iter().all(is_above), "the property is unambiguous");
    smallest
}

pub(crate) fn keeps_the_plus_rule(tree: &Tree, kept: &Kept, removed: &[NodeId]) -> bool {
    let mut before = Kept::all(tree);
    for id in removed {
        if is_last_of_plus(tree, &before, *id) {
            return false;
        }
        before.apply(tree, &Edits::removal(vec![*id]));
    }
    before == *kept
}

/// Whether a node was taken out by a replacement that had its descendant take its place.
fn is_replaced(tree: &Tree, replaced: &[(NodeId, NodeId)], id: NodeId) -> bool {
    let is_between = |outer: NodeId, inner: NodeId| {
        tree.contains(outer, id) && id != inner && tree.contains(id, inner)
    };
    replaced.iter().any(|(outer, inner)| is_between(*outer, *inner))
}

/// The lighter nodes of the grammar below a regular node that fit its place, four levels deep (the
/// templates reach five).
fn fitting_descendants(tree: &Tree, node: NodeId) -> Vec<NodeId> {
    let is_of_grammar = |id: &NodeId| tree.node(*id).kind != Kind::NONE;
    let is_in_reach = |id: &NodeId| {
        let up = std::iter::successors(Some(*id), |id| tree.parent(*id));
        up.take_while(|id| *id != node).filter(is_of_grammar).count() < 5
    };
    (node.0 + 1..tree.node(node).end.0)
        .map(NodeId)
        .filter(|id| tree.fits(tree.node(node).slot, tree.node(*id).kind))
        .filter(|id| tree.weight(*id) < tree.weight(node) && is_in_reach(id))
        .collect()
}

/// Removals of nodes, and of tokens whatever they belong to.
fn some_offers(tree: &Tree, step: usize) -> Vec<Edits> {
    let nodes = candidates(tree, true).into_iter().step_by(step);
    let tokens = (0..tree.token_count() as u32).step_by(step);
    let removals = nodes.map(|id| Edits::removal(vec![id]));
    removals.chain(tokens.map(|token| Edits::writing(token..token + 1, Vec::new()))).collect()
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn templates_leave_no_single_replacement_on_a_monotone_property(
        (tree, property) in a_monotone_tree(50)
    ) {
        let run = check(|| tree.search(Perses::templates), &tree, &property, usize::MAX);
        let replaced: Vec<(NodeId, NodeId)> = run
            .asked
            .iter()
            .filter(|(_, kept)| property.verdict(kept.tokens(), 0).is_interesting())
            .map(|(query, _)| query.change.replaced[0])
            .collect();
        let is_left = |id: NodeId| {
            run.kept.any(tree.node(id).tokens()) && !is_replaced(&tree, &replaced, id)
        };
        for (id, _) in tree.nodes().filter(|(id, n)| n.role == Role::Regular && is_left(*id)) {
            for by in fitting_descendants(&tree, id) {
                let mut smaller = run.kept.clone();
                smaller.apply(&tree, &Edits::replacement(id, by));
                let is_same = smaller == run.kept;
                let holds = property.verdict(smaller.tokens(), 0).is_interesting();
                prop_assert!(is_same || !holds, "{:?} could be {:?}", id, by);
            }
        }
    }

    #[test]
    fn tpdd_keeps_its_promises_on_any_property((tree, property) in a_tree(60), sigma in sigma()) {
        let bound = tpdd_bound(candidates(&tree, false).len(), sigma);
        let run = check(|| tree.search(|start| Tpdd::new(start, sigma, FeedbackSettings::BINARY)), &tree, &property, bound);
        let removed: Vec<NodeId> = run
            .asked
            .iter()
            .enumerate()
            .filter(|(turn, (_, kept))| property.verdict(kept.tokens(), *turn).is_interesting())
            .map(|(_, (query, _))| query.change.removed[0])
            .collect();
        prop_assert!(keeps_the_plus_rule(&tree, &run.kept, &removed));
    }

    #[test]
    fn frontier_keeps_its_promises_on_any_property_and_links(
        (tree, links, property) in a_linked_tree(60)
    ) {
        // The sizes of tails that fail differ by a factor of two. Of what is not reached, at most seven
        // queries fail for each factor of four.
        let tails = tree.token_count().max(1).ilog2() as usize + 1;
        let unreached = 7 * (tails.div_ceil(2) + 1);
        let bound = frontier_bound(&tree, &candidates(&tree, false)) + tails + unreached;
        let make = || tree.search(|start| {
            Frontier::new(start, links.clone())
                .with_tails_from(1)
                .with_unreached_from(1)
        });
        let run = check(make, &tree, &property, bound);
        let removed: Vec<NodeId> = run
            .asked
            .iter()
            .enumerate()
            .filter(|(turn, (_, kept))| property.verdict(kept.tokens(), *turn).is_interesting())
            .flat_map(|(_, (query, _))| query.change.removed.clone())
            .collect();
        prop_assert!(keeps_the_plus_rule(&tree, &run.kept, &removed));
    }

    #[test]
    fn frontier_with_hoists_keeps_its_promises_on_any_property_and_links(
        (tree, links, property) in a_linked_tree(60)
    ) {
        let make = || tree.search(|start| {
            Frontier::new(start, links.clone())
                .with_tails_from(1)
                .with_unreached_from(1)
                .with_hoists()
        });
        let run = check(make, &tree, &property, usize::MAX);
        let hoists: Vec<_> = run.asked.iter().flat_map(|(query, _)| &query.change.replaced).collect();
        let pairs: HashSet<_> = hoists.iter().collect();
        prop_assert_eq!(pairs.len(), hoists.len(), "a hoist is tried twice");
    }

    #[test]
    fn frontier_ends_one_minimal_on_a_monotone_property((tree, property) in a_monotone_tree(50)) {
        let make = || tree.search(|start| {
            Frontier::new(start, Links::default())
                .with_tails_from(1)
                .with_unreached_from(1)
        });
        let run = check(make, &tree, &property, usize::MAX);
        assert_one_minimal(&tree, &run.kept, &candidates(&tree, false), &property);
    }

    #[test]
    fn sweep_keeps_its_promises_on_any_property((tree, property) in a_tree(50)) {
        let bound = sweep_bound(candidates(&tree, true).len());
        check(|| tree.search(|start| Sweep::new(start, Links::default())), &tree, &property, bound);
    }

    #[test]
    fn offers_keep_their_promises_on_any_property(
        (tree, property) in a_tree(40), step in 1_usize..4, patience in 1_usize..9,
        grouping in prop::sample::select(vec![Grouping::Growing, Grouping::Groups])
    ) {
        let offers = some_offers(&tree, step);
        let make = || {
            Offers::search(Arc::clone(&tree.0), offers.clone(), grouping, patience)
        };
        // A group of n offers takes at most 2n - 1 queries. Single offers form groups as well, while they
        // keep succeeding.
        let bound = 2 * offers.len();
        check(make, &tree, &property, bound);
    }

    #[test]
    fn templates_keep_their_promises_on_any_property((tree, property) in a_tree(60)) {
        let bound = templates_bound(&tree);
        let run = check(|| tree.search(Perses::templates), &tree, &property, bound);
        for (query, _) in &run.asked {
            let (node, by) = query.change.replaced[0];
            prop_assert!(tree.contains(node, by) && tree.weight(by) < tree.weight(node));
        }
    }

    #[test]
    fn probdd_over_nodes_keeps_its_promises_on_any_property(
        (tree, property) in a_tree(60), sigma in sigma(), tie in tie(), outermost in any::<bool>()
    ) {
        let nodes = frontier(&tree, outermost);
        let settings = ProbDdSettings { sigma, tie, ..ProbDdSettings::default() };
        let make = || Over::start(Arc::clone(&nodes), |n| ProbDd::new(n, settings));
        check(make, &tree, &property, probdd_bound(nodes.len(), sigma));
    }

    #[test]
    fn tpdd_asks_what_a_naive_version_asks((tree, property) in a_tree(25), sigma in sigma()) {
        let run = check(|| tree.search(|start| Tpdd::new(start, sigma, FeedbackSettings::BINARY)), &tree, &property, usize::MAX);
        let mut reference = Reference::new(&tree, sigma);
        for (turn, (query, candidate)) in run.asked.iter().enumerate() {
            let (node, chance) = reference.ask().expect("the search has not ended");
            prop_assert_eq!(&query.change, &Edits::removal(vec![node]), "query {}", turn);
            let told = query.probability.expect("T-PDD has a model");
            prop_assert!((told - chance).abs() < 1e-9, "P = {chance}, not {told}");
            reference.tell(property.verdict(candidate.tokens(), turn).is_interesting());
        }
        prop_assert_eq!(reference.ask(), None);
    }

    #[test]
    fn tpdd_ends_one_minimal_on_a_monotone_property(
        (tree, property) in a_monotone_tree(50), sigma in sigma()
    ) {
        let run = check(|| tree.search(|start| Tpdd::new(start, sigma, FeedbackSettings::BINARY)), &tree, &property, usize::MAX);
        assert_one_minimal(&tree, &run.kept, &candidates(&tree, false), &property);
    }

    #[test]
    fn sweep_ends_one_minimal_on_any_consistent_property((tree, property) in a_tree(50)) {
        let run = check(|| tree.search(|start| Sweep::new(start, Links::default())), &tree, &property, usize::MAX);
        if !matches!(property, Property::Inconsistent { .. }) {
            assert_one_minimal(&tree, &run.kept, &candidates(&tree, true), &property);
        }
    }

    #[test]
    fn a_sweep_has_asked_about_everything_left_when_it_ends((tree, property) in a_tree(50)) {
        let run = check(|| tree.search(|start| Sweep::new(start, Links::default())), &tree, &property, usize::MAX);
        for id in candidates(&tree, true).into_iter().filter(|id| may_go(&tree, &run.kept, *id)) {
            let mut smaller = run.kept.clone();
            smaller.apply(&tree, &Edits::removal(vec![id]));
            let turn = run.asked.iter().position(|(_, candidate)| *candidate == smaller);
            let turn = turn.expect("it was asked about");
            prop_assert!(!property.verdict(smaller.tokens(), turn).is_interesting());
        }
    }
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn tpdd_ends_with_the_minimum_on_an_unambiguous_property(
        (tree, property) in an_unambiguous_tree(), sigma in sigma()
    ) {
        let run = check(|| tree.search(|start| Tpdd::new(start, sigma, FeedbackSettings::BINARY)), &tree, &property, usize::MAX);
        prop_assert_eq!(run.kept, minimum(&tree, &candidates(&tree, false), &property));
    }

    #[test]
    fn sweep_ends_with_the_minimum_on_an_unambiguous_property(
        (tree, property) in an_unambiguous_tree()
    ) {
        let run = check(|| tree.search(|start| Sweep::new(start, Links::default())), &tree, &property, usize::MAX);
        prop_assert_eq!(run.kept, minimum(&tree, &candidates(&tree, true), &property));
    }

    #[test]
    fn probdd_over_nodes_ends_with_the_minimum_on_an_unambiguous_property(
        (tree, property) in an_unambiguous_tree(), sigma in sigma(), outermost in any::<bool>()
    ) {
        let nodes = frontier(&tree, outermost);
        let settings = ProbDdSettings { sigma, ..ProbDdSettings::default() };
        let make = || Over::start(Arc::clone(&nodes), |n| ProbDd::new(n, settings));
        let run = check(make, &tree, &property, usize::MAX);
        prop_assert_eq!(run.kept, minimum(&tree, &nodes, &property));
    }
}

#[test]
fn tpdd_takes_at_most_two_queries_a_node_at_its_default_prior() {
    assert_eq!(tpdd_bound(1000, Tpdd::SIGMA), 2000);
}

/// A star with one item, and a comment or a separator that is not the item's.
fn one_item_and(counts: bool) -> Arc<Tree> {
    let mut builder = TreeBuilder::default();
    builder.open(Kind::NONE, Role::Star, Slot::NONE);
    builder.open(Kind::NONE, Role::Item, Slot::NONE);
    builder.token(true);
    builder.close();
    builder.token(counts);
    builder.close();
    Arc::new(builder.finish([].into()))
}

#[test]
fn a_list_goes_with_its_last_item_even_if_it_has_text_of_its_own() {
    for counts in [true, false] {
        let tree = one_item_and(counts);
        for asked in [tpdd_on(&tree), sweep_on(&tree)] {
            assert_eq!(asked, 1, "the list, or its item, which is the same");
        }
    }
}

fn tpdd_on(tree: &Arc<Tree>) -> usize {
    let uninteresting = Property::KeepsOneOf(vec![]);
    let sample = Sample(Arc::clone(tree));
    let make = || sample.search(|start| Tpdd::new(start, 0.5, FeedbackSettings::BINARY));
    check(make, &sample, &uninteresting, usize::MAX).asked.len()
}

fn sweep_on(tree: &Arc<Tree>) -> usize {
    let uninteresting = Property::KeepsOneOf(vec![]);
    let sample = Sample(Arc::clone(tree));
    let make = || sample.search(|start| Sweep::new(start, Links::default()));
    check(make, &sample, &uninteresting, usize::MAX).asked.len()
}
