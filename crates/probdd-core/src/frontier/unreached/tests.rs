use super::super::fixture::{Fixture, assert_close, ids};
use super::*;

/// As in the tests of [`Reach`]: the user 8 reaches items 5 and 4 of the container 1, but not 6 and 7.
fn fixture() -> Fixture {
    let sketch = "*( i( ?(x) *( i(x) i(xx) i(x) i(x) ) ) i(x) )";
    let mut fixture = Fixture::new(sketch, &[(1, 3), (2, 6)]);
    fixture.open(0);
    fixture
}

fn best(unreached: &Unreached, tails: &Tails, fixture: &Fixture) -> Option<(Vec<u32>, f64, u32)> {
    let (query, _) = unreached.best(&fixture.pool, tails, &fixture.best);
    let choice = query?.choice(&fixture.pool, &fixture.best)?;
    Some((ids(choice.nodes), choice.chance, query?.rest()))
}

#[test]
fn all_goes_that_a_needed_user_does_not_reach() {
    let (mut fixture, mut tails) = (fixture(), Tails::new(1));
    fixture.open(8);
    tails.note_needed(NodeId(8));
    let (nodes, chance, rest) = best(&Unreached::new(1), &tails, &fixture).expect("a query");
    assert_eq!((nodes, rest), (vec![7, 6], 5));
    assert_close(chance, 300.0 / 305.0);
}

#[test]
fn before_anything_is_known_what_is_needed_may_stand_anywhere() {
    let (nodes, chance, rest) =
        best(&Unreached::new(1), &Tails::new(1), &fixture()).expect("a query");
    assert_eq!((nodes, rest), (vec![7, 6], 5));
    assert_close(chance, 1.0 / 7.0 * 300.0 / 305.0);
}

#[test]
fn too_little_is_not_worth_a_query() {
    assert_eq!(best(&Unreached::new(3), &Tails::new(1), &fixture()), None);
}

#[test]
fn items_that_lists_keep_are_no_query() {
    // The items 2 and 4 are the only ones of their lists, and nothing uses them once item 6 is gone.
    let sketch = "aa( +( i(x) ) +( i(x) ) *( i(x) i(x) i(x) ) )";
    let (mut fixture, mut tails) = (Fixture::new(sketch, &[(0, 2), (1, 2), (3, 4)]), Tails::new(1));
    fixture.open(5);
    fixture.remove(&[6]);
    fixture.open(8);
    tails.note_needed(NodeId(8));
    assert_eq!(fixture.nodes(), [7]);
    assert_eq!(best(&Unreached::new(1), &tails, &fixture), None);
}

#[test]
fn after_a_failure_less_must_be_left_and_each_similar_one_halves_the_chance() {
    let (mut fixture, mut tails) = (fixture(), Tails::new(1));
    fixture.open(8);
    tails.note_needed(NodeId(8));
    let chance_after = |failures: &[u32]| {
        let mut unreached = Unreached::new(1);
        for rest in failures {
            unreached.note_failure(*rest);
        }
        best(&unreached, &tails, &fixture).map(|(_, chance, _)| chance)
    };
    let of = |tokens: f64| 300.0 / (300.0 + tokens);
    let given = |failed: f64| 0.5 * (of(5.0) - of(failed)) / (1.0 - of(failed));
    assert_eq!(chance_after(&[5]), None);
    assert_close(chance_after(&[10]).expect("a query"), given(10.0) / 2.0);
    assert_close(chance_after(&[10, 2]).expect("a query"), given(10.0) / 4.0);
    assert_close(chance_after(&[20]).expect("a query"), given(20.0));
    assert_close(chance_after(&[1]).expect("a query"), of(5.0));
}

#[test]
fn a_user_is_worth_a_share_of_what_it_reaches() {
    let fixture = fixture();
    let (_, worths) = Unreached::new(1).best(&fixture.pool, &Tails::new(1), &fixture.best);
    assert_eq!(fixture.nodes(), [1, 8]);
    assert_close(worths[0], 0.0);
    assert_close(worths[1], 0.5 / 7.0 * 3.0);
}

#[test]
fn what_is_worth_most_may_be_known_from_a_cut_that_leaves_too_much_for_a_query() {
    // The third item uses the second one. Before the last item, .3 of 70,000 tokens are expected to go;
    // of the first item, .51 of 49,000.
    let items = [49_000, 1_000, 20_000, 30_000].map(|tokens| format!("i({})", "x".repeat(tokens)));
    let mut fixture = Fixture::new(&format!("*( {} )", items.join(" ")), &[(49_000, 50_000)]);
    fixture.open(0);
    let (_, worths) = Unreached::new(1).best(&fixture.pool, &Tails::new(1), &fixture.best);
    assert_eq!(worths, [0.0, 0.0, 0.5 * 0.51 * 1_000.0, 0.0]);
}
