//! Trees of grammars without rules.

use super::dump;
use crate::{Language, parse};
use probdd_core::{Edits, Kept, Role, Tree};

fn guessing(language: &str) -> Language {
    Language::by_name(language).expect("built in").without_rules()
}

fn tree_of(language: &str, text: &str) -> String {
    let language = guessing(language);
    let document = parse(&language, text.as_bytes());
    assert!(document.is_guess());
    assert_eq!(document.fallback(), None);
    dump(&document, Some(&language))
}

#[test]
fn a_list_has_its_separator() {
    assert_eq!(
        tree_of("json", "[1, null, []]"),
        "(document (array [ (*, (i (number 1)) (i ,~ (null null)) (i ,~ (array [ ]))) ]))"
    );
}

#[test]
fn a_trailing_separator_belongs_to_the_list() {
    let tree = tree_of("rust", "fn f(a: A, b: B,) {}");
    assert!(tree.contains("(? ,)) )) (block"), "{tree}");
}

#[test]
fn what_several_nodes_need_together_goes_together() {
    let tree = tree_of("typescript", "let x: T = 1;");
    assert!(tree.contains("(? = (number 1))") || tree.contains("(i = (number 1))"), "{tree}");
}

/// The texts after the removal of each removable subtree.
fn removals(language: &Language, text: &str) -> Vec<Vec<u8>> {
    let document = parse(language, text.as_bytes());
    let tree: &Tree = document.tree();
    let removable = tree.nodes().map(|(id, _)| id).filter(|id| tree.is_removable(*id));
    let without = removable.map(|id| {
        let mut kept = Kept::all(tree);
        kept.apply(tree, &Edits::removal(vec![id]));
        let mut bytes = Vec::new();
        document.render(&kept, &mut bytes);
        bytes
    });
    without.collect()
}

#[test]
fn most_of_what_is_guessed_parses_and_most_of_what_the_rules_say_is_guessed() {
    let texts = [
        ("c", "int a, *b; static int f(int x, char y) { if (x) { return g(1, y); } else h(); }"),
        (
            "go",
            "package p\n\nfunc f(x int, ys ...T) (int, error) {\n\tfor i := range ys {\n\t\tg(i, 2)\n\t}\n\treturn x, nil\n}\n",
        ),
        (
            "javascript",
            "import { a, b } from 'm'; class K extends B { m(x) { if (x) { y(); } else { z({ q: 1 }); } } }",
        ),
        ("json", r#"{"a": [1, 2, {"b": "c"}], "d": {}}"#),
    ];
    for (name, text) in texts {
        let language = guessing(name);
        let guessed = removals(&language, text);
        let valid = guessed.iter().filter(|text| language.errors(text, 1) == 0).count();
        assert!(valid * 2 > guessed.len(), "{name}: {valid} of {}", guessed.len());
        let known = removals(Language::by_name(name).expect("built in"), text);
        let found = known.iter().filter(|text| guessed.contains(text)).count();
        assert!(found * 2 > known.len(), "{name}: {found} of {}", known.len());
    }
}

#[test]
fn a_replacement_is_what_the_tables_take() {
    let language = guessing("json");
    let document = parse(&language, br#"[{"a": [true]}]"#);
    let tree = document.tree();
    let kind_of = |name: &str| {
        let model = language.model().expect("it has tables");
        model.kinds().id(name, true).expect("a kind")
    };
    let node = |name: &str| {
        let kind = kind_of(name);
        tree.nodes().find(|(_, node)| node.kind.0 == kind && node.role == Role::Regular)
    };
    let (_, object) = node("object").expect("the text has one");
    let (_, truth) = node("true").expect("the text has one");
    let (_, pair) = node("pair").expect("the text has one");
    assert!(tree.fits(object.slot, truth.kind));
    assert!(!tree.fits(object.slot, pair.kind));
}

#[test]
fn errors_are_counted_as_far_as_one_wants() {
    let language = guessing("json");
    assert_eq!(language.errors(br#"{"a": 1}"#, 9), 0);
    let text = br#"[1, @, 2, {"a": @}]"#;
    assert!(language.errors(text, 99) >= 2);
    assert_eq!(language.errors(text, 2), 2);
    // A missing token is an error, too.
    assert_eq!(language.errors(b"[1", 9), 1);
    // The text is long enough that the parser asks whether to continue.
    let long = "[".repeat(10_000);
    assert_eq!(language.errors(long.as_bytes(), 1), 1);
}
