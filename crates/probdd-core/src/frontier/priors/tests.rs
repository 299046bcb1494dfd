use super::super::fixture::{Fixture, assert_close};
use super::*;

/// Two optionals in a root of kind a, with content of the kinds b and c: nodes 1 and 3.
const TWO_CLASSES: &str = "aa( ?(bb(x)) ?(cc(x)) )";

const STATES_OF_USE: [Uses; STATES] = [Uses::None, Uses::Removed, Uses::Undecided, Uses::Needed];

/// The chance that one node of a class can be removed alone.
fn chance(priors: &Priors, class: Class, uses: Uses) -> f64 {
    JointChance::new(priors).chance(class, uses)
}

#[test]
fn at_first_only_the_uses_of_a_node_tell_how_likely_it_can_be_removed() {
    let mut fixture = Fixture::new(TWO_CLASSES, &[]);
    for node in [1, 3] {
        let class = fixture.class(node);
        for (uses, expected) in STATES_OF_USE.into_iter().zip([0.95, 0.95, 0.5, 0.2]) {
            assert_close(chance(&fixture.priors, class, uses), expected);
        }
    }
}

#[test]
fn a_removal_tells_much_about_its_class_and_a_little_about_others() {
    let mut fixture = Fixture::new(TWO_CLASSES, &[]);
    let (b, c) = (fixture.class(1), fixture.class(3));
    fixture.priors.learn(b, Uses::None, false);
    // All classes: (0 + .05) / (1 + 1) = .025 are needed. b leans on that for as much as two nodes:
    // (1 + 2 * .975) / (1 + 2) can be removed. c has only that: 2 * .975 / 2.
    assert_close(chance(&fixture.priors, b, Uses::None), 2.95 / 3.0);
    assert_close(chance(&fixture.priors, c, Uses::None), 0.975);
    assert_close(chance(&fixture.priors, b, Uses::Undecided), 0.5);
}

#[test]
fn a_needed_node_makes_older_observations_count_an_eighth_less() {
    let mut fixture = Fixture::new(TWO_CLASSES, &[]);
    let b = fixture.class(1);
    fixture.priors.learn(b, Uses::None, false);
    fixture.priors.learn(b, Uses::None, true);
    // One removed: 7/8 of a node. One needed: 1. All classes: (1 + .05) / (15/8 + 1) are needed.
    let needed = 1.05 / 2.875;
    assert_close(chance(&fixture.priors, b, Uses::None), (0.875 + 2.0 * (1.0 - needed)) / 3.875);
    fixture.priors.learn(b, Uses::None, true);
    let (seen, seen_needed) = (1.875 * 0.875 + 1.0, 1.875);
    let needed = (seen_needed + 0.05) / (seen + 1.0);
    let free = seen - seen_needed + 2.0 * (1.0 - needed);
    assert_close(chance(&fixture.priors, b, Uses::None), free / (seen + 2.0));
}

#[test]
fn each_node_of_a_class_makes_the_removal_of_the_next_one_likelier() {
    let mut fixture = Fixture::new(TWO_CLASSES, &[]);
    let (b, c) = (fixture.class(1), fixture.class(3));
    let mut joint = JointChance::new(&fixture.priors);
    for expected in [1.9 / 2.0, 2.9 / 3.0, 3.9 / 4.0] {
        assert_close(joint.chance(b, Uses::None), expected);
        joint.add(b, Uses::None);
    }
    assert_close(joint.chance(c, Uses::None), 0.95);
    assert_close(joint.chance(b, Uses::Undecided), 0.5);
}

#[test]
fn nothing_is_certain_however_often_it_was_seen() {
    let mut fixture = Fixture::new(TWO_CLASSES, &[]);
    let (b, c) = (fixture.class(1), fixture.class(3));
    (0..2_000).for_each(|_| fixture.priors.learn(b, Uses::None, false));
    assert_close(chance(&fixture.priors, b, Uses::None), 1.0 - 1e-6);
    (0..2_000).for_each(|_| fixture.priors.learn(c, Uses::Needed, true));
    // Eight needed nodes are remembered: 2 * (1 - 8.8 / 9) / 10.
    assert_close(chance(&fixture.priors, c, Uses::Needed), 0.4 / 9.0 / 10.0);
}

#[test]
fn a_class_is_the_kind_of_a_node_or_its_content_and_the_kind_around_it_and_its_role() {
    // The items 2 and 5 contain nodes of kind b in one of kind a; the item 9 one in a kind c; the
    // item 11 has no content of any kind; the optional 12 has another role.
    let sketch = "aa( *(i(bb(x)?(x)) i(x bb(x))) cc(*(i(bb(x)) i(x))) ?(bb(x)) )";
    let mut fixture = Fixture::new(sketch, &[]);
    let classes = [2, 5, 9, 11, 12].map(|node| fixture.class(node));
    assert_eq!(classes[0], classes[1]);
    let mut others = classes[1..].iter().map(|class| class.0).collect::<Vec<_>>();
    others.sort_unstable();
    others.dedup();
    assert_eq!(others.len(), 4);
    let classes = fixture.priors.classes;
    let kind = |letter: char| Kind(u32::from(letter) as u16);
    assert!(classes.contains_key(&(kind('b'), kind('a'), Role::Item)));
    assert!(classes.contains_key(&(kind('b'), kind('c'), Role::Item)));
    assert!(classes.contains_key(&(Kind::NONE, kind('c'), Role::Item)));
    assert!(classes.contains_key(&(kind('b'), kind('a'), Role::Optional)));
}

#[test]
fn tokens_without_kinds_are_of_the_class_of_their_place() {
    // Two lines of ten tokens, the items 3 to 12 and 15 to 24.
    let line = format!("i( *( {} ) )", "i(x) ".repeat(10));
    let mut fixture = Fixture::new(&format!("*( {line} {line} )"), &[]);
    let [one, other] = [3, 15].map(|first| {
        let classes = (first..first + 10).map(|token| fixture.class(token).0);
        classes.collect::<Vec<_>>()
    });
    assert_eq!(one, other);
    let mut different = one.clone();
    different.dedup();
    assert_eq!((different.len(), one[8]), (9, one[9]));
    assert!(!one.contains(&fixture.class(1).0), "a line is of another class");
}

#[test]
fn tokens_and_lists_of_a_text_without_a_grammar_are_two_classes() {
    let mut fixture = Fixture::new("*( i(x) i( *( i(x) i(x) ) ) )", &[]);
    let [token, line, inner] = [1, 2, 4].map(|node| fixture.class(node));
    assert!(token != line && token == inner);
}
