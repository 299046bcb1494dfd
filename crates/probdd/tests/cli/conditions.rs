//! Files as they are written: conditions of a preprocessor that no grammar reads, headers of C++.

use crate::bench::{Bench, Ran};

/// A header whose declarations stand in a guard for C++.
fn header(guard: [&str; 2]) -> String {
    let declarations = (0..60).map(|at| format!("int f{at}(int a, char *b);\n"));
    let [begin, end] = guard;
    format!("#ifndef X_H\n#define X_H\n{begin}{}{end}#endif\n", declarations.collect::<String>())
}

const GUARD: [&str; 2] =
    ["#ifdef __cplusplus\nextern \"C\" {\n#endif\n", "#ifdef __cplusplus\n}\n#endif\n"];

/// Needs a word, and a partner for every `#if`.
fn test(word: &str) -> String {
    format!("grep -q '{word}' a.h && [ $(grep -c '^#if' a.h) = $(grep -c '^#endif' a.h) ]")
}

fn run(input: &str, script: &str, options: &str) -> (Bench, Ran, u64) {
    let bench = Bench::new();
    bench.script("test.sh", script);
    bench.file("a.h", input.as_bytes());
    let ran = bench.probdd(&format!("test.sh a.h {options} -o out --report report")).exits_with(0);
    let queries = bench.json("report")["queries"]["committed"].as_u64().expect("a number");
    (bench, ran, queries)
}

#[test]
fn a_guard_for_cplusplus_costs_as_much_as_none() {
    let (bench, ran, queries) = run(&header(GUARD), &test("f41"), "");
    assert!(!ran.stderr.contains("does not parse"), "{}", ran.stderr);
    let (mended, _, fewest) = run(&header(["", ""]), &test("f41"), "");
    assert_eq!(bench.text("out"), mended.text("out"));
    assert!(queries * 5 <= fewest * 6, "{queries} queries, {fewest} without the guard");
}

#[test]
fn a_result_keeps_neither_an_empty_condition_nor_a_macro() {
    let text =
        "#define N 4\n#if A\nint other;\n#if B\nint keep = N;\n#endif\n#else\nint c;\n#endif\n";
    // The value is that of the preprocessor.
    let script =
        "grep -q 'keep = 4' a.h || { grep -q 'keep = N' a.h && grep -q 'define N 4' a.h; }";
    let (bench, ..) = run(text, script, "");
    assert_eq!(bench.text("out").split_whitespace().collect::<String>(), "keep=4");
}

#[test]
fn a_header_with_classes_is_read_as_cplusplus() {
    let class = |at: usize| {
        format!("class C{at} : public B {{\npublic:\n  template <class T> T f();\n}};\n")
    };
    let text: String = (0..20).map(class).collect();
    let (bench, ran, _) = run(&text, "grep -q 'class C7' a.h", "");
    assert!(!ran.stderr.contains("does not parse"), "{}", ran.stderr);
    assert_eq!(bench.json("report")["settings"]["language"], "c++");
    let (_, ran, _) = run(&text, "grep -q 'class C7' a.h", "--language c");
    ran.says("the input looks like c++: try `-l c++`");
}

#[test]
fn brackets_tear_no_comment_open_and_leave_no_empty_condition() {
    let broken = "] 1 2 ) x y [ 3 4 } ] z\n".repeat(12);
    let text = format!(
        "{broken}/* many words ( in a\ncomment }} here */\n#ifdef A\n] keep 5 (\n/* more {{ of\n \
         them */\n#endif\n{broken}"
    );
    let marks = "[ $(grep -c '/[*]' a.h) = $(grep -c '[*]/' a.h) ]";
    // Every text that the test sees has whole comments.
    let script = format!("{marks} || touch \"$SEEN\"; grep -q keep a.h && {marks}");
    let bench = Bench::new();
    let seen = bench.path("torn");
    bench.script("test.sh", &format!("SEEN='{}'\n{script}", seen.display()));
    bench.file("a.h", text.as_bytes());
    let ran = bench.probdd("test.sh a.h -l c -o out").exits_with(0);
    assert!(ran.stderr.contains("does not parse"), "{}", ran.stderr);
    assert!(!seen.exists(), "a comment was torn open");
    assert_eq!(bench.text("out").trim(), "keep");
}
