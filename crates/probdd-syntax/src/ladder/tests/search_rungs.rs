//! The offers of the rungs that come before the search or between two searches.

use super::{offered, offers};
use crate::ladder::SEARCH_RUNGS;
use crate::{Unit, units};

/// The texts that a rung offers for a text without a grammar.
fn offered_for_lines(text: &str, rung: &str) -> Vec<String> {
    let rung = SEARCH_RUNGS.iter().find(|known| known.name == rung).expect("a rung");
    let document = units(Unit::Bracket, text.as_bytes());
    let texts = rung.offers(&document, None).into_iter().map(|edits| {
        let texts =
            edits.written.iter().map(|written| (written.tokens.clone(), written.text.as_slice()));
        let mut texts: Vec<_> = texts.collect();
        texts.sort_by_key(|(tokens, _)| tokens.start);
        let mut bytes = Vec::new();
        let mut at = 0;
        for (tokens, new) in texts {
            bytes.extend_from_slice(
                &text.as_bytes()[at..document.tokens.bytes(tokens.start as usize).start],
            );
            bytes.extend_from_slice(new);
            at = document.tokens.bytes(tokens.end as usize - 1).end;
        }
        bytes.extend_from_slice(&text.as_bytes()[at..]);
        String::from_utf8(bytes).expect("the text is ASCII")
    });
    texts.collect()
}

#[test]
fn numbers_become_names_and_the_first_block_shows_its_own() {
    let llvm = "define i32 @0(i32 %0, i8* %v) {
          %2 = load i8, i8* %v br label %3
        3: %4 = phi i32 [ %0, %1 ], [ 5, %3 ] br label %3 }";
    let named = |function: &str| {
        format!(
            "define i32 {function}(i32 %vv0, i8* %v) {{
          vv1: %vv2 = load i8, i8* %v br label %vv3
        vv3: %vv4 = phi i32 [ %vv0, %vv1 ], [ 5, %vv3 ] br label %vv3 }}"
        )
    };
    assert!(offers("llvm", llvm, "value-names", &named("@0")));
    assert!(offers("llvm", llvm, "value-names", &llvm.replace("@0", "@vv0")));
    assert_eq!(offered("llvm", llvm, "value-names").len(), 2);
    assert!(offered("llvm", &named("@vv0"), "value-names").is_empty());
    // It hides the number of a parameter, too.
    let hiding = "define i32 @f(i32) { br label %2 2: %3 = phi i32 [ %0, %1 ] ret i32 %3 }";
    assert!(offered("llvm", hiding, "value-names").is_empty());
    let other = "define void @g() { %1 = load i8, i8* null ret void }";
    let wanted = other.replace("%1", "%v1");
    assert_eq!(
        offered("llvm", &[hiding, other].concat(), "value-names"),
        [[hiding, wanted.as_str()].concat().split_whitespace().collect::<String>()]
    );
}

#[test]
fn a_function_becomes_a_declaration_without_notes() {
    let g = "define void @g() { call void @f(i8 1) ret void }";
    let llvm = format!("define internal void @f(i8 noundef %a) nounwind {{ ret void }} {g}");
    let wanted = format!("declare void @f(i8 %a) {g}");
    assert!(offers("llvm", &llvm, "bodies", &wanted));
    assert_eq!(offered("llvm", &llvm, "bodies").len(), 2);
}

#[test]
fn an_instruction_goes_whose_value_is_not_used() {
    let llvm = "define i32 @f(i8* %a) { %b = load i8, i8* %a %c = load i32, i32* null ret i32 %c }
        define i32 @g() { %b = load i8, i8* null %c = add i8 %b, 1 ret i32 0 }";
    let goes = |text: &str| offers("llvm", llvm, "unused", &llvm.replacen(text, "", 1));
    assert!(goes("%b = load i8, i8* %a") && goes("%c = add i8 %b, 1"));
    assert_eq!(offered("llvm", llvm, "unused").len(), 2);
}

#[test]
fn the_uses_of_a_value_become_uses_of_none_in_particular() {
    let llvm = "define i32 @f(i32 %a) { %b = add i32 %a, %a br label %c c: ret i32 %b }";
    let wanted = "define i32 @f(i32 %a) { %b = add i32 undef, undef br label %c c: ret i32 %b }";
    assert!(offers("llvm", llvm, "operands", wanted));
    assert_eq!(offered("llvm", llvm, "operands").len(), 2);
    assert!(offers("llvm", llvm, "zeros", &wanted.replace("undef", "zeroinitializer")));
    assert_eq!(offered("llvm", llvm, "zeros").len(), 2);
    assert!(offered("llvm", wanted, "zeros").is_empty());
    let zero = llvm.replacen("ret i32 %b", "ret i32 zeroinitializer", 1);
    assert!(offers("llvm", &zero, "literals", &zero.replace("zeroinitializer", "0")));
}

#[test]
fn the_uses_of_a_value_become_uses_of_one_that_is_made_alike_or_of_what_it_is_made_of() {
    let text =
        "%a = const 1\n%b = const 2\n%c = add %a, %b\n%d = mul %c, %b\n%e = add %d, %c\nret %e\n";
    let wanted = [
        // What uses %b uses %a: both are constants.
        "%a = const 1\n%b = const 2\n%c = add %a, %a\n%d = mul %c, %a\n%e = add %d, %c\nret %e\n",
        // What uses %e uses %c: both are sums.
        "%a = const 1\n%b = const 2\n%c = add %a, %b\n%d = mul %c, %b\n%e = add %d, %c\nret %c\n",
        // What uses %c uses %b, of which it is made.
        "%a = const 1\n%b = const 2\n%c = add %a, %b\n%d = mul %b, %b\n%e = add %d, %b\nret %e\n",
        // What uses %d uses %b.
        "%a = const 1\n%b = const 2\n%c = add %a, %b\n%d = mul %c, %b\n%e = add %b, %c\nret %e\n",
    ];
    let mut offered = offered_for_lines(text, "values");
    offered.sort();
    let mut wanted = wanted.map(str::to_owned);
    wanted.sort();
    assert_eq!(offered, wanted);
}

#[test]
fn values_beyond_a_line_of_one_word_do_not_stand_for_each_other() {
    let text = "%a = const 1\n%b = neg %a\nend\n%c = const 2\n%d = neg %c\nret %b, %d\n";
    let wanted = [
        "%a = const 1\n%b = neg %a\nend\n%c = const 2\n%d = neg %c\nret %a, %d\n",
        "%a = const 1\n%b = neg %a\nend\n%c = const 2\n%d = neg %c\nret %b, %c\n",
    ];
    assert_eq!(offered_for_lines(text, "values"), wanted);
}

#[test]
fn a_jump_becomes_an_end_or_has_one_target() {
    let llvm = "define void @f(i1 %a) { br i1 %a, label %b, label %c b: br label %c c: ret void }";
    let with = |first: &str, second: &str| {
        format!("define void @f(i1 %a) {{ {first} b: {second} c: ret void }}")
    };
    let kept = "br i1 %a, label %b, label %c";
    for first in ["unreachable", "br label %b", "br label %c"] {
        assert!(offers("llvm", llvm, "jumps", &with(first, "br label %c")));
    }
    assert!(offers("llvm", llvm, "jumps", &with(kept, "unreachable")));
    assert_eq!(offered("llvm", llvm, "jumps").len(), 4);
}

#[test]
fn a_block_takes_no_value_from_one_that_does_not_lead_to_it_any_more() {
    let llvm = "define i8 @f(i1 %a) { x: br i1 %a, label %b, label %c b: br label %c
        c: %d = phi i8 [ 1, %x ], [ 2, %b ] ret i8 %d }";
    let wanted = [
        ("br i1 %a, label %b, label %c", "unreachable", "[ 1, %x ], [ 2, %b ]", "[ 2, %b ]"),
        ("br i1 %a, label %b, label %c", "br label %b", "[ 1, %x ], [ 2, %b ]", "[ 2, %b ]"),
        ("br i1 %a, label %b, label %c", "br label %c", "", ""),
        ("b: br label %c", "b: unreachable", ", [ 2, %b ]", ""),
    ];
    for (jump, by, values, left) in wanted {
        let wanted = llvm.replacen(jump, by, 1).replacen(values, left, 1);
        assert!(offers("llvm", llvm, "jumps", &wanted));
    }
    assert_eq!(offered("llvm", llvm, "jumps").len(), 4);
}

#[test]
fn blocks_become_one_where_each_leads_to_the_next_and_nothing_else_does() {
    let with = |blocks: &str| format!("define void @f(i1 %a) {{ {blocks} }}");
    let chain = "x: br label %b b: %c = load i8, i8* null br label %d d: br label %e
        e: %g = phi i8 [ 0, %d ] br label %e";
    // All three, two of them, or without the one that only jumps on.
    let all = "x: %c = load i8, i8* null br label %e e: %g = phi i8 [ 0, %x ] br label %e";
    let first = "x: %c = load i8, i8* null br label %d d: br label %e
        e: %g = phi i8 [ 0, %d ] br label %e";
    let second = "x: br label %b b: %c = load i8, i8* null br label %e
        e: %g = phi i8 [ 0, %b ] br label %e";
    let wanted = [all, first, second];
    for wanted in wanted {
        assert!(offers("llvm", &with(chain), "join", &with(wanted)));
    }
    assert_eq!(offered("llvm", &with(chain), "join").len(), wanted.len());
    // A block that takes a value from the one before begins with that.
    let merging = "x: %c = load i8, i8* null br label %b b: %d = phi i8 [ 1, %x ] ret void";
    assert!(offered("llvm", &with(merging), "join").is_empty());
    // A value would come from a block without a name.
    let unnamed = chain.strip_prefix("x: ").expect("a label");
    assert_eq!(offered("llvm", &with(unnamed), "join").len(), 2);
}

#[test]
fn a_block_goes_that_only_jumps_on() {
    let with = |blocks: &str| format!("define void @f(i1 %a) {{ {blocks} }}");
    let llvm = "br i1 %a, label %b, label %c b: br label %c c: ret void";
    let wanted = "br i1 %a, label %c, label %c c: ret void";
    assert!(offers("llvm", &with(llvm), "join", &with(wanted)));
    assert_eq!(offered("llvm", &with(llvm), "join").len(), 1);
    // The first block stays, and a block may jump to itself.
    for kept in ["br label %c c: br label %c", "br i1 %a, label %b, label %b b: br label %b"] {
        assert!(offered("llvm", &with(kept), "join").is_empty(), "{kept}");
    }
    // The next one would take two values from the same block.
    let merging = "x: br i1 %a, label %b, label %c b: br label %c
        c: %d = phi i8 [ 1, %x ], [ 2, %b ] ret void";
    assert!(offered("llvm", &with(merging), "join").is_empty());
}

#[test]
fn all_annotations_of_a_kind_go_together() {
    let llvm = "define void @f() { load i8, i8* null, align 1, !a !1
        load i8, i8* null, align 2, !a !1 ret void }";
    let wanted = "define void @f() { load i8, i8* null, align 1
        load i8, i8* null, align 2 ret void }";
    assert!(offers("llvm", llvm, "annotations", wanted));
}

#[test]
fn the_body_of_a_function_becomes_one_that_any_function_may_have() {
    let texts: [(&str, &str, &[&str]); 9] = [
        (
            "java",
            "class A { int f() { return g(1) + 2; } A() { this(f(), 1, 2); } int g() { } }",
            &[
                "class A { int f() { throw null; } A() { this(f(), 1, 2); } int g() { } }",
                "class A { int f() { return g(1) + 2; } A() { throw null; } int g() { } }",
            ],
        ),
        (
            "go",
            "package a\nfunc f() int { return g(1) + 2 }\nfunc (a A) g() { f(a, 1) }",
            &[
                "package a\nfunc f() int { panic(0) }\nfunc (a A) g() { f(a, 1) }",
                "package a\nfunc f() int { return g(1) + 2 }\nfunc (a A) g() { panic(0) }",
            ],
        ),
        (
            "rust",
            "fn f(a: [u8; { 1 + 1 }]) -> u8 { let g = || { 1 }; g() }",
            &["fn f(a: [u8; { 1 + 1 }]) -> u8 { loop {} }"],
        ),
        (
            "c#",
            "class A { int F() { return G(1) + 2; } }",
            &["class A { int F() { throw null; } }"],
        ),
        (
            "typescript",
            "function f(): number { return g(1) + 2; }",
            &["function f(): number { throw 0 }"],
        ),
        ("kotlin", "fun f(): Int { return g(1) + 2 }", &["fun f(): Int = TODO()"]),
        ("scala", "object A { def f: Int = { g(1) + 2 } }", &["object A { def f: Int = ??? }"]),
        ("swift", "func f() -> Int { return g(1) + 2 }", &["func f() -> Int { fatalError() }"]),
        (
            "solidity",
            "contract A { function f() public { g(1, 2, 3); } }",
            &["contract A { function f() public { revert(); } }"],
        ),
    ];
    for (language, text, wanted) in texts {
        let wanted: Vec<String> =
            wanted.iter().map(|text| text.split_whitespace().collect()).collect();
        assert_eq!(offered(language, text, "stubs"), wanted, "{language}");
    }
    assert!(offered("c", "int f(void) { return g(1) + 2; }", "stubs").is_empty());
}
