//! Inputs that were hard for the tool, each with its test: what does a run need, and what does it reach?
//!
//! Every row of a table is a [`Case`]. Its input is made by code and its test is a shell script, so that
//! nothing but a shell is needed unless the case names a program. The command reduces each input, and
//! then reduces the result again: a good result does not change. With `--before`, an earlier build of
//! the tool is measured in the same way.
//!
//! A new case is a row in the file of its group, in `cases/`. What takes more than one run is a
//! [`Scenario`](scenario::Scenario), which has a table of its own.

mod binary;
mod case;
mod inside;
mod nesting;
mod record;
mod scenario;
mod small;

use crate::records::{Earlier, Log, RecordFile};
use crate::tool::{Builds, Limits, Tool};
use anyhow::Result;
use case::Case;
use record::{Record, table};
use scenario::SCENARIOS;

/// The limits of each run.
const LIMITS: Limits = Limits { max_queries: 20_000, max_time: 300, timeout: 10 };

/// Reduce inputs that were hard for earlier versions
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    builds: Builds,
    /// Run only the cases whose names contain TEXT
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    #[command(flatten)]
    records: RecordFile,
}

/// Reduces the inputs, and prints the table.
pub(crate) fn run(options: &Options) -> Result<()> {
    let records =
        options.records.records("cases", Earlier::Replaced, |log| measure(options, log))?;
    print!("{}", table(&records));
    Ok(())
}

fn measure(options: &Options, log: &Log) -> Result<()> {
    let builds = options.builds.all()?;
    for case in groups().filter(|case| case.name.contains(&options.only)) {
        for (build, program) in &builds {
            let limits = Limits { max_queries: case.max_queries, ..LIMITS };
            let tool = Tool { program: program.clone(), limits };
            log.add(&Record::of(case, build, &tool)?)?;
        }
    }
    for scenario in SCENARIOS.iter().filter(|scenario| scenario.name.contains(&options.only)) {
        for (build, program) in &builds {
            log.add(&Record::of_scenario(scenario.name, build, scenario.outcome(program)?))?;
        }
    }
    Ok(())
}

/// All cases, group by group.
fn groups() -> impl Iterator<Item = &'static Case> {
    nesting::CASES.iter().chain(small::CASES).chain(inside::CASES).chain(binary::CASES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_cases_have_the_same_name() {
        let all =
            || groups().map(|case| case.name).chain(SCENARIOS.iter().map(|scenario| scenario.name));
        assert_eq!(all().collect::<BTreeSet<&str>>().len(), all().count());
    }

    #[test]
    fn every_input_is_interesting_and_an_empty_file_is_not() {
        for case in groups() {
            let folder = tempfile::tempdir().expect("a folder");
            let (input, test) = case.write(folder.path()).expect("it is written");
            let is_interesting = || {
                let mut run = std::process::Command::new("sh");
                run.args([&test, &input])
                    .current_dir(folder.path())
                    .output()
                    .expect("it runs")
                    .status
            };
            assert!(is_interesting().success(), "{}", case.name);
            fs_err::write(&input, "").expect("it is written");
            assert!(!is_interesting().success(), "{}", case.name);
        }
    }
}
