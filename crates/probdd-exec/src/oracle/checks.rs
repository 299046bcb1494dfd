//! A test that is made of checks: programs that share a directory and all have to hold.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use probdd_core::Verdict;

use super::check_run::CheckRun;
use super::check_spec::{CheckCommand, CheckSpec, in_order, width};
use super::check_states::MOST_CHECKS;
use super::checks_side_by_side::{RunOne, run_side_by_side};
use super::elsewhere::{Ran, Step, StepCommand};
use super::expectation::Judged;
use super::observed::Observed;
use super::outcome::{CheckOutcome, Outcome};
use super::surroundings::{CHECKS_DIR, Surroundings};
use crate::process::{self, End, Ended, Slot};
use crate::sandbox::{Place, QueryFiles, Sandbox};
use crate::{Error, Interrupt};

/// The program that runs commands.
const SHELL: &str = "/bin/sh";

/// Redirects standard output and standard error of a program to two files.
const INTO_FILES: &str = r#"out=$1; shift; exec "$@" >"$out.out" 2>"$out.err""#;

/// How the checks of a test run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// One after another, up to the first that does not hold.
    InOrder,
    /// Several at a time, all that can run.
    SideBySide,
    /// Several at a time, until one does not hold.
    SideBySideUntilFailure,
}

/// A test that is made of checks.
///
/// The checks of a query share a fresh directory that holds only the candidate. `$CHECKS_DIR` is the
/// directory of the file that describes them. The rest is as for a [`Check`](crate::Check).
#[derive(Clone, Debug)]
pub struct Checks {
    specs: Arc<[CheckSpec]>,
    manner: Manner,
    /// How many checks run at a time.
    lanes: usize,
    order: Vec<usize>,
    directory: PathBuf,
    pub(super) surroundings: Surroundings,
}

impl Checks {
    /// The checks that are described in `checks_dir`, to be run one after another in their order, but
    /// each after those that it needs. The deadline of the surroundings is that of each check.
    ///
    /// # Panics
    /// When there is no check or more than [`MOST_CHECKS`], when a check needs one that does not exist
    /// or itself, or when the directory is not absolute.
    pub fn new(checks: Vec<CheckSpec>, checks_dir: PathBuf, surroundings: Surroundings) -> Checks {
        assert!((1..=MOST_CHECKS).contains(&checks.len()), "there are 1 to {MOST_CHECKS} checks");
        assert!(checks_dir.is_absolute(), "the checks' directory's path is absolute");
        let after: Vec<&[usize]> = checks.iter().map(|check| check.after.as_slice()).collect();
        let order = in_order(&after).expect("no check needs itself");
        Checks {
            manner: Manner::InOrder,
            lanes: 1,
            order,
            specs: checks.into(),
            directory: checks_dir,
            surroundings,
        }
    }

    /// Sets how the checks run, and how many of them at most at a time.
    #[must_use]
    pub fn in_manner(self, manner: Manner, jobs: usize) -> Checks {
        let lanes = match manner {
            Manner::InOrder => 1,
            _ => jobs.clamp(1, width(&self.specs)),
        };
        Checks { manner, lanes, ..self }
    }

    /// Sets the deadline of each check that states none.
    ///
    /// # Panics
    /// When there is not one for each check.
    pub(super) fn set_deadlines(&mut self, deadlines: &[Option<Duration>]) {
        assert_eq!(deadlines.len(), self.specs.len(), "there is a deadline for each check");
        for (spec, deadline) in Arc::make_mut(&mut self.specs).iter_mut().zip(deadlines) {
            spec.timeout = spec.timeout.or(*deadline);
        }
    }

    /// Returns the checks.
    pub fn specs(&self) -> &[CheckSpec] {
        &self.specs
    }

    /// Returns how many checks run at a time.
    pub(super) fn lanes(&self) -> usize {
        self.lanes
    }

    /// Returns the order in which the checks run.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Runs only these checks, in this order.
    ///
    /// # Panics
    /// When a check comes before one that it needs.
    pub(super) fn set_order(&mut self, order: &[usize]) {
        let is_good = |at: usize| {
            let needs = &self.specs[order[at]].after;
            needs.iter().all(|need| order[..at].contains(need))
        };
        assert!((0..order.len()).all(is_good), "each check comes after what it needs");
        self.order = order.to_vec();
    }

    /// Runs one query: do all checks hold for `candidate`? See [`Check::run`](crate::Check::run).
    pub(super) fn run(
        &self,
        sandbox: &mut Sandbox,
        candidate: &[u8],
        interrupt: &Interrupt,
    ) -> Result<Outcome, Error> {
        let began = Instant::now();
        let place = &mut self.surroundings.place(sandbox, candidate)?;
        let ran = if self.manner == Manner::InOrder {
            self.run_in_order(place, interrupt)?
        } else {
            let is_until_failure = self.manner == Manner::SideBySideUntilFailure;
            let checks = (&self.specs[..], &self.order[..]);
            let run: RunOne = &|check, files, slot, stop| self.run_one(check, files, slot, stop);
            run_side_by_side(checks, is_until_failure, place, interrupt, run)?
        };
        let left_mounts = place.detach_mounts();
        Ok(Outcome { left_mounts, ..outcome(ran, self.order.len(), began.elapsed()) })
    }

    fn run_in_order(
        &self,
        place: &mut Place,
        interrupt: &Interrupt,
    ) -> Result<Vec<CheckOutcome>, Error> {
        let mut ran = Vec::new();
        for check in &self.order {
            let one = self.run_one(*check, &place.files, place.slot, interrupt)?;
            let has_held = one.run.has_held;
            ran.push(one);
            if !has_held {
                break;
            }
        }
        Ok(ran)
    }

    /// Runs all checks in the directory of a candidate, whether they hold or not, and returns what
    /// each of them did.
    pub(super) fn observe(
        &self,
        sandbox: &mut Sandbox,
        candidate: &[u8],
        interrupt: &Interrupt,
    ) -> Result<Vec<Observed>, Error> {
        let place = self.surroundings.place(sandbox, candidate)?;
        let mut observed = Vec::new();
        for check in &self.order {
            let printed = place.files.home.join(format!("check-{check}"));
            let ended = self.launch_one(*check, true, &place.files, place.slot, interrupt)?;
            observed.push(Observed::new(&ended, &printed));
        }
        Ok(observed)
    }

    /// Returns the steps of a query that another machine runs.
    pub(super) fn steps(&self) -> Vec<Step> {
        let step = |check: &usize| {
            let spec = &self.specs[*check];
            Step {
                number: *check,
                command: match &spec.command {
                    CheckCommand::Shell(command) => StepCommand::Shell(command.clone()),
                    CheckCommand::Program(program, arguments) => {
                        StepCommand::Program(program.clone(), arguments.clone())
                    }
                },
                timeout: spec.timeout.or(self.surroundings.limits.timeout),
                is_apart: spec.expectation.has_patterns(),
                needs: spec.after.clone(),
                expectation: Some(spec.expectation.clone()),
            }
        };
        self.order.iter().map(step).collect()
    }

    /// Whether a check that does not hold ends the query.
    pub(super) fn is_until_failure(&self) -> bool {
        self.manner != Manner::SideBySide
    }

    /// Returns the outcome of a query from what its steps did on another machine. Steps that would not
    /// have run here, because another check does not hold, do not count.
    pub(super) fn outcome_elsewhere(&self, ran: Vec<Ran>, wall: Duration) -> Outcome {
        let mut judged: Vec<CheckOutcome> = Vec::new();
        for one in ran {
            let has_held = |need: &usize| {
                judged.iter().any(|outcome| outcome.check == *need && outcome.run.has_held)
            };
            if !self.specs[one.number].after.iter().all(has_held) {
                continue;
            }
            let (check, expectation) = (one.number, &self.specs[one.number].expectation);
            let most = self.surroundings.limits.output_bytes;
            let (outcome, texts) = one.into_outcome(expectation.has_patterns(), most);
            let verdict = expectation.judge_texts(outcome.end, texts);
            judged.push(self.judged(check, outcome, verdict));
            if self.is_until_failure() && judged.last().is_some_and(|outcome| !outcome.run.has_held)
            {
                break;
            }
        }
        outcome(judged, self.order.len(), wall)
    }

    /// Runs one check in the directory of the query.
    fn run_one(
        &self,
        check: usize,
        files: &QueryFiles,
        slot: &mut Slot,
        interrupt: &Interrupt,
    ) -> Result<CheckOutcome, Error> {
        let is_searched = self.specs[check].expectation.has_patterns();
        let ended = self.launch_one(check, is_searched, files, slot, interrupt)?;
        Ok(self.judge(check, ended, &files.home.join(format!("check-{check}"))))
    }

    /// Runs the program of one check. Its output is in files if it is to be searched.
    fn launch_one(
        &self,
        check: usize,
        is_searched: bool,
        files: &QueryFiles,
        slot: &mut Slot,
        interrupt: &Interrupt,
    ) -> Result<Ended, Error> {
        let spec = &self.specs[check];
        let printed = files.home.join(format!("check-{check}"));
        let shell = Path::new(SHELL);
        let (mut program, mut arguments): (&Path, Vec<&OsStr>) = match &spec.command {
            CheckCommand::Shell(command) => {
                let before: [&OsStr; 3] = ["-c".as_ref(), command, "sh".as_ref()];
                let candidate = files.arguments.iter().map(|path| path.as_os_str());
                (shell, before.into_iter().chain(candidate).collect())
            }
            CheckCommand::Program(program, arguments) => {
                (program, arguments.iter().map(OsString::as_os_str).collect())
            }
        };
        let in_place = files.work.join(program);
        let is_made = program.is_relative();
        if is_made {
            program = &in_place;
        }
        if is_searched {
            let wrapper = ["-c".as_ref(), INTO_FILES.as_ref(), "sh".as_ref(), printed.as_os_str()];
            arguments = [&wrapper[..], &[program.as_os_str()], &arguments].concat();
            program = shell;
        }
        let mut launch = self.surroundings.launch(program, &arguments, files.site());
        launch.variables.push((CHECKS_DIR, self.directory.as_os_str()));
        launch.timeout = self.surroundings.limits.timeout_of(spec.timeout);
        match process::run(&launch, slot, interrupt) {
            // Another check should have made the program, and did not.
            Err(_) if is_made => Ok(Ended::not_found()),
            ended => ended,
        }
    }

    fn judge(&self, check: usize, ended: Ended, printed: &Path) -> CheckOutcome {
        let judged = self.specs[check].expectation.judge(ended.end, printed);
        self.judged(check, Outcome::from(ended), judged)
    }

    /// Returns the outcome of a check, from that of its program and the judgement.
    fn judged(&self, check: usize, mut outcome: Outcome, judged: Judged) -> CheckOutcome {
        let spec = &self.specs[check];
        outcome.verdict = judged.verdict;
        for text in judged.texts {
            let most = self.surroundings.limits.output_bytes;
            let room = most.saturating_sub(outcome.output.len());
            outcome.output_truncated |= text.len() > room;
            outcome.output.extend_from_slice(&text[..text.len().min(room)]);
        }
        let run = CheckRun {
            name: Arc::clone(&spec.name),
            has_held: judged.verdict.is_interesting(),
            runs: 1,
            wall: outcome.wall,
            cpu: outcome.cpu,
            slowest: outcome.wall,
            fault: judged.fault,
        };
        CheckOutcome { check, run, outcome }
    }
}

/// Returns the outcome of a query from those of the checks that ran; `checks` is the number of all.
fn outcome(ran: Vec<CheckOutcome>, checks: usize, wall: Duration) -> Outcome {
    let has_held = ran.len() == checks && ran.iter().all(|one| one.run.has_held);
    let cpu = ran.iter().map(|one| one.run.cpu).sum();
    let has_survivors = ran.iter().any(|one| one.outcome.has_survivors);
    let rank = |one: &&CheckOutcome| match (one.outcome.end, one.outcome.verdict) {
        (End::Interrupted, _) => 0,
        (_, Verdict::Uninteresting) => 1,
        (_, Verdict::Unresolved) => 2,
        (_, Verdict::Interesting) => 3,
    };
    let mut outcome = match ran.iter().min_by_key(rank) {
        None => Outcome::new(Verdict::Unresolved, End::Interrupted),
        Some(one) => one.outcome.clone(),
    };
    if outcome.verdict.is_interesting() && !has_held {
        outcome.verdict = Verdict::Unresolved;
    }
    let checks = ran.into_iter().map(|one| one.run).collect();
    Outcome { wall, cpu, checks, has_survivors, ..outcome }
}
