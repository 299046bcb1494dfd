//! The suite for the searches over trees that have a list search inside.

use crate::lists::{Setup, cdd_bound, opdd_bound, probdd_bound, sigma, tie, weighted_bound};
use crate::oracle::{Property, cases, check};
use crate::tree_searches::{
    a_monotone_tree, a_tree, assert_one_minimal, keeps_the_plus_rule, templates_bound,
    with_monotone_property,
};
use crate::trees::{candidates, is_last_of_plus, tree_without_plus};
use fixedbitset::FixedBitSet;
use probdd_core::tree::{Deletions, Hdd, HddForm, Perses};
use probdd_core::{
    Algorithm, Edits, FeedbackSettings, Kept, Minimizer, Node, NodeId, Order, Query, Role, Search,
    Tree, Verdict,
};
use proptest::prelude::*;
use std::collections::HashSet;

/// Any list search, with any of its settings.
fn minimizer() -> BoxedStrategy<Minimizer> {
    let algorithm = prop::sample::select(vec![
        Algorithm::Ddmin,
        Algorithm::DdminComplements,
        Algorithm::Opdd,
        Algorithm::ProbDd,
        Algorithm::Cdd,
        Algorithm::Weighted,
        Algorithm::ActiveCoarsen,
        Algorithm::Splitting,
    ]);
    let order = prop::sample::select(vec![Order::Forward, Order::Backward]);
    (algorithm, sigma(), tie(), order, any::<u64>())
        .prop_map(|(algorithm, sigma, tie, order, seed)| Minimizer {
            algorithm,
            sigma,
            tie,
            order,
            seed,
            feedback: FeedbackSettings::BINARY,
        })
        .boxed()
}

/// The most queries of a list search over `n` elements that weigh at most `weight`.
fn list_bound(minimizer: &Minimizer, n: usize, weight: u32) -> usize {
    match minimizer.algorithm {
        Algorithm::Ddmin | Algorithm::DdminComplements => 3 * n * (n + 1),
        Algorithm::Opdd => opdd_bound(n),
        Algorithm::ProbDd => probdd_bound(n, minimizer.sigma),
        Algorithm::Cdd => cdd_bound(n, minimizer.sigma),
        Algorithm::Weighted => {
            let setup = Setup { sigma: minimizer.sigma, ..Setup::of(n) };
            weighted_bound(&Setup { weights: vec![weight; n], ..setup })
        }
        Algorithm::ActiveCoarsen => 50 * n + 50,
        Algorithm::Splitting => 2 * n * (n.checked_ilog2().unwrap_or(0) as usize + 4),
    }
}

fn form() -> impl Strategy<Value = HddForm> {
    prop::sample::select(vec![HddForm::Levels, HddForm::CoarseLevels, HddForm::Children])
}

fn depth(tree: &Tree, id: NodeId) -> usize {
    std::iter::successors(tree.parent(id), |id| tree.parent(*id)).count()
}

/// The nodes of each level of a tree.
fn levels(tree: &Tree) -> Vec<Vec<NodeId>> {
    let mut levels: Vec<Vec<NodeId>> = Vec::new();
    for (id, _) in tree.nodes() {
        let depth = depth(tree, id);
        levels.resize(levels.len().max(depth + 1), Vec::new());
        levels[depth].push(id);
    }
    levels
}

/// The sum of the list search's bounds over the levels, or over the children of every node.
fn hdd_bound(tree: &Tree, form: HddForm, minimizer: &Minimizer) -> usize {
    let sizes: Vec<usize> = match form {
        HddForm::Levels | HddForm::CoarseLevels => levels(tree).iter().map(Vec::len).collect(),
        HddForm::Children => {
            let children = tree.nodes().map(|(id, _)| tree.children(id).count());
            std::iter::once(1).chain(children).collect()
        }
    };
    let weight = tree.weight(NodeId::ROOT);
    sizes.into_iter().map(|n| list_bound(minimizer, n, weight)).sum()
}

/// Perses, or Pardis.
fn deletions() -> BoxedStrategy<Deletions> {
    prop_oneof![3 => minimizer().prop_map(Deletions::Lists), 1 => Just(Deletions::Single)].boxed()
}

/// Every removable node alone; or the items of every list, all at once and by the list search, and
/// every optional. And the replacements.
fn perses_bound(tree: &Tree, deletions: Deletions, is_replacing: bool) -> usize {
    let weight = tree.weight(NodeId::ROOT);
    let of_node = |(id, node): (NodeId, &Node)| match (deletions, node.role) {
        (Deletions::Single, _) => usize::from(tree.is_removable(id)),
        (Deletions::Lists(minimizer), Role::Star | Role::Plus) => {
            let items = tree.children(id).filter(|id| tree.node(*id).role == Role::Item).count();
            1 + list_bound(&minimizer, items, weight)
        }
        (Deletions::Lists(_), Role::Optional) => 1,
        _ => 0,
    };
    let replacing = if is_replacing { templates_bound(tree) } else { 0 };
    tree.nodes().map(of_node).sum::<usize>() + replacing
}

/// What a search removed, in the order that it did.
fn removals<'a>(asked: &'a [(Query<Edits>, Kept)], property: &'a Property) -> Vec<NodeId> {
    let asked = asked.iter().enumerate();
    asked
        .filter(|(turn, (_, kept))| property.verdict(kept.tokens(), *turn).is_interesting())
        .flat_map(|(_, (query, _))| query.change.removed.clone())
        .collect()
}

/// HDD by its definition, with no regard to cost: what it keeps in each query.
fn naive_hdd(
    tree: &Tree,
    is_coarse: bool,
    minimizer: &Minimizer,
    property: &Property,
) -> Vec<FixedBitSet> {
    let mut kept = Kept::all(tree);
    let mut seen = HashSet::from([kept.tokens().clone()]);
    let mut asked = Vec::new();
    for level in levels(tree) {
        let is_candidate = |id: &NodeId| {
            kept.any(tree.node(*id).tokens()) && is_prunable(tree, &kept, *id, is_coarse)
        };
        let nodes: Vec<NodeId> = level.into_iter().filter(is_candidate).collect();
        let left = |id: &NodeId| {
            let tokens = tree.node(*id).tokens();
            tokens.filter(|t| kept.contains(*t) && tree.counted().contains(*t)).count() as u32
        };
        let weights: Vec<u32> = nodes.iter().map(left).collect();
        let mut search = minimizer.search((0..nodes.len() as u32).collect::<Vec<u32>>(), &weights);
        while let Some(query) = search.ask() {
            let chosen: Vec<NodeId> = query.change.0.iter().map(|e| nodes[*e as usize]).collect();
            let candidate = pruned(tree, &kept, &chosen);
            let verdict = if seen.insert(candidate.tokens().clone()) {
                asked.push(candidate.tokens().clone());
                property.verdict(candidate.tokens(), asked.len() - 1)
            } else {
                Verdict::Uninteresting
            };
            search.tell(&verdict.into());
            if verdict.is_interesting() {
                kept = candidate;
            }
        }
    }
    asked
}

/// Whether something can be done to a node that cannot be done to one of its children.
fn is_prunable(tree: &Tree, kept: &Kept, id: NodeId, is_coarse: bool) -> bool {
    let has_something = |child: &NodeId| {
        kept.any(tree.node(*child).tokens())
            && (tree.is_removable(*child) || pruned(tree, kept, &[*child]) != *kept)
    };
    let is_larger = || tree.children(id).filter(has_something).count() > 1;
    if is_last_of_plus(tree, kept, id) {
        return false;
    }
    tree.is_removable(id) || (!is_coarse && is_larger())
}

/// The tokens kept when nodes are pruned.
fn pruned(tree: &Tree, kept: &Kept, nodes: &[NodeId]) -> Kept {
    let mut going: HashSet<NodeId> = HashSet::new();
    for id in nodes {
        let inside = (id.0 + 1..tree.node(*id).end.0).map(NodeId);
        let is_spare = |id: &NodeId| {
            tree.is_removable(*id)
                && kept.any(tree.node(*id).tokens())
                && !is_first(tree, kept, *id)
        };
        if tree.is_removable(*id) {
            going.insert(*id);
        } else {
            going.extend(inside.filter(is_spare));
        }
    }
    // A plus keeps its first item when all items would be removed.
    for (list, _) in tree.nodes().filter(|(_, node)| node.role == Role::Plus) {
        let is_item = |id: &NodeId| tree.node(*id).role == Role::Item;
        let is_left = |id: &NodeId| is_item(id) && kept.any(tree.node(*id).tokens());
        let left: Vec<NodeId> = tree.children(list).filter(is_left).collect();
        if left.iter().all(|id| going.contains(id)) {
            left.first().map(|first| going.remove(first));
        }
    }
    let mut after = kept.clone();
    after.apply(tree, &Edits::removal(going.into_iter().collect()));
    after
}

/// Whether a node is the first item that is left of a list that keeps one.
fn is_first(tree: &Tree, kept: &Kept, id: NodeId) -> bool {
    let list = tree.node(id).parent;
    let is_left =
        |id: &NodeId| tree.node(*id).role == Role::Item && kept.any(tree.node(*id).tokens());
    tree.node(list).role == Role::Plus && tree.children(list).find(is_left) == Some(id)
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn hdd_keeps_its_promises_on_any_property(
        (tree, property) in a_tree(60), form in form(), minimizer in minimizer()
    ) {
        let bound = hdd_bound(&tree, form, &minimizer);
        let make = || tree.search(|start| Hdd::new(start, form, minimizer));
        let run = check(make, &tree, &property, bound);
        let removed = removals(&run.asked, &property);
        prop_assert!(keeps_the_plus_rule(&tree, &run.kept, &removed));
    }

    #[test]
    fn hdd_ends_one_minimal_on_a_monotone_property(
        (tree, property) in with_monotone_property(tree_without_plus(20)), form in form(),
        minimizer in minimizer()
    ) {
        let make = || tree.search(|start| Hdd::new(start, form, minimizer));
        let run = check(make, &tree, &property, usize::MAX);
        assert_one_minimal(&tree, &run.kept, &candidates(&tree, false), &property);
    }

    /// The children of one node are items of at most one list that keeps an item.
    #[test]
    fn hddr_ends_one_minimal_on_a_monotone_property(
        (tree, property) in a_monotone_tree(50), minimizer in minimizer()
    ) {
        let make = || tree.search(|start| Hdd::new(start, HddForm::Children, minimizer));
        let run = check(make, &tree, &property, usize::MAX);
        assert_one_minimal(&tree, &run.kept, &candidates(&tree, false), &property);
    }

    #[test]
    fn hdd_asks_what_a_naive_version_asks(
        (tree, property) in a_tree(30), is_coarse in any::<bool>(), minimizer in minimizer()
    ) {
        let form = if is_coarse { HddForm::CoarseLevels } else { HddForm::Levels };
        let make = || tree.search(|start| Hdd::new(start, form, minimizer));
        let run = check(make, &tree, &property, usize::MAX);
        let asked: Vec<FixedBitSet> =
            run.asked.iter().map(|(_, kept)| kept.tokens().clone()).collect();
        prop_assert_eq!(asked, naive_hdd(&tree, is_coarse, &minimizer, &property));
    }

    #[test]
    fn perses_keeps_its_promises_on_any_property(
        (tree, property) in a_tree(60), deletions in deletions(), is_replacing in any::<bool>()
    ) {
        let bound = perses_bound(&tree, deletions, is_replacing);
        let make = || tree.search(|start| Perses::new(start, deletions, is_replacing));
        let run = check(make, &tree, &property, bound);
        let removed = removals(&run.asked, &property);
        prop_assert!(is_replacing || keeps_the_plus_rule(&tree, &run.kept, &removed));
    }

    #[test]
    fn perses_without_replacements_ends_one_minimal_on_a_monotone_property(
        (tree, property) in a_monotone_tree(50), deletions in deletions()
    ) {
        let make = || tree.search(|start| Perses::new(start, deletions, false));
        let run = check(make, &tree, &property, usize::MAX);
        assert_one_minimal(&tree, &run.kept, &candidates(&tree, false), &property);
    }

    #[test]
    fn perses_takes_the_nodes_heaviest_first(
        (tree, property) in a_tree(50), is_replacing in any::<bool>()
    ) {
        // Nothing is removable, so every node that is tried still has its whole weight.
        let make = || tree.search(|start| Perses::new(start, Deletions::Single, is_replacing));
        let nothing = Property::Arbitrary { seed: 0, percent: 0 };
        let run = check(make, &tree, &nothing, usize::MAX);
        let weights: Vec<u32> =
            run.asked.iter().map(|(query, _)| tree.weight(touched(&query.change))).collect();
        prop_assert!(weights.is_sorted_by(|a, b| a >= b), "{:?} {:?}", weights, property);
    }
}

/// The one node that a change is about.
fn touched(change: &Edits) -> NodeId {
    match (&change.removed[..], &change.replaced[..]) {
        ([node], []) | ([], [(node, _)]) => *node,
        _ => panic!("{change:?} is about several nodes"),
    }
}
