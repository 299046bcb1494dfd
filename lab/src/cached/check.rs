//! A check of a test that runs once for each text: `lab cached-check FOLDER PLACE CANDIDATE`.
//!
//! Its CPU time is kept as well, as that of the first run. So runs of the tool that ask about the
//! same texts compare by the checks that they run, and not by the load of the machine.

use super::entry::{Answer, answer};
use crate::check_description::{Check, with_needs};
use fs_err as fs;
use serde::{Deserialize, Serialize};
use std::io::{Error, Result, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The files of a folder of checks.
pub(crate) const CHECKS: &str = "checks.json";
const LOG: &str = "log";

/// The variable that holds the folder of the files beside a test.
const CHECKS_DIR: &str = "CHECKS_DIR";

/// A check, a candidate, and the folder that describes the checks.
#[derive(clap::Args)]
pub(crate) struct Query {
    folder: PathBuf,
    place: usize,
    candidate: PathBuf,
}

/// The checks of a subject, and the folder with their earlier answers.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Bundle {
    pub(crate) checks: Vec<Check>,
    /// The folder of their description.
    pub(crate) described_in: PathBuf,
    pub(crate) cache: PathBuf,
}

/// A line of the log: one check of a query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Line {
    pub(crate) place: usize,
    pub(crate) micros: u64,
    pub(crate) code: u8,
    /// The candidate's hash.
    pub(crate) text: String,
}

/// The lines of a folder's log.
pub(crate) fn read_log(folder: &Path) -> Result<Vec<Line>> {
    let text = fs::read_to_string(folder.join(LOG))?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// Answers with the check's exit code and output, from the cache if it has run on the same bytes.
pub(crate) fn run(query: &Query) -> ExitCode {
    answer(run_and_log(query))
}

fn run_and_log(Query { folder, place, candidate }: &Query) -> Result<u8> {
    let bundle: Bundle = serde_json::from_slice(&fs::read(folder.join(CHECKS))?)?;
    let Answer { code, micros } = bundle.ask(*place, candidate)?;
    bundle.print_output(*place, candidate)?;
    let text = blake3::hash(&fs::read(candidate)?).to_hex().to_string();
    let line = serde_json::to_string(&Line { place: *place, micros, code, text })? + "\n";
    let log = fs::OpenOptions::new().create(true).append(true).open(folder.join(LOG));
    log?.write_all(line.as_bytes())?;
    Ok(code)
}

impl Bundle {
    /// The answer of a check about a candidate in whose directory the checks before it have run.
    pub(crate) fn ask(&self, place: usize, candidate: &Path) -> Result<Answer> {
        let entry = self.entry(place, candidate)?;
        if let Some(answer) = Answer::kept(&entry) {
            return Ok(answer);
        }
        // Checks side by side must not make the same files at the same time.
        let lock = fs::File::create(candidate.with_file_name(".lock"))?;
        lock.file().lock()?;
        let needs = with_needs(&self.checks, place);
        let marker = |place: usize| candidate.with_file_name(format!(".ran-{place}"));
        for need in &needs[..needs.len() - 1] {
            if !marker(*need).exists() {
                self.run(*need, candidate, [Stdio::null(), Stdio::null()])?;
                fs::write(marker(*need), "")?;
            }
        }
        let answer = self.run(place, candidate, self.outputs(place, &entry)?)?;
        answer.keep(&entry)?;
        fs::write(marker(place), "")?;
        Ok(answer)
    }

    /// The file with a check's answer about a candidate.
    fn entry(&self, place: usize, candidate: &Path) -> Result<PathBuf> {
        let mut hasher = blake3::Hasher::new();
        for need in with_needs(&self.checks, place) {
            hasher.update(format!("{:?}", self.checks[need].run).as_bytes());
        }
        let check = hasher.finalize().to_hex();
        let text = blake3::hash(&fs::read(candidate)?).to_hex();
        let folder = self.cache.join(&check.as_str()[..16]).join(&text.as_str()[..2]);
        fs::create_dir_all(&folder)?;
        Ok(folder.join(&text.as_str()[2..34]))
    }

    /// Where a check's output goes: it is kept if the check is judged by it.
    fn outputs(&self, place: usize, entry: &Path) -> Result<[Stdio; 2]> {
        if !self.checks[place].is_read {
            return Ok([Stdio::null(), Stdio::null()]);
        }
        let open = |name| Ok::<_, Error>(fs::File::create(entry.with_extension(name))?.into_file());
        Ok([open("out")?.into(), open("err")?.into()])
    }

    fn run(&self, place: usize, candidate: &Path, [out, err]: [Stdio; 2]) -> Result<Answer> {
        let words = &self.checks[place].run;
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        if words[0] == "/bin/sh" {
            command.arg(candidate);
        }
        command.current_dir(candidate.parent().unwrap_or(Path::new(".")));
        command.env(CHECKS_DIR, &self.described_in).stdin(Stdio::null()).stdout(out).stderr(err);
        Ok(Answer::of(&mut command)?.0)
    }

    /// Prints the kept output of a check, if it is judged by it.
    fn print_output(&self, place: usize, candidate: &Path) -> Result<()> {
        if self.checks[place].is_read {
            let entry = self.entry(place, candidate)?;
            std::io::stdout().write_all(&fs::read(entry.with_extension("out"))?)?;
            std::io::stderr().write_all(&fs::read(entry.with_extension("err"))?)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_runs_once_for_each_text_and_what_it_needs_runs_before_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = "[[check]]\nname = 'makes'\nrun = 'cp input made; echo >>\"$CHECKS_DIR/ran\"'\n\
                    [[check]]\nname = 'uses'\nafter = ['makes']\nstdout = 'x'\n\
                    run = 'echo printed; echo >>\"$CHECKS_DIR/ran\"; grep -q needle made || exit 7'\n";
        let path = folder.path().join("checks.toml");
        fs::write(&path, text).expect("it is written");
        let checks = crate::check_description::read(&path).expect("it is whole");
        let at = |name: &str| folder.path().join(name);
        let bundle = Bundle { checks, described_in: at("."), cache: at("cache") };
        let ask = |place, text: &str| {
            let place_of_query = tempfile::tempdir().expect("a folder");
            let candidate = place_of_query.path().join("input");
            fs::write(&candidate, text).expect("it is written");
            bundle.ask(place, &candidate).expect("it runs").code
        };
        let runs = || fs::read(at("ran")).map_or(0, |text| text.len());
        assert_eq!((ask(1, "needle"), runs()), (0, 2));
        assert_eq!((ask(1, "needle"), runs()), (0, 2));
        assert_eq!((ask(0, "needle"), runs()), (0, 3));
        assert_eq!((ask(1, "hay"), runs()), (7, 5));
    }
}
