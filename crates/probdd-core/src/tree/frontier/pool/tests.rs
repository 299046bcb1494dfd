use super::super::fixture::{Fixture, checks, ids, node_ids};
use super::*;

#[test]
fn a_search_begins_with_the_outermost_removable_nodes() {
    let fixture = Fixture::new("aa( *(i(x) i(?(x))) bb(?(x)) x )", &[]);
    assert_eq!(fixture.nodes(), [1, 6]);
}

#[test]
fn the_only_item_of_a_list_that_keeps_one_gives_way_to_the_nodes_inside_it() {
    let fixture = Fixture::new("aa( +(i(?(x)x)) +(i(x) i(?(x))) )", &[]);
    assert_eq!(fixture.nodes(), [3, 5, 6]);
}

#[test]
fn a_removable_node_without_tokens_is_never_in_the_pool() {
    assert_eq!(Fixture::new("aa( *() ?(x) )", &[]).nodes(), [2]);
}

#[test]
fn the_nodes_inside_a_node_take_its_place_in_document_order() {
    let mut fixture = Fixture::new("aa( ?(x) *(i(x) i(?(x)x)) ?(x) )", &[]);
    assert_eq!(fixture.nodes(), [1, 2, 6]);
    fixture.open(2);
    assert_eq!(fixture.nodes(), [1, 3, 4, 6]);
    fixture.open(4);
    assert_eq!(fixture.nodes(), [1, 3, 5, 6]);
    fixture.open(3);
    assert_eq!(fixture.nodes(), [1, 5, 6], "an item without removable nodes leaves nothing");
}

#[test]
fn a_node_weighs_what_is_kept_of_it_when_it_comes() {
    let mut fixture = Fixture::new("aa( ?(x ?(x) ?(xx)) )", &[]);
    assert_eq!(fixture.pool.get(NodeId(1)).map(|it| it.weight), Some(4));
    fixture.open(1);
    let weights = fixture.pool.waiting().iter().map(|it| it.weight);
    assert_eq!(weights.collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn nodes_without_tokens_left_leave_the_pool() {
    // The star 1 and its item 2 have no tokens once the optional 3 is removed.
    let mut fixture = Fixture::new("aa( *(i(?(x))) ?(x) )", &[]);
    fixture.open(1);
    fixture.open(2);
    assert_eq!(fixture.nodes(), [3, 4]);
    fixture.remove(&[3]);
    assert_eq!(fixture.nodes(), [4]);
}

#[test]
fn a_definition_is_in_use_until_all_nodes_that_refer_to_it_are_removed() {
    // Token 0, in node 1, is a name; the nodes 2 and 3 refer to it.
    let mut fixture = Fixture::new("aa( ?(x) ?(x) ?(x) )", &[(0, 1), (0, 2)]);
    assert_eq!(fixture.uses(1, &[]), Uses::Staying);
    assert_eq!(fixture.uses(1, &[3]), Uses::Staying);
    assert_eq!(fixture.uses(1, &[2, 3]), Uses::Going);
    assert_eq!(fixture.uses(2, &[]), Uses::None, "a use is not a definition");
    fixture.remove(&[3]);
    assert_eq!(fixture.uses(1, &[]), Uses::Staying);
    assert_eq!(fixture.uses(1, &[2]), Uses::Going);
    fixture.remove(&[2]);
    assert_eq!(fixture.uses(1, &[]), Uses::None);
}

#[test]
fn a_name_that_only_its_own_node_refers_to_is_not_in_use() {
    let fixture = Fixture::new("aa( ?(xx) ?(x) )", &[(0, 1)]);
    assert_eq!(fixture.uses(1, &[]), Uses::None);
}

#[test]
fn a_definition_whose_use_is_needed_is_needed_itself() {
    // The use, token 1, stands in node 2 beside the optional 3.
    let mut fixture = Fixture::new("aa( ?(x) ?(x ?(x)) )", &[(0, 1)]);
    assert_eq!(fixture.uses(1, &[2]), Uses::Going);
    fixture.open(2);
    assert_eq!(fixture.nodes(), [1, 3]);
    assert_eq!(fixture.uses(1, &[3]), Uses::Needed);
}

#[test]
fn a_use_moves_into_the_node_of_the_pool_that_holds_it() {
    // The use, token 2, stands in the optional 3 inside node 2.
    let mut fixture = Fixture::new("aa( ?(x) ?(x ?(x)) )", &[(0, 2)]);
    assert_eq!(fixture.uses(1, &[2]), Uses::Going);
    fixture.open(2);
    assert_eq!(fixture.uses(1, &[3]), Uses::Going);
    assert_eq!(fixture.uses(1, &[2]), Uses::Staying);
}

#[test]
fn a_use_outside_of_the_pool_makes_a_definition_needed_until_it_is_removed_with_its_node() {
    // Token 1 refers to token 0. It stands in node 2, which is opened and later restored.
    let mut fixture = Fixture::new("aa( ?(x) ?(x ?(x)) )", &[(0, 1)]);
    fixture.open(2);
    assert_eq!(fixture.uses(1, &[]), Uses::Needed);
    fixture.take_back(2);
    assert_eq!(fixture.nodes(), [1, 2]);
    assert_eq!(fixture.uses(1, &[2]), Uses::Going);
    fixture.remove(&[2]);
    assert_eq!(fixture.uses(1, &[]), Uses::None);
}

#[test]
fn a_node_that_comes_back_takes_the_place_of_the_nodes_inside_it() {
    let mut fixture = Fixture::new("aa( ?(x ?(x) ?(x)) ?(x) )", &[]);
    fixture.open(1);
    fixture.pool.suspect(&node_ids(&[3, 4]), None, false);
    fixture.take_back(1);
    assert_eq!(fixture.nodes(), [1, 4]);
    assert_eq!(fixture.suspects_with(4), [], "what was suspect inside it is forgotten");
}

#[test]
fn a_node_does_not_come_back_into_one_that_is_in_the_pool_or_as_the_last_item() {
    let mut inner = Fixture::new("aa( ?(x ?(x)) )", &[]);
    inner.take_back(2);
    assert_eq!(inner.nodes(), [1]);
    let mut last = Fixture::new("aa( +(i(x) i(x ?(x))) )", &[]);
    last.open(3);
    last.remove(&[2]);
    last.take_back(3);
    assert_eq!(last.nodes(), [4]);
}

#[test]
fn a_suspect_set_takes_the_place_of_the_one_it_is_a_part_of() {
    let mut fixture = Fixture::new("aa( ?(x) ?(x) ?(x) ?(x) )", &[]);
    fixture.pool.suspect(&node_ids(&[4, 3, 2]), Some(1), false);
    assert_eq!(fixture.suspects_with(2), [2, 3, 4]);
    assert_eq!(fixture.suspects_with(1), []);
    assert_eq!(fixture.pool.suspect_check(fixture.suspicion(2)), Some(1));
    fixture.pool.suspect(&node_ids(&[4, 3]), None, false);
    assert_eq!(fixture.suspects_with(4), [3, 4]);
    assert_eq!(fixture.suspects_with(2), [], "the part explains the failure of the whole");
    assert_eq!(fixture.pool.suspect_check(fixture.suspicion(4)), None);
}

#[test]
fn the_rest_of_a_set_remains_suspect_when_its_check_held_without_a_part() {
    let mut fixture = Fixture::new("aa( ?(x) ?(x) ?(x) ?(x) )", &[]);
    fixture.pool.suspect(&node_ids(&[4, 3, 2, 1]), Some(0), false);
    fixture.pool.suspect(&node_ids(&[4, 3]), Some(1), true);
    assert_eq!(fixture.suspects_with(4), [3, 4]);
    assert_eq!(fixture.suspects_with(1), [1, 2]);
    assert_eq!(fixture.pool.suspect_check(fixture.suspicion(1)), Some(0));
}

#[test]
fn the_last_suspect_is_known_if_nothing_but_its_set_was_removed() {
    let mut fixture = Fixture::new("aa( ?(x) ?(x) ?(x) )", &[]);
    fixture.pool.suspect(&node_ids(&[3, 2]), None, false);
    let suspicion = fixture.suspicion(2);
    assert_eq!(fixture.pool.only_suspect(suspicion), None, "two are left");
    fixture.pool.went(suspicion);
    fixture.remove(&[3]);
    assert_eq!(fixture.pool.only_suspect(suspicion), Some(NodeId(2)));
    fixture.pool.went(0);
    fixture.remove(&[1]);
    assert_eq!(fixture.pool.only_suspect(suspicion), None, "node 1 may have been the reason");
    assert_eq!(fixture.pool.only_suspect(0), None);
}

#[test]
fn a_set_that_is_forgotten_leaves_its_nodes_in_the_pool() {
    let mut fixture = Fixture::new("aa( ?(x) ?(x) )", &[]);
    fixture.pool.suspect(&node_ids(&[2, 1]), None, false);
    fixture.pool.clear_suspicion(fixture.suspicion(1));
    assert_eq!(fixture.suspects_with(1), []);
    assert_eq!(fixture.nodes(), [1, 2]);
}

#[test]
fn a_node_is_cleared_of_the_checks_that_held_until_one_contradicts_that() {
    let mut fixture = Fixture::new("aa( ?(x) )", &[]);
    let cleared = |fixture: &Fixture| fixture.pool.get(NodeId(1)).map(|it| it.cleared);
    assert_eq!(cleared(&fixture), Some(checks(&[])));
    fixture.pool.clear(NodeId(1), checks(&[0, 2]), checks(&[]));
    fixture.pool.clear(NodeId(1), checks(&[1]), checks(&[2]));
    assert_eq!(cleared(&fixture), Some(checks(&[0, 1])));
    fixture.pool.clear(NodeId(9), checks(&[0]), checks(&[]));
}

#[test]
fn nodes_may_come_with_checks_that_held_without_the_node_around_them() {
    let mut fixture = Fixture::new("aa( ?(x ?(x)) )", &[]);
    fixture.put(1, &[2], &[0, 3]);
    assert_eq!(fixture.pool.get(NodeId(2)).map(|it| it.cleared), Some(checks(&[0, 3])));
}

#[test]
fn a_set_leaves_out_the_last_item_of_a_list_that_keeps_one() {
    let fixture = Fixture::new("aa( +(i(x) i(x) i(x)) ?(x) )", &[]);
    let possible =
        |nodes: &[u32]| ids(super::possible(&node_ids(nodes), &fixture.tree, &fixture.kept));
    assert_eq!(possible(&[5, 4, 3]), [5, 4, 3]);
    assert_eq!(possible(&[5, 4, 3, 2]), [5, 4, 3]);
    assert_eq!(possible(&[2, 3, 4]), [2, 3]);
}

#[test]
fn the_item_that_is_left_of_a_list_that_keeps_one_is_found() {
    let mut fixture = Fixture::new("aa( +(i(x) i(x) i(x)) *(i(x) i(x)) )", &[]);
    let last = |fixture: &Fixture, removed: &[u32]| {
        ids(last_items(&node_ids(removed), &fixture.tree, &fixture.kept))
    };
    fixture.remove(&[4]);
    assert_eq!(last(&fixture, &[4]), [], "two items are left");
    fixture.remove(&[3, 7]);
    assert_eq!(last(&fixture, &[7, 3]), [2], "the other list may be empty");
}
