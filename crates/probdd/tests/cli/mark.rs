//! A byte order mark is removed if the test does not need it.

use crate::bench::Bench;

const MARK: &str = "\u{feff}";

/// What is left of a file with a mark.
fn left_of(name: &str, text: &str, needs: &str, options: &str) -> String {
    let bench = Bench::new();
    bench.file(name, format!("{MARK}{text}").as_bytes());
    bench.script("test.sh", &needs.replace("FILE", name));
    bench.probdd(&format!("test.sh {name} -o out {options}")).exits_with(0);
    bench.text("out")
}

#[test]
fn it_goes_where_the_test_does_not_need_it() {
    let needs = "grep -q needle FILE && grep -q other FILE";
    let texts = [
        ("a.c", "needle;\nint x;\nother\n"),
        ("a.js", "needle(other);\nlet a = 1;\n"),
        ("a.py", "needle(other)\na = 1\n"),
        ("a.txt", "needle\nx\nother\n"),
    ];
    for (name, text) in texts {
        for options in ["", "--reducer list"] {
            let left = left_of(name, text, needs, options);
            assert!(!left.starts_with(MARK), "{name} {options}: {left:?}");
        }
    }
}

#[test]
fn it_stays_where_the_test_needs_it() {
    let needs =
        r#"grep -q needle FILE && [ "$(head -c 3 FILE | od -An -tx1 | tr -d ' ')" = efbbbf ]"#;
    for name in ["a.c", "a.txt"] {
        assert!(left_of(name, "needle;\nint x;\n", needs, "").starts_with(MARK), "{name}");
    }
}

#[test]
fn each_of_several_files_loses_its_own() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("all")).unwrap();
    bench.file("all/a.c", format!("{MARK}int needle;\n").as_bytes());
    bench.file("all/b.c", format!("{MARK}int other;\n").as_bytes());
    bench.script("test.sh", "grep -q needle all/a.c && grep -q other all/b.c");
    bench.probdd("test.sh all --keep-files -o out").exits_with(0);
    for name in ["out/a.c", "out/b.c"] {
        assert!(!bench.text(name).starts_with(MARK), "{name}");
    }
}
