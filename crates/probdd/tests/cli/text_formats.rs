//! Formats that are no programs: which reader they have, and what becomes of them.

use crate::bench::Bench;

#[test]
fn the_languages_that_any_text_has_are_listed_with_their_files() {
    let ran = Bench::new().probdd("languages").exits_with(0);
    for line in ["make            mk mak", "yaml            yaml yml", "proto           proto"] {
        ran.stdout.lines().find(|found| found.starts_with(line)).expect(line);
    }
}

#[test]
fn a_file_without_extension_has_the_grammar_of_its_name() {
    let bench = Bench::new();
    bench.file("Dockerfile", b"FROM a\nRUN one \\\n    two\nRUN needle \\\n    three\n");
    bench.script("weak.sh", "grep -q needle Dockerfile");
    bench.probdd("weak.sh Dockerfile --report report.json").exits_with(0);
    let grammar = bench.json("report.json")["grammar"].as_str().unwrap().to_owned();
    assert!(grammar.starts_with("tree-sitter-containerfile"), "{grammar}");
}

#[test]
fn a_module_of_go_is_no_dtd() {
    let bench = Bench::new();
    bench.script("test.sh", "grep -q needle go.mod");
    bench.file("go.mod", b"module m\n\nrequire (\n\ta v1\n\tneedle v2\n)\n");
    bench.probdd("test.sh go.mod --report report.json").exits_with(0);
    assert!(bench.json("report.json")["grammar"].is_null());
    assert_eq!(bench.text("go.reduced.mod"), "needle\n");
}
