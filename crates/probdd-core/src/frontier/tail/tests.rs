use super::super::fixture::{Fixture, assert_close, ids};
use super::*;

/// The nodes that a query before a tail removes, its chance, and how many tokens it leaves.
fn tail(tails: &Tails, fixture: &Fixture) -> Option<(Vec<u32>, f64, u32)> {
    let (choice, rest) = tails.best(&fixture.pool, &fixture.best)?;
    Some((ids(choice.nodes), choice.chance, rest))
}

/// Optionals, each of one token, after an optional of two tokens.
fn optionals(count: usize) -> Fixture {
    Fixture::new(&format!("aa( ?(xx) {})", "?(x)".repeat(count)), &[])
}

#[test]
fn before_anything_is_known_what_is_needed_may_stand_anywhere() {
    // Of 5 tokens 2, 3, 4 or 5 go; 3 * 2/5 is as much as 2 * 3/5, but leaves less to read.
    let (nodes, chance, rest) = tail(&Tails::new(1), &optionals(3)).expect("a tail");
    assert_eq!((nodes, rest), (vec![2, 1], 2));
    assert_close(chance, 2.0 / 5.0 * 300.0 / 302.0);
}

#[test]
fn all_before_a_needed_node_may_go() {
    let mut fixture = optionals(3);
    let mut tails = Tails::new(1);
    fixture.open(4);
    tails.note_needed(NodeId(4));
    let (nodes, chance, rest) = tail(&tails, &fixture).expect("a tail");
    assert_eq!((nodes, rest), (vec![3, 2, 1], 1));
    assert_close(chance, 300.0 / 301.0);
}

#[test]
fn a_needed_node_that_returned_to_the_pool_is_undecided_again() {
    let mut tails = Tails::new(1);
    tails.note_needed(NodeId(4));
    assert_eq!(tail(&tails, &optionals(3)), tail(&Tails::new(1), &optionals(3)));
}

#[test]
fn a_suspect_set_says_where_a_needed_node_stands() {
    // Of the suspects 2, 3 and 4 the last two stand after the best cut.
    let mut fixture = optionals(3);
    let suspects = [NodeId(4), NodeId(3), NodeId(2)];
    fixture.pool.suspect(&suspects);
    let (nodes, chance, rest) = tail(&Tails::new(1), &fixture).expect("a tail");
    assert_eq!((nodes, rest), (vec![2, 1], 2));
    assert_close(chance, 2.0 / 3.0 * 300.0 / 302.0);
}

#[test]
fn after_a_failure_a_tail_is_worth_a_query_when_half_of_it_is_left() {
    let mut fixture = optionals(3);
    let mut tails = Tails::new(1);
    fixture.open(4);
    tails.note_needed(NodeId(4));
    tails.note_failure(1);
    assert_ne!(tail(&tails, &fixture).map(|(_, _, rest)| rest), Some(1), "one token failed before");
    let mut tails = Tails::new(1);
    tails.note_needed(NodeId(4));
    tails.note_failure(300);
    let (_, chance, _) = tail(&tails, &fixture).expect("a tail");
    assert_close(chance, 0.5 * (300.0 / 301.0 - 0.5) / 0.5);
    tails.note_failure(100);
    let (_, chance, _) = tail(&tails, &fixture).expect("a tail");
    assert_close(chance, 0.5 * (300.0 / 301.0 - 0.75) / 0.25);
}

#[test]
fn a_tail_must_free_some_tokens_and_more_than_one_node() {
    assert_eq!(tail(&Tails::new(3), &optionals(3)).map(|(_, _, rest)| rest), Some(2));
    assert_eq!(tail(&Tails::new(4), &optionals(3)).map(|(_, _, rest)| rest), Some(1));
    assert_eq!(tail(&Tails::new(5), &optionals(3)), None);
    assert_eq!(tail(&Tails::new(1), &Fixture::new("aa( ?(xx) x )", &[])), None);
}
