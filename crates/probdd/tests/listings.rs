//! Perses on a listing of its literature, with the tree that we parse from it.

#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that does not work")]

use probdd::core::tree::{self, Deletions, Perses, TreeConfiguration};
use probdd::core::{Algorithm, Minimizer};
use probdd::core::{Kept, Search, Verdict};
use probdd_syntax::{Language, parse};
use std::sync::Arc;

/// The example that explains Perses in Wang's thesis (figure 2.5): its output must contain "Hello
/// world!".
const LISTING: &str = r#"int main() {
  int a = 1;
  if (a) {
    printf("%d\n", a);
    printf("Hello ");
    printf("world!\n");
    printf("End\n");
  }
  return 0;
}
"#;

/// Whether a text is a program that prints "Hello world!".
fn is_interesting(text: &str) -> bool {
    let is_declared = text.contains("int a = 1;");
    let is_used = text.contains("if (a)") || text.contains(", a)");
    let wanted = ["int main() {", "printf(\"Hello \");", "printf(\"world!\\n\");", "return 0;"];
    (is_declared || !is_used) && wanted.iter().all(|part| text.contains(part))
}

/// The candidates of Perses with ddmin, one per line, with `!` if interesting; and the result.
fn perses(text: &str) -> (Vec<String>, String) {
    let document = parse(Language::by_name("c").unwrap(), text.as_bytes());
    let tree = Arc::clone(document.tree());
    let deletions = Deletions::Lists(Minimizer::new(Algorithm::Ddmin));
    let perses = |start: &TreeConfiguration| Perses::new(start, deletions, true);
    let mut search = tree::search(Arc::clone(&tree), perses);
    let mut best = (Kept::all(&tree), text.to_owned());
    let mut asked = Vec::new();
    while let Some(query) = search.ask() {
        let mut kept = best.0.clone();
        kept.apply(&tree, &query.change);
        let mut rendered = Vec::new();
        document.render(&kept, &mut rendered);
        let rendered = String::from_utf8(rendered).unwrap();
        let line = rendered.split_whitespace().collect::<Vec<_>>().join(" ");
        if is_interesting(&rendered) {
            asked.push(format!("{line} !"));
            best = (kept, rendered);
            search.tell(&Verdict::Interesting.into());
        } else {
            asked.push(line);
            search.tell(&Verdict::Uninteresting.into());
        }
    }
    (asked, best.1)
}

#[test]
fn perses_follows_the_example_of_the_thesis() {
    let (asked, left) = perses(LISTING);
    let main = |body: &str| format!("int main() {{ {body}}}");
    let of_a = r#"printf("%d\n", a); "#;
    let (hello, world) = (r#"printf("Hello "); "#, r#"printf("world!\n"); "#);
    let end = r#"printf("End\n"); "#;
    let (define, back) = ("int a = 1; ", "return 0; ");
    let all = [of_a, hello, world, end].concat();
    let conditional = format!("if (a) {{ {all}}} ");
    let steps = [
        // 1: the function, by a declaration in its body.
        String::new(),
        define.trim_end().into(),
        // 2: its body, by the one inside.
        main(&all),
        // 3: the list of statements, of which ddmin removes none.
        main(""),
        main(define),
        main(&[&conditional, back].concat()),
        main(&conditional),
        main(back),
        main(&[define, back].concat()),
        main(&[define, &conditional].concat()),
        // The same list, by the one inside: the text of query 3, from other tokens.
        main(&all),
        // 4 and 5: the conditional, by the statements in it (the thesis takes the block first).
        main(&[define, &all, back].concat()) + " !",
        // 6: the list of these; ddmin removes what uses the variable, and the last.
        main(&[define, of_a, hello, back].concat()),
        main(&[define, world, end, back].concat()),
        main(&[define, of_a, back].concat()),
        main(&[define, hello, back].concat()),
        main(&[define, world, back].concat()),
        main(&[define, end, back].concat()),
        main(&[define, hello, world, end, back].concat()) + " !",
        main(&[define, hello, end, back].concat()),
        main(&[define, hello, world, back].concat()) + " !",
    ];
    assert_eq!(asked[..steps.len()], steps);
    let mut text = left;
    // The remaining rounds, each on a new parse: nothing uses the variable any more.
    loop {
        let (_, left) = perses(&text);
        if left == text {
            break;
        }
        text = left;
    }
    let result = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(result, main(&[hello, world, back].concat()));
}
