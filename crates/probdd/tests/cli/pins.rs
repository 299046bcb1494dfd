//! Pins whole runs of the tool: the same queries in the same order, and the same result.
//!
//! Each row of `pins/pins.txt` is a subject with some options: the number of queries, the tokens of
//! the result, and the SHA-256 of the trace (without times and version) and of the result. The
//! traces stay in `target/tmp/pins`, so that one can compare them with those of another checkout.

pub(crate) mod subjects;
#[path = "../../../probdd-core/tests/pins/table.rs"]
mod table;

use crate::bench::{Bench, sha256};
use std::fs;
use std::path::Path;
use subjects::Subject;

/// What keeps a run from depending on the speed of the machine and on what is installed.
const FIXED: &str = "--timeout 60 --transformer none";

const ABOUT: &str = "queries, tokens of the result, SHA-256 of the trace and of the result";

/// Options, each for one subject, beside the defaults for the first five.
const OPTIONS: [(&str, &str); 22] = [
    ("c", "--reducer tpdd"),
    ("c", "--reducer perses"),
    ("small", "--reducer pardis"),
    ("c", "--reducer hdd"),
    ("c", "--reducer hdd-star --minimizer cdd"),
    ("c", "--reducer hddr --minimizer ddmin"),
    ("c", "--reducer coarse-hdd --minimizer splitting"),
    ("small", "--reducer list"),
    ("c", "--reducer chisel"),
    ("c", "--reducer chisel --chisel dependencies --chisel dce"),
    ("small", "--batch 4"),
    ("small", "--format compact --polish tokens"),
    ("rust", "--polish none --no-fixpoint"),
    ("python", "--reducer perses --polish templates"),
    ("json", "--language none"),
    ("json", "--reducer tpdd --sigma 0.2"),
    ("log", "--reducer list --minimizer weighted --tie random --seed 9"),
    ("log", "--reducer list --minimizer active-coarsen --fixpoint"),
    ("log", "--granularity token --reducer hdd --minimizer opdd"),
    ("checks", "--feedback cov"),
    ("checks", "--feedback cov --reducer list --minimizer weighted --after-fail unknown"),
    ("checks", "--feedback parallel --reducer tpdd"),
];

#[test]
fn every_run_asks_what_it_asked_before() {
    let subjects = subjects::all();
    let header = ["run", "queries", "tokens", "trace", "result"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for subject in &subjects[..5] {
        let alone = row(subject, "-j1", "");
        assert_eq!(alone, row(subject, "-j2", ""), "the jobs change what is asked");
        rows.push(alone);
    }
    for (name, options) in OPTIONS {
        let subject =
            subjects.iter().find(|subject| subject.name == name).expect("it is a subject");
        rows.push(row(subject, "-j2", options));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/pins/pins.txt");
    table::assert_unchanged(&path, ABOUT, &rows, "cargo test -p probdd --test cli pins");
}

/// Reduces a subject.
fn row(subject: &Subject, jobs: &str, options: &str) -> Vec<String> {
    let bench = Bench::new();
    bench.file(subject.file, subject.text.as_bytes());
    bench.script("test.sh", &subject.test);
    bench.file("checks.toml", subjects::CHECKS.as_bytes());
    let (test, file) = (subject.command, subject.file);
    let files = "-o result --trace trace --report report";
    bench.probdd(&format!("{test} {file} {files} {jobs} {FIXED} {options}")).exits_with(0);
    let trace = unversioned(&bench.timeless("trace"));
    let name = format!("{} {options}", subject.name).trim_end().to_owned();
    keep(&name, &trace);
    let queries = trace.lines().count() - 1;
    let tokens = bench.json("report")["result"]["tokens"].to_string();
    let result = sha256(&bench.read("result"));
    vec![name, queries.to_string(), tokens, sha256(trace.as_bytes()), result]
}

/// A trace without the version of the tool.
fn unversioned(trace: &str) -> String {
    trace.replacen(env!("CARGO_PKG_VERSION"), "", 1)
}

/// Leaves a trace for whoever wants to know what has changed.
fn keep(name: &str, trace: &str) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pins");
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join(name.replace(' ', "_")), trace).unwrap();
}
