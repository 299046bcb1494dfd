//! Which levels are asked about, and how many queries that takes.

use super::*;
use crate::input::sketch;
use crate::tree::search;
use crate::{Kept, Kind, Role, Slot, Tree, TreeBuilder, Verdict};

/// Nodes inside each other, each with a token on either side of the next one; the innermost one is a
/// token.
fn nest(levels: usize) -> Arc<Tree> {
    let mut builder = TreeBuilder::default();
    builder.open(Kind(0), Role::Regular, Slot::NONE);
    for _ in 0..levels {
        builder.open(Kind(0), Role::Regular, Slot(0));
        builder.token(true);
    }
    builder.open(Kind(0), Role::Regular, Slot(0));
    builder.token(true);
    builder.close();
    for _ in 0..levels {
        builder.token(true);
        builder.close();
    }
    builder.close();
    Arc::new(builder.finish([std::iter::once(0).collect()].into()))
}

/// The queries on a property, and what is kept in the end.
fn run(tree: &Arc<Tree>, is_interesting: impl Fn(&Kept) -> bool) -> (Vec<Edits>, Kept) {
    let mut search = search(Arc::clone(tree), |_| Nesting::new(chains(tree)));
    let (mut asked, mut kept) = (Vec::new(), Kept::all(tree));
    while let Some(query) = search.ask().cloned() {
        let mut candidate = kept.clone();
        candidate.apply(tree, &query.change);
        let is_interesting = is_interesting(&candidate);
        if is_interesting {
            kept = candidate;
        }
        asked.push(query.change);
        let verdict = if is_interesting { Verdict::Interesting } else { Verdict::Uninteresting };
        search.tell(&verdict.into());
    }
    (asked, kept)
}

/// The average number of queries where so many levels of a nest are needed, at places that a fixed
/// sequence chooses.
fn queries(levels: usize, needed: usize, runs: usize) -> usize {
    let tree = nest(levels);
    let mut place = 1_usize;
    let mut run = || {
        let mut next = || {
            place = place
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (place >> 33) % levels
        };
        let needed: Vec<usize> = (0..needed).map(|_| next()).collect();
        let (asked, kept) = run(&tree, |kept| needed.iter().all(|level| kept.contains(*level)));
        assert!(kept.weight(&tree) <= 2 * needed.len() + 1, "only needed levels are left");
        asked.len()
    };
    (0..runs).map(|_| run()).sum::<usize>() / runs
}

#[test]
fn the_innermost_node_takes_the_outermost_ones_place_first() {
    let (asked, kept) = run(&nest(20), |_| true);
    assert_eq!(asked, [Edits::replacement(NodeId(1), NodeId(21))]);
    assert_eq!(kept.tokens().ones().collect::<Vec<_>>(), [20]);
}

#[test]
fn a_needed_level_is_found_by_halving() {
    let (asked, kept) = run(&nest(20), |kept| kept.contains(12));
    let replaced: Vec<(u32, u32)> =
        asked.iter().map(|change| change.replaced[0]).map(|(by, of)| (by.0, of.0)).collect();
    assert_eq!(replaced[..3], [(1, 21), (1, 10), (10, 15)], "all, the outer half, a quarter");
    assert_eq!(kept.tokens().ones().collect::<Vec<_>>(), [12, 20, 28]);
}

#[test]
fn the_number_of_queries_grows_as_the_logarithm_of_the_depth() {
    let of = |levels, runs| [0, 1, 5].map(|needed| queries(levels, needed, runs));
    assert_eq!(of(1000, 40), [1, 13, 51]);
    assert_eq!(of(100_000, 2), [1, 20, 82]);
}

#[test]
fn a_search_for_a_number_of_levels_gives_up_in_time() {
    let tree = nest(1000);
    let (asked, kept) = run(&tree, |kept| kept.weight(&tree) >= 600);
    assert!(kept.weight(&tree) < 620, "{} tokens are left", kept.weight(&tree));
    assert!(asked.len() < 80, "{} queries", asked.len());
}

#[test]
fn items_nest_where_there_is_no_grammar() {
    let nested = |depth: usize| {
        let open = "i( x *( ".repeat(depth);
        let close = " ) x )".repeat(depth);
        sketch::tree(&format!("*( {open} i(x) {close} )"), &[])
    };
    let tree = nested(20);
    let (asked, kept) = run(&tree, |_| true);
    assert_eq!((asked.len(), kept.weight(&tree)), (1, 1));
    assert!(chains(&nested(16)).is_empty(), "a nest of 16 levels is not deep");
}

#[test]
fn a_nest_with_much_beside_it_is_not_deep() {
    let beside = |tokens: usize| {
        let open = format!("CB( {} ", "x".repeat(tokens)).repeat(20);
        let tree = sketch::tree(&format!("r-( {open} CB(x) {} )", ")".repeat(20)), &["BC"]);
        chains(&tree).len()
    };
    assert_eq!((beside(19), beside(21)), (1, 0));
}

#[test]
fn a_level_that_another_chain_has_cut_has_no_text_of_its_own() {
    // Nodes at two positions in turn: a chain of each.
    let open = "CB( x DE( x ".repeat(20);
    let tree = sketch::tree(&format!("r-( {open} CB(x) {} )", ") )".repeat(20)), &["BC", "ED"]);
    assert_eq!(chains(&tree).len(), 2);
    let (asked, kept) = run(&tree, |_| true);
    assert_eq!(
        (asked.len(), kept.weight(&tree)),
        (1, 1),
        "the second chain is gone with the first"
    );
}
