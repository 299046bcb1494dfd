//! Frontier against its naive version, query by query.

use crate::oracle::{Property, any_property, cases};
use crate::reference_frontier::Reference;
use crate::trees::{Sample, candidates, long_list, tokens_of_their_own, tree};
use probdd_core::{Edits, Frontier, Kept, Links, Search};
use proptest::prelude::*;

/// What a search is given: a tree, its names, and a property.
#[derive(Clone, Debug)]
struct Input {
    tree: Sample,
    pairs: Vec<(u32, u32)>,
    property: Property,
    /// How many tokens must go for a tail.
    least_before_tail: u32,
}

/// Inputs with at most twelve removable nodes. Names and their uses are tokens that stay as long as
/// their nodes: separators do not refer to anything.
fn an_input() -> impl Strategy<Value = Input> {
    let small =
        tree(40).prop_filter("few nodes", |tree| (1..=12).contains(&candidates(tree, false).len()));
    small.prop_flat_map(|tree| {
        let parts = (pairs(&tree), any_property(tree.token_count()), 1..9u32);
        parts.prop_map(move |(pairs, property, least_before_tail)| {
            let tree = tree.clone();
            Input { tree, pairs, property, least_before_tail }
        })
    })
}

/// Long lists of which some small items are needed, so that single nodes go one after another.
fn a_long_list() -> impl Strategy<Value = Input> {
    let needed = |tree: &Sample| {
        let items = candidates(tree, false).into_iter().map(|id| tree.node(id).tokens());
        let small: Vec<usize> =
            items.filter(|tokens| tokens.len() < 4).map(|tokens| tokens.start).collect();
        let most = small.len().min(12);
        prop::sample::subsequence(small, 0..=most)
    };
    let of_tree = move |tree: Sample| {
        needed(&tree).prop_map(move |needed| Input {
            tree: tree.clone(),
            pairs: Vec::new(),
            property: Property::KeepsOneOf(vec![needed]),
            least_before_tail: u32::MAX,
        })
    };
    long_list().prop_flat_map(of_tree)
}

/// Names that later tokens refer to, and a few that earlier ones do.
fn pairs(tree: &Sample) -> BoxedStrategy<Vec<(u32, u32)>> {
    let own = tokens_of_their_own(tree);
    if own.is_empty() {
        return Just(Vec::new()).boxed();
    }
    let token = prop::sample::select(own).prop_map(|token| token as u32);
    let pair = (token.clone(), token, prop::bool::weighted(0.8));
    let ordered =
        pair.prop_map(|(a, b, forward)| if forward { (a.min(b), a.max(b)) } else { (a, b) });
    prop::collection::vec(ordered, 0..12).boxed()
}

/// Runs a search to its end. Each of its queries must be that of the naive version.
fn assert_equal_queries(input: &Input) {
    let Input { tree, property, least_before_tail: least, .. } = input;
    let links = Links::new(input.pairs.clone());
    let mut search = tree.search(|start| {
        Frontier::new(start, links.clone()).with_tails_from(*least).with_unreached_from(*least)
    });
    let mut reference = Reference::new(tree, &links, *least);
    let mut kept = Kept::all(tree);
    for turn in 1.. {
        let Some(query) = search.ask().cloned() else { break };
        let (nodes, chance) = reference.ask().expect("the search goes on");
        assert_eq!(query.change, Edits::removal(nodes), "query {turn}");
        let told = query.probability.expect("frontier has a model");
        assert!((told - chance).abs() < 1e-9, "query {turn}: P = {chance}, not {told}");
        let mut candidate = kept.clone();
        candidate.apply(tree, &query.change);
        let answer = property.feedback(candidate.tokens(), turn);
        if answer.is_interesting() {
            kept = candidate;
        }
        search.tell(&answer);
        reference.tell(&answer);
    }
    assert_eq!(reference.ask(), None, "the search has ended");
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn frontier_asks_what_a_naive_version_asks(input in an_input()) {
        assert_equal_queries(&input);
    }

    #[test]
    fn frontier_over_a_long_list_asks_what_a_naive_version_asks(input in a_long_list()) {
        assert_equal_queries(&input);
    }
}
