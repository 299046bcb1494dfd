use super::super::fixture::{Fixture, assert_close, ids};
use super::*;
use crate::Links;

/// Items 4 to 7 in a container, item 1, with a name, node 2; then item 8. Item 8 uses item 5, and that
/// uses item 4.
fn fixture() -> Fixture {
    let sketch = "*( i( ?(x) *( i(x) i(xx) i(x) i(x) ) ) i(x) )";
    let mut fixture = Fixture::new(sketch, &[(1, 3), (2, 6)]);
    fixture.open(0);
    fixture
}

/// What the nodes of the pool after the first ones reach.
fn reach_from(nodes: usize, fixture: &Fixture) -> Reach<'_> {
    let mut reach = Reach::new(&fixture.pool, &fixture.best);
    reach.keep_after(nodes);
    reach.follow();
    reach
}

#[test]
fn a_use_reaches_the_definition_what_that_uses_and_the_container_around_both() {
    let fixture = fixture();
    let reach = reach_from(2, &fixture);
    assert_eq!((reach.weight(), ids(reach.others())), (0, vec![8, 1]));
    let reach = reach_from(1, &fixture);
    assert_eq!((reach.weight(), ids(reach.others())), (1 + 2 + 1 + 1, vec![7, 6]));
}

#[test]
fn of_a_container_that_was_opened_its_details_are_kept() {
    let mut fixture = fixture();
    fixture.open(1);
    fixture.open(3);
    assert_eq!(fixture.nodes(), [2, 4, 5, 6, 7, 8]);
    let reach = reach_from(5, &fixture);
    assert_eq!((reach.weight(), ids(reach.others())), (1 + 2 + 1 + 1, vec![7, 6]));
}

#[test]
fn what_was_needed_is_not_kept_where_nothing_reaches_it() {
    let mut fixture = fixture();
    fixture.open(1);
    fixture.open(3);
    fixture.open(6);
    fixture.open(8);
    assert_eq!(fixture.nodes(), [2, 4, 5, 7]);
    let reach = reach_from(4, &fixture);
    assert_eq!((reach.weight(), ids(reach.others())), (1 + 2 + 1 + 1, vec![7, 6]));
}

#[test]
fn what_stands_around_the_start_is_kept_on_both_sides_of_it() {
    // Item 5 uses item 4; nothing after the start uses an item of the container 1.
    let sketch = "*( i( ?(x) *( i(x) i(xx) i(x) i(x) ) ) i(x) )";
    let mut fixture = Fixture::new(sketch, &[(1, 2)]);
    fixture.open(0);
    fixture.open(1);
    fixture.open(3);
    assert_eq!(fixture.nodes(), [2, 4, 5, 6, 7, 8]);
    assert_eq!(ids(reach_from(4, &fixture).others()), [6, 5, 4]);
}

#[test]
fn a_user_keeps_its_own_tokens_and_a_share_of_what_it_uses() {
    let fixture = fixture();
    let reach = reach_from(1, &fixture);
    let share = reach.shares();
    for (node, expected) in [(8, 4.0), (5, 3.0), (4, 1.0), (6, 0.0)] {
        assert_close(share(NodeId(node)), expected);
    }
}

#[test]
fn a_node_that_is_kept_after_parts_of_it_were_reached_counts_once() {
    let fixture = fixture();
    let mut reach = reach_from(1, &fixture);
    reach.keep_after(0);
    reach.follow();
    assert_eq!((reach.weight(), reach.others()), (7, vec![]));
}

#[test]
fn details_of_a_definition_are_kept_with_what_they_use() {
    // Item 3 is a part of the definition 1, and uses item 5; item 6 is not used.
    let mut fixture = Fixture::new("*( i( x *( i(x) i(x) ) ) i(x) i(x) i(x) )", &[(0, 5), (3, 1)]);
    fixture.open(0);
    fixture.open(1);
    assert_eq!(fixture.nodes(), [2, 5, 6, 7]);
    assert_eq!(ids(reach_from(3, &fixture).others()), [6]);
}

#[test]
fn a_name_that_is_given_again_reaches_where_it_is_given_first() {
    // Item 3 uses item 2, whose name item 1 gives first; item 4 is not used.
    let mut fixture = Fixture::new("*( i(x) i(x) i(x) i(x) )", &[]);
    let links = Links::new(vec![(1, 3)]).with_names_again([(1, 0)]);
    fixture.pool = Pool::new(&fixture.best, links, &mut fixture.priors);
    fixture.open(0);
    assert_eq!(ids(reach_from(3, &fixture).others()), [3]);
}

#[test]
fn a_declared_name_reaches_what_completes_it_where_that_counts() {
    // Item 6 uses what item 1 declares; item 2 holds an item of its own, and completes it.
    let mut fixture = Fixture::new("*( i(x) i( x *( i(x) ) ) i(x) i(x) i(x) )", &[]);
    let links = Links::new(vec![(0, 4)]).with_definitions([2]).with_completions([(0, 1)]);
    fixture.pool = Pool::new(&fixture.best, links, &mut fixture.priors);
    fixture.open(0);
    assert_eq!(ids(reach_from(3, &fixture).others()), [5, 2]);
    let mut reach = Reach::new(&fixture.pool, &fixture.best).completing();
    reach.keep_after(3);
    reach.follow();
    assert_eq!(ids(reach.others()), [5]);
    assert_close(reach.shares()(NodeId(6)), 4.0);
}
