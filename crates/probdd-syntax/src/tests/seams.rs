//! The text between tokens after removals, by language.

use super::round_trip::{EXAMPLES, Example, language};
use crate::{Document, Format, parse};
use probdd_core::{Edits, Kept, Kind, NodeId};
use proptest::prelude::*;
use std::collections::HashSet;

/// `(language, text, node, its replacement, result)`. The node is named by its text; it is removed if
/// the replacement is empty.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str);

const CASES: &[Case] = &[
    // Removed lines leave the other lines as they were.
    ("c", "{\n  int a;\n\n    int b;\n}\n", "int a;", "", "{\n    int b;\n}\n"),
    ("c", "int a;  \nint b;\nint c;\n", "int b;", "", "int a;  \nint c;\n"),
    ("c", "int a;\r\nint b;\r\nint c;\r\n", "int b;", "", "int a;\r\nint c;\r\n"),
    ("c", "int a;\nint b;\n", "int b;", "", "int a;\n"),
    // Blocks that begin in the middle of a line keep one column.
    ("haskell", "f x y = do a\n           b\n", "y", "", "f x = do a\n         b\n"),
    ("haskell", "f = do -- c\n  a\n  b\n  d\n", "-- c\n  a", "", "f = do b\n       d\n"),
    (
        "haskell",
        "f = c where a = 1\n            b = do\n              d\n",
        "a = 1",
        "",
        "f = c where b = do\n              d\n",
    ),
    (
        "haskell",
        "f = do\n  a\n  when b $ do c\n              d\n  e\n",
        "when b $ do c\n              d",
        "do c\n              d",
        "f = do\n  a\n  do c\n     d\n  e\n",
    ),
    ("haskell", "f a@(B c) = c\n", "(B c)", "c", "f a@c = c\n"),
    // Directives keep their lines.
    ("c", "int a; int c;\n#define A\nint b;\n", "int c;", "", "int a;\n#define A\nint b;\n"),
    ("c", "#if A\n  int a;\n#endif\nint b;\n", "int a;", "", "#if A\n#endif\nint b;\n"),
    // A hoisted node takes the place of the node around it.
    (
        "c",
        "void f(void)\n{\n    if (a) {\n        b(1,\n          2);\n    }\n}\n",
        "if (a) {\n        b(1,\n          2);\n    }",
        "b(1,\n          2);",
        "void f(void)\n{\n    b(1,\n      2);\n}\n",
    ),
    ("c", "int a = f(x,\n          1);\n", "f(x,\n          1)", "x", "int a = x;\n"),
    ("c", "int a = f(x,\n          1);\n", "f(x,\n          1)", "1", "int a = 1;\n"),
    (
        "rust",
        "mod a {\n    fn b() {\n    }\n}\n",
        "mod a {\n    fn b() {\n    }\n}",
        "fn b() {\n    }",
        "fn b() {\n}\n",
    ),
    (
        "python",
        "def f():\n    if a:\n        b = '''\n   x'''\n        c\n    d\n",
        "if a:\n        b = '''\n   x'''\n        c",
        "b = '''\n   x'''\n        c",
        "def f():\n    b = '''\n   x'''\n    c\n    d\n",
    ),
    (
        "python",
        "if a:\n    b\nelse:\n    # c\n    d\n\n    e\nf\n",
        "if a:\n    b\nelse:\n    # c\n    d\n\n    e",
        "d\n\n    e",
        "d\n\ne\nf\n",
    ),
    (
        "python",
        "if a:\n\tif b:\n\t\tc\n\t\td\n",
        "if b:\n\t\tc\n\t\td",
        "c\n\t\td",
        "if a:\n\tc\n\td\n",
    ),
    ("python", "if a:\n    b\n# c\n    d\n", "b", "", "if a:\n# c\n    d\n"),
    ("python", "x = f'{a} {b}'\n", "{b}", "", "x = f'{a} '\n"),
    (
        "go",
        "package a\nfunc f() {\n\tif b {\n\t\tc()\n\t}\n}\n",
        "if b {\n\t\tc()\n\t}",
        "c()",
        "package a\nfunc f() {\n\tc()\n}\n",
    ),
    (
        "javascript",
        "if (a) {\n  b()\n  c()\n}\nd()\n",
        "if (a) {\n  b()\n  c()\n}",
        "c()",
        "c()\nd()\n",
    ),
    ("ruby", "if a\n  b\n  c\nend\nd\n", "if a\n  b\n  c\nend", "b", "b\nd\n"),
    ("kotlin", "fun f() {\n    a()\n    b()\n}\n", "a()", "", "fun f() {\n    b()\n}\n"),
    // No tokens fuse.
    ("c", "int a = b - (-c);\n", "(-c)", "-c", "int a = b - -c;\n"),
    ("c", "int a = b -(-c);\n", "(-c)", "-c", "int a = b - -c;\n"),
    ("c", "char *a = \"b\";\n", "b", "", "char *a = \"\";\n"),
    ("rust", "fn f() { return(a) }\n", "(a)", "a", "fn f() { return a }\n"),
    ("haskell", "f = g (h) (i)\n", "(h)", "h", "f = g h (i)\n"),
    ("ocaml", "let f = g(h)(i)\n", "(h)", "h", "let f = g h(i)\n"),
    // Blanks with a meaning are kept.
    ("css", "a, b .c { d: e }\n", "a", "", "b .c { d: e }\n"),
    ("css", "a, b { c: d; e: f g }\n", "c: d;", "", "a, b { e: f g }\n"),
    ("xml", "<a b='c' d='e'>f</a>\n", "b='c'", "", "<a d='e'>f</a>\n"),
    ("json", "[\n  1,\n  2,\n  3\n]\n", "2", "", "[\n  1,\n  3\n]\n"),
    (
        "json",
        "{\"a\": {\n    \"b\": [\n      1\n    ]\n  }\n}\n",
        "{\n    \"b\": [\n      1\n    ]\n  }",
        "[\n      1\n    ]",
        "{\"a\": [\n  1\n]\n}\n",
    ),
];

fn find(document: &Document, text: &str, is_wanted: impl Fn(NodeId) -> bool) -> Option<NodeId> {
    let tree = document.tree();
    let has_text = |id: NodeId| {
        let node = tree.node(id);
        let tokens = node.first_token as usize + node.lead as usize..node.end_token as usize;
        let (start, end) =
            (document.tokens.bytes(tokens.start).start, document.tokens.bytes(tokens.end - 1).end);
        &document.text[start..end] == text.as_bytes()
    };
    tree.nodes()
        .map(|(id, _)| id)
        .filter(|id| *id != NodeId::ROOT)
        .find(|id| has_text(*id) && is_wanted(*id))
}

fn edits(document: &Document, gone: &str, left: &str) -> Edits {
    let tree = document.tree();
    if left.is_empty() {
        let is_removable = |id| tree.is_removable(id);
        let node = find(document, gone, is_removable).unwrap_or_else(|| {
            panic!("nothing to remove: {gone} {}", String::from_utf8_lossy(&document.text))
        });
        return Edits::removal(vec![node]);
    }
    let outer = find(document, gone, |_| true).unwrap_or_else(|| panic!("not there: {gone}"));
    let inner = find(document, left, |id| id != outer && tree.contains(outer, id));
    Edits::replacement(outer, inner.unwrap_or_else(|| panic!("not inside: {left}")))
}

fn rendered(document: &Document, format: Format, edits: &Edits) -> (Kept, String) {
    let mut kept = Kept::all(document.tree());
    kept.apply(document.tree(), edits);
    let mut out = vec![b'x'];
    document.render_as(format, &kept, &mut out);
    (kept, String::from_utf8(out).expect("text"))
}

#[test]
fn a_hole_costs_no_more_where_the_text_nests_deeply() {
    // Every second bracket is removed, so that there are as many holes as levels. A search for the
    // place of each hole from the innermost bracket on would take minutes.
    let levels = 1 << 17;
    let text = "(".repeat(levels) + "x" + &")".repeat(levels);
    let document = crate::units(crate::Unit::Token, text.as_bytes());
    let nested = crate::units(crate::Unit::Bracket, text.as_bytes());
    assert_eq!(document.tree().token_count(), nested.tree().token_count());
    let mut kept = Kept::all(nested.tree());
    let items: Vec<_> = document.tree().children(NodeId::ROOT).skip(1).step_by(2).collect();
    kept.apply(document.tree(), &Edits::removal(items));
    let mut bytes = Vec::new();
    nested.render(&kept, &mut bytes);
    assert_eq!(bytes.len(), levels + 1);
}

#[test]
fn what_is_left_looks_as_if_nothing_else_had_been_there() {
    let mut wrong = Vec::new();
    for (name, text, gone, left, wanted) in CASES {
        let document = parse(language(name), text.as_bytes());
        let (_, found) = rendered(&document, Format::Keep, &edits(&document, gone, left));
        if found != *wanted {
            wrong.push(format!(
                "{name}: {text:?}\n without {gone:?}\n  wanted {wanted:?}\n   found {found:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn compact_text_has_only_what_is_needed() {
    let cases = [
        (
            "c",
            "int a ;\n#define A (x)\nint  b = - - 1;\n",
            "int a;\n#define A (x)\nint b= - - 1;\n",
        ),
        ("json", "{ \"a\": [1, 2] }\n", "{\"a\":[1,2]}\n"),
        (
            "python",
            "if a :\n    b = 1\n    if c:\n        d(1,\n          2)\n",
            "if a:\n b=1\n if c:\n  d(1,2)\n",
        ),
        ("css", "a  .b { c : d }\n", "a .b { c : d }\n"),
        ("go", "package a\nfunc f() {\n\treturn 1\n}\n", "package a\nfunc f(){\nreturn 1\n}\n"),
        ("rust", "fn f<'a>(x: &'a u8) -> u8 { *x }\n", "fn f<'a>(x: &'a u8)->u8{*x}\n"),
    ];
    for (name, text, wanted) in cases {
        let document = parse(language(name), text.as_bytes());
        assert_eq!(rendered(&document, Format::Compact, &Edits::default()).1, wanted, "{name}");
    }
}

#[test]
fn the_mark_that_ends_a_heredoc_begins_a_line_in_compact_text() {
    let document = parse(language("ruby"), b"a = <<~TEXT\n  line #{b}\n  TEXT\nc\n");
    let edits = edits(&document, "#{b}", "");
    let (_, compact) = rendered(&document, Format::Compact, &edits);
    assert!(compact.contains("\n  TEXT\n"), "{compact}");
}

/// Tokens, one per line. Neighbouring pieces of text are one piece, apart from blanks.
fn words(name: &str, document: &Document, tokens: impl Iterator<Item = usize>) -> String {
    let language = language(name);
    let leaves = document.tree().nodes().map(|(_, node)| node);
    let leaves = leaves.filter(|node| node.tokens().len() == 1 && node.kind != Kind::NONE);
    let is_text = |name: &str| {
        ["CharData", "text", "string", "fragment", "content", "chars", "quoted_element"]
            .iter()
            .any(|part| name.contains(part))
    };
    let texts: HashSet<usize> = leaves
        .filter(|node| !node.is_list() && is_text(language.kind_name(node.kind)))
        .map(|node| node.tokens().start)
        .collect();
    let mut out = String::new();
    let mut was_text = false;
    for token in tokens {
        let is_piece = texts.contains(&token);
        let word = String::from_utf8_lossy(document.token(token));
        if is_piece && word.trim().is_empty() {
            continue;
        }
        if !(is_piece && was_text) {
            out.push('\n');
        }
        out.extend(word.trim().chars().filter(|c| !is_piece || !c.is_whitespace()));
        was_text = is_piece;
    }
    out
}

/// The tokens that an edit keeps, and the tokens of the rendered text.
fn tokens_and_read(
    Example { language, document, .. }: &Example,
    format: Format,
    removed: &[u32],
) -> Option<(String, String, String)> {
    let name = language.name();
    let tree = document.tree();
    let id = |at: &u32| NodeId(at % tree.len() as u32);
    let removed = removed.iter().map(id).filter(|id| tree.is_removable(*id));
    let (kept, out) = rendered(document, format, &Edits::removal(removed.collect()));
    let again = parse(language, out.as_bytes());
    let is_sound = again.fallback().is_none() && again.error_bytes() == 0;
    // Without its opening tag, PHP's closing tag is text.
    let is_php = name != "php" || out.contains("<?php");
    // The grammar of Bash finds a word of no characters in `${a:-}`.
    let has_words = name != "bash" || !out.contains(":-}") && !out.contains(":- }");
    (is_sound && is_php && has_words).then(|| {
        let wanted = words(name, document, kept.tokens().ones());
        (wanted, words(name, &again, 0..again.tree().token_count()), out)
    })
}

proptest! {
    #[test]
    fn what_is_kept_is_what_is_read(
        which in any::<prop::sample::Index>(),
        removed in proptest::collection::vec(any::<u32>(), 0..8),
        is_compact in any::<bool>(),
    ) {
        let example = which.get(&EXAMPLES);
        let format = if is_compact { Format::Compact } else { Format::Keep };
        if let Some((wanted, found, out)) = tokens_and_read(example, format, &removed) {
            prop_assert_eq!(wanted, found, "{}: {}", example.language.name(), out);
        }
    }
}
