//! Deep nests: brackets, calls, lists and conditions around what is needed.

use crate::bench::Bench;

/// A text with the words that the test needs, and what came of it.
struct Nest<'a> {
    file: &'a str,
    text: String,
    needed: &'a [&'a str],
}

impl Nest<'_> {
    /// Reduces the text: the result, and the number of queries.
    #[track_caller]
    fn reduced(&self) -> (String, u64) {
        let bench = Bench::new();
        bench.file(self.file, self.text.as_bytes());
        let has = |word: &&str| format!("grep -q '{word}' \"$1\"");
        let test: Vec<String> = self.needed.iter().map(has).collect();
        bench.script("test.sh", &test.join(" && "));
        let options = ["test.sh", self.file, "-o", "result", "--report", "report"];
        bench.run(options).exits_with(0);
        let queries = bench.json("report")["queries"]["committed"].as_u64().unwrap();
        (bench.text("result"), queries)
    }
}

fn nested(levels: usize, open: &str, inside: &str, close: &str) -> String {
    format!("{}{inside}{}", open.repeat(levels), close.repeat(levels))
}

#[test]
fn nests_around_a_word_take_a_few_queries_in_any_language() {
    let c = |nest: String| format!("int main(void) {{ return {nest}; }}\n");
    let call = nested(1000, "f(a, ", "needle", ")");
    let cases = [
        ("n.txt", nested(1000, "([{", "needle", "}])")),
        ("n.json", nested(1000, "[{\"key\": [1, ", "\"needle\"", ", 2]}]")),
        ("brackets.c", c(nested(1000, "(", "needle", ")"))),
        ("calls.c", c(call.clone())),
        ("calls.txt", call),
        ("sum.c", c(format!("a{} + needle{}", " + b".repeat(500), " + c".repeat(500)))),
        ("blocks.c", format!("int f(void) {}\n", nested(1000, "{ if (a) ", "{ needle(); }", "}"))),
        ("n.smt2", format!("(assert {})\n", nested(1000, "(and p (not ", "needle", "))"))),
        ("n.html", nested(400, "<div><p>", "needle", "</p></div>")),
    ];
    for (file, text) in cases {
        let needed = &["needle"];
        let (result, queries) = Nest { file, text, needed }.reduced();
        assert!(result.trim_matches(['"', '\n']) == "needle", "{file}: {result}");
        assert!(queries <= 60, "{file}: {queries} queries");
    }
}

#[test]
fn needed_levels_are_found_by_halving() {
    let level = |at: usize| match at {
        300 => "[\"first\", ".to_owned(),
        700 => "[\"second\", ".to_owned(),
        _ => "[1, ".to_owned(),
    };
    let open: String = (0..1000).map(level).collect();
    let text = format!("{open}0{}\n", "]".repeat(1000));
    let (result, queries) = Nest { file: "n.json", text, needed: &["first", "second"] }.reduced();
    assert!(result.len() < 30, "{result}");
    assert!(queries <= 80, "{queries} queries");
}

#[test]
fn twenty_thousand_brackets_are_no_more_work_than_a_thousand() {
    let text = nested(20_000, "(", "needle", ")");
    let (result, queries) = Nest { file: "n.txt", text, needed: &["needle"] }.reduced();
    assert_eq!((result.as_str(), queries <= 10), ("needle", true), "{queries} queries");
}

#[test]
fn a_run_without_replacements_keeps_the_nest() {
    let bench = Bench::new();
    bench.file("n.txt", nested(20, "(", "needle", ")").as_bytes());
    bench.script("test.sh", "grep -q needle \"$1\"");
    bench.probdd("test.sh n.txt --polish none --trace trace").exits_with(0);
    let trace = bench.trace("trace");
    assert!(trace.iter().all(|line| line["pass"] != "nesting"), "{trace:?}");
}

#[test]
fn delimiters_of_a_text_without_a_grammar_nest_like_brackets() {
    let count = |open: &str, close: &str| {
        let lines = |word: &str| format!("$(grep -o '{word}' \"$1\" | wc -l)");
        format!("test {} = {}", lines(open), lines(close))
    };
    let cases = [
        (
            "tags.txt",
            nested(500, "<a><b x=\"1\">t", "needle", "</b></a>"),
            count("<[ab]", "</[ab]"),
        ),
        (
            "n.latex",
            nested(500, "\\begin{a}\nt\n", "needle\n", "\\end{a}\n"),
            count("begin{a}", "end{a}"),
        ),
        ("n.words", nested(500, "begin\nt\n", "needle\n", "end\n"), count("begin", "end")),
    ];
    for (file, text, test) in cases {
        let bench = Bench::new();
        bench.file(file, text.as_bytes());
        bench.script("test.sh", &format!("grep -q needle \"$1\" && {test}"));
        bench.run(["test.sh", file, "-o", "result", "--report", "report"]).exits_with(0);
        let queries = bench.json("report")["queries"]["committed"].as_u64().unwrap();
        assert_eq!((bench.text("result").trim(), queries <= 60), ("needle", true), "{queries}");
    }
}

/// Runs a few queries about an input of many levels.
#[track_caller]
fn begins(name: &str, text: &str) {
    let bench = Bench::new();
    bench.file(name, text.as_bytes());
    bench.script("test.sh", &format!("test -s {name}"));
    let ran = bench.probdd(&format!("test.sh {name} -j1 --max-queries 12 -o result"));
    assert!(matches!(ran.code, Some(0 | 3)), "{name}: {}", ran.stderr);
    assert!(bench.text("result").len() < text.len(), "{name}");
}

#[test]
fn tens_of_thousands_of_levels_are_no_obstacle_to_a_parser() {
    let nest = |open: &str, close: &str| open.repeat(40_000) + "x" + &close.repeat(40_000);
    begins("deep.html", &nest("<div>", "</div>"));
    begins("open.html", &nest("<div>", ""));
    begins("deep.xml", &nest("<a>", "</a>"));
    // The parser's stack is as deep as the text.
    begins("open.java", &"{[(".repeat(15_000));
    // The scanner of the grammar looks for the end of a string at every token.
    begins("tags.lua", &nest("<a>", "</a>"));
}
