//! The end of a round: pairs of brackets, whatever the grammar says, and the proof.

use crate::bench::Bench;

/// As many opening as closing brackets of each kind.
fn balanced(file: &str) -> String {
    let same = |open: char, close: char| {
        format!("[ $(tr -cd '{open}' <{file} | wc -c) = $(tr -cd '{close}' <{file} | wc -c) ]")
    };
    format!("{} && {}", same('{', '}'), same('(', ')'))
}

/// Reduces a text with a test that also wants its brackets to be in pairs.
#[track_caller]
fn reduces(file: &str, text: &str, needs: &str, expected: &str) {
    let bench = Bench::new();
    bench.file(file, text.as_bytes());
    bench.script("test.sh", &format!("{needs} && {}", balanced(file)));
    bench.probdd(&format!("test.sh {file} -o out")).exits_with(0);
    let result: String = bench.text("out").split_whitespace().collect();
    assert_eq!(result, expected);
}

#[test]
fn brackets_around_what_is_needed_go() {
    reduces("a.tex", "text {{\\bad{}}} and {more}\n", "grep -qF '\\bad' a.tex", "\\bad");
    let table = "CREATE TABLE t(a INT, b TEXT CHECK((p)));\nSELECT a FROM t WHERE b IS NULL;\n";
    reduces("a.sql", table, "tr -d ' \\n' <a.sql | grep -Eq 'CHECK[(]+p'", "CHECK(p)");
}

#[test]
fn what_the_grammar_rejects_is_asked_about_a_small_text() {
    let table = "CREATE TABLE t(a INT PRIMARY KEY, b TEXT DEFAULT 'x' CHECK(0), UNIQUE (a, b));\n\
                 INSERT INTO t VALUES (1, 'y'), (2, 'z');\n";
    reduces("a.sql", table, "tr -d ' \\n' <a.sql | grep -q 'CHECK(0)'", "CHECK(0)");
}

#[test]
fn the_proof_comes_after_everything_that_may_change_the_text() {
    let bench = Bench::with_ring();
    bench.probdd("test.sh ring.c -j1 --trace trace --report report").exits_with(0);
    let trace = bench.trace("trace");
    let proved = bench.json("report")["queries"]["to_certificate"].as_u64().unwrap();
    let chars = trace.iter().find(|line| line["pass"] == "chars").expect("a token can be shorter");
    assert!(chars["query"].as_u64().unwrap() < proved, "{chars}, proved after {proved}");
}

#[test]
fn the_report_tells_when_the_result_was_first_certified() {
    let bench = Bench::with_ring();
    bench.probdd("test.sh ring.c --report report").exits_with(0);
    let queries = &bench.json("report")["queries"];
    let [to_certificate, committed] =
        ["to_certificate", "committed"].map(|name| queries[name].as_u64().unwrap());
    assert!(0 < to_certificate && to_certificate <= committed, "{queries}");
}

#[test]
fn a_text_that_needs_everything_is_proved_once() {
    let words: Vec<String> = (0..40).map(|word| format!("w{word}")).collect();
    let bench = Bench::new();
    bench.file("a.txt", (words.join(" ") + "\n").as_bytes());
    bench.script("test.sh", &format!("[ \"$(tr -d ' \\n' <a.txt)\" = {} ]", words.concat()));
    bench.probdd("test.sh a.txt -o out --report report").exits_with(0);
    let queries = &bench.json("report")["queries"];
    let [to_certificate, committed] =
        ["to_certificate", "committed"].map(|name| queries[name].as_u64().unwrap());
    assert!(40 < to_certificate && committed - to_certificate < 20, "{queries}");
}
