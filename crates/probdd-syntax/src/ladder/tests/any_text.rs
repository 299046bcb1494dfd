//! The offers of the rungs for texts without a grammar.

use super::without_blanks;
use crate::ladder::RUNGS;
use crate::{Unit, units};

/// The texts that a rung offers for a text without a grammar, without blanks.
fn offered(text: &str, rung: &str) -> Vec<String> {
    let rung = RUNGS.iter().find(|known| known.name == rung).expect("a rung");
    let document = units(Unit::Bracket, text.as_bytes());
    rung.offers(&document, None).iter().map(|edits| without_blanks(&document, edits)).collect()
}

#[test]
fn a_statement_goes_over_a_line_break_and_behind_a_bracket() {
    assert_eq!(offered("a b\nc;d;", "statements"), ["d;"]);
    assert_eq!(offered("f{a}g(b);", "statements"), ["f{a}", "g(b);"]);
    assert!(offered("a;\nb;\n", "statements").is_empty(), "lines are nodes");
    assert!(offered("f(a,b);", "statements").is_empty(), "elements are nodes");
}

#[test]
fn a_text_teaches_which_signs_end_its_statements() {
    // Lines end with a point twice, so that one inside of a line ends a statement, too.
    let erlang = "a(X) -> b. c(Y) ->\n d.\ne(Z) -> f.\n";
    assert!(offered(erlang, "statements").contains(&"a(X)->b.e(Z)->f.".to_owned()));
    assert!(offered("a b . c d\ne . f\n", "statements").is_empty());
}

#[test]
fn what_stands_between_equal_words_goes() {
    let text = "if a or b() or c then";
    assert!(offered(text, "statements").contains(&"ifaorcthen".to_owned()));
}

#[test]
fn lines_that_open_and_close_go_with_and_without_what_is_between_them() {
    let text = "if a\n  b\nend\nc c\nd e\n";
    assert_eq!(offered(text, "pairs"), ["ccde", "bccde"]);
    // Without indentation, any earlier line may be the one.
    let text = "ifeq (,)\na:b\nendif\nd e\nf g\n";
    assert!(offered(text, "pairs").contains(&"a:bdefg".to_owned()));
    let text = "ifeq (,)\na:b\n  c d\ne:f\nendif\n";
    assert!(offered(text, "pairs").contains(&"a:bcde:f".to_owned()));
    let text = "if()\na:b\nendif()\nc d\n";
    assert!(offered(text, "pairs").contains(&"a:bcd".to_owned()));
    assert!(offered("a\nb\nc\n", "pairs").is_empty(), "lines of single words are a list");
}

#[test]
fn one_branch_of_a_pair_stays() {
    let text = "if a\n  b c\nelse\n  d e\nendif()\nf g\nh i\n";
    let offered = offered(text, "pairs");
    for wanted in ["bcfghi", "defghi", "bcdefghi", "fghi"] {
        assert!(offered.contains(&wanted.to_owned()), "{wanted} is none of {offered:?}");
    }
}

#[test]
fn brackets_take_the_place_of_their_statement() {
    for (text, wanted) in [("if (x) {} y;", "(x)y;"), ("if (x) {} y;", "xy;"), ("if (x) {}", "x")] {
        let offered = offered(text, "unwrap");
        assert!(offered.contains(&wanted.to_owned()), "{wanted} is none of {offered:?}");
    }
}

#[test]
fn a_few_neighbours_go_together() {
    let offered = offered("class A extends B {}", "runs");
    assert!(offered.contains(&"classA{}".to_owned()), "{offered:?}");
    assert!(!offered.contains(&String::new()), "not all of a region: {offered:?}");
}
