//! `lab small`: six subjects that install in a minute, reduced with four methods.

use crate::methods::{DEFAULT, FRONTIER, by_name};
use crate::plan::Plan;
use crate::records::RecordFile;
use crate::subjects;
use crate::tool::target;
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// One of each kind of input.
const SUBJECTS: [&str; 6] = [
    "c-tcc-pack-10",
    "json-jq-object",
    "lua-tree-nil",
    "smt-z3-order",
    "sql-sqlite-lost",
    "xml-xmllint-idref",
];

/// What making and testing these subjects needs, as packages of Debian.
const PACKAGES: [&str; 9] =
    ["csmith", "gcc", "jq", "libcsmith-dev", "libxml2-utils", "lua5.4", "sqlite3", "tcc", "z3"];

const METHODS: [&str; 4] = ["p-Perses", "T-PDD", FRONTIER, DEFAULT];

/// Install, make and reduce six subjects with four methods
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Install nothing
    #[arg(long)]
    no_install: bool,
    #[command(flatten)]
    records: RecordFile,
}

/// Makes the subjects, does the runs, and prints the tables.
pub(crate) fn run(options: &Options) -> Result<()> {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("subjects");
    let folder = target().join("lab/subjects");
    if !options.records.is_read_only() {
        if !options.no_install {
            call(Command::new(scripts.join("install.sh")).args(PACKAGES))?;
        }
        call(Command::new(scripts.join("make.py")).arg(&folder).args(SUBJECTS))?;
    }
    let methods = METHODS.map(by_name).into_iter().collect::<Result<_>>()?;
    let plan = Plan::new(folder, SUBJECTS.map(str::to_owned).into(), methods);
    subjects::run(&plan, &options.records)
}

/// Runs a script that prints only if it fails.
fn call(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("cannot run {program}"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        bail!("{program} failed: {}", message.trim());
    }
    Ok(())
}
