use super::*;
use crate::tree::search;
use crate::{Driver, Kept, Kind, Search, Slot, TreeBuilder, Verdict};
use std::sync::Arc;

/// The expected gain E of a node.
fn gain(search: &Driver<Tpdd>, tree: &Tree, node: NodeId) -> f64 {
    let (mut kept, tpdd) = (Kept::all(tree), search.strategy());
    kept.apply(tree, search.best());
    let weight = kept.weight_in(tree, tree.node(node).tokens());
    f64::from(weight) * tpdd.chance(node, tpdd.parent_needed(tree, node))
}

/// Figure 3: n1-n2-n3{n4-n6-n8{c}, n5-n7} with 2 tokens in c and 1 in n7. The text of the other
/// nodes has no weight in the figure, so here they have tokens that do not count.
fn figure_3() -> Tree {
    let mut builder = TreeBuilder::default();
    let mut open = |role, uncounted: bool, counted: usize, close: usize| {
        let id = builder.open(Kind::NONE, role, Slot::NONE);
        (0..usize::from(uncounted)).for_each(|_| builder.token(false));
        (0..counted).for_each(|_| builder.token(true));
        (0..close).for_each(|_| builder.close());
        id.0
    };
    assert_eq!(open(Role::Regular, true, 0, 0), 0, "n1");
    assert_eq!(open(Role::Regular, true, 0, 0), 1, "n2");
    assert_eq!(open(Role::Star, true, 0, 0), 2, "n3");
    assert_eq!(open(Role::Item, true, 0, 0), 3, "n4");
    assert_eq!(open(Role::Regular, true, 0, 0), 4, "n6");
    assert_eq!(open(Role::Star, false, 0, 0), 5, "n8");
    assert_eq!(open(Role::Item, false, 2, 4), 6, "c, closing n8, n6, n4");
    assert_eq!(open(Role::Item, false, 0, 0), 7, "n5");
    assert_eq!(open(Role::Regular, false, 1, 5), 8, "n7, closing n5, n3, n2, n1");
    builder.finish(Arc::new([]))
}

#[test]
fn stops_when_no_gain_is_a_token_if_it_is_told_to() {
    // The first three gains of figure 3 are more than 1, the fourth is .556: n5 stays.
    let needed = [0, 1, 2, 3, 4];
    let tree = Arc::new(figure_3());
    let tpdd = |start: &_| Tpdd::new(start, Tpdd::SIGMA, FeedbackSettings::BINARY);
    let mut search = search(Arc::clone(&tree), |start| tpdd(start).stopping_below(1.0));
    let mut asked = 0;
    while let Some(query) = search.ask() {
        let node = query.change.removed[0];
        let fails = needed.iter().any(|n| tree.contains(node, NodeId(*n)));
        search.tell(&if fails { Verdict::Uninteresting } else { Verdict::Interesting }.into());
        asked += 1;
    }
    assert_eq!((asked, &search.best().removed[..]), (3, &[NodeId(5)][..]));
}

/// The nodes that a search on figure 3 asks to remove, and p of the first after its query.
fn asked_of_figure_3(make: fn(&TreeConfiguration) -> Tpdd) -> (Vec<u32>, f64) {
    let needed = [0, 1, 2, 3, 4];
    let tree = Arc::new(figure_3());
    let mut search = search(Arc::clone(&tree), make);
    let (mut asked, mut first) = (Vec::new(), None);
    while let Some(query) = search.ask() {
        let node = query.change.removed[0];
        let fails = needed.iter().any(|n| tree.contains(node, NodeId(*n)));
        search.tell(&if fails { Verdict::Uninteresting } else { Verdict::Interesting }.into());
        first.get_or_insert(search.strategy().state(node).p);
        asked.push(node.0);
    }
    (asked, first.expect("it asks"))
}

#[test]
fn a_failure_raises_by_another_factor_if_that_is_said() {
    // C(n3) is .4375: .5 / (1 - .4375) = .889 by the figure, and .5 * 1.9 by the factor.
    let tpdd = |start: &TreeConfiguration| {
        Tpdd::new(start, Tpdd::SIGMA, FeedbackSettings::BINARY).rising_by(1.9)
    };
    let (asked, p) = asked_of_figure_3(tpdd);
    assert_eq!(asked[0], 2);
    assert!((p - 0.95).abs() < 1e-12, "{p}");
}

#[test]
fn with_the_priors_of_the_text_no_list_of_a_regular_node_is_asked_about() {
    let (asked, _) = asked_of_figure_3(|start| {
        Tpdd::with_priors_of_the_text(start, Tpdd::SIGMA, FeedbackSettings::BINARY)
    });
    // The items n4, c and n5, and not the lists n3 and n8.
    let mut nodes = asked;
    nodes.sort_unstable();
    assert_eq!(nodes, [3, 6, 7]);
}

#[test]
fn follows_figure_3_of_the_paper() {
    let needed = [0, 1, 2, 3, 4];
    let tree = Arc::new(figure_3());
    let binary = FeedbackSettings::BINARY;
    let mut search = search(Arc::clone(&tree), |start| Tpdd::new(start, Tpdd::SIGMA, binary));
    let mut trace = Vec::new();
    while let Some(query) = search.ask() {
        let node = query.change.removed[0];
        let gain = gain(&search, &tree, node);
        let fails = needed.iter().any(|n| tree.contains(node, NodeId(*n)));
        let verdict = if fails { Verdict::Uninteresting } else { Verdict::Interesting };
        search.tell(&verdict.into());
        trace.push((node.0, (gain * 1000.0).round() / 1000.0, search.strategy().state(node).p));
    }
    let (n3, n4, n8, n5) = (2, 3, 5, 7);
    let expected = [(n3, 2.156), (n4, 1.778), (n8, 1.556), (n5, 0.556)];
    let asked: Vec<(u32, f64)> = trace.iter().map(|(node, gain, _)| (*node, *gain)).collect();
    assert_eq!(asked, expected);
    assert!((trace[0].2 - 0.8889).abs() < 5e-5, "n3 after its first failure: {}", trace[0].2);
    assert!((trace[1].2 - 1.0).abs() < 1e-12, "n4 is kept for good");
    assert_eq!(search.best().removed, [NodeId(n8), NodeId(n5)]);
    // The figure's fifth row, n3 with E = 0, keeps n1 and n2 as its first row does: a known failure,
    // which takes no query.
    assert_eq!(search.strategy().state(NodeId(n3)).decision, Decision::KeptForGood);
    assert!(gain(&search, &tree, NodeId(n3)).abs() < 1e-12);
}

#[test]
fn follows_figure_3_with_two_checks() {
    use crate::{AfterFail, CheckState};
    use CheckState::{Failed, Held, NotRun};
    let feedback = FeedbackSettings { checks: 2, after_fail: AfterFail::Unknown };
    let tree = Arc::new(figure_3());
    let mut search = search(Arc::clone(&tree), |start| Tpdd::new(start, Tpdd::SIGMA, feedback));
    let told = |checks: [CheckState; 2]| {
        let verdict = Verdict::Uninteresting;
        Feedback { verdict, checks: checks.to_vec() }
    };
    let p = |search: &Driver<Tpdd>, node: u32| {
        format!("{:.4}", search.strategy().state(NodeId(node)).p)
    };
    let (n3, n4, n8, n5) = (2, 3, 5, 7);
    // Merged, the priors are those of one check: 1 - sqrt(.5) = .2929 each.
    assert_eq!(search.ask().unwrap().change.removed, [NodeId(n3)]);
    assert!((gain(&search, &tree, NodeId(n3)) - 2.156).abs() < 5e-4);
    search.tell(&told([Held, Failed]));
    // All nodes inside are cleared of the first check: q = 1 - .999 * .7071. So n3 = 1 - .999 * .1111
    // has the greatest gain again; but its removal is known, counts as a failure, and decides n3.
    assert_eq!(p(&search, n3), "1.0000");
    assert_eq!([n4, n8, n5].map(|node| p(&search, node)), ["0.2936"; 3]);
    // n4 is more likely removable than before. That the first check fails for it is a contradiction.
    assert_eq!(search.ask().unwrap().change.removed, [NodeId(n4)]);
    search.tell(&told([Failed, NotRun]));
    // From the prior on: .5 * 1.582 at least; twice at most until it is kept for good.
    assert!(search.strategy().state(NodeId(n4)).p >= 0.79, "{}", p(&search, n4));
    assert_eq!(p(&search, n8), "0.2936", "nodes inside did not fail");
    // A single node that fails is decided, whatever check it was.
    while let Some(query) = search.ask() {
        assert_ne!(query.change.removed, [NodeId(n3)], "that is known");
        search.tell(&told([Held, Failed]));
    }
    assert!(search.best().removed.is_empty());
    assert!(search.strategy().nodes.iter().all(|state| state.decision != Decision::Undecided));
}

#[test]
fn each_check_conditions_its_own_network() {
    use crate::{AfterFail, CheckState};
    use CheckState::{Failed, Held, NotRun};
    let after = |after_fail: AfterFail, checks: [CheckState; 2], expected: [f64; 3]| {
        let feedback = FeedbackSettings { checks: 2, after_fail };
        let told = Feedback { checks: checks.to_vec(), ..Feedback::UNINTERESTING };
        let n3 = NodeId(2);
        search(Arc::new(figure_3()), |start| {
            let mut tpdd = Tpdd::new(start, Tpdd::SIGMA, feedback);
            tpdd.fail(start, n3, feedback.outcomes(&told));
            let beliefs = tpdd.beliefs[n3.index()];
            let p = [0, 1].map(|check| beliefs.of_check(check).expect("there are two checks"));
            let found = [p[0], p[1], tpdd.state(n3).p];
            let is_close = |(found, expected): (f64, f64)| (found - expected).abs() < 5e-5;
            assert!(found.into_iter().zip(expected).all(is_close), "{found:?}");
            tpdd
        });
    };
    // By hand: p = 1 - sqrt(.5) = .2929 in each network. Q(n8) = Q(n5) = .7071, Q(n6) = .9142,
    // Q(n4) = .9749; C(n3) = .6893, and .2929 / (1 - .6893) = .9428.
    after(AfterFail::Unknown, [Held, Failed], [0.001, 0.9428, 0.9429]);
    after(AfterFail::Unknown, [Failed, NotRun], [0.9428, 0.2929, 0.9596]);
    after(AfterFail::Failed, [Failed, NotRun], [0.9428, 0.9428, 0.9967]);
    // Which check failed is not known: the merged network, .2929 / (1 - .4375) = .5207; together they
    // rise at least to .8889, as one network would.
    after(AfterFail::Unknown, [NotRun, NotRun], [0.7682, 0.5207, 0.8889]);
}

#[test]
fn a_list_is_removed_with_its_last_item_and_takes_no_query() {
    let mut builder = TreeBuilder::default();
    builder.open(Kind::NONE, Role::Regular, Slot::NONE);
    builder.token(true);
    builder.open(Kind::NONE, Role::Star, Slot::NONE);
    builder.open(Kind::NONE, Role::Item, Slot::NONE);
    builder.token(true);
    (0..3).for_each(|_| builder.close());
    let tree = Arc::new(builder.finish(Arc::new([])));
    let mut search = search(tree, |start| Tpdd::new(start, 0.5, FeedbackSettings::BINARY));
    search.tell(&Verdict::Interesting.into());
    assert!(search.ask().is_none());
}

#[test]
fn a_plus_keeps_its_last_item() {
    let mut builder = TreeBuilder::default();
    builder.open(Kind::NONE, Role::Plus, Slot::NONE);
    for _ in 0..3 {
        builder.open(Kind::NONE, Role::Item, Slot::NONE);
        builder.token(true);
        builder.close();
    }
    builder.close();
    let tree = Arc::new(builder.finish(Arc::new([])));
    let mut search = search(tree, |start| Tpdd::new(start, 0.5, FeedbackSettings::BINARY));
    while search.ask().is_some() {
        search.tell(&Verdict::Interesting.into());
    }
    assert_eq!(search.best().removed, [NodeId(1), NodeId(2)]);
}
