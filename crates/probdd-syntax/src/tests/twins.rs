//! Equal neighbours: the text without any of them is the same.

use super::round_trip::{EXAMPLES, language};
use crate::{Document, Format, Unit, parse, units};
use probdd_core::{Edits, Kept, NodeId};

fn without(document: &Document, format: Format, node: NodeId) -> Vec<u8> {
    let mut kept = Kept::all(document.tree());
    kept.apply(document.tree(), &Edits::removal(vec![node]));
    let mut text = Vec::new();
    document.render_as(format, &kept, &mut text);
    text
}

/// The lengths of the runs, after the texts without their elements were compared.
fn runs(document: &Document) -> Vec<usize> {
    for format in [Format::Keep, Format::Compact] {
        for run in document.runs_of_twins(2, format).runs() {
            let texts: Vec<_> = run.iter().map(|node| without(document, format, *node)).collect();
            let [first, others @ ..] = &texts[..] else { panic!("a run has several nodes") };
            for text in others {
                let at = first.iter().zip(text).position(|(a, b)| a != b);
                let near = |text: &[u8]| {
                    let at = at.unwrap_or(0);
                    let near = at.saturating_sub(60)..(at + 30).min(text.len());
                    String::from_utf8_lossy(&text[near]).into_owned()
                };
                assert!(first == text, "{run:?}: {:?} and {:?}", near(first), near(text));
            }
        }
    }
    document.runs_of_twins(2, Format::Keep).runs().iter().map(Vec::len).collect()
}

#[test]
fn equal_neighbours_are_twins() {
    let lines = |text: &str| runs(&units(Unit::Bracket, text.as_bytes()));
    // What comes after the last line is not what comes after the others.
    assert_eq!(lines("c\na b\na b\na b\nc\n"), [3]);
    assert_eq!(lines("a b\na  b\n a b\na b c\n"), [0; 0]);
    let json = |text: &str| runs(&parse(language("json"), text.as_bytes()));
    assert_eq!(json("[2,1,1,1,2]"), [3]);
    let c = |text: &str| runs(&parse(language("c"), text.as_bytes()));
    assert_eq!(
        c("int x;\nint a;\nint a;\nint b;\nvoid f(void) {\n  g();\n  g();\n  h();\n}\n"),
        [2, 2]
    );
}

#[test]
fn the_text_without_any_of_a_run_is_the_same_in_all_languages() {
    let mut count = 0;
    for example in EXAMPLES.iter() {
        let lines: Vec<String> =
            example.text.lines().map(|line| format!("{line}\n").repeat(4)).collect();
        for text in [lines.concat(), lines.concat().replace('\n', " ")] {
            count += runs(&parse(example.language, text.as_bytes())).len();
            count += runs(&units(Unit::Bracket, text.as_bytes())).len();
        }
    }
    assert!(count > 1000, "{count}");
}
