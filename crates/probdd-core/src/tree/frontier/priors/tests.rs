use super::super::fixture::{Fixture, assert_close, checks};
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
    let learned: Vec<_> =
        fixture.priors.learned.iter().map(|it| (it.kind, it.outer, it.role)).collect();
    let kind = |letter: char| Kind(u32::from(letter) as u16);
    assert!(learned.contains(&(kind('b'), kind('a'), Role::Item)));
    assert!(learned.contains(&(kind('b'), kind('c'), Role::Item)));
    assert!(learned.contains(&(Kind::NONE, kind('c'), Role::Item)));
    assert!(learned.contains(&(kind('b'), kind('a'), Role::Optional)));
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
fn experience_with_other_inputs_counts_as_one_node() {
    let best = Fixture::new(TWO_CLASSES, &[]).best;
    let kind = |letter: char| Kind(u32::from(letter) as u16);
    let decided = |nodes, needed| Decided { nodes, needed };
    let decided = [decided(40, 10), decided(0, 0), decided(1, 1), decided(0, 0)];
    let (kind, outer) = (kind('b'), kind('a'));
    let mut priors = Priors::new(&[Experience { kind, outer, role: Role::Optional, decided }]);
    let b = priors.class(best.tree(), NodeId(1));
    assert_close(chance(&priors, b, Uses::None), (0.75 + 1.9) / 3.0);
    assert_close(chance(&priors, b, Uses::Removed), 0.95);
    assert_close(chance(&priors, b, Uses::Undecided), (0.0 + 1.0) / 3.0);
    let c = priors.class(best.tree(), NodeId(3));
    assert_close(chance(&priors, c, Uses::None), 0.95);
}

#[test]
fn what_was_learned_is_counted_by_class_and_uses_without_the_experience() {
    let mut fixture = Fixture::new(TWO_CLASSES, &[]);
    let b = fixture.class(1);
    assert_eq!(fixture.priors.learned().count(), 0);
    fixture.priors.learn(b, Uses::None, false);
    fixture.priors.learn(b, Uses::Undecided, true);
    fixture.priors.learn(b, Uses::Undecided, false);
    let learned: Vec<_> = fixture.priors.learned().map(|it| it.decided).collect();
    let decided = |nodes, needed| Decided { nodes, needed };
    assert_eq!(learned, [[decided(1, 0), decided(0, 0), decided(2, 1), decided(0, 0)]]);
}

#[test]
fn a_check_has_its_share_of_the_probability_that_a_node_is_needed() {
    let mut fixture = Fixture::new(TWO_CLASSES, &[]);
    let b = fixture.class(1);
    let mut priors = fixture.priors;
    priors.set_checks(2);
    let of = |priors: &Priors, check: usize| {
        JointChance::new(priors).chance_by_check(check, b, Uses::None, checks(&[]))
    };
    assert_close(of(&priors, 0), 1.0 - 0.05 / 2.0);
    priors.blame(Uses::None, checks(&[0]));
    assert_close(of(&priors, 0), 1.0 - 0.05 * 2.0 / 3.0);
    assert_close(of(&priors, 1), 1.0 - 0.05 / 3.0);
    priors.blame(Uses::None, checks(&[0, 1]));
    assert_close(of(&priors, 0), 1.0 - 0.05 * 2.5 / 4.0);
    assert_close(of(&priors, 1), 1.0 - 0.05 * 1.5 / 4.0);
}

#[test]
fn a_check_that_held_without_a_node_hardly_needs_it_unless_the_node_is_in_use() {
    let mut fixture = Fixture::new(TWO_CLASSES, &[]);
    let b = fixture.class(1);
    fixture.priors.set_checks(2);
    let of = |check, uses| {
        JointChance::new(&fixture.priors).chance_by_check(check, b, uses, checks(&[0]))
    };
    assert_close(of(0, Uses::None), 1.0 - 0.05 * 0.5 * 0.01);
    assert_close(of(0, Uses::Removed), 1.0 - 0.05 * 0.5 * 0.01);
    assert_close(of(0, Uses::Undecided), 1.0 - 0.5 * 0.5);
    assert_close(of(1, Uses::None), 1.0 - 0.05 * 0.5);
}

#[test]
fn tokens_and_lists_of_a_text_without_a_grammar_are_two_classes() {
    let mut fixture = Fixture::new("*( i(x) i( *( i(x) i(x) ) ) )", &[]);
    let [token, line, inner] = [1, 2, 4].map(|node| fixture.class(node));
    assert!(token != line && token == inner);
}
