//! The examples that ship with the tool, to their end.

use crate::bench::Bench;
use crate::tutorial::blocks;
use std::path::{Path, PathBuf};

/// What the run of an example has led to.
struct Reduced {
    printed: String,
    tokens: u64,
    result: String,
}

/// Runs an example as a reader would.
#[track_caller]
fn reduced(directory: &str, input: &str) -> Reduced {
    let example: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "..", "..", "examples", directory].iter().collect();
    let test = example.join("test.sh").canonicalize().unwrap();
    let bench = Bench::new();
    bench.file(input, &std::fs::read(example.join(input)).unwrap());
    let args = [test.as_path(), Path::new(input), "-o".as_ref(), "out".as_ref()];
    let ran = bench.run(args.into_iter().chain(["--report".as_ref(), "report".as_ref()]));
    let printed = ran.exits_with(0).stdout.clone();
    assert!(bench.is_interesting(&test, input, &bench.read("out")));
    let report = bench.json("report");
    assert_eq!(report["one_minimal"]["certified"], true);
    assert!(report["input"]["tokens"].as_u64().unwrap() >= 5000);
    let tokens = report["result"]["tokens"].as_u64().unwrap();
    Reduced { printed, tokens, result: bench.text("out") }
}

#[test]
fn the_borrow_checker_example_ends_as_the_readme_says() {
    let ran = reduced("borrow-checker", "bug.rs");
    let readme = include_str!("../../../../README.md");
    for readme in [readme, include_str!("../../../../docs/README.md")] {
        let said = blocks(readme, "text").swap_remove(0);
        let [size, count, certificate, _] = said[..] else { panic!("{said:?}") };
        let count = count.split(" in ").next().unwrap();
        for line in [size, count, certificate] {
            assert!(ran.printed.contains(line), "`{line}` is not in\n{}", ran.printed);
        }
    }
    assert_eq!(ran.result.trim_end(), blocks(readme, "rust").swap_remove(0).join("\n"));
}

#[test]
fn the_json_query_example_ends_with_a_few_objects() {
    let tokens = reduced("json-query", "bug.json").tokens;
    assert!(tokens <= 60, "{tokens} tokens");
}
