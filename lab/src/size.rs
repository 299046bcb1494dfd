//! Large inputs: the tool's own time and memory.
//!
//! Each input has a few needed pieces far apart; a test in C looks for them. The command counts the
//! processor time and the memory of the tool's own process, without the tests that it runs.

mod inputs;
mod process;

use crate::records::{Earlier, Log, RecordFile};
use crate::table::plain;
use crate::tool::{Builds, compiled};
use anyhow::Result;
use fs_err as fs;
use inputs::Kind;
use process::Usage;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The test: does the candidate contain the needles, in order?
const TEST: &str = include_str!("size/test.c");

/// Measure time and memory on large inputs
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Sizes of the inputs in megabytes
    #[arg(default_values_t = [5, 25, 100])]
    megabytes: Vec<usize>,
    #[command(flatten)]
    builds: Builds,
    /// Stop each run after so many seconds
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    #[command(flatten)]
    records: RecordFile,
}

/// One run of one build.
#[derive(Serialize, Deserialize)]
struct Record {
    input: String,
    megabytes: usize,
    build: String,
    usage: Usage,
}

/// Runs the tool on every input, and prints the table.
pub(crate) fn run(options: &Options) -> Result<()> {
    let records: Vec<Record> =
        options.records.records("size", Earlier::Replaced, |log| measure(options, log))?;
    print!("{}", table(&records));
    Ok(())
}

fn measure(options: &Options, log: &Log) -> Result<()> {
    let builds = options.builds.all()?;
    let folder = tempfile::tempdir()?;
    let test = compiled(TEST, folder.path(), &[])?;
    let of_kind = |kind| options.megabytes.iter().map(move |megabytes| (kind, *megabytes));
    for (kind, megabytes) in inputs::KINDS.iter().flat_map(of_kind) {
        let input = folder.path().join(kind.file);
        fs::write(&input, (kind.make)(megabytes * 1_000_000, kind.needles))?;
        for (build, program) in &builds {
            let usage = reduce(program, &test, &input, kind, options)?;
            let (input, build) = (kind.name.into(), (*build).into());
            log.add(&Record { input, megabytes, build, usage })?;
        }
    }
    Ok(())
}

fn reduce(
    program: &Path,
    test: &Path,
    input: &Path,
    kind: &Kind,
    options: &Options,
) -> Result<Usage> {
    let folder = tempfile::tempdir()?;
    let (result, ran) = (folder.path().join("result"), folder.path().join("ran"));
    fs::write(&ran, "")?;
    let mut command = Command::new(program);
    command.args(["--quiet", "--jobs", "1"]).args(kind.options);
    command.arg("--max-time").arg(options.seconds.to_string()).arg("-o").arg(&result);
    command.arg(test).arg(input);
    command.env("RAN", &ran).env("NEEDLES", kind.needles.to_string());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // An earlier build may take much longer to notice that its time is over.
    let patience = Duration::from_secs(2 * options.seconds);
    let mut usage = process::measured(&mut command, &ran, patience)?;
    usage.result = fs::metadata(&result).map_or(0, |file| file.len());
    Ok(usage)
}

fn table(records: &[Record]) -> String {
    let head = "| input | MB | build | seconds to the first test | tests | own CPU time, s | per test, ms | memory | of the input | bytes left |";
    plain(head, records.iter().map(Record::row))
}

impl Record {
    fn row(&self) -> Vec<String> {
        let Usage { first, tests, cpu, memory, result, is_complete } = self.usage;
        let input = self.megabytes as f64 * 1e6;
        let mut row = vec![self.input.clone(), self.megabytes.to_string(), self.build.clone()];
        row.push(format!("{first:.1}"));
        row.push(format!("{}{tests}", if is_complete { "" } else { "stopped after " }));
        row.push(format!("{cpu:.1}"));
        row.push(format!("{:.0}", 1e3 * cpu / tests.max(1) as f64));
        row.push(format!("{:.0} MB", memory as f64 / 1e6));
        row.push(format!("{:.1}", memory as f64 / input));
        row.push(result.to_string());
        row
    }
}
