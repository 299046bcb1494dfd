//! Certified results: reducing a result again changes nothing.

use crate::bench::Bench;
use crate::pins::subjects;

/// Reduces the C program to its end, and the result again.
#[track_caller]
fn does_not_shrink_again(property: &str, options: &str) {
    let bench = Bench::with_ring();
    bench.script("test.sh", property);
    let args = format!("test.sh ring.c --report report {options}");
    bench.probdd(&args).exits_with(0);
    assert_eq!(bench.json("report")["one_minimal"]["certified"], true, "{property}");
    let once = bench.text("ring.reduced.c");
    bench.file("ring.c", once.as_bytes());
    bench.probdd(&args).exits_with(0);
    assert_eq!(bench.text("ring.reduced.c"), once, "{property}");
}

#[test]
fn a_reduced_program_does_not_shrink_again() {
    does_not_shrink_again("grep -q 'dividend / zero' ring.c", "");
    does_not_shrink_again("grep -q 'struct ring' ring.c && grep -q 'total +=' ring.c", "");
}

#[test]
fn a_program_reduced_by_deletions_does_not_shrink_again() {
    let test = "grep -q 'r->count++' ring.c && grep -q printf ring.c";
    does_not_shrink_again(test, "--polish none");
    does_not_shrink_again(test, "--polish none --reducer frontier");
}

#[test]
fn a_program_with_balanced_braces_does_not_shrink_again() {
    let balanced = "[ $(tr -cd '{' <ring.c | wc -c) = $(tr -cd '}' <ring.c | wc -c) ] && \
                    grep -q 'is_full(r)' ring.c && grep -q main ring.c";
    does_not_shrink_again(balanced, "");
    does_not_shrink_again(balanced, "--reducer list");
    does_not_shrink_again(balanced, "--reducer frontier");
}

#[test]
fn a_property_that_is_not_monotone_ends_too() {
    does_not_shrink_again("[ $(($(wc -l <ring.c) % 2)) = 0 ] && grep -q zero ring.c", "");
    does_not_shrink_again(
        "[ $(($(wc -c <ring.c) % 3)) = 2 ] && grep -q r ring.c",
        "--reducer list",
    );
}

#[test]
fn of_a_list_no_element_can_go() {
    let bench = Bench::with_text(30);
    let test = bench.script("test.sh", "[ $(grep -c '[05] drop' text.txt) -ge 3 ]");
    bench.probdd("test.sh text.txt --granularity line").exits_with(0);
    let result = bench.text("text.reduced.txt");
    let lines: Vec<&str> = result.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 3);
    for gone in 0..lines.len() {
        let left: String =
            lines.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, line)| *line).collect();
        assert!(!bench.is_interesting(&test, "text.txt", left.as_bytes()));
    }
}

#[test]
fn what_the_ladder_leaves_does_not_shrink_again_either() {
    let subjects = subjects::all();
    let subject = subjects.iter().find(|subject| subject.name == "c").unwrap();
    let bench = Bench::new();
    bench.script("test.sh", &subject.test);
    bench.file(subject.file, subject.text.as_bytes());
    let args = format!("test.sh {} --in-place --transformer none", subject.file);
    bench.probdd(&args).exits_with(0);
    let once = bench.text(subject.file);
    bench.probdd(&args).exits_with(0);
    assert_eq!(bench.text(subject.file), once);
}

#[test]
fn a_result_that_is_read_as_a_text_does_not_shrink_again() {
    let bench = Bench::new();
    let words = "tr '\\n' ' ' <data | grep -aEq '\\bas\\b.*\\bread\\b.*\\btotal\\b'";
    bench.script("test.sh", words);
    bench.file("data", b"\0\x01\x02\0with open(f) as handle:\n    handle.read()\n    total = 11\n");
    bench.probdd("test.sh data --in-place").exits_with(0);
    let once = bench.text("data");
    assert_eq!(once, "as read total", "the bytes that no text has are gone");
    bench.probdd("test.sh data -o out").exits_with(0);
    assert_eq!(bench.text("out"), once);
}

#[test]
fn a_result_is_read_in_the_language_of_its_input() {
    let bench = Bench::new();
    bench.script("test.sh", "grep -q 'set(A' \"$1\"");
    bench.file("CMakeLists.txt", b"project(B)\nset(A 1)\nif(A)\n  message(A)\nendif()\n");
    bench.probdd("test.sh CMakeLists.txt --report first").exits_with(0);
    bench.probdd("test.sh CMakeLists.reduced.txt --report second").exits_with(0);
    let language = |report: &str| bench.json(report)["settings"]["language"].clone();
    assert_eq!([language("first"), language("second")], ["cmake", "cmake"]);
    assert_eq!(bench.text("CMakeLists.reduced.reduced.txt"), bench.text("CMakeLists.reduced.txt"));
}

/// Go refuses an import that nothing uses, so that each goes with the last of its uses.
#[test]
fn what_a_language_refuses_unused_goes_with_its_last_use() {
    let bench = Bench::new();
    let both_or_none = |name: &str, path: &str| {
        format!("test $(grep -c '\"{path}\"' a.go) = $(grep -c '{name}[.]' a.go) || exit 1\n")
    };
    let test = [both_or_none("fmt", "fmt"), both_or_none("utf8", "unicode/utf8")].concat();
    bench.script("test.sh", &format!("{test}grep -q 'keep()' a.go"));
    let program = "package a\n\nimport (\n\t\"fmt\"\n\t\"unicode/utf8\"\n)\n\nfunc keep() {\n\
                   \tfmt.Print(1)\n}\n\nfunc other(b []byte) {\n\tutf8.RuneCount(b)\n}\n";
    bench.file("a.go", program.as_bytes());
    bench.probdd("test.sh a.go --polish none -o out --report report").exits_with(0);
    let out = bench.text("out");
    assert!(out.contains("keep()") && !out.contains("fmt") && !out.contains("utf8"), "{out}");
    assert_eq!(bench.json("report")["one_minimal"]["certified"], true);
}
