//! The end of a round: every pair of brackets and every window of tokens of a small text.

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
fn a_window_that_is_longer_than_those_of_the_ladder_goes() {
    let words: Vec<String> = (0..16).map(|word| format!("w{word}")).collect();
    let noise = |around: usize| (0..100).map(move |at| format!("noise{at}of{around} "));
    let among = |at: usize| noise(at).collect::<String>() + &words[at] + " ";
    let text: String = (0..words.len()).map(among).collect();
    let bench = Bench::new();
    bench.file("a.txt", text.as_bytes());
    let (all, ends) = (words.concat(), words[..4].concat() + &words[12..].concat());
    let left = "echo \"$(tr ' ' '\\n' <a.txt | grep '^w' | tr -d '\\n')\"";
    bench.script("test.sh", &format!("{left} | grep -Eqx '{all}|{ends}'"));
    bench.probdd("test.sh a.txt -o out --trace trace").exits_with(0);
    let result: String = bench.text("out").split_whitespace().collect();
    assert_eq!(result, ends);
    let trace = bench.trace("trace");
    let found = trace.iter().filter(|line| line["verdict"] == "interesting");
    assert!(found.clone().any(|line| line["pass"] == "finish"), "{trace:?}");
}

#[test]
fn rungs_that_hardly_ever_succeed_wait_for_the_certificate() {
    let bench = Bench::with_ring();
    bench.probdd("test.sh ring.c -j1 --trace trace").exits_with(0);
    let trace = bench.trace("trace");
    let first = |pass: &str| trace.iter().position(|line| line["pass"] == pass);
    let certified = first("tokens").expect("every token is tried alone");
    for late in ["plainer", "chars"] {
        assert!(first(late).is_some_and(|at| at > certified), "{late}");
    }
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
fn what_is_asked_after_the_certificate_is_at_most_as_much_again() {
    // Forty words, all of which are needed: 779 windows of several words.
    let words: Vec<String> = (0..40).map(|word| format!("w{word}")).collect();
    let bench = Bench::new();
    bench.file("a.txt", (words.join(" ") + "\n").as_bytes());
    bench.script("test.sh", &format!("[ \"$(tr -d ' \\n' <a.txt)\" = {} ]", words.concat()));
    bench.probdd("test.sh a.txt -o out --report report").exits_with(0);
    let queries = &bench.json("report")["queries"];
    let [to_certificate, committed] =
        ["to_certificate", "committed"].map(|name| queries[name].as_u64().unwrap());
    assert!(40 < to_certificate && committed > to_certificate * 3 / 2, "{queries}");
    assert!(committed <= 2 * to_certificate, "{queries}");
}
