use super::super::fixture::{Fixture, assert_close, ids};
use super::*;
use crate::tree::Links;

/// Items 4 to 7 in a container, item 1, with a name, node 2; then item 8. Item 8 uses item 5, and that
/// uses item 4.
fn fixture() -> Fixture {
    let sketch = "*( i( ?(x) *( i(x) i(xx) i(x) i(x) ) ) i(x) )";
    let mut fixture = Fixture::new(sketch, &[(1, 3), (2, 6)]);
    fixture.open(0);
    fixture
}

#[test]
fn a_use_reaches_the_definition_what_that_uses_and_the_container_around_both() {
    let fixture = fixture();
    let mut reach = Reach::new(&fixture.pool, &fixture.best);
    assert_eq!((reach.weight(), ids(reach.others())), (0, vec![8, 1]));
    reach.add(NodeId(8));
    reach.follow();
    assert_eq!((reach.weight(), ids(reach.others())), (1 + 2 + 1 + 1, vec![7, 6]));
}

#[test]
fn a_user_keeps_its_own_tokens_and_a_share_of_what_it_uses() {
    let fixture = fixture();
    let mut reach = Reach::new(&fixture.pool, &fixture.best);
    reach.add(NodeId(8));
    reach.follow();
    let share = reach.shares();
    for (node, expected) in [(8, 4.0), (5, 3.0), (4, 1.0), (6, 0.0)] {
        assert_close(share(NodeId(node)), expected);
    }
}

#[test]
fn a_node_that_is_added_after_parts_of_it_were_reached_counts_once() {
    let fixture = fixture();
    let mut reach = Reach::new(&fixture.pool, &fixture.best);
    reach.add(NodeId(8));
    reach.follow();
    reach.add(NodeId(1));
    reach.follow();
    assert_eq!((reach.weight(), reach.others()), (7, vec![]));
}

#[test]
fn details_of_a_needed_definition_are_kept_with_what_they_use() {
    // Item 3 is a part of the definition 1, and uses item 5; item 6 is not used.
    let mut fixture = Fixture::new("*( i( x *( i(x) i(x) ) ) i(x) i(x) )", &[(0, 4), (3, 1)]);
    fixture.open(0);
    fixture.open(1);
    let mut reach = Reach::new(&fixture.pool, &fixture.best);
    reach.follow();
    assert_eq!(ids(reach.others()), [6]);
}

#[test]
fn a_name_that_is_given_again_reaches_where_it_is_given_first() {
    // Item 3 uses item 2, whose name item 1 gives first; item 4 is not used.
    let mut fixture = Fixture::new("*( i(x) i(x) i(x) i(x) )", &[]);
    let links = Links::new(vec![(1, 2)]).with_names_again([(1, 0)]);
    fixture.pool = Pool::new(&fixture.best, links, &mut fixture.priors);
    fixture.open(0);
    let mut reach = Reach::new(&fixture.pool, &fixture.best);
    reach.add(NodeId(3));
    reach.follow();
    assert_eq!(ids(reach.others()), [4]);
}
