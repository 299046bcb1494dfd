//! `lab curves`: how small the best candidate was after how many queries, as a table and a drawing.
//!
//! The records of these curves are the reports of runs (`probdd --report`) and, for other tools, tables
//! whose names end in `.csv`: tests and tokens, wherever the best candidate became smaller, and at the end.

mod curve;
mod drawing;

use anyhow::Result;
pub(crate) use curve::{Curve, thinned, whole};
pub(crate) use drawing::{COLOURS, drawing};
use fs_err as fs;
use std::path::PathBuf;

/// Draw tokens against queries, from reports and from tables of other tools
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Write OUT.csv and OUT.svg, which has a panel for each subject and a line for each tool
    out: PathBuf,
    /// Runs: reports, or tables of tests and tokens
    #[arg(value_name = "SUBJECT/TOOL=FILE", required = true)]
    runs: Vec<String>,
}

/// Writes both files.
pub(crate) fn run(Options { out, runs }: &Options) -> Result<()> {
    let curves = runs.iter().map(|run| Curve::read(run)).collect::<Result<Vec<_>>>()?;
    fs::write(out.with_extension("csv"), curve::table(&curves))?;
    fs::write(out.with_extension("svg"), drawing(&curves)?)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_a_line_that_holds_until_its_end() {
        let directory = tempfile::tempdir().expect("there is a temporary directory");
        let place = |name: &str| directory.path().join(name);
        let report = r#"{"curve": [[0.1, 1, 900, 100], [0.2, 3, 890, 99], [0.5, 7, 90, 10]],
                "queries": {"committed": 20}}"#;
        fs::write(place("r.json"), report).expect("it can be written");
        fs::write(place("other.csv"), "tests,tokens\n1,100\n900,50\n").expect("it can be written");
        let run_of = |tool: &str, file: &str| format!("a/{tool}={}", place(file).display());
        let of = |runs: &[String]| Options { out: place("out"), runs: runs.to_vec() };
        let runs = [run_of("one", "r.json"), run_of("other", "other.csv")];
        run(&of(&runs)).expect("all is there");
        let read = |name: &str| fs::read_to_string(place(name)).expect("it was written");
        let rows = "a,one,1,100\na,one,7,10\na,one,20,10\na,other,1,100\na,other,900,50\n";
        assert_eq!(read("out.csv"), format!("subject,tool,queries,tokens\n{rows}"));
        let drawn = read("out.svg");
        assert!(drawn.contains("a: tokens of the best"), "{drawn}");
        assert!(run(&of(&[run_of("no", "r.svg")])).is_err());
        assert!(run(&of(&["one".to_owned()])).is_err());
    }
}
