//! The settings of a run: what was typed, checked against the input, with every default filled in.

mod approach;
mod as_json;
mod chisel;
mod counting;
mod feedback;
mod kept;
mod large;
mod list_algorithm;
mod method;
mod outputs;
mod plan;
#[cfg(feature = "remote")]
mod remote;
mod strategy;
mod structure;
mod text_format;
mod transformers;
mod with;

use crate::command_line::{
    FeedbackMode, Fixpoint, PrivateTmp, Progress, ReduceArgs, RunArgs, TextFormat,
};
use crate::error::Failure;
use crate::files::{check_writable, resolved, with_suffix};
use crate::fixup::Fixup;
use crate::input::Input;
use crate::interestingness_test::Test;
use crate::output::{self, Destination};
use crate::property::Property;
use crate::transformers::Transformer;
use probdd_core::AfterFail;
use probdd_exec::{Budget, Companion, Confinement, Key, Protection, Rule};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(crate) use approach::Approach;
pub(crate) use counting::Counting;
pub(crate) use feedback::{FEEDBACK_OF_REPORTS, feedback_mode, learns_from_checks};
pub(crate) use kept::Kept;
pub(crate) use large::{PARTS, SHORTEST_PART, part_length};
pub(crate) use method::Method;
pub(crate) use plan::Plan;
#[cfg(feature = "remote")]
pub(crate) use remote::Elsewhere;
pub(crate) use strategy::Strategy;
pub(crate) use structure::Structure;

/// The end of the name of a state directory, unless the user chooses another name.
pub(crate) const STATE_SUFFIX: &str = ".probdd";

/// Everything that a run depends on.
#[derive(Debug)]
pub(crate) struct Settings {
    /// What was typed.
    args: ReduceArgs,
    /// The interestingness test.
    pub(crate) test: Test,
    /// A test that is named but does not run.
    pub(crate) unused_test: Option<PathBuf>,
    /// How checks run and what the search learns from them; `None` for a program, which may or may not
    /// report checks.
    pub(crate) feedback: Option<FeedbackMode>,
    /// What the search assumes about checks that did not run.
    pub(crate) after_fail: AfterFail,
    /// The costs of checks that the user gave.
    pub(crate) check_costs: Vec<(String, u64)>,
    /// What to reduce.
    pub(crate) input: Input,
    /// Files that the test needs besides the input.
    pub(crate) with: Vec<Companion>,
    /// Where candidates go that fail in another way.
    pub(crate) keep_finds: Option<PathBuf>,
    /// What of the input stays.
    pub(crate) kept: Kept,
    /// Where the result goes.
    pub(crate) destination: Destination,
    /// Whether the run begins with the result of an earlier run, if there is one.
    pub(crate) continues: bool,
    /// The result of an earlier run that this run begins with.
    pub(crate) start: Option<Vec<u8>>,
    /// The state directory, if there is one.
    pub(crate) state: Option<PathBuf>,
    /// The files of the user's own grammar.
    pub(crate) grammar: Vec<PathBuf>,
    /// The algorithm.
    pub(crate) strategy: Strategy,
    pub(crate) transformers: Vec<Transformer>,
    /// What happens to the text between tokens.
    pub(crate) format: TextFormat,
    /// What to repeat until nothing changes; `None` runs the algorithm once.
    pub(crate) fixpoint: Option<Fixpoint>,
    /// The program that puts candidates right.
    pub(crate) fixup: Option<Fixup>,
    /// The time limit of a query; `None` derives it from the baseline.
    pub(crate) timeout: Option<Duration>,
    /// The other limits of a test, and what it can access.
    pub(crate) confinement: Confinement,
    /// Whether each test has a `/tmp` of its own.
    pub(crate) private_tmp: PrivateTmp,
    /// How many tests run at a time.
    pub(crate) jobs: u32,
    /// The other machines that the test runs on, if there are any.
    #[cfg(feature = "remote")]
    pub(crate) elsewhere: Option<Elsewhere>,
    /// How many candidates are tested against the same best.
    pub(crate) batch: usize,
    /// How many runs a verdict takes.
    pub(crate) rule: Rule,
    /// The seed of all random choices.
    pub(crate) seed: u64,
    /// When to stop early.
    pub(crate) budget: Budget,
    /// Where the trace goes.
    pub(crate) trace: Option<PathBuf>,
    /// Where the report goes.
    pub(crate) report: Option<PathBuf>,
    /// Where the page goes.
    pub(crate) html: Option<PathBuf>,
    /// How much to print.
    pub(crate) verbosity: Verbosity,
    /// How progress is shown.
    pub(crate) progress: Progress,
}

/// How much to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verbosity {
    /// Errors and warnings.
    Quiet,
    /// Errors, warnings, the status line and the summary.
    Normal,
    /// Every query as well.
    Verbose,
}

impl Settings {
    /// Checks what was typed, and reads the input. A run that goes on with `--in-place` may find an
    /// input that it has already replaced; `copy` is where a resumed run keeps an input that it
    /// cannot read again.
    pub(crate) fn new(args: ReduceArgs, copy: Option<&Path>) -> Result<Settings, Failure> {
        let test = Test::new(&args)?;
        if args.in_place {
            output::recover(&args.inputs())?;
        }
        let input = Input::read(&args, copy)?;
        let plan = Plan::new(&args, &input)?;
        let destination = Destination::new(&args, &input)?;
        if args.continues && destination.path().is_none() {
            let message = "--continue has no effect with `-o -`: there is no earlier result";
            return Err(Failure::usage(message).hint("name the file to begin with: -o PATH"));
        }
        let trace = args.run.trace.clone();
        let report = args.run.report.as_deref().map(resolved);
        let html = args.run.html.as_deref().map(resolved);
        for path in trace.iter().chain(&report).chain(&html) {
            check_writable(path)?;
        }
        let records = [trace.as_deref(), report.as_deref(), html.as_deref()];
        outputs::check(&input, &test, &destination, records)?;
        let with = with::with(&args.with, &input, &test)?;
        #[cfg(feature = "remote")]
        let elsewhere = remote::elsewhere(&args, &test, cores())?;
        let mut settings = Settings {
            unused_test: args.unused_test(),
            feedback: feedback_mode(&args, Some(&test))?,
            after_fail: plan.after_fail,
            check_costs: args.check_cost.clone(),
            test,
            with,
            keep_finds: args.keep_finds.clone(),
            kept: plan.kept,
            input,
            continues: args.continues,
            start: None,
            state: state_directory(&args, &destination),
            destination,
            strategy: plan.strategy,
            transformers: plan.transformers,
            format: plan.format,
            fixup: plan.fixup,
            fixpoint: plan.fixpoint,
            timeout: plan.timeout,
            confinement: plan.confinement,
            private_tmp: args.private_tmp,
            batch: args.batch as usize,
            jobs: args.run.jobs.unwrap_or_else(cores),
            #[cfg(feature = "remote")]
            elsewhere,
            rule: plan.rule,
            seed: args.seed,
            budget: plan.budget,
            trace,
            report,
            html,
            verbosity: verbosity(&args.run),
            progress: progress(&args.run)?,
            grammar: args.grammar.iter().chain(&args.grammar_json).cloned().collect(),
            args,
        };
        settings.confine_tmp()?;
        #[cfg(feature = "remote")]
        if let Some(elsewhere) = &settings.elsewhere {
            settings.jobs = elsewhere.jobs();
        }
        Ok(settings)
    }

    /// Gives each test its own `/tmp` from the start, if the user says so.
    fn confine_tmp(&mut self) -> Result<(), Failure> {
        if self.private_tmp != PrivateTmp::On {
            return Ok(());
        }
        if self.confinement.protection != Protection::None {
            let message =
                "--private-tmp on has no effect with --sandbox: tests cannot write in /tmp";
            return Err(Failure::usage(message).hint("leave one of them out"));
        }
        self.confinement = self.with_private_tmp();
        Ok(())
    }

    /// How tests are confined if each has a `/tmp` of its own.
    pub(crate) fn with_private_tmp(&self) -> Confinement {
        Confinement { private_tmp: Some(self.own_directories()), ..self.confinement.clone() }
    }

    /// The directories that belong to the run: what a test writes there is meant to stay.
    pub(crate) fn own_directories(&self) -> Vec<PathBuf> {
        let files = self.test.files();
        let files = files.iter().map(PathBuf::as_path).chain(self.destination.path());
        let directories = files.filter_map(Path::parent).chain([self.input.dir.as_path()]);
        directories.map(Path::to_path_buf).chain(std::env::current_dir().ok()).collect()
    }
}

impl Settings {
    /// The same settings for a property of which more is known.
    pub(crate) fn expecting(&mut self, property: Property) {
        self.test = Test::Property(property);
    }

    /// The files with further kinds of failures.
    pub(crate) fn signatures(&self) -> &[PathBuf] {
        &self.args.signatures
    }

    /// Whether the tests run on this machine.
    pub(crate) fn runs_here(&self) -> bool {
        #[cfg(feature = "remote")]
        return self.elsewhere.as_ref().is_none_or(|elsewhere| elsewhere.farm.is_none());
        #[cfg(not(feature = "remote"))]
        true
    }

    /// Whether the time limit follows what interesting candidates take. Without a certificate, what was
    /// stopped early would not be run again; on other machines, how long one test took says little of
    /// the next one.
    pub(crate) fn lowers_deadlines(&self) -> bool {
        self.runs_here() && self.timeout.is_none() && self.method().is_certifying()
    }

    /// How the input is reduced.
    pub(crate) fn method(&self) -> Method<'_> {
        Method {
            args: &self.args,
            input: &self.input,
            start: self.start.as_deref(),
            kept: &self.kept,
            strategy: &self.strategy,
            format: self.format,
            fixpoint: self.fixpoint,
            fixup: self.fixup.as_ref(),
            batch: self.batch,
            after_fail: self.after_fail,
        }
    }
}

impl Settings {
    /// The identity of what is reduced: the input and the test. Results with different identities
    /// have nothing to do with each other.
    pub(crate) fn reduction(&self) -> Key {
        let test = self.test.files().into_iter().filter_map(|file| std::fs::read(file).ok());
        let command = self.test.command().map(|command| command.as_encoded_bytes().to_vec());
        let parts = test.chain(command).map(|part| Key::of(&part));
        let keys = std::iter::once(Key::of(&self.input.bytes)).chain(parts);
        Key::of(keys.map(|key| key.to_string()).collect::<String>().as_bytes())
    }
}

/// The number of cores that this process may use.
fn cores() -> u32 {
    std::thread::available_parallelism().map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(1))
}

/// How progress is shown. The screen has no place for what `--verbose` prints.
fn progress(run: &RunArgs) -> Result<Progress, Failure> {
    if run.progress == Some(Progress::Tui) && run.verbose {
        let failure = Failure::usage("--verbose prints queries, which --progress tui cannot show");
        return Err(failure.hint("leave one of them out, or write --progress line"));
    }
    Ok(run.progress.unwrap_or_default())
}

fn verbosity(run: &RunArgs) -> Verbosity {
    match (run.quiet, run.verbose) {
        (true, _) => Verbosity::Quiet,
        (_, true) => Verbosity::Verbose,
        _ => Verbosity::Normal,
    }
}

/// The state directory: the one that the user chose, or else one beside the result.
fn state_directory(args: &ReduceArgs, destination: &Destination) -> Option<PathBuf> {
    let beside = || destination.path().map(|path| with_suffix(path, STATE_SUFFIX));
    let chosen = args.state_dir.clone().or_else(beside);
    chosen.filter(|_| !args.no_state)
}
