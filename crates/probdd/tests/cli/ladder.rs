//! The ladder: `--polish tokens` and `full`.

use crate::bench::Bench;

/// A type with two names, and a variable of this type.
const ALIAS: &[u8] = b"typedef signed char t;\nint f(void)\n{\n    return 0;\n}\nt x;\n";

/// A test that needs the variable, with any name of its type.
const DECLARES: &str = "grep -q 'signed char' a.c && grep -Eq '(t|signed char) x *;' a.c";

fn bench() -> Bench {
    let bench = Bench::new();
    bench.script("test.sh", DECLARES);
    bench.file("a.c", ALIAS);
    bench
}

#[test]
fn an_alias_is_replaced_by_what_it_names_and_the_trace_tells() {
    let bench = bench();
    bench.probdd("test.sh a.c --polish full -o out --report report --trace trace").exits_with(0);
    assert_eq!(bench.text("out").trim(), "signed char x;");
    let trace = bench.trace("trace");
    let inlined: Vec<_> = trace.iter().filter(|line| line["pass"] == "inline").collect();
    let won = inlined.iter().find(|line| line["verdict"] == "interesting").unwrap();
    assert_eq!(won["edits"][0][2], "signed char", "{won}");
    let minimal = &bench.json("report")["one_minimal"];
    assert_eq!((&minimal["certified"], &minimal["granularity"]), (&true.into(), &"token".into()));
}

#[test]
fn every_number_of_jobs_climbs_alike() {
    let run = |jobs: &str| {
        let bench = bench();
        let args = format!("test.sh a.c --polish full -o out --trace trace --jobs {jobs}");
        bench.probdd(&args).exits_with(0);
        (bench.text("out"), bench.timeless("trace"))
    };
    assert_eq!(run("1"), run("4"));
}

#[test]
fn parts_of_the_search_can_be_left_out_and_the_trace_says_so() {
    let functions = |at: usize| format!("int f{at}(int p) {{ int q = p; return q + {at}; }}\n");
    let calls = |at: usize| format!("f{at}(1); ");
    let all = |text: &dyn Fn(usize) -> String| (0..18).map(text).collect::<String>();
    let program = format!("{}int main(void) {{ {} }}\n", all(&functions), all(&calls));
    let run = |options: &str| {
        let bench = Bench::new();
        bench.file("a.c", program.as_bytes());
        // Two calls, each with its function, as a compiler would demand.
        let needs = "f7(int.*f16(int.*f7(1).*f16(1)";
        bench.script("test.sh", &format!("tr -d '\\n' < a.c | grep -q '{needs}'"));
        let limits = "--confirm 1 --max-queries 150";
        bench.probdd(&format!("test.sh a.c {limits} --trace trace {options}")).exits_with(3);
        let trace = bench.trace("trace");
        let asked: Vec<_> = trace.iter().map(|query| (&query["pass"], &query["bytes"])).collect();
        (trace[0]["settings"]["without"].clone(), format!("{asked:?}"))
    };
    let (left_out, whole) = run("");
    assert!(left_out.is_null());
    for part in ["names", "tails", "order-of-use", "refusals"] {
        let (left_out, trace) = run(&format!("--without {part}"));
        assert_eq!(left_out, serde_json::json!([part]));
        assert_ne!(trace, whole, "{part} makes no difference");
    }
    let ended = bench().probdd("test.sh a.c --without names --reducer tpdd");
    ended.exits_with(1).says("--without has no effect on --reducer tpdd");
}

#[test]
fn what_is_not_reached_by_names_is_left_in_without_reach() {
    let bench = Bench::new();
    let function = |number: i32| {
        format!("int f{number}(void) {{ return f{}() + {number} * {number}; }}\n", number - 1)
    };
    let functions: String = (1..80).map(function).collect();
    let program =
        format!("int f0(void) {{ return 1; }}\n{functions}int main(void) {{ return f9(); }}\n");
    bench.file("a.c", program.as_bytes());
    bench.script("test.sh", "grep -q 'int f9(' a.c && grep -q 'main.*f9()' a.c");
    let queries = |options: &str| {
        let args = format!("test.sh a.c --confirm 1 --reducer frontier --trace trace {options}");
        bench.probdd(&args).exits_with(0);
        let trace = bench.trace("trace");
        // The first success that leaves less than a quarter.
        let is_small = |query: &serde_json::Value| query["tokens"].as_u64() < Some(400);
        let is_interesting = |query: &serde_json::Value| query["verdict"] == "interesting";
        trace
            .iter()
            .position(|query| is_interesting(query) && is_small(query))
            .expect("it becomes small")
    };
    let (with, without) = (queries(""), queries("--without reach"));
    assert!(with < without, "{with} and {without} queries");
}

#[test]
fn rungs_of_tokens_need_no_grammar() {
    let bench = Bench::new();
    bench.script("test.sh", "grep -q keep text.txt && grep -q '[0-9]' text.txt");
    bench.file("text.txt", b"keep (this: 735)\nand that\n");
    let options = "--language none --reducer frontier --polish tokens";
    bench.probdd(&format!("test.sh text.txt {options} -o out --trace trace")).exits_with(0);
    assert_eq!(bench.text("out").split_whitespace().collect::<Vec<_>>(), ["keep", "0"]);
    let trace = bench.trace("trace");
    assert!(trace.iter().all(|line| line["pass"] != "hoist"));
}

#[test]
fn a_list_has_no_ladder() {
    let bench = bench();
    let ended = bench.probdd("test.sh a.c --reducer list --polish full");
    ended.exits_with(1).says("--polish full has no effect on --reducer list");
}

/// Reduces a text that needs what an extended regular expression finds in it on one line; returns the
/// names of one letter in the result.
fn names_left(name: &str, text: &str, needed: &str) -> Vec<char> {
    let bench = Bench::new();
    bench.script("test.sh", &format!("tr '\\n' ' ' <\"$1\" | grep -Eq '{needed}'"));
    bench.file(name, text.as_bytes());
    bench.run(["test.sh", name, "-o", "out"]).exits_with(0);
    let result = bench.text("out");
    let words = result.split(|char: char| !char.is_alphanumeric());
    let letters = words.filter_map(|word| word.parse::<char>().ok());
    letters.filter(char::is_ascii_alphabetic).collect()
}

#[test]
fn different_things_keep_different_names() {
    let c = "int counter;\nlong total;\n";
    assert_eq!(names_left("a.c", c, "int +[a-z]+ *; *long +[a-z]+ *;"), ['a', 'b']);
    let sql = "CREATE TABLE customers(id INTEGER);\n\
               WITH totals AS (SELECT id FROM customers) SELECT * FROM totals;\n";
    let needed = "CREATE TABLE [a-z]+ *\\([a-z]+.*WITH [a-z]+ AS";
    assert_eq!(names_left("a.sql", sql, needed), ['a', 'b', 'c']);
    let python = "def counter(first, second):\n    return first + second\n";
    assert_eq!(names_left("a.py", python, "def +[a-z]+ *\\([a-z]+, *[a-z]+"), ['a', 'b', 'c']);
    let rust = "fn counter(first: u8, second: u16) -> u16 {\n    second\n}\n";
    let needed = "fn +[a-z]+ *\\([a-z]+: *u8, *[a-z]+: *u16";
    assert_eq!(names_left("a.rs", rust, needed), ['a', 'b', 'c']);
}

/// A test that holds if all numbers are in order, every value and block that is used is defined, and
/// something is called. It needs no compiler.
const IS_NUMBERED: &str = r#"grep -q 'call void @bug(' f.ll && awk '
/^define/ { while (match($0, /%[a-z0-9]+/)) {
    name = substr($0, RSTART + 1, RLENGTH - 1); $0 = substr($0, RSTART + RLENGTH)
    defined[name] = 1; if (name ~ /^[0-9]+$/) next_number++ }
  hidden = 1; next }
/^[a-z0-9]+:/ { name = $0; sub(/:.*/, "", name); define(name); hidden = 0; next }
hidden && NF { defined[next_number++] = 1; hidden = 0 }
/=/ { name = $1; sub(/%/, "", name); define(name); sub(/.*=/, "") }
{ while (match($0, /%[a-z0-9]+/)) {
    used[substr($0, RSTART + 1, RLENGTH - 1)] = 1; $0 = substr($0, RSTART + RLENGTH) } }
function define(name) { defined[name] = 1
  if (name ~ /^[0-9]+$/ && name + 0 != next_number++) failed = 1 }
END { for (name in used) if (!(name in defined)) failed = 1; exit failed }' f.ll"#;

#[test]
fn numbered_instructions_go_although_the_numbers_are_in_order() {
    let bench = Bench::new();
    let text = "define i32 @f(i32 %0, i32 %1) {
  %3 = add i32 %0, %1
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %5, label %8

5:
  %6 = mul i32 %3, 2
  %7 = add i32 %6, 3
  call void @bug(i32 %7)
  br label %8

8:
  %9 = phi i32 [ %7, %5 ], [ %3, %2 ]
  %10 = sub i32 %9, %3
  ret i32 %10
}
";
    bench.file("f.ll", text.as_bytes());
    bench.script("test.sh", IS_NUMBERED);
    let queries = |options: &str| {
        bench.probdd(&format!("test.sh f.ll --report report {options}")).exits_with(0);
        let report = bench.json("report");
        let passes = report["passes"].as_array().unwrap().clone();
        passes.into_iter().map(|pass| pass["pass"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let passes = queries("");
    for pass in ["value-names", "operands", "jumps"] {
        assert!(passes.iter().any(|name| name == pass), "{pass} is none of {passes:?}");
    }
    let reduced = bench.text("f.reduced.ll");
    assert!(!reduced.contains('%') && !reduced.contains("add"), "{reduced}");
    // Deletion alone keeps the order of numbers, and what it cannot renumber.
    queries("--polish templates");
    assert!(bench.text("f.reduced.ll").len() > reduced.len());
}

/// Every method returns something, and all of them are needed: frontier is slow until their bodies are gone.
#[test]
fn if_a_search_is_slow_functions_lose_their_bodies() {
    let methods =
        |at: usize| format!("int m{at}(int a) {{ int b = a * 2; return m{at}(b + 1) - b; }}\n");
    let methods: String = (0..50).map(methods).collect();
    let bench = Bench::new();
    bench.file("a.java", format!("class A {{\n{methods}}}\n").as_bytes());
    let returns = "grep -Ec '(return|throw) ?[^;]+;' a.java";
    let test = format!(
        "test $(grep -c 'int m' a.java) = 50 && test $({returns}) = 50 && grep -q 'm7(b' a.java"
    );
    bench.script("test.sh", &test);
    bench.probdd("test.sh a.java -o out --trace trace").exits_with(0);
    let trace = bench.trace("trace");
    let of = |pass: &str| trace.iter().filter(|line| line["pass"] == pass).count();
    assert!((1..30).contains(&of("stubs")), "{}", of("stubs"));
    assert_eq!(bench.text("out").matches("return").count(), 1);
    // Without the rung that empties bodies, the search goes on.
    bench.probdd("test.sh a.java -o less --trace trace --polish tokens").exits_with(0);
    let trace = bench.trace("trace");
    let trees: Vec<_> = trace
        .iter()
        .filter(|query| query["pass"] == "frontier")
        .map(|query| &query["tree"])
        .collect();
    assert!(trees.len() > 41 && trees[..41].iter().all(|tree| *tree == trees[0]));
}
