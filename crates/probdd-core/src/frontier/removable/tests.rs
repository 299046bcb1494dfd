use super::super::fixture::{Fixture, ids, node_ids};
use super::*;

#[test]
fn the_outermost_removable_nodes_hide_those_inside_them() {
    let fixture = Fixture::new("aa( *(i(x) i(?(x))) bb(?(x)) x )", &[]);
    assert_eq!(ids(inside(NodeId(0), &fixture.best)), [1, 6]);
    assert_eq!(ids(inside(NodeId(1), &fixture.best)), [2, 3]);
    assert_eq!(ids(inside(NodeId(3), &fixture.best)), [4]);
    assert_eq!(ids(inside(NodeId(4), &fixture.best)), []);
}

#[test]
fn nodes_without_tokens_are_not_removable() {
    let mut fixture = Fixture::new("aa( *() ?(?(x)) ?(x) )", &[]);
    assert_eq!(ids(inside(NodeId(0), &fixture.best)), [2, 4]);
    fixture.remove(&[2]);
    assert_eq!(ids(inside(NodeId(0), &fixture.best)), [4]);
}

#[test]
fn a_set_leaves_out_the_last_item_of_a_list_that_keeps_one() {
    let fixture = Fixture::new("aa( +(i(x) i(x) i(x)) ?(x) )", &[]);
    let together = |nodes: &[u32]| ids(together(&node_ids(nodes), &fixture.best));
    assert_eq!(together(&[5, 4, 3]), [5, 4, 3]);
    assert_eq!(together(&[5, 4, 3, 2]), [5, 4, 3]);
    assert_eq!(together(&[2, 3, 4]), [2, 3]);
}

#[test]
fn the_item_that_is_left_of_a_list_that_keeps_one_is_found() {
    let mut fixture = Fixture::new("aa( +(i(x) i(x) i(x)) *(i(x) i(x)) )", &[]);
    let last =
        |fixture: &Fixture, removed: &[u32]| ids(last_items(&node_ids(removed), &fixture.best));
    fixture.remove(&[4]);
    assert_eq!(last(&fixture, &[4]), [], "two items are left");
    fixture.open(5);
    fixture.remove(&[3, 7]);
    assert_eq!(last(&fixture, &[7, 3]), [2], "the other list may be empty");
}
