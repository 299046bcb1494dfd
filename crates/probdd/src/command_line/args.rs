//! Every command, argument and option, with its help.

use super::checks::{Checks, TypedCheck};
use super::groups::grouped;
use super::parsers::{Timeout, check_cost, gain, memory, probability, size, time, timeout};
use super::values::{
    Analysis, Colors, FeedbackMode, Fixpoint, Guard, Part, Polish, PrivateTmp, Progress, Reducer,
    TextFormat, Value, parser,
};
use crate::error::{Failure, START_OVER};
use crate::files::is_executable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, value_parser};
use clap_complete::Shell;
use probdd_core::list::Tie;
use probdd_core::{AfterFail, Algorithm, Order};
use probdd_exec::Protection;
use probdd_syntax::Unit;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The end of `--help`.
const EXIT_CODES: &str = "\
Exit codes:
    0  the result cannot be reduced further
    1  a wrong command line, or a file that cannot be read or written
    2  the input is not interesting, or the test is unreliable
    3  stopped early by --max-queries, --max-time, a key, or because no server of --remote
       answers; the best result is on disk, unless the test on the input had not ended
   70  a bug in probdd; the best result is on disk
  130  interrupted; as for 3";

/// A usage error, or the help or version that the user asked for.
pub(crate) type Usage = clap::Error;

/// Reduce INPUT while TEST says that it is interesting.
///
/// TEST is a program, or a checks.toml that describes several checks. A program runs in a fresh
/// directory that contains only a copy of INPUT under its own name. Its first argument is the path
/// of that copy; of several inputs, each has an argument. It exits with 0 if the copy is interesting, with 125 if it cannot decide, and with
/// any other code if the copy is not interesting.
///
/// Or let probdd make the test: CMD is a command that fails on INPUT. What it does there, above all
/// the words that name the failure, is what the result still does.
#[derive(Debug, Parser)]
#[command(after_help = EXIT_CODES, after_long_help = EXIT_CODES)]
#[command(name = "probdd", version, args_conflicts_with_subcommands = true)]
#[command(subcommand_negates_reqs = true, max_term_width = 100)]
#[command(override_usage = "probdd [OPTIONS] <TEST> <INPUT>...\n       \
                            probdd [OPTIONS] <INPUT>... -- <CMD>...\n       \
                            probdd [OPTIONS] --persistent <CMD> <INPUT>...\n       \
                            probdd check [OPTIONS] <TEST> <INPUT>...\n       \
                            probdd init <INPUT>... -- <CMD>...\n       \
                            probdd resume [OPTIONS] [STATE-DIR]\n       \
                            probdd report [OPTIONS] <TRACE>\n       \
                            probdd languages\n       \
                            probdd --drop-in creduce|cvise <their arguments>")]
pub(crate) struct Args {
    /// What to do instead of reducing.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// What to reduce, and how.
    #[command(flatten)]
    pub(crate) reduce: ReduceArgs,
}

/// What to do instead of reducing.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Continue a reduction that was interrupted, killed or stopped early
    ///
    /// No query runs again, and the result is the same as without the interruption. Options that
    /// would change the search are refused. An option that is left out has the value of the original
    /// command, except --max-time, and --max-queries once it is reached: these have no limit then.
    Resume(Box<ResumeArgs>),
    /// Find out whether a test does what a reduction needs: on INPUT, on an empty file and on garbage,
    /// beside others
    ///
    /// It takes the arguments and options of a reduction. Nothing is reduced. The exit code is 0 if
    /// nothing is wrong with the test, and 2 if something is.
    Check(Box<ReduceArgs>),
    /// Write a test that says what CMD does on INPUT, to go on from by hand
    ///
    /// It takes the options of a reduction with `-- CMD`, and writes test.sh or checks.toml into the
    /// current directory. An existing file is never overwritten.
    Init(Box<ReduceArgs>),
    /// Summarize the trace of a run, or show it as a page
    Report(ReportArgs),
    /// List the built-in languages
    Languages,
    /// Print the completions of a shell, to be put where that looks for them
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// The arguments of `probdd report`.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// What --trace has written
    pub(crate) trace: PathBuf,
    /// Write a page for a browser that shows the run
    #[arg(long, value_name = "PATH")]
    pub(crate) html: Option<PathBuf>,
    /// The input of the run [default: the file of its name beside TRACE]
    #[arg(long, value_name = "PATH", requires = "html")]
    pub(crate) input: Option<PathBuf>,
}

/// The arguments of `probdd resume`.
#[derive(Debug, clap::Args)]
pub(crate) struct ResumeArgs {
    /// The state directory [default: the one in the current directory that ends in .probdd]
    #[arg(value_name = "STATE-DIR")]
    pub(crate) state_dir: Option<PathBuf>,
    /// What may differ from the original command.
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The options that do not change the search, which `probdd resume` has as well.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// Run N tests at a time; the result does not depend on N [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    pub(crate) jobs: Option<u32>,
    /// Stop after N queries with the best result so far (exit code 3); a resumed run counts its
    /// earlier queries as well
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) max_queries: Option<u64>,
    /// Stop after TIME, such as 90 (seconds), 5m or 1h, with the best result so far (exit code 3), or with
    /// none if the test on the input has not ended; a resumed run counts from its own start
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) max_time: Option<Duration>,
    /// Write a line of JSON for every query, including the earlier queries of a resumed run
    #[arg(long, value_name = "PATH")]
    pub(crate) trace: Option<PathBuf>,
    /// Write a report of the run as JSON
    #[arg(long, value_name = "PATH")]
    pub(crate) report: Option<PathBuf>,
    /// Write a page for a browser that shows the run: what was removed when, and what was tried
    #[arg(long, value_name = "PATH")]
    pub(crate) html: Option<PathBuf>,
    /// How to show progress on standard error
    #[arg(long, value_name = "HOW", value_parser = parser::<Progress>())]
    pub(crate) progress: Option<Progress>,
    /// Whether to use colours; auto: on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_name = "WHEN", value_parser = parser::<Colors>())]
    pub(crate) color: Option<Colors>,
    /// The options of --remote.
    #[cfg(feature = "remote")]
    #[command(flatten)]
    pub(crate) remote: super::remote::RemoteArgs,
    /// Print only errors and warnings
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print every query
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// The arguments of a reduction.
#[derive(Clone, Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct ReduceArgs {
    /// The interestingness test: a program that exits with 0 if the input is interesting, or a
    /// .toml file that describes checks, all of which must hold
    #[arg(required = true)]
    pub(crate) test: Option<PathBuf>,
    /// The files and directories to reduce, which are never written without --in-place; - reads
    /// standard input and prints the result
    #[arg(required_unless_present_any = ["persistent", "command", "compare"], num_args = 1..)]
    pub(crate) input: Vec<PathBuf>,

    /// In place of TEST: a command that fails on INPUT, as a program with its arguments or as one word
    /// for the shell. {} or the path of INPUT stands for the candidate, {1} and {2} for the candidates
    /// of several inputs
    #[arg(last = true, value_name = "CMD")]
    pub(crate) command: Vec<OsString>,
    /// What CMD has to do [default: what it does on INPUT]: exit=N, exit=zero, exit=nonzero,
    /// signal=NAME, hang=SECONDS, hang, or stdout=, stderr=, output=, not-stdout=, not-stderr= or
    /// only-error= and a regular expression. Can be repeated. After --also or --reject, it is about that command
    #[arg(long, value_name = "WHAT")]
    pub(crate) expect: Vec<String>,
    /// A command that has to succeed as well. Can be repeated
    #[arg(long, value_name = "CMD")]
    pub(crate) also: Vec<OsString>,
    /// A command that must not succeed. Can be repeated
    #[arg(long, value_name = "CMD")]
    pub(crate) reject: Vec<OsString>,
    /// Two commands that end differently or print different things, as they do on INPUT
    #[arg(long, num_args = 2, value_names = ["CMD", "CMD"])]
    pub(crate) compare: Vec<OsString>,
    /// Further checks by a word. Can be repeated
    #[arg(long, value_name = "NAME", value_parser = parser::<Guard>())]
    pub(crate) guard: Vec<Guard>,
    /// Further kinds of failures for `-- CMD` to recognise. Can be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) signatures: Vec<PathBuf>,
    /// Keep candidates that fail in another known way than INPUT, the smallest of each kind, in DIR
    #[arg(long, value_name = "DIR")]
    pub(crate) keep_finds: Option<PathBuf>,
    /// What the checks have to do, as an interrupted run has learned it
    #[arg(long, hide = true, value_name = "JSON")]
    pub(crate) learned: Option<String>,
    /// The values of --expect that are about `-- CMD`.
    #[arg(skip)]
    pub(crate) expect_of_command: Vec<String>,
    /// The commands besides `-- CMD`, in their order.
    #[arg(skip)]
    pub(crate) further_checks: Vec<TypedCheck>,

    /// A test that is slow to start, in place of TEST: a shell command that is started once, in the
    /// current directory. Each line of its standard input is the path of a directory that contains
    /// only the candidate; it answers each with a line on its standard output: interesting,
    /// uninteresting or unresolved
    #[arg(long, value_name = "CMD")]
    pub(crate) persistent: Option<OsString>,

    /// Write the result to PATH, replaced at every reduction; - prints it at the end
    /// [default: STEM.reduced.EXT beside INPUT, and NAME.reduced for a directory]
    #[arg(short, long, value_name = "PATH", conflicts_with = "in_place")]
    pub(crate) output: Option<PathBuf>,
    /// Replace INPUT itself, and keep the original as <INPUT>.orig
    #[arg(long)]
    pub(crate) in_place: bool,
    /// Begin with the result of an earlier run, if it is interesting and smaller than INPUT; without
    /// this option, an earlier result that is smaller than the new one is kept as <RESULT>.1
    #[arg(long = "continue", conflicts_with = "in_place")]
    pub(crate) continues: bool,

    /// Leave out the files of a directory that match GLOB, written as in a .gitignore in the deepest
    /// directory that all inputs lie in. Can be repeated
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,
    /// Keep the files that match GLOB, written as for --exclude, as they are. Can be repeated
    #[arg(long, value_name = "GLOB")]
    pub(crate) keep: Vec<String>,
    /// A file or directory that TEST needs besides INPUT, and that is not reduced. Can be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) with: Vec<PathBuf>,
    /// Reduce only what lies between a line with DDBEGIN and a line with DDEND; the rest of a file that
    /// has such lines stays as it is
    #[arg(long)]
    pub(crate) keep_region: bool,
    /// Keep the lines that match REGEX; only the white space in them may change
    #[arg(long, value_name = "REGEX")]
    pub(crate) keep_match: Option<String>,
    /// Empty files, but never delete them
    #[arg(long)]
    pub(crate) keep_files: bool,

    /// The reduction algorithm [default: frontier; list with --granularity, and for an unknown
    /// language with --minimizer, --sigma, --tie or --order]
    #[arg(long, value_name = "NAME", value_parser = parser::<Reducer>())]
    pub(crate) reducer: Option<Reducer>,
    /// The list algorithm that the reducer uses [default: probdd]
    #[arg(long, value_name = "NAME", value_parser = parser::<Algorithm>())]
    pub(crate) minimizer: Option<Algorithm>,
    /// Prior probability that an element is needed, a number or M/N [default: .1; .5 for tpdd]
    #[arg(long, value_name = "P", value_parser = probability)]
    pub(crate) sigma: Option<f64>,
    /// With tpdd: stop when no removal has an expected gain of so many tokens. The paper's text has 1,
    /// its example 0 [default: 0]
    #[arg(long, value_name = "TOKENS", value_parser = gain)]
    pub(crate) least_gain: Option<f64>,
    /// Order among elements of equal probability [default: index]
    #[arg(long, value_name = "ORDER", value_parser = parser::<Tie>())]
    pub(crate) tie: Option<Tie>,
    /// End of the list to begin at [default: forward; auto for splitting]
    #[arg(long, value_name = "ORDER", value_parser = parser::<Order>())]
    pub(crate) order: Option<Order>,
    /// Repeat until nothing changes, and certify that no single piece can be removed [default,
    /// except for hdd, hddr, and list with --minimizer]; `papers`: what the paper repeats, as often
    /// as it repeats it, and nothing else
    #[arg(
        long,
        value_name = "FORM",
        value_parser = parser::<Fixpoint>(),
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = Fixpoint::Full.word(),
        overrides_with = "no_fixpoint"
    )]
    pub(crate) fixpoint: Option<Fixpoint>,
    /// Run the algorithm once
    #[arg(long, overrides_with = "fixpoint")]
    pub(crate) no_fixpoint: bool,
    /// What to do besides deletions; tokens and full need --fixpoint [default: full for frontier,
    /// tpdd, perses and pardis; none for the others. chisel replaces statements unless this is
    /// none]
    #[arg(long, value_name = "LEVEL", value_parser = parser::<Polish>())]
    pub(crate) polish: Option<Polish>,
    /// A shell command that suggests simpler versions of INPUT, started once in the current
    /// directory; or `clang_delta`, the program of C-Vise for C and C++; or none. Can be repeated
    /// [default: `clang_delta` with --polish full, if installed]
    #[arg(long, value_name = "CMD")]
    pub(crate) transformer: Vec<OsString>,

    /// A shell command that puts each candidate right before it is tested, a checksum for example: it
    /// reads the candidate from standard input, and writes the one to test to standard output
    #[arg(long, value_name = "CMD")]
    pub(crate) fixup: Option<OsString>,

    /// With chisel: an analysis of its authors' tool that runs as well. Can be repeated
    #[arg(long, value_name = "ANALYSIS", value_parser = parser::<Analysis>())]
    pub(crate) chisel: Vec<Analysis>,

    /// The language of INPUT, or none [default: from the file's name or first lines]
    #[arg(short, long, value_name = "NAME")]
    pub(crate) language: Option<String>,
    /// A tree-sitter grammar, compiled to a shared object, which probdd loads
    #[arg(long, value_name = "SO", conflicts_with = "language")]
    pub(crate) grammar: Option<PathBuf>,
    /// The grammar.json of the shared object; without it, the parse tables are used to guess what
    /// can be removed
    #[arg(long, value_name = "JSON", requires = "grammar")]
    pub(crate) grammar_json: Option<PathBuf>,
    /// The units of INPUT without a grammar [default: bracket; for --reducer list line, then token]
    #[arg(long, value_name = "UNIT", value_parser = parser::<Unit>())]
    pub(crate) granularity: Option<Unit>,
    /// What happens to the text between tokens [default: tidy with --polish full, else keep]
    #[arg(long, value_name = "FORMAT", value_parser = parser::<TextFormat>())]
    pub(crate) format: Option<TextFormat>,

    /// How checks run, and what the search learns from them; frontier learns only the verdict
    /// [default: dedup for a .toml file, cov for a program that reports its checks]
    #[arg(long, value_name = "NAME", value_parser = parser::<FeedbackMode>())]
    pub(crate) feedback: Option<FeedbackMode>,
    /// What the search assumes about checks that did not run because an earlier check failed
    /// [default: failed]
    #[arg(long, value_name = "MODE", value_parser = parser::<AfterFail>())]
    pub(crate) after_fail: Option<AfterFail>,
    /// For measurements: leave out a part of the search
    #[arg(long, hide = true, value_name = "PART", value_parser = parser::<Part>())]
    pub(crate) without: Vec<Part>,
    /// With --feedback dedup: the cost of a check in milliseconds, as in the first line of a trace
    /// [default: measured on INPUT]
    #[arg(long, value_name = "NAME=N", value_parser = check_cost)]
    pub(crate) check_cost: Vec<(String, u64)>,

    /// Test up to K candidates against the same best, then the successful ones together: a few more
    /// queries, busier jobs
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    pub(crate) batch: u32,
    /// Time limit of a query, such as 30 (seconds), 90s or 5m; auto: ten times the
    /// baseline, at least 10 s, and at first less if interesting candidates are fast
    #[arg(long, value_name = "TIME|auto", default_value = "auto", value_parser = timeout)]
    pub(crate) timeout: Timeout,
    /// Memory limit of a test, such as 512M or 2G: for all its processes together where control
    /// groups are available, else for each process
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub(crate) memory: Option<u64>,
    /// Disk limit of a test, such as 100M or 1G: for each file, and for the query's directory
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) disk: Option<u64>,
    /// What a test can access outside the query's directory
    #[arg(long, value_name = "LEVEL", default_value = "none", value_parser = parser::<Protection>())]
    pub(crate) sandbox: Protection,
    /// Whether each test has a /tmp of its own, which shows what the real one has and drops what the
    /// test writes there
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = parser::<PrivateTmp>())]
    pub(crate) private_tmp: PrivateTmp,
    /// Accept a candidate only after N interesting runs in a row; 1: trust the test, and run
    /// nothing twice [default: run once, but repeat some runs to detect an unreliable test]
    #[arg(long, value_name = "N", conflicts_with = "hit_rate")]
    #[arg(value_parser = value_parser!(u32).range(1..=1000))]
    pub(crate) confirm: Option<u32>,
    /// Probability that the test finds an interesting candidate interesting, a number or M/N: run
    /// each candidate until it is clear whether it is
    #[arg(long, value_name = "P", value_parser = probability)]
    pub(crate) hit_rate: Option<f64>,
    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Where to keep the state of the run until the reduction is complete; the same command, or
    /// `probdd resume`, goes on from there [default: RESULT.probdd; none with -o -]
    #[arg(long, value_name = "DIR", conflicts_with = "no_state")]
    pub(crate) state_dir: Option<PathBuf>,
    /// Keep no state directory
    #[arg(long)]
    pub(crate) no_state: bool,
    /// Start over, although an interrupted run with the same input, test and settings could go on
    #[arg(long)]
    pub(crate) restart: bool,

    /// The options that do not change the search.
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

impl Args {
    /// What the user says about colours.
    pub(crate) fn colors(&self) -> Colors {
        let run = match &self.command {
            Some(Command::Resume(resume)) => &resume.run,
            Some(Command::Init(reduce) | Command::Check(reduce)) => &reduce.run,
            _ => &self.reduce.run,
        };
        run.color.unwrap_or(Colors::Auto)
    }
}

impl ReduceArgs {
    /// The inputs. With `--persistent`, the first argument is one as well, unless it is a TEST. With a
    /// command, all are.
    pub(crate) fn inputs(&self) -> Vec<&Path> {
        let has_process = self.persistent.is_some() && self.unused_test().is_none();
        let is_input = has_process || self.has_property();
        let first = self.test.iter().filter(|_| is_input);
        first.chain(&self.input).map(PathBuf::as_path).collect()
    }

    /// Whether the property is made from commands.
    pub(crate) fn has_property(&self) -> bool {
        !self.command.is_empty() || !self.compare.is_empty()
    }

    /// An option that needs a command, if one is given.
    pub(crate) fn needs_property(&self) -> Option<&'static str> {
        let given = [
            ("--expect", !self.expect.is_empty()),
            ("--also", !self.also.is_empty()),
            ("--reject", !self.reject.is_empty()),
            ("--guard", !self.guard.is_empty()),
            ("--signatures", !self.signatures.is_empty() && self.keep_finds.is_none()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// Whether INPUT is `-`, for standard input.
    pub(crate) fn reads_stdin(&self) -> bool {
        self.inputs() == [Path::new("-")]
    }

    /// An option that is about several files, if one is given.
    pub(crate) fn option_of_several_files(&self) -> Option<&'static str> {
        let given = [
            ("--exclude", !self.exclude.is_empty()),
            ("--keep", !self.keep.is_empty()),
            ("--keep-files", self.keep_files),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// A test that is named but does not run, because `--persistent` takes its place. What is
    /// executable is taken for one, so that a command needs no change but the option.
    pub(crate) fn unused_test(&self) -> Option<PathBuf> {
        let has_input = self.persistent.is_some() && !self.input.is_empty();
        self.test.clone().filter(|test| has_input && is_executable(test))
    }
}

/// The command line, with its options by purpose.
pub(crate) fn command() -> clap::Command {
    grouped(<Args as CommandFactory>::command())
}

/// Parses a command line.
pub(crate) fn parse(arguments: &[OsString]) -> Result<Args, Usage> {
    let parsed = parse_with_checks(arguments);
    let is_help = |usage: &Usage| usage.kind() == ErrorKind::DisplayHelp;
    if !parsed.as_ref().is_err_and(is_help) {
        return parsed;
    }
    // INPUT is required, except that with --persistent the only argument is INPUT and not TEST.
    let named = |input: clap::Arg| {
        let help = input.get_help().cloned().unwrap_or_default();
        clap::Arg::new("input").value_name("INPUT").index(2).required(true).help(help)
    };
    let last = |arg: clap::Arg| arg.index(3);
    let help =
        command().mut_arg("input", named).mut_arg("command", last).try_get_matches_from(arguments);
    help.err().map_or(parsed, Err)
}

/// Parses a command line, and finds out which `--expect` is about which command.
fn parse_with_checks(arguments: &[OsString]) -> Result<Args, Usage> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(arguments)?;
    let mut args = Args::from_arg_matches(&matches).map_err(|usage| usage.format(&mut command))?;
    let (reduce, matches) = match (&mut args.command, matches.subcommand()) {
        (Some(Command::Init(reduce) | Command::Check(reduce)), Some((_, matches))) => {
            (&mut **reduce, matches)
        }
        _ => (&mut args.reduce, &matches),
    };
    let Checks { expect_of_command, further } = Checks::of(matches);
    reduce.expect_of_command = expect_of_command;
    reduce.further_checks = further;
    Ok(args)
}

/// Parses the command line of a reduction that `probdd resume` continues.
pub(crate) fn parse_reduction(
    arguments: impl Iterator<Item = OsString>,
) -> Result<ReduceArgs, Failure> {
    let arguments: Vec<OsString> = arguments.collect();
    let args = parse_with_checks(&arguments).map_err(|usage| {
        let message = format!("the original command line is no longer valid: {}", usage.kind());
        Failure::usage(message).hint(START_OVER)
    })?;
    Ok(args.reduce)
}

/// An option that probdd does not have, if that is what is wrong with a command line.
pub(crate) fn unknown_option(usage: &Usage) -> Option<&str> {
    match usage.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) if usage.kind() == ErrorKind::UnknownArgument => {
            option.split('=').next()
        }
        _ => None,
    }
}

/// The option that `probdd resume` does not accept because it would change the search, if that is
/// what is wrong with a command line.
pub(crate) fn refused_by_resume(arguments: &[OsString], usage: &Usage) -> Option<String> {
    if arguments.get(1).is_none_or(|first| first != "resume") {
        return None;
    }
    let Some(ContextValue::String(option)) = usage.get(ContextKind::InvalidArg) else {
        return None;
    };
    let is_it = |arg: &clap::Arg| {
        // `resume` is the opposite of --restart.
        let is_meaningless = arg.get_long() == Some("restart");
        let long = arg.get_long().map(|long| format!("--{long}"));
        let short = arg.get_short().map(|short| format!("-{short}"));
        !is_meaningless && (long.as_ref() == Some(option) || short.as_ref() == Some(option))
    };
    command().get_arguments().any(is_it).then(|| option.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }
}
