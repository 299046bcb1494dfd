//! A test that is made of checks: programs that run in one directory, all of which have to hold.

mod expectation;
mod side_by_side;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use probdd_core::Verdict;

use crate::check::{CHECKS_DIR, DIRECTORY, INPUT_DIR, TEMPORARY, VARIABLES, is_plain};
use crate::process::{self, End, Ended, Environment, Launch, Slot};
use crate::sandbox::Place;
use crate::{CheckRun, Error, Interrupt, Limits, MOST_CHECKS, Outcome, Sandbox};

pub use expectation::{Expectation, Pattern, Stream};

/// What runs commands.
const SHELL: &str = "/bin/sh";

/// Runs the rest of its arguments with what they print in two files.
const INTO_FILES: &str = r#"out=$1; shift; exec "$@" >"$out.out" 2>"$out.err""#;

/// One check of a test.
#[derive(Clone, Debug)]
pub struct CheckSpec {
    /// What it is called; no two of a test have the same name.
    pub name: Arc<str>,
    /// What is run.
    pub command: CheckCommand,
    /// When it holds.
    pub expectation: Expectation,
    /// Its own deadline; `None` has the one of the test.
    pub timeout: Option<Duration>,
    /// The checks whose files it uses: it runs only after they held.
    pub after: Vec<usize>,
}

/// What is run for a check.
#[derive(Clone, Debug)]
pub enum CheckCommand {
    /// A command of the shell; `$1` is the candidate's path.
    Shell(OsString),
    /// A program, by its absolute path or relative to the query's directory, and its arguments.
    Program(PathBuf, Vec<OsString>),
}

/// How the checks of a test are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// One after another, up to the first that does not hold.
    InOrder,
    /// Side by side; all that can run do.
    SideBySide,
    /// Side by side, until one does not hold.
    SideBySideUntilFailure,
}

/// A test that is made of checks.
///
/// They run in a fresh directory that holds only the candidate, and share it; `$CHECKS_DIR` is where
/// their description lies. Beside that it is as for a [`Check`](crate::Check).
#[derive(Clone, Debug)]
pub struct Checks {
    specs: Arc<[CheckSpec]>,
    manner: Manner,
    /// How many run at a time.
    lanes: usize,
    order: Vec<usize>,
    /// The deadline of each check that has none of its own, once it is known.
    deadlines: Vec<Option<Duration>>,
    described_in: PathBuf,
    input_dir: PathBuf,
    candidate_name: OsString,
    environment: Environment,
    limits: Limits,
}

/// What became of a check.
struct Ran {
    check: usize,
    run: CheckRun,
    /// Interesting, as far as this check goes.
    verdict: Verdict,
    end: End,
    output: Vec<u8>,
    is_output_truncated: bool,
    has_survivors: bool,
}

impl Checks {
    /// The checks on candidates that are called `candidate_name`, with today's environment and
    /// without a timeout; one after another in their order, but each after those that it needs.
    /// `checks_dir` is where they are described, `input_dir` where the input lies.
    ///
    /// # Panics
    /// When there is no check, or there are more than [`MOST_CHECKS`]; when what one needs does not
    /// exist or needs itself; when a path is not absolute, or the name not a plain file name.
    pub fn new(
        checks: Vec<CheckSpec>,
        checks_dir: PathBuf,
        input_dir: PathBuf,
        candidate_name: OsString,
    ) -> Checks {
        assert!((1..=MOST_CHECKS).contains(&checks.len()), "there are 1 to {MOST_CHECKS} checks");
        assert!(checks_dir.is_absolute(), "the checks' directory's path is absolute");
        assert!(input_dir.is_absolute(), "the input directory's path is absolute");
        assert!(is_plain(&candidate_name), "the candidate's name is a plain file name");
        let after: Vec<&[usize]> = checks.iter().map(|check| check.after.as_slice()).collect();
        let order = in_order(&after).expect("no check needs itself");
        Checks {
            manner: Manner::InOrder,
            lanes: 1,
            deadlines: vec![None; checks.len()],
            order,
            specs: checks.into(),
            described_in: checks_dir,
            input_dir,
            candidate_name,
            environment: Environment::inherited_without(&VARIABLES),
            limits: Limits::default(),
        }
    }

    /// The same with these limits; the deadline is that of each check.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Checks {
        Checks { limits, ..self }
    }

    /// The same, run in this manner, at most so many of them at a time.
    #[must_use]
    pub fn in_manner(self, manner: Manner, jobs: usize) -> Checks {
        let lanes = match manner {
            Manner::InOrder => 1,
            _ => jobs.clamp(1, width(&self.specs)),
        };
        Checks { manner, lanes, ..self }
    }

    /// The limits, to be changed in place.
    pub fn limits(&mut self) -> &mut Limits {
        &mut self.limits
    }

    /// Gives every check that has no deadline of its own this one.
    ///
    /// # Panics
    /// When it is not one for each.
    pub fn set_deadlines(&mut self, deadlines: &[Option<Duration>]) {
        assert_eq!(deadlines.len(), self.specs.len(), "there is a deadline for each check");
        self.deadlines = deadlines.to_vec();
    }

    /// What they are.
    pub fn specs(&self) -> &[CheckSpec] {
        &self.specs
    }

    /// How many processes a query may have at a time.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// The order in which they are run.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Runs these, in this order.
    ///
    /// # Panics
    /// When one comes before what it needs.
    pub fn set_order(&mut self, order: &[usize]) {
        let is_good = |at: usize| {
            let needs = &self.specs[order[at]].after;
            needs.iter().all(|need| order[..at].contains(need))
        };
        assert!((0..order.len()).all(is_good), "each check comes after what it needs");
        self.order = order.to_vec();
    }

    /// Runs one query: do all checks hold for `candidate`? As [`Check::run`](crate::Check::run).
    ///
    /// # Errors
    /// When the candidate could not be written, or a check not be started or watched. This says
    /// nothing about the candidate.
    pub fn run(
        &self,
        sandbox: &mut Sandbox,
        candidate: &[u8],
        interrupt: &Interrupt,
    ) -> Result<Outcome, Error> {
        let began = Instant::now();
        let place = &mut sandbox.place(&self.candidate_name, candidate)?;
        let ran = match self.manner {
            Manner::InOrder => self.run_in_order(place, interrupt)?,
            Manner::SideBySide => self.run_side_by_side(place, interrupt, false)?,
            Manner::SideBySideUntilFailure => self.run_side_by_side(place, interrupt, true)?,
        };
        Ok(outcome(ran, self.order.len(), began.elapsed()))
    }

    fn run_in_order(&self, place: &mut Place, interrupt: &Interrupt) -> Result<Vec<Ran>, Error> {
        let (mut ran, desk) = (Vec::new(), Desk::of(place));
        for check in &self.order {
            let one = self.run_one(*check, &desk, place.slot, interrupt)?;
            let has_held = one.run.has_held;
            ran.push(one);
            if !has_held {
                break;
            }
        }
        Ok(ran)
    }

    /// Runs one check where the files of those before it are.
    fn run_one(
        &self,
        check: usize,
        desk: &Desk,
        slot: &mut Slot,
        interrupt: &Interrupt,
    ) -> Result<Ran, Error> {
        let spec = &self.specs[check];
        let printed = desk.home.join(format!("check-{check}"));
        let (shell, candidate) = (Path::new(SHELL), desk.candidate.as_os_str());
        let (mut program, mut arguments): (&Path, Vec<&OsStr>) = match &spec.command {
            CheckCommand::Shell(command) => {
                (shell, vec!["-c".as_ref(), command, "sh".as_ref(), candidate])
            }
            CheckCommand::Program(program, arguments) => {
                (program, arguments.iter().map(OsString::as_os_str).collect())
            }
        };
        let in_place = desk.work.join(program);
        let is_made = program.is_relative();
        if is_made {
            program = &in_place;
        }
        if spec.expectation.has_patterns() {
            let wrapper = ["-c".as_ref(), INTO_FILES.as_ref(), "sh".as_ref(), printed.as_os_str()];
            arguments = [&wrapper[..], &[program.as_os_str()], &arguments].concat();
            program = shell;
        }
        let launch = Launch {
            program,
            arguments: &arguments,
            directory: &desk.work,
            place: &desk.home,
            home: desk.own_home.as_deref(),
            environment: &self.environment,
            variables: &[
                (INPUT_DIR, self.input_dir.as_os_str()),
                (CHECKS_DIR, self.described_in.as_os_str()),
                (TEMPORARY, desk.tmp.as_os_str()),
                (DIRECTORY, desk.work.as_os_str()),
            ],
            timeout: spec.timeout.or(self.deadlines[check]).or(self.limits.timeout),
            output_bytes: self.limits.output_bytes,
        };
        match process::run(&launch, slot, interrupt) {
            Ok(ended) => Ok(self.judge(check, ended, &printed)),
            // Another check should have made it, and did not.
            Err(_) if is_made => Ok(self.judge(check, Ended::not_found(), &printed)),
            Err(error) => Err(error),
        }
    }

    fn judge(&self, check: usize, ended: Ended, printed: &Path) -> Ran {
        let spec = &self.specs[check];
        let Ended { end, mut output, mut is_output_truncated, wall, cpu, has_survivors } = ended;
        let judged = spec.expectation.judge(end, printed);
        if spec.expectation.has_patterns() {
            for text in judged.texts {
                let room = self.limits.output_bytes.saturating_sub(output.len());
                is_output_truncated |= text.len() > room;
                output.extend_from_slice(&text[..text.len().min(room)]);
            }
        }
        let run = CheckRun {
            name: Arc::clone(&spec.name),
            has_held: judged.verdict.is_interesting(),
            runs: 1,
            wall,
            cpu,
            slowest: wall,
            fault: judged.fault,
        };
        Ran { check, run, verdict: judged.verdict, end, output, is_output_truncated, has_survivors }
    }
}

/// Where the checks of a query find their files.
struct Desk {
    home: PathBuf,
    own_home: Option<PathBuf>,
    work: PathBuf,
    tmp: PathBuf,
    candidate: PathBuf,
}

impl Desk {
    fn of(place: &Place) -> Desk {
        Desk {
            home: place.home.clone(),
            own_home: place.own_home.clone(),
            work: place.work.clone(),
            tmp: place.tmp.clone(),
            candidate: place.candidate.clone(),
        }
    }
}

/// What a query came to in which these of so many checks ran.
fn outcome(ran: Vec<Ran>, checks: usize, wall: Duration) -> Outcome {
    let has_held = ran.len() == checks && ran.iter().all(|one| one.run.has_held);
    let cpu = ran.iter().map(|one| one.run.cpu).sum();
    let rank = |one: &&Ran| match (one.end, one.verdict) {
        (End::Interrupted, _) => 0,
        (_, Verdict::Uninteresting) => 1,
        (_, Verdict::Unresolved) => 2,
        (_, Verdict::Interesting) => 3,
    };
    let (verdict, end, output, output_truncated) = match ran.iter().min_by_key(rank) {
        None => (Verdict::Unresolved, End::Interrupted, Vec::new(), false),
        Some(one) => {
            let verdict = match one.verdict {
                Verdict::Interesting if !has_held => Verdict::Unresolved,
                verdict => verdict,
            };
            (verdict, one.end, one.output.clone(), one.is_output_truncated)
        }
    };
    let has_survivors = ran.iter().any(|one| one.has_survivors);
    let (checks, restarts) = (ran.into_iter().map(|one| one.run).collect(), 0);
    Outcome { verdict, end, output, output_truncated, wall, cpu, checks, restarts, has_survivors }
}

/// The checks that need these, one after another: in their own order, but each after what it needs.
/// When one needs itself, the first such chain: each needs the next, the last the first.
///
/// # Errors
/// The chain.
pub fn in_order(after: &[&[usize]]) -> Result<Vec<usize>, Vec<usize>> {
    let mut order = Vec::new();
    while order.len() < after.len() {
        let is_ready = |check: &usize| {
            !order.contains(check) && after[*check].iter().all(|need| order.contains(need))
        };
        match (0..after.len()).find(is_ready) {
            Some(check) => order.push(check),
            None => return Err(chain(after, &order)),
        }
    }
    Ok(order)
}

/// A chain of checks of which each needs the next, when all that are left need another of them.
fn chain(after: &[&[usize]], done: &[usize]) -> Vec<usize> {
    let mut chain = Vec::new();
    let mut next = (0..after.len()).find(|check| !done.contains(check));
    while let Some(check) = next {
        if let Some(begin) = chain.iter().position(|other| *other == check) {
            return chain.split_off(begin);
        }
        chain.push(check);
        next = after[check].iter().copied().find(|need| !done.contains(need));
    }
    chain
}

/// How many checks can run at a time: the most that as many others have to come before.
fn width(checks: &[CheckSpec]) -> usize {
    let after: Vec<&[usize]> = checks.iter().map(|check| check.after.as_slice()).collect();
    let mut levels = vec![0; checks.len()];
    for check in in_order(&after).unwrap_or_default() {
        levels[check] = after[check].iter().map(|need| levels[*need] + 1).max().unwrap_or(0);
    }
    let on = |level: usize| levels.iter().filter(|other| **other == level).count();
    (0..checks.len()).map(on).max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_comes_after_what_it_needs_and_else_in_its_own_order() {
        assert_eq!(in_order(&[&[], &[], &[]]), Ok(vec![0, 1, 2]));
        assert_eq!(in_order(&[&[2], &[], &[]]), Ok(vec![1, 2, 0]));
        assert_eq!(in_order(&[&[1], &[2], &[]]), Ok(vec![2, 1, 0]));
    }

    #[test]
    fn who_needs_itself_is_named() {
        assert_eq!(in_order(&[&[0]]), Err(vec![0]));
        assert_eq!(in_order(&[&[], &[2], &[3, 0], &[2]]), Err(vec![2, 3]));
    }
}
