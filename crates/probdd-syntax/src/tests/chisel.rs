//! CHISEL's searches on small C programs, query by query.

use crate::{Language, parse};
use probdd_core::tree::{self, Chisel, ChiselOptions, Program};
use probdd_core::{Algorithm, Edits, Kept, Minimizer, Search, Tree, Verdict};
use std::sync::Arc;

fn opdd() -> Minimizer {
    Minimizer::new(Algorithm::Opdd)
}

/// The queries of a search on a text, one line each. A `+` marks interesting ones, a `-` stands before
/// removed tokens, and a `->` between tokens and their replacement.
fn asked<S: Search<Change = Edits>>(
    text: &str,
    make: impl FnOnce(Arc<Tree>, Program) -> S,
    is_interesting: impl Fn(&str) -> bool,
) -> Vec<String> {
    let language = Language::by_name("c").expect("built in");
    let document = parse(language, text.as_bytes());
    let tree = document.tree();
    let words = |node| {
        let tokens = tree.node(node).tokens();
        let word = |token| String::from_utf8_lossy(document.token(token)).into_owned();
        tokens.map(word).collect::<Vec<_>>().concat()
    };
    let program = language.program(&document).expect("C has programs");
    let mut search = make(Arc::clone(tree), program);
    let mut kept = Kept::all(tree);
    let mut lines = Vec::new();
    while let Some(query) = search.ask() {
        let mut after = kept.clone();
        after.apply(tree, &query.change);
        let mut bytes = Vec::new();
        document.render(&after, &mut bytes);
        let holds = is_interesting(&String::from_utf8_lossy(&bytes));
        let mut removed = query.change.removed.clone();
        removed.sort();
        let removed = removed.into_iter().map(|node| format!("-{}", words(node)));
        let replaced = query.change.replaced.iter();
        let replaced = replaced.map(|(node, by)| format!("{} -> {}", words(*node), words(*by)));
        let change = removed.chain(replaced).collect::<Vec<_>>().join(" ");
        lines.push(format!("{} {change}", if holds { '+' } else { ' ' }));
        let verdict = if holds { Verdict::Interesting } else { Verdict::Uninteresting };
        search.tell(&verdict.into());
        kept = if holds { after } else { kept };
    }
    lines
}

fn globals(text: &str, is_interesting: impl Fn(&str) -> bool) -> Vec<String> {
    asked(
        text,
        |tree, program| tree::search(tree, |start| Chisel::global(start, &program, opdd())),
        is_interesting,
    )
}

fn locals(
    text: &str,
    options: ChiselOptions,
    is_interesting: impl Fn(&str) -> bool,
) -> Vec<String> {
    let make =
        |tree, program| tree::search(tree, |_| Chisel::local(Arc::new(program), opdd(), options));
    asked(text, make, is_interesting)
}

const PLAIN: ChiselOptions =
    ChiselOptions { is_replacing: true, keeps_dependencies: false, removes_declarations: true };

#[test]
fn chunks_that_are_referred_to_are_skipped() {
    // The example of Wang's thesis, figure 2.8: `f1`, which `main` refers to, is never removed alone.
    let text = "int f1() {return 0;}\nint f2() {return 1;}\nint f3() {return 1;}\nint f4() {return \
                1;}\nint main() {return f1();}\n";
    let lines = globals(text, |text| text.contains("f1() {return 0;}") && text.contains("main"));
    let wanted = [
        "+ -intf3(){return1;} -intf4(){return1;}",
        "  -intmain(){returnf1();}",
        "+ -intf2(){return1;}",
        "  -intmain(){returnf1();}",
    ];
    assert_eq!(lines, wanted);
}

#[test]
fn statements_go_from_the_outside_to_the_inside() {
    let text = "int f(int a) {\n  int b = 1;\n  a++;\n  if (a) { g(1); g(2); } else h();\n  while (a) \
                { g(3); h(); }\nout: g(4);\n  switch (a) { case 1: h(); case 2: g(5); h(); }\n}\n";
    let lines = locals(text, PLAIN, |text| (1..=5).all(|n| text.contains(&format!("g({n})"))));
    let wanted = [
        "  -a++; -if(a){g(1);g(2);}elseh();",
        "  -while(a){g(3);h();} -out:g(4);",
        "  -switch(a){case1:h();case2:g(5);h();}",
        "+ -a++;",
        "  -while(a){g(3);h();}",
        "  -out:g(4);",
        "  -switch(a){case1:h();case2:g(5);h();}",
        "+ if(a){g(1);g(2);}elseh(); -> {g(1);g(2);}",
        "+ while(a){g(3);h();} -> {g(3);h();}",
        "+ out:g(4); -> g(4);",
        "  -g(1);",
        "  -g(2);",
        "  -g(3);",
        "+ -h();",
        "+ -case1:h();",
        "  -case2:g(5);h();",
        "  -g(5);",
        "+ -h();",
        "+ -intb=1;",
    ];
    assert_eq!(lines, wanted);
}

#[test]
fn without_replacements_only_statements_go() {
    let text = "void f(int a) { if (a) { g(); h(); } }\n";
    let options = ChiselOptions { is_replacing: false, ..PLAIN };
    let lines = locals(text, options, |text| text.contains("g()"));
    let wanted = ["  -if(a){g();h();}", "  -g();", "+ -h();"];
    assert_eq!(lines, wanted);
}

#[test]
fn dependencies_are_kept_when_asked_for() {
    let text = "int f(int a) { int b = a; b = 2; use(b); if (a) goto out; h(); out: return b; }\n";
    let options = ChiselOptions { keeps_dependencies: true, ..PLAIN };
    let lines = locals(text, options, |text| text.contains("use(b)"));
    let wanted = [
        "  -b=2; -use(b);",
        "+ -if(a)gotoout; -h();",
        "+ -b=2;",
        "  -use(b);",
        "+ out:returnb; -> returnb;",
    ];
    assert_eq!(lines, wanted);
}
