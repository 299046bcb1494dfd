//! What others have written, and a terminal would obey, is printed as escapes.

use crate::bench::{Bench, Ran};
use serde_json::json;

/// Sets the title of a terminal, in both ways, turns the direction of the text, and goes back on the line.
const OBEYED: &str = "\u{1b}]0;t\u{7}\u{9d}0;t\u{9c}\u{202e}\u{2066}\r";

/// Its last part as it is printed. The parser of the command line drops the others.
const PRINTED: &str = "\\u{202e}\\u{2066}\\r";

#[track_caller]
fn assert_plain(ran: Ran) -> Ran {
    let is_obeyed = |c: char| c.is_control() && c != '\n' || OBEYED.contains(c) && !c.is_ascii();
    for text in [&ran.stdout, &ran.stderr] {
        assert!(!text.contains(is_obeyed), "{text:?}");
    }
    assert!(ran.stdout.contains(PRINTED) || ran.stderr.contains(PRINTED), "{ran:?}");
    ran
}

/// A text whose name a terminal would obey, and a test that needs `keep` in it.
fn bench() -> (Bench, String) {
    let bench = Bench::with_text(8);
    let name = format!("a{OBEYED}b.txt");
    std::fs::rename(bench.path("text.txt"), bench.path(&name)).unwrap();
    (bench, name)
}

#[test]
fn names_of_files_are_printed_as_escapes() {
    let (bench, name) = bench();
    let nowhere = format!("no/such/{OBEYED}");
    for (arguments, code) in [
        (vec!["test.sh", &name], 0),
        (vec!["test.sh", &name, "--verbose", "-o", "-"], 0),
        (vec!["test.sh", &name, "--max-queries", "3", "--restart"], 3),
        (vec!["check", "test.sh", &name], 0),
        (vec!["test.sh", OBEYED], 1),
        (vec![&name, "test.sh"], 1),
        (vec!["test.sh", &name, "-o", &nowhere], 1),
        (vec!["report", &name], 1),
        (vec!["resume", &name], 1),
        (vec!["test.sh", &name, OBEYED], 1),
        (vec!["--sandbox", OBEYED, "test.sh", &name], 1),
    ] {
        assert_plain(bench.run(arguments)).exits_with(code);
    }
}

#[test]
fn what_a_test_prints_is_printed_as_escapes() {
    let bench = Bench::with_text(8);
    bench.file("said", format!("{OBEYED}.\n").as_bytes());
    bench.script("test.sh", "cat \"$PROBDD_INPUT_DIR/said\"; exit 1");
    assert_plain(bench.probdd("test.sh text.txt").exits_with(2));
}

#[test]
fn what_a_trace_says_is_printed_as_escapes() {
    let bench = Bench::new();
    let head = json!({"probdd": OBEYED, "name": OBEYED, "sha256": "", "settings": {}});
    let row = json!({"pass": "", "verdict": "interesting", "ms": 5.0, "bytes": 1, "tokens": 1});
    bench.file("trace", format!("{head}\n{row}\n").as_bytes());
    assert_plain(bench.probdd("report trace").exits_with(0));
    assert_plain(bench.probdd("report trace --html page.html").exits_with(1));
}

#[test]
fn a_result_is_printed_as_it_is() {
    let bench = Bench::new();
    let text = format!("keep{OBEYED}\n");
    bench.file("text.txt", text.as_bytes());
    bench.script("test.sh", "grep -q keep \"$1\" && cmp -s \"$1\" \"$PROBDD_INPUT_DIR/text.txt\"");
    assert_eq!(bench.probdd("test.sh text.txt -o -").exits_with(0).stdout, text);
}
