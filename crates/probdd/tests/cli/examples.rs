//! The examples that ship with the tool, to their end.

use crate::bench::Bench;
use std::path::{Path, PathBuf};

/// Runs an example as a reader would. Returns the number of tokens in the result.
#[track_caller]
fn reduced(directory: &str, input: &str) -> u64 {
    let example: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "..", "..", "examples", directory].iter().collect();
    let test = example.join("test.sh").canonicalize().unwrap();
    let bench = Bench::new();
    bench.file(input, &std::fs::read(example.join(input)).unwrap());
    let args = [test.as_path(), Path::new(input), "-o".as_ref(), "out".as_ref()];
    bench.run(args.into_iter().chain(["--report".as_ref(), "report".as_ref()])).exits_with(0);
    assert!(bench.is_interesting(&test, input, &bench.read("out")));
    let report = bench.json("report");
    assert_eq!(report["one_minimal"]["certified"], true);
    assert!(report["input"]["tokens"].as_u64().unwrap() >= 5000);
    report["result"]["tokens"].as_u64().unwrap()
}

#[test]
fn the_borrow_checker_example_ends_with_a_few_lines() {
    let tokens = reduced("borrow-checker", "bug.rs");
    assert!(tokens <= 60, "{tokens} tokens");
}

#[test]
fn the_json_query_example_ends_with_a_few_objects() {
    let tokens = reduced("json-query", "bug.json");
    assert!(tokens <= 60, "{tokens} tokens");
}
