//! What was typed, made sense of: validated, with every default filled in.

mod as_json;
mod chisel;
mod feedback;
mod list_algorithm;
mod strategy;
mod text_format;
mod transformers;

use crate::command_line::args::{ReduceArgs, SandboxArg, TimeoutArg};
use crate::error::Failure;
use crate::input::Input;
use crate::interestingness_test::Test;
use crate::output::{Claim, Destination, check_writable, resolved, same_file, with_suffix};
use crate::state::STATE_SUFFIX;
use crate::transformers::Chosen;
use probdd_core::AfterFail;
use probdd_exec::{Budget, Confinement, Protection, Rule};
use probdd_syntax::Format;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use as_json::{unit_name, written};
pub use chisel::Chisel;
pub use feedback::Mode;
pub use list_algorithm::minimizer_name;
pub use strategy::{Polish, Reducer, Strategy, Structure};

/// Everything a run depends on.
#[derive(Debug)]
pub struct Settings {
    /// The interestingness test.
    pub test: Test,
    /// A test that was named, but is not run.
    pub unused_test: Option<PathBuf>,
    /// What is made of its checks; of a test that may report some, nothing was chosen.
    pub feedback: Option<Mode>,
    /// What is made of those that did not run.
    pub after_fail: AfterFail,
    /// What checks cost, where that was given.
    pub check_costs: Vec<(String, u64)>,
    /// The file to reduce.
    pub input: Input,
    /// Where the result goes.
    pub destination: Destination,
    /// Where the state of the run is kept, if it is.
    pub state: Option<PathBuf>,
    /// The user's own grammar: the shared object and its rules.
    pub grammar: Vec<PathBuf>,
    /// No other run writes there while this is held.
    pub claim: Option<Claim>,
    /// The algorithm.
    pub strategy: Strategy,
    /// Programs that say what else may make a text simpler.
    pub transformers: Vec<Chosen>,
    /// What becomes of the text between tokens.
    pub format: Format,
    /// Whether the result is indented in the end.
    pub is_tidied: bool,
    /// Whether to repeat until nothing changes, and sweep.
    pub is_fixpoint: bool,
    /// The deadline of a query; `None` derives it from the baseline.
    pub timeout: Option<Duration>,
    /// What a test may do and use up.
    pub confinement: Confinement,
    /// How many tests run side by side.
    pub jobs: u32,
    /// How many candidates are asked about together.
    pub batch: usize,
    /// When a verdict stands.
    pub rule: Rule,
    /// The seed of everything random.
    pub seed: u64,
    /// When to stop before the end.
    pub budget: Budget,
    /// Where the trace goes.
    pub trace: Option<PathBuf>,
    /// Where the report goes.
    pub report: Option<PathBuf>,
    /// How much to say.
    pub verbosity: Verbosity,
}

/// How much to say on the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verbosity {
    /// Errors and warnings.
    Quiet,
    /// Also the status and the summary.
    Normal,
    /// Also every query.
    Verbose,
}

impl Settings {
    /// Validates what was typed, and reads the input.
    ///
    /// # Errors
    /// When something does not exist, cannot be read or written, or makes no sense.
    pub fn new(args: ReduceArgs) -> Result<Settings, Failure> {
        Settings::made(args, false)
    }

    /// The same for a run that goes on: `--in-place` may find an input that the run has written.
    ///
    /// # Errors
    /// As [`new`](Settings::new).
    pub fn resumed(args: ReduceArgs) -> Result<Settings, Failure> {
        Settings::made(args, true)
    }

    fn made(args: ReduceArgs, is_resumed: bool) -> Result<Settings, Failure> {
        let (test, inputs) = Test::new(&args)?;
        let [typed] = inputs.as_slice() else {
            let failure = Failure::usage("several inputs are not supported yet");
            return Err(failure.hint("reduce one file at a time: probdd [OPTIONS] <TEST> <INPUT>"));
        };
        let input = Input::read(typed)?;
        let strategy = strategy::strategy(&args, &input)?;
        let format = text_format::format(&args, &strategy)?;
        let is_tidied = text_format::is_tidied(&args, &strategy)?;
        let is_fixpoint = strategy::is_fixpoint(&args, &strategy)?;
        let transformers = transformers::transformers(&args, &strategy, is_fixpoint)?;
        let output = args.output.as_deref();
        let destination = Destination::new(&input, output, args.in_place, is_resumed)?;
        let report = args.report.as_deref().map(resolved);
        for path in args.trace.iter().chain(&report) {
            check_writable(path)?;
        }
        let files = test.files();
        let files = files.iter().map(|file| ("the interestingness test", file.as_path()));
        let read: Vec<_> = [("the input", input.path.as_path())].into_iter().chain(files).collect();
        let result = destination.path().filter(|path| !same_file(path, &input.path));
        let written = [
            ("the result", result),
            ("the original", destination.original()),
            ("the trace", args.trace.as_deref()),
            ("the report", report.as_deref()),
        ];
        check_distinct(&read, &written)?;
        Ok(Settings {
            unused_test: args.test.clone().filter(|_| test.is_process() && !args.input.is_empty()),
            feedback: feedback::mode(&args, &test)?,
            after_fail: feedback::after_fail(&args, &strategy)?,
            check_costs: args.check_cost.clone(),
            test,
            input,
            claim: destination.claim()?,
            state: state_directory(&args, &destination),
            grammar: args.grammar.into_iter().chain(args.grammar_json).collect(),
            destination,
            strategy,
            transformers,
            format,
            is_tidied,
            is_fixpoint,
            timeout: match args.timeout {
                TimeoutArg::Auto => None,
                TimeoutArg::Seconds(seconds) => Some(Duration::from_secs_f64(seconds)),
            },
            confinement: Confinement {
                memory: args.memory,
                disk: args.disk,
                protection: protection(args.sandbox),
                ..Confinement::default()
            },
            batch: args.batch as usize,
            jobs: args.jobs.unwrap_or_else(cores),
            rule: match (args.hit_rate, args.confirm) {
                (Some(rate), _) => Rule::Rate(rate),
                (None, Some(1)) => Rule::Trusted,
                (None, times) => Rule::Times(times.unwrap_or(1)),
            },
            seed: args.seed,
            budget: Budget {
                max_queries: args.max_queries,
                max_time: args.max_time.map(Duration::from_secs_f64),
            },
            trace: args.trace,
            report,
            verbosity: match (args.quiet, args.verbose) {
                (true, _) => Verbosity::Quiet,
                (_, true) => Verbosity::Verbose,
                _ => Verbosity::Normal,
            },
        })
    }
}

/// As many as this process may use.
fn cores() -> u32 {
    std::thread::available_parallelism().map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(1))
}

/// Where the state is kept: beside the result unless elsewhere; a result that is printed has no
/// place that others could not have as well.
fn state_directory(args: &ReduceArgs, destination: &Destination) -> Option<PathBuf> {
    let beside = || destination.path().map(|path| with_suffix(path, STATE_SUFFIX));
    let chosen = args.state_dir.clone().or_else(beside);
    chosen.filter(|_| !args.no_state)
}

/// Finds out that no file is to be written over another one that the run needs.
fn check_distinct(
    read: &[(&str, &Path)],
    written: &[(&str, Option<&Path>)],
) -> Result<(), Failure> {
    let mut taken = read.to_vec();
    for (role, path) in written {
        // Pipes and devices take the output of several.
        let Some(path) = path.filter(|path| path.is_file() || !path.exists()) else { continue };
        if let Some((other, _)) = taken.iter().find(|(_, other)| same_file(path, other)) {
            let message = format!("cannot write {role} to `{}`: that is {other}", path.display());
            return Err(Failure::usage(message).hint("choose another name"));
        }
        taken.push((role, path));
    }
    Ok(())
}

fn protection(sandbox: SandboxArg) -> Protection {
    match sandbox {
        SandboxArg::None => Protection::None,
        SandboxArg::Write => Protection::Write,
        SandboxArg::Full => Protection::Full,
    }
}
