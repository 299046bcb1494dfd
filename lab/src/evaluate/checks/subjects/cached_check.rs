//! A check that is run once for every text: `xtask cached-check FOLDER PLACE CANDIDATE` answers what it
//! answered for the same bytes before, and notes what it cost then; else it is run and measured.
//!
//! Its CPU time is that of the first run, so that runs of the tool which ask about the same texts
//! compare by what they have run, and not by what else the machine did.

use super::description::{Check, with_needs};
use nix::sys::resource::{UsageWho, getrusage};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::Duration;

/// What a check says when it cannot say anything.
const UNRESOLVED: u8 = 125;

/// The files of a folder of checks.
pub(super) const CHECKS: &str = "checks.json";
const LOG: &str = "log";

/// The variable that leads to the files beside a test.
const CHECKS_DIR: &str = "CHECKS_DIR";

/// The checks of a subject, and where it is known what they said.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Bundle {
    pub(super) checks: Vec<Check>,
    /// Where their description lies.
    pub(super) described_in: PathBuf,
    pub(super) cache: PathBuf,
}

/// What a check said, and its CPU time in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) code: u8,
    pub(super) micros: u64,
}

/// A line of the log: a check of a query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) place: usize,
    pub(super) micros: u64,
    pub(super) code: u8,
    /// The candidate's hash.
    pub(super) text: String,
}

/// The lines of a folder's log.
pub(super) fn read_log(folder: &Path) -> std::io::Result<Vec<Line>> {
    let text = std::fs::read_to_string(folder.join(LOG))?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// Runs or remembers; the exit code is the check's.
pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let [folder, place, candidate] = arguments else {
        eprintln!("usage: xtask cached-check FOLDER PLACE CANDIDATE");
        return ExitCode::from(UNRESOLVED);
    };
    match answer(Path::new(folder), place, Path::new(candidate)) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(UNRESOLVED)
        }
    }
}

fn answer(folder: &Path, place: &str, candidate: &Path) -> std::io::Result<u8> {
    let bundle: Bundle = serde_json::from_slice(&std::fs::read(folder.join(CHECKS))?)?;
    let place = place.parse().map_err(std::io::Error::other)?;
    let said = bundle.ask(place, candidate)?;
    let text = blake3::hash(&std::fs::read(candidate)?).to_hex().to_string();
    let line = Line { place, micros: said.micros, code: said.code, text };
    let log = std::fs::OpenOptions::new().create(true).append(true).open(folder.join(LOG));
    log?.write_all((serde_json::to_string(&line)? + "\n").as_bytes())?;
    Ok(said.code)
}

impl Bundle {
    /// What a check says of a candidate in whose directory the checks before it have run.
    pub(super) fn ask(&self, place: usize, candidate: &Path) -> std::io::Result<Said> {
        let entry = self.entry(place, candidate)?;
        if let Some(said) = std::fs::read_to_string(&entry).ok().and_then(|text| parsed(&text)) {
            self.print(place, &entry)?;
            return Ok(said);
        }
        // Checks side by side must not make the same files at the same time.
        let _lock = Lock::of(candidate)?;
        let needs = with_needs(&self.checks, place);
        let marker = |place: usize| candidate.with_file_name(format!(".ran-{place}"));
        for need in &needs[..needs.len() - 1] {
            if !marker(*need).exists() {
                self.run(*need, candidate, &mut || Ok(Stdio::null()))?;
                std::fs::write(marker(*need), "")?;
            }
        }
        let said = self.run_and_keep(place, candidate, &entry)?;
        std::fs::write(marker(place), "")?;
        Ok(said)
    }

    /// Where it stands what a check said of a candidate.
    fn entry(&self, place: usize, candidate: &Path) -> std::io::Result<PathBuf> {
        let mut hasher = blake3::Hasher::new();
        for need in with_needs(&self.checks, place) {
            hasher.update(format!("{:?}", self.checks[need].run).as_bytes());
        }
        let check = hasher.finalize().to_hex();
        let text = blake3::hash(&std::fs::read(candidate)?).to_hex();
        let folder = self.cache.join(&check.as_str()[..16]).join(&text.as_str()[..2]);
        std::fs::create_dir_all(&folder)?;
        Ok(folder.join(&text.as_str()[2..34]))
    }

    fn run_and_keep(&self, place: usize, candidate: &Path, entry: &Path) -> std::io::Result<Said> {
        let is_read = self.checks[place].is_read;
        let open = |name| std::fs::File::create(entry.with_extension(name)).map(Stdio::from);
        let mut names = ["out", "err"].into_iter();
        let mut next = || names.next().filter(|_| is_read).map_or(Ok(Stdio::null()), open);
        let said = self.run(place, candidate, &mut next)?;
        // Complete or absent: several runs may ask at once, and each may be killed.
        let folder = entry.parent().unwrap_or(Path::new("."));
        let mut written = tempfile::NamedTempFile::new_in(folder)?;
        write!(written, "{} {}", said.code, said.micros)?;
        written.persist(entry)?;
        self.print(place, entry)?;
        Ok(said)
    }

    fn run(
        &self,
        place: usize,
        candidate: &Path,
        output: &mut dyn FnMut() -> std::io::Result<Stdio>,
    ) -> std::io::Result<Said> {
        let words = &self.checks[place].run;
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        if words[0] == "/bin/sh" {
            command.arg(candidate);
        }
        command.current_dir(candidate.parent().unwrap_or(Path::new(".")));
        command.env(CHECKS_DIR, &self.described_in).stdin(Stdio::null()).stdout(output()?);
        let before = cpu_of_children();
        let status = command.stderr(output()?).status()?;
        let micros = cpu_of_children().saturating_sub(before).as_micros() as u64;
        Ok(Said { code: code(status), micros })
    }

    /// Prints what a check has printed, where that decides.
    fn print(&self, place: usize, entry: &Path) -> std::io::Result<()> {
        if self.checks[place].is_read {
            std::io::stdout().write_all(&std::fs::read(entry.with_extension("out"))?)?;
            std::io::stderr().write_all(&std::fs::read(entry.with_extension("err"))?)?;
        }
        Ok(())
    }
}

/// As a shell has it, for what a signal killed, too.
fn code(status: ExitStatus) -> u8 {
    let number = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    u8::try_from(number).unwrap_or(UNRESOLVED)
}

fn parsed(text: &str) -> Option<Said> {
    let (code, micros) = text.split_once(' ')?;
    Some(Said { code: code.parse().ok()?, micros: micros.parse().ok()? })
}

/// The CPU time of all processes that this one has waited for.
fn cpu_of_children() -> Duration {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Duration::ZERO };
    let time = |it: nix::sys::time::TimeVal| {
        Duration::from_micros((it.tv_sec() * 1_000_000 + it.tv_usec()).unsigned_abs())
    };
    time(usage.user_time()) + time(usage.system_time())
}

/// Keeps other checks of the same query waiting.
struct Lock(#[allow(dead_code)] std::fs::File);

impl Lock {
    fn of(candidate: &Path) -> std::io::Result<Lock> {
        let file = std::fs::File::create(candidate.with_file_name(".lock"))?;
        file.lock()?;
        Ok(Lock(file))
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
        std::fs::write(&path, text).expect("it is written");
        let checks = super::super::description::read(&path).expect("it is whole");
        let at = |name: &str| folder.path().join(name);
        let bundle = Bundle { checks, described_in: at("."), cache: at("cache") };
        let ask = |place, text: &str| {
            let place_of_query = tempfile::tempdir().expect("a folder");
            let candidate = place_of_query.path().join("input");
            std::fs::write(&candidate, text).expect("it is written");
            bundle.ask(place, &candidate).expect("it runs").code
        };
        let runs = || std::fs::read(at("ran")).map_or(0, |text| text.len());
        assert_eq!((ask(1, "needle"), runs()), (0, 2));
        assert_eq!((ask(1, "needle"), runs()), (0, 2));
        assert_eq!((ask(0, "needle"), runs()), (0, 3));
        assert_eq!((ask(1, "hay"), runs()), (7, 5));
    }
}
