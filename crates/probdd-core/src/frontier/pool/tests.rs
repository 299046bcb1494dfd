use super::super::fixture::{Fixture, node_ids};
use super::*;

/// Puts a needed node back into the pool.
fn restore(fixture: &mut Fixture, node: u32) {
    fixture.pool.restore(NodeId(node), &fixture.best, &mut fixture.priors);
}

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
    assert_eq!(fixture.pool.get(NodeId(1)).map(|undecided| undecided.weight), Some(4));
    fixture.open(1);
    let weights = fixture.pool.nodes().iter().map(|undecided| undecided.weight);
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
    assert_eq!(fixture.uses(1, &[]), Uses::Undecided);
    assert_eq!(fixture.uses(1, &[3]), Uses::Undecided);
    assert_eq!(fixture.uses(1, &[2, 3]), Uses::Removed);
    assert_eq!(fixture.uses(2, &[]), Uses::None, "a use is not a definition");
    fixture.remove(&[3]);
    assert_eq!(fixture.uses(1, &[]), Uses::Undecided);
    assert_eq!(fixture.uses(1, &[2]), Uses::Removed);
    fixture.remove(&[2]);
    assert_eq!(fixture.uses(1, &[]), Uses::Removed, "all that referred to it was removed");
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
    assert_eq!(fixture.uses(1, &[2]), Uses::Removed);
    fixture.open(2);
    assert_eq!(fixture.nodes(), [1, 3]);
    assert_eq!(fixture.uses(1, &[3]), Uses::Needed);
}

#[test]
fn a_use_moves_into_the_node_of_the_pool_that_holds_it() {
    // The use, token 2, stands in the optional 3 inside node 2.
    let mut fixture = Fixture::new("aa( ?(x) ?(x ?(x)) )", &[(0, 2)]);
    assert_eq!(fixture.uses(1, &[2]), Uses::Removed);
    fixture.open(2);
    assert_eq!(fixture.uses(1, &[3]), Uses::Removed);
    assert_eq!(fixture.uses(1, &[2]), Uses::Undecided);
}

#[test]
fn a_use_outside_of_the_pool_makes_a_definition_needed_until_it_is_removed_with_its_node() {
    // Token 1 refers to token 0. It stands in node 2, which is opened and later restored.
    let mut fixture = Fixture::new("aa( ?(x) ?(x ?(x)) )", &[(0, 1)]);
    fixture.open(2);
    assert_eq!(fixture.uses(1, &[]), Uses::Needed);
    restore(&mut fixture, 2);
    assert_eq!(fixture.nodes(), [1, 2]);
    assert_eq!(fixture.uses(1, &[2]), Uses::Removed);
    fixture.remove(&[2]);
    assert_eq!(fixture.uses(1, &[]), Uses::Removed);
}

#[test]
fn a_node_that_comes_back_takes_the_place_of_the_nodes_inside_it() {
    let mut fixture = Fixture::new("aa( ?(x ?(x) ?(x)) ?(x) )", &[]);
    fixture.open(1);
    fixture.pool.suspect(&node_ids(&[3, 4]));
    restore(&mut fixture, 1);
    assert_eq!(fixture.nodes(), [1, 4]);
    assert_eq!(fixture.suspects_with(4), [], "what was suspect inside it is forgotten");
}

#[test]
fn a_needed_node_comes_back_when_its_last_use_is_removed() {
    // Token 0, in node 1, is a name. Of its uses, the nodes 3 and 4 count, but not node 2 inside node 1.
    let mut fixture = Fixture::new("aa( ?(x x ?(x)) ?(x) ?(x) )", &[(0, 2), (0, 3), (0, 4)]);
    fixture.open_until_unused(1);
    assert_eq!(fixture.nodes(), [2, 3, 4]);
    fixture.remove(&[4]);
    assert_eq!(fixture.nodes(), [2, 3], "node 3 is still a use");
    fixture.remove(&[3]);
    assert_eq!(fixture.nodes(), [1]);
}

#[test]
fn a_node_does_not_come_back_into_one_that_is_in_the_pool_or_as_the_last_item() {
    let mut inner = Fixture::new("aa( ?(x ?(x)) )", &[]);
    restore(&mut inner, 2);
    assert_eq!(inner.nodes(), [1]);
    let mut last = Fixture::new("aa( +(i(x) i(x ?(x))) )", &[]);
    last.open(3);
    last.remove(&[2]);
    restore(&mut last, 3);
    assert_eq!(last.nodes(), [4]);
}

#[test]
fn a_suspect_set_remembers_its_nodes() {
    let mut fixture = Fixture::new("aa( ?(x) ?(x) ?(x) ?(x) )", &[]);
    fixture.pool.suspect(&node_ids(&[4, 3, 2]));
    assert_eq!(fixture.suspects_with(2), [2, 3, 4]);
    assert_eq!(fixture.suspects_with(1), []);
}

#[test]
fn a_part_of_a_suspect_set_becomes_a_set_of_its_own() {
    let mut fixture = Fixture::new("aa( ?(x) ?(x) ?(x) ?(x) )", &[]);
    fixture.pool.suspect(&node_ids(&[4, 3, 2, 1]));
    fixture.pool.suspect(&node_ids(&[4, 3]));
    assert_eq!(fixture.suspects_with(4), [3, 4]);
    assert_eq!(fixture.suspects_with(1), [1, 2]);
}

#[test]
fn the_last_suspect_is_known_if_nothing_but_its_set_was_removed() {
    let mut fixture = Fixture::new("aa( ?(x) ?(x) ?(x) )", &[]);
    fixture.pool.suspect(&node_ids(&[3, 2]));
    let set = fixture.suspect_set(2);
    assert_eq!(fixture.pool.last_suspect(set), None, "two are left");
    fixture.remove(&[3]);
    assert_eq!(fixture.pool.last_suspect(set), Some(NodeId(2)));
    fixture.remove(&[1]);
    assert_eq!(fixture.pool.last_suspect(set), None, "node 1 may have been the reason");
}

#[test]
fn a_removal_from_another_suspect_set_may_be_the_reason_as_well() {
    let mut fixture = Fixture::new("aa( ?(x) ?(x) ?(x) )", &[]);
    fixture.pool.suspect(&node_ids(&[3]));
    fixture.pool.suspect(&node_ids(&[2, 1]));
    let set = fixture.suspect_set(3);
    assert_eq!(fixture.pool.last_suspect(set), Some(NodeId(3)));
    fixture.remove(&[2]);
    assert_eq!(fixture.pool.last_suspect(set), None);
}

#[test]
fn the_nodes_of_a_forgotten_suspect_set_stay_in_the_pool() {
    let mut fixture = Fixture::new("aa( ?(x) ?(x) ?(x) )", &[]);
    fixture.pool.suspect(&node_ids(&[2, 1]));
    fixture.pool.forget(None);
    assert_eq!(fixture.suspects_with(1), [1, 2]);
    fixture.pool.forget(Some(fixture.suspect_set(1)));
    assert_eq!(fixture.suspects_with(1), []);
    assert_eq!(fixture.nodes(), [1, 2, 3]);
}

#[test]
fn the_last_item_of_a_list_that_keeps_one_is_opened_and_no_longer_suspect() {
    let mut fixture = Fixture::new("aa( +(i(x) i(x ?(x))) ?(x) )", &[]);
    fixture.pool.suspect(&node_ids(&[5, 3]));
    fixture.remove(&[2]);
    fixture.pool.open_last_items(&node_ids(&[2]), &fixture.best, &mut fixture.priors);
    assert_eq!(fixture.nodes(), [4, 5]);
    assert_eq!(fixture.suspects_with(5), []);
}

#[test]
fn what_lies_inside_a_definition_in_use_hardly_counts() {
    // Node 1 defines a name; node 4, inside node 3, refers to it.
    let mut fixture = Fixture::new("aa( ?(x ?(x)) ?(x ?(x)) )", &[(0, 3)]);
    fixture.open_until_unused(1);
    fixture.open(3);
    let share =
        |fixture: &Fixture, node| fixture.pool.get(NodeId(node)).map(|undecided| undecided.share);
    assert_eq!(share(&fixture, 2), Some(SHARE_IN_USE));
    assert_eq!(share(&fixture, 4), Some(1.0));
    // Node 1 comes back once its use is removed. Then it is not in use.
    fixture.remove(&[4]);
    assert_eq!(fixture.nodes(), [1]);
    fixture.open(1);
    assert_eq!(share(&fixture, 2), Some(1.0));
}

#[test]
fn where_all_counts_alike_the_inside_of_a_definition_in_use_does() {
    let mut fixture = Fixture::new("aa( ?(x ?(x)) ?(x ?(x)) )", &[(0, 3)]);
    fixture.pool.count_all_alike();
    fixture.open_until_unused(1);
    assert_eq!(fixture.pool.get(NodeId(2)).map(|undecided| undecided.share), Some(1.0));
}
