use super::super::fixture::{Fixture, assert_close, ids, node_ids};
use super::super::priors::Uses;
use super::*;

/// Nodes and chance of the set that is asked about next.
#[track_caller]
fn best(fixture: &Fixture) -> (Vec<u32>, f64) {
    let Choice { nodes, chance, .. } = fixture.best().expect("the pool has a set");
    (ids(nodes), chance)
}

/// So many optionals, each of one token.
fn optionals(count: usize) -> Fixture {
    Fixture::new(&format!("aa({})", "?(x)".repeat(count)), &[])
}

#[test]
fn an_empty_pool_has_no_set() {
    assert!(Fixture::new("aa(x)", &[]).best().is_none());
}

#[test]
fn nodes_of_one_class_are_removed_all_together_from_the_end_backwards() {
    let (nodes, chance) = best(&optionals(3));
    assert_eq!(nodes, [3, 2, 1]);
    assert_close(chance, 1.9 / 2.0 * 2.9 / 3.0 * 3.9 / 4.0);
}

#[test]
fn the_value_of_a_set_is_its_expected_tokens_over_a_base_cost_and_the_tokens_left() {
    let choice = optionals(3).best().expect("the pool has a set");
    assert_close(choice.value, 3.0 * choice.chance / (2_000.0 + 3.0 - 3.0));
}

#[test]
fn a_node_that_is_likely_needed_is_left_out_of_a_set() {
    // Of kind b, one node of one was needed: (0 + 2 * .475) / 3 = .317 can be removed, and of kind c
    // 2 * .475 / 2. Together they have .15, less than the least chance of .3.
    let mut fixture = Fixture::new("aa( ?(cc(x)) ?(bb(x)) )", &[]);
    fixture.learn_needed(3, 1);
    let (nodes, chance) = best(&fixture);
    assert_eq!(nodes, [1]);
    assert_close(chance, 0.475);
}

#[test]
fn a_heavy_node_is_worth_a_smaller_chance() {
    let mut fixture = Fixture::new("aa( ?(cc(x)) ?(bb(xx)) )", &[]);
    fixture.learn_needed(3, 1);
    let (nodes, chance) = best(&fixture);
    assert_eq!(nodes, [3]);
    assert_close(chance, 0.95 / 3.0);
}

#[test]
fn a_heavy_node_for_which_no_set_has_room_is_asked_about_alone() {
    // The last set is the last node: with another one, it would have less than the least chance of .3.
    let mut fixture = Fixture::new("aa( ?(bb(xxxxxxxxx)) ?(bb(x)) ?(bb(x)) )", &[]);
    fixture.learn_needed(1, 1);
    let (nodes, chance) = best(&fixture);
    assert_eq!(nodes, [1]);
    assert_close(chance, 0.95 / 3.0);
}

/// Instead of a single node, several nodes if they are worth more.
fn several(fixture: &Fixture, single: Choice) -> Choice {
    or_several(single, &fixture.pool, &fixture.priors, fixture.best.weight(NodeId::ROOT))
}

#[test]
fn a_single_node_gives_way_to_a_set_of_nodes_that_gain_as_much_for_their_chance() {
    // All nodes have the chance .55. Two of kind c leave no room for any of kind b: .55 * .64 = .35.
    let mut fixture =
        Fixture::new("aa( ?(bb(xxxxxxxxx)) ?(bb(xxxxxxxxx)) ?(cc(x)) ?(cc(x)) )", &[]);
    let classes = [fixture.class(1), fixture.class(5)];
    for is_needed in [true, false] {
        for class in classes {
            fixture.priors.learn(class, Uses::None, is_needed);
        }
    }
    let single = fixture.best().expect("the pool has a set");
    assert_eq!(ids(single.nodes.clone()), [3]);
    let set = several(&fixture, single.clone());
    assert_eq!(ids(set.nodes), [3, 1]);
    assert_close(set.chance, single.chance * (4.0 * single.chance + 1.0) / 5.0);
}

#[test]
fn a_single_node_stays_where_the_set_is_worth_less() {
    // Nodes of kind c could always be removed, and those of kind b never. So c is in the set, and b is not:
    // its gain, 9, is less than 9 times -ln of its chance.
    let mut fixture = Fixture::new("aa( ?(bb(xxxxxxxxx)) ?(cc(x)) )", &[]);
    let class = fixture.class(3);
    (0..20).for_each(|_| fixture.priors.learn(class, Uses::None, false));
    fixture.learn_needed(1, 6);
    let single = Choice { nodes: node_ids(&[1]), chance: 0.3, value: 9.0 * 0.3 / 2_001.0 };
    assert_eq!(ids(several(&fixture, single.clone()).nodes), [1]);
    let worse = Choice { value: 0.0, ..single };
    assert_eq!(ids(several(&fixture, worse).nodes), [3]);
}

#[test]
fn a_set_ends_before_a_node_that_takes_more_of_its_chance_than_it_adds_tokens() {
    // From the end: c with five tokens, .475; then b, .317: 5 * .475 > 6 * .15.
    let mut fixture = Fixture::new("aa( ?(bb(x)) ?(cc(xxxxx)) )", &[]);
    fixture.learn_needed(1, 1);
    assert_eq!(best(&fixture).0, [3]);
}

#[test]
fn a_definition_is_removed_together_with_its_uses() {
    let (nodes, chance) = best(&Fixture::new("aa( ?(x) ?(x) )", &[(0, 1)]));
    assert_eq!(nodes, [2, 1]);
    // Nodes with uses that are removed have a counter of their own, with the same prior.
    assert_close(chance, 0.95 * 0.95);
}

#[test]
fn a_definition_that_stands_after_its_use_is_taken_after_it() {
    // From the end: the definition has an undecided use, .5, so sets of lower limits leave it out
    // until they have its use.
    let (nodes, chance) = best(&Fixture::new("aa( ?(xx) ?(x) )", &[(2, 0)]));
    assert_eq!(nodes, [1, 2]);
    assert_close(chance, 0.95 * 0.95);
}

#[test]
fn a_definition_whose_use_is_needed_comes_last() {
    let mut fixture = Fixture::new("aa( x ?(x) ?(x) )", &[(1, 0)]);
    assert_eq!(best(&fixture).0, [2]);
    fixture.remove(&[2]);
    let (nodes, chance) = best(&fixture);
    assert_eq!(nodes, [1]);
    assert_close(chance, 0.2);
}

#[test]
fn a_part_of_a_suspect_set_is_conditioned_on_one_of_all_being_needed() {
    let mut fixture = optionals(3);
    fixture.pool.suspect(&node_ids(&[3, 2, 1]));
    let all = 0.95 * (2.9 / 3.0) * (3.9 / 4.0);
    let (nodes, chance) = best(&fixture);
    // A part of two nodes has (.9183 - .8954) / (1 - .8954) = .219, less than .3.
    assert_eq!(nodes, [3]);
    assert_close(chance, (0.95 - all) / (1.0 - all));
}

#[test]
fn a_part_of_a_suspect_set_grows_with_its_expected_tokens() {
    // 1 * .592 < 2 * .334; a third node has a chance of .146.
    let mut fixture = optionals(4);
    fixture.pool.suspect(&node_ids(&[4, 3, 2, 1]));
    let two = 0.95 * (2.9 / 3.0);
    let all = two * (3.9 / 4.0) * (4.9 / 5.0);
    let (nodes, chance) = best(&fixture);
    assert_eq!(nodes, [4, 3]);
    assert_close(chance, (two - all) / (1.0 - all));
}

#[test]
fn the_only_suspect_that_is_left_is_a_set_of_its_own() {
    let mut fixture = optionals(2);
    fixture.pool.suspect(&node_ids(&[2, 1]));
    fixture.remove(&[2]);
    let (nodes, chance) = best(&fixture);
    assert_eq!(nodes, [1]);
    assert_close(chance, 0.95);
}

#[test]
fn the_best_of_free_nodes_and_suspect_sets_goes_first() {
    let mut fixture = Fixture::new("aa( ?(xx) ?(x) ?(x) ?(xxxx) ?(xxxx) )", &[]);
    fixture.pool.suspect(&node_ids(&[3, 2]));
    assert_eq!(best(&fixture).0, [5, 4, 1]);
    fixture.pool.suspect(&node_ids(&[5, 4]));
    // 4 * (.95 - .9183) / (1 - .9183) = 1.55 tokens of the heavy pair, .39 of the light one, and
    // 2 * .95 of the node that is free.
    assert_eq!(best(&fixture).0, [1]);
    fixture.remove(&[1]);
    let (nodes, chance) = best(&fixture);
    assert_eq!(nodes, [5]);
    let both = 0.95 * (2.9 / 3.0);
    assert_close(chance, (0.95 - both) / (1.0 - both));
}

#[test]
fn what_was_learned_of_a_class_changes_its_sets() {
    let mut fixture = optionals(4);
    let class = fixture.class(1);
    (0..4).for_each(|_| fixture.priors.learn(class, Uses::None, true));
    // All four are needed so far: 2 * (1 - density) / (seen + 2) is below a third, so nodes go alone.
    assert_eq!(best(&fixture).0, [4]);
}
