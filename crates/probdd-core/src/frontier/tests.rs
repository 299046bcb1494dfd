//! Three traces worked out by hand. P(c) of a class with s nodes seen, d of them needed, is
//! `(s - d + 2 * (1 - D)) / (s + 2)`, where D is the share of needed nodes of all classes (see
//! `priors`). A test costs `2000 + tokens left`, so among small sets the expected tokens decide.

use super::*;
use crate::input::sketch;
use crate::tree::search;
use crate::{Kept, Search, Tree, Verdict};
use std::sync::Arc;

/// Runs a search to its end. Returns the nodes that each query removes and its probability, to four
/// digits, and then the nodes of the best configuration.
fn trace(
    tree: &Arc<Tree>,
    frontier: impl FnOnce(&TreeConfiguration) -> Frontier,
    answer: impl Fn(&dyn Fn(usize) -> bool) -> Feedback,
) -> (Vec<(Vec<u32>, f64)>, Vec<u32>) {
    let mut search = search(Arc::clone(tree), frontier);
    let mut kept = Kept::all(tree);
    let mut queries = Vec::new();
    while let Some(query) = search.ask().cloned() {
        let mut candidate = kept.clone();
        candidate.apply(tree, &query.change);
        let feedback = answer(&|token| candidate.contains(token));
        if feedback.is_interesting() {
            kept = candidate;
        }
        let probability = query.probability.expect("frontier has a model");
        let removed = fixture::ids(query.change.removed);
        queries.push((removed, (probability * 1e4).round() / 1e4));
        search.tell(&feedback);
    }
    (queries, fixture::ids(search.best().removed.clone()))
}

fn verdict(is_interesting: bool) -> Feedback {
    if is_interesting { Verdict::Interesting.into() } else { Verdict::Uninteresting.into() }
}

#[test]
fn follows_a_trace_in_which_the_last_suspect_is_inferred() {
    // Nodes of one class, with their tokens: 1 (0, 1, 2) with 2 (1) inside it, 3 (3, 4), 4 (5), 5 (6).
    // Token 1 is needed.
    //   5, 4, 3, 1  1.9/2 * 2.9/3 * 3.9/4 * 4.9/5 = .95, .9183, .8954, .8775; 7 * .8775 tokens is more
    //               than any shorter set has: uninteresting, one of the four is needed
    //   5, 4        parts, given that: 5 alone (.95 - .8775) / (1 - .8775) = .5919, one token;
    //               5 and 4 (.9183 - .8775) / .1225 = .3335, .667 tokens; 5, 4 and 3 .1461, under the
    //               least chance of .3: interesting
    //   3           two removed, D = .05 / 3: 3 can be removed with 3.9667 / 4 = .9917, 1 after it with
    //               4.9667 / 5 = .9933, both with .9851; (.9917 - .9851) / .0149 = .4424: interesting
    //   (1)         the last suspect, and nothing outside of the set was removed: needed, no query
    //   2           inside 1. Three removed, one needed: s = 3 * 7/8 + 1, D = 1.05 / 4.625 = .2270;
    //               (2.625 + 2 * .7730) / 5.625 = .7415: uninteresting, and nothing is left
    let tree = sketch::tree("aa( ?(x ?(x) x) ?(xx) ?(x) ?(x) )", &[]);
    let frontier = |start: &TreeConfiguration| Frontier::new(start, Links::default());
    let (queries, removed) = trace(&tree, frontier, |keeps| verdict(keeps(1)));
    let expected =
        [(vec![5, 4, 3, 1], 0.8775), (vec![5, 4], 0.3335), (vec![3], 0.4424), (vec![2], 0.7415)];
    assert_eq!(queries, expected);
    assert_eq!(removed, [5, 4, 3]);
}

#[test]
fn follows_a_trace_of_a_definition_and_its_use() {
    // Node 1 (tokens 0 to 7) defines a name that token 9 refers to: node 3, inside node 2 (8, 9).
    // Token 8 is needed, and token 0 as long as token 9 is kept.
    //   2, 1   .95 * .95: a definition whose uses are removed with it has a counter of its own, with
    //          the same prior: uninteresting
    //   2      (.95 - .9025) / (1 - .9025) = .4872: uninteresting. 2 is needed, 3 takes its place, and
    //          1 is not suspect any more
    //   1      its use is undecided: prior .5, 8 * .5 tokens. 3 can be removed with
    //          2 * (1 - 1.05 / 2) / 3 = .3167, then 1 with .95: 9 * .3009 tokens: uninteresting
    //   3      .3167, as before: what was learned of a definition in use says nothing about 3:
    //          interesting
    //   1      its last use is removed, so it comes back. No node was decided yet that was in use before:
    //          prior .05: interesting
    let tree = sketch::tree("aa( ?(xxxxxxxx) ?(x ?(x)) )", &[]);
    let frontier = |start: &TreeConfiguration| Frontier::new(start, Links::new(vec![(0, 9)]));
    let answer = |keeps: &dyn Fn(usize) -> bool| verdict(keeps(8) && (keeps(0) || !keeps(9)));
    let (queries, removed) = trace(&tree, frontier, answer);
    let expected = [
        (vec![2, 1], 0.9025),
        (vec![2], 0.4872),
        (vec![1], 0.5),
        (vec![3], 0.3167),
        (vec![1], 0.95),
    ];
    assert_eq!(queries, expected);
    assert_eq!(removed, [3, 1]);
}

#[test]
fn definitions_that_can_hardly_be_removed_are_opened_without_a_query() {
    // The last token uses the names of the nodes 1, 3 and 5. All of them are needed, and their second
    // tokens, in 2, 4 and 6, are not.
    //   5      prior .8 of being needed: uninteresting
    //   (3)    (2 - 2 * (1 + .8) / 2) / 3 = .067 < .15: no query, and the same for 1
    //   6, 4, 2
    let tree = sketch::tree("aa( ?(x ?(x)) ?(x ?(x)) ?(x ?(x)) x )", &[]);
    let links = Links::new(vec![(0, 6), (2, 6), (4, 6)]);
    let frontier = |start: &TreeConfiguration| Frontier::new(start, links);
    let answer = |keeps: &dyn Fn(usize) -> bool| verdict([0, 2, 4, 6].into_iter().all(keeps));
    let (queries, removed) = trace(&tree, frontier, answer);
    assert_eq!(queries, [(vec![5], 0.2), (vec![6, 4, 2], 0.8954)]);
    assert_eq!(removed, [6, 4, 2]);
}

/// The nodes that each query removes when some tokens are needed.
fn asked(sketch: &str, needed: &[usize]) -> Vec<Vec<u32>> {
    let tree = sketch::tree(sketch, &[]);
    let frontier = |start: &TreeConfiguration| Frontier::new(start, Links::default());
    let is_interesting =
        |keeps: &dyn Fn(usize) -> bool| verdict(needed.iter().all(|token| keeps(*token)));
    trace(&tree, frontier, is_interesting).0.into_iter().map(|(removed, _)| removed).collect()
}

#[test]
fn the_nodes_that_a_needed_node_consists_of_are_suspect() {
    // The list 1 consists of its items, so one of them is needed: the item 2, once the other two are
    // removed. The optional 1 has a token of its own, which may be the needed one.
    assert_eq!(asked("aa( *(i(x) i(x) i(x)) )", &[0]), [vec![1], vec![4], vec![3]]);
    let with_own_token = asked("aa( ?(x ?(x) ?(x) ?(x)) )", &[1]);
    assert_eq!(with_own_token, [vec![1], vec![4], vec![3, 2], vec![3]]);
}

#[test]
fn a_configuration_that_comes_up_again_takes_no_query() {
    // To remove the only item of a list is to remove the list.
    assert_eq!(asked("aa( x *(i(x)) )", &[1]), [vec![1]]);
}

#[test]
fn nodes_inside_the_last_item_of_a_list_that_keeps_one_are_removed() {
    assert_eq!(asked("+( i(x ?(x)) i(x) i(x) )", &[]), [vec![4, 3], vec![2]]);
}

#[test]
fn a_failed_tail_says_nothing_about_its_nodes() {
    // 400 items of one token each, and the first and the last are needed. The tails in between fail.
    let tree = sketch::tree(&format!("aa( *({}) )", "i(x)".repeat(400)), &[]);
    let is_interesting = |has: &dyn Fn(usize) -> bool| verdict(has(0) && has(399));
    let run = |least: u32| {
        let frontier = |start: &TreeConfiguration| {
            Frontier::new(start, Links::default()).with_tails_from(least).with_unreached_from(least)
        };
        trace(&tree, frontier, is_interesting)
    };
    let ((with, kept), (without, kept_without)) = (run(1), run(u32::MAX));
    assert_eq!(kept, kept_without);
    assert!(with.len() <= without.len() + 9, "{} and {} queries", with.len(), without.len());
}

#[test]
fn what_a_small_end_uses_goes_in_one_query_once_the_end_is_gone() {
    // 300 items of ten tokens, and after them five of thirty tokens, of which the last is needed. Each
    // of the other four uses all of the 300, in a way that no name shows.
    let item = |tokens: usize| format!("i({})", "x".repeat(tokens));
    let (before, end) = (item(10).repeat(300), item(30).repeat(5));
    let tree = sketch::tree(&format!("aa( *({before}{end}) )"), &[]);
    let is_interesting = |has: &dyn Fn(usize) -> bool| {
        let is_all_there = (0..3000).all(has);
        verdict(has(3120) && (is_all_there || !(3000..3120).any(has)))
    };
    let queries = |least: u32| {
        let frontier = |start: &TreeConfiguration| {
            Frontier::new(start, Links::default()).with_tails_from(least).with_unreached_from(least)
        };
        trace(&tree, frontier, is_interesting).0.len()
    };
    let (with, without) = (queries(LEAST_BEFORE_TAIL), queries(u32::MAX));
    assert!(with <= 20 && without > 300, "{with} queries with tails, {without} without");
}

#[test]
fn users_are_hoisted_before_the_details_of_what_they_use() {
    // Token 3, in node 4, uses the name of the definition 1 (0 and 1). Token 4, in node 5, which fits in
    // the place of 4, is needed. Node 3 is a detail of the definition.
    let tree = sketch::tree("r-( *( i( x ?(x) ) ) AX( xx AX(x) ) )", &["XA"]);
    let asked = |with_hoists: bool| {
        let mut search = search(Arc::clone(&tree), |start| {
            let links = Links::new(vec![(0, 3)]);
            let frontier = Frontier::new(start, links);
            if with_hoists { frontier.with_hoists() } else { frontier }
        });
        let (mut kept, mut asked) = (Kept::all(&tree), Vec::new());
        while let Some(query) = search.ask().cloned() {
            let mut candidate = kept.clone();
            candidate.apply(&tree, &query.change);
            let is_interesting =
                candidate.contains(4) && (candidate.contains(0) || !candidate.contains(3));
            if is_interesting {
                kept = candidate;
            }
            asked.push((fixture::ids(query.change.removed), query.change.replaced));
            search.tell(&verdict(is_interesting));
        }
        asked
    };
    let hoist = (vec![], vec![(NodeId(4), NodeId(5))]);
    assert_eq!(asked(true), [(vec![1], vec![]), hoist, (vec![1], vec![])]);
    assert_eq!(asked(false), [(vec![1], vec![]), (vec![3], vec![])]);
}

#[test]
fn hoists_that_save_nothing_leave_the_turn_to_the_details_of_what_is_used() {
    // As above, with 60 uses, none of which can be replaced. The detail 3 can go.
    let sketch = format!("r-( *( i( x ?(x) ) ) {})", "AX( xx AX(x) ) ".repeat(60));
    let tree = sketch::tree(&sketch, &["XA"]);
    let uses = (0..60).map(|use_| (0, 3 + 3 * use_)).collect();
    let mut search =
        search(Arc::clone(&tree), |start| Frontier::new(start, Links::new(uses)).with_hoists());
    let (mut before, mut after, mut is_decided) = (0, 0, false);
    while let Some(query) = search.ask().cloned() {
        let removed = fixture::ids(query.change.removed);
        match query.change.replaced.len() {
            0 => is_decided |= removed == [3],
            _ if is_decided => after += 1,
            _ => before += 1,
        }
        search.tell(&verdict(removed == [3]));
    }
    assert!(is_decided && (1..=24).contains(&before) && before + after == 60, "{before}, {after}");
}

/// Whether a candidate keeps a token.
type Keeps<'a> = &'a dyn Fn(usize) -> bool;

#[test]
fn what_must_be_used_goes_with_its_last_use_and_is_not_suspect_without_it() {
    // Two items, each of which is used by one of the two options after them.
    let tree = sketch::tree("aa( *( i(x) i(x) ) ?(x) ?(x) )", &[]);
    let used =
        |node, by| crate::MustBeUsed { node: NodeId(node), uses: vec![by], names: Vec::new() };
    let tree = Arc::new((*tree).clone().with_must_be_used(vec![used(2, 2), used(3, 3)]));
    let asked = |is_interesting: fn(Keeps) -> bool| {
        let links = Links::new(vec![(0, 2), (1, 3)]);
        let frontier = |start: &TreeConfiguration| Frontier::new(start, links);
        let (queries, _) = trace(&tree, frontier, |keeps| verdict(is_interesting(keeps)));
        queries.into_iter().map(|(nodes, _)| nodes).collect::<Vec<_>>()
    };
    let one_is_needed = asked(|keeps| keeps(2) && keeps(0) == keeps(2) && keeps(1) == keeps(3));
    assert_eq!(one_is_needed, [vec![5, 4, 1], vec![1], vec![5, 3], vec![2]]);
    let all_are_needed = asked(|keeps| (0..4).all(keeps));
    assert_eq!(all_are_needed, [vec![5, 4, 1], vec![1], vec![5, 3], vec![4, 2], vec![3]]);
}

#[test]
fn single_nodes_are_counted_since_the_last_failure() {
    // The last node goes alone, because it is large; the others go together.
    let tree = sketch::tree(&format!("aa( {} ?({}) )", "?(x) ".repeat(8), "x".repeat(3000)), &[]);
    let counts = |are_needed: bool| {
        let frontier = |start: &TreeConfiguration| Frontier::new(start, Links::default());
        let mut search = search(Arc::clone(&tree), frontier);
        let mut asked = || {
            let nodes = search.ask().expect("nodes are undecided").change.removed.len();
            search.tell(&verdict(nodes == 1 || !are_needed));
            (nodes, search.strategy().singles)
        };
        [asked(), asked()]
    };
    assert_eq!(counts(false), [(1, 1), (8, 1)]);
    assert_eq!(counts(true), [(1, 1), (8, 0)]);
}

#[test]
fn a_slow_search_of_a_long_text_ends_early_and_a_fast_one_does_not() {
    let queries = |tokens: usize, is_interesting: &dyn Fn(&Kept, &Tree) -> bool| {
        let items = "i(x)".repeat(tokens);
        let tree = sketch::tree(&format!("aa( *( {items} ) )"), &[]);
        let frontier = |start: &TreeConfiguration| {
            Frontier::new(start, Links::default()).ending_if_slow(start)
        };
        let mut search = search(Arc::clone(&tree), frontier);
        let (mut kept, mut queries) = (Kept::all(&tree), 0);
        while let Some(query) = search.ask().cloned() {
            let mut candidate = kept.clone();
            candidate.apply(&tree, &query.change);
            let is_interesting = is_interesting(&candidate, &tree);
            if is_interesting {
                kept = candidate;
            }
            queries += 1;
            search.tell(&verdict(is_interesting));
        }
        (queries, search.strategy().was_slow())
    };
    let (count, was_slow) = queries(2000, &|kept, tree| kept.weight(tree) > 1900);
    assert!(was_slow && count < SLOW_QUERIES, "{count}");
    let (count, was_slow) = queries(1000, &|kept, tree| kept.weight(tree) > 900);
    assert!(!was_slow && count > SLOW_QUERIES, "{count}");
    let needs_some =
        |kept: &Kept, _: &Tree| (0..2000).step_by(250).all(|token| kept.contains(token));
    let (count, was_slow) = queries(2000, &needs_some);
    assert!(!was_slow && count > SLOW_QUERIES, "{count}");
}

#[test]
fn of_many_twins_few_are_asked_about() {
    let (count, inside) = (300, "i(x) ".repeat(300));
    let tree = sketch::tree(&format!("r-( *( {inside}) )"), &[]);
    let twins = Twins::new(vec![(2..count + 2).map(NodeId).collect()]);
    // A text is the number of its twins, so that two of one number are the same text.
    let asked = |with: bool, least: usize| {
        let frontier = |start: &TreeConfiguration| {
            let twins = if with { twins.clone() } else { Twins::default() };
            Frontier::new(start, Links::default()).with_twins(twins)
        };
        let left = |keeps: &dyn Fn(usize) -> bool| (0..300).filter(|token| keeps(*token)).count();
        let (queries, removed) = trace(&tree, frontier, |keeps| verdict(left(keeps) >= least));
        (queries.len(), removed.len())
    };
    let (all_needed, removed) = asked(true, 300);
    assert!((all_needed, removed) < (30, 1), "{all_needed}");
    assert!(asked(false, 300).0 > 300);
    let (some_needed, removed) = asked(true, 200);
    assert_eq!(removed, 100);
    assert!(some_needed < 100, "{some_needed}");
}
