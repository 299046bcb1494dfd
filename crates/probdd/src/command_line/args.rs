//! What was typed. The only file that knows the argument parser; what it means is in `settings`.

use clap::error::{ContextKind, ContextValue};
use clap::{ArgAction, CommandFactory, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// Reduce INPUT while TEST says that it is interesting.
///
/// TEST is a program, or a checks.toml that names several. A program runs in a fresh directory that holds only a copy of INPUT under its own
/// name, gets that file's path as its first argument, and exits with 0 when the input is still
/// interesting, with 125 when it cannot tell, with anything else when it is not.
#[derive(Debug, Parser)]
#[command(name = "probdd", version, args_conflicts_with_subcommands = true)]
#[command(subcommand_negates_reqs = true, max_term_width = 100)]
#[command(override_usage = "probdd [OPTIONS] <TEST> <INPUT>\n       \
                            probdd [OPTIONS] --persistent <CMD> <INPUT>\n       \
                            probdd resume [OPTIONS] [STATE-DIR]\n       \
                            probdd languages")]
pub struct Args {
    /// What to do instead of reducing.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What to reduce, and how.
    #[command(flatten)]
    pub reduce: ReduceArgs,
}

/// What to do instead of reducing.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Go on with a reduction that was interrupted, killed or stopped early
    ///
    /// It is the same reduction as before: no query is run again, and the result is what it would
    /// have been. Only what does not change the search may be chosen anew.
    Resume(ResumeArgs),
    /// List the languages that are built in
    Languages,
}

/// What may be chosen anew when a reduction goes on.
#[derive(Debug, clap::Args)]
pub struct ResumeArgs {
    /// The state directory [default: the one in the current directory that ends in .probdd]
    #[arg(value_name = "STATE-DIR")]
    pub state_dir: Option<PathBuf>,

    /// How many tests run at a time [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Stop after so many queries, those before included [default: as before, unless it is spent]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_queries: Option<u64>,
    /// Stop after so many seconds from now on [default: do not]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub max_time: Option<f64>,
    /// Write a line of JSON for every query, those before included [default: as before]
    #[arg(long, value_name = "PATH")]
    pub trace: Option<PathBuf>,
    /// Write a report of the whole run, as JSON [default: as before]
    #[arg(long, value_name = "PATH")]
    pub report: Option<PathBuf>,
    /// Print nothing but errors and warnings
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print every query
    #[arg(short, long, action = ArgAction::SetTrue)]
    pub verbose: bool,
}

/// The option that was refused because it would change a search that goes on, if that is what is
/// wrong with a command line.
pub fn refused_by_resume(arguments: &[OsString], usage: &clap::Error) -> Option<String> {
    if arguments.get(1).is_none_or(|first| first != "resume") {
        return None;
    }
    let Some(ContextValue::String(option)) = usage.get(ContextKind::InvalidArg) else {
        return None;
    };
    let is_it = |arg: &clap::Arg| {
        let long = arg.get_long().map(|long| format!("--{long}"));
        let short = arg.get_short().map(|short| format!("-{short}"));
        long.as_ref() == Some(option) || short.as_ref() == Some(option)
    };
    Args::command().get_arguments().any(is_it).then(|| option.clone())
}

/// What to reduce, and how.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag, and settings has none of them")]
pub struct ReduceArgs {
    /// The interestingness test: a program that exits with 0 while the input is interesting, or
    /// checks that all have to hold, described in a .toml file
    #[arg(required = true)]
    pub test: Option<PathBuf>,
    /// The file to reduce; it is never written unless --in-place
    #[arg(required_unless_present = "persistent", num_args = 1..)]
    pub input: Vec<PathBuf>,

    /// A test that takes long to start, in TEST's place: a shell command, started once in the current
    /// directory. It reads the path of a directory, which holds only the candidate, from each line of
    /// its standard input, and answers a line on its standard output: interesting, uninteresting or
    /// unresolved
    #[arg(long, value_name = "CMD")]
    pub persistent: Option<OsString>,

    /// The result, replaced whenever there is a smaller one; - prints it at the end
    /// [default: STEM.reduced.EXT beside INPUT]
    #[arg(short, long, value_name = "PATH", conflicts_with = "in_place")]
    pub output: Option<PathBuf>,
    /// Write INPUT itself, and keep the original as <INPUT>.orig
    #[arg(long)]
    pub in_place: bool,

    /// The algorithm [default: frontier; list for binary files, with --granularity, and where an option
    /// is about the list algorithm and no language is known]
    #[arg(long, value_name = "NAME")]
    pub reducer: Option<ReducerArg>,
    /// The list algorithm of the reducer [default: probdd]
    #[arg(long, value_name = "NAME")]
    pub minimizer: Option<MinimizerArg>,
    /// The prior probability that an element is needed, a number or M/N [default: .1, tpdd: .5]
    #[arg(long, value_name = "P", value_parser = probability)]
    pub sigma: Option<f64>,
    /// The order among equal probabilities [default: index]
    #[arg(long, value_name = "ORDER")]
    pub tie: Option<TieArg>,
    /// The end of the list to begin at [default: forward, splitting: auto]
    #[arg(long, value_name = "ORDER")]
    pub order: Option<OrderArg>,
    /// Repeat until nothing changes, and certify that no single piece can go [default, but for hdd,
    /// hddr, and list with --minimizer]
    #[arg(long, overrides_with = "no_fixpoint")]
    pub fixpoint: bool,
    /// Run the algorithm once
    #[arg(long, overrides_with = "fixpoint")]
    pub no_fixpoint: bool,
    /// What to do beside deletions: nothing, also replace nodes by their descendants, also make tokens
    /// simpler, or everything [default: full for frontier, tpdd, perses and pardis, none for list,
    /// chisel and the forms of hdd; chisel replaces statements on its own, unless this is none]. What
    /// makes tokens simpler, and more, needs --fixpoint
    #[arg(long, value_name = "LEVEL")]
    pub polish: Option<PolishArg>,
    /// A program of your own that says what else may make INPUT simpler, a shell command, started once
    /// in the current directory; or `clang_delta`, C-Vise's program for C and C++; or none. May be given
    /// several times [default: `clang_delta` with --polish full, where it is installed]
    #[arg(long, value_name = "CMD")]
    pub transformer: Vec<OsString>,

    /// With chisel: ask for nothing that leaves a use without its definition, a function without the
    /// value it returns, or a goto without its label
    #[arg(long)]
    pub chisel_dependencies: bool,
    /// With chisel: of declarations inside functions, remove those that nobody refers to, all at once
    #[arg(long)]
    pub chisel_dce: bool,

    /// The language of INPUT, or none [default: by the file name's extension]
    #[arg(short, long, value_name = "NAME")]
    pub language: Option<String>,
    /// A tree-sitter grammar of your own, compiled to a shared object; it runs inside probdd
    #[arg(long, value_name = "SO", conflicts_with = "language")]
    pub grammar: Option<PathBuf>,
    /// The grammar.json that the shared object was made from; without it, what may go is guessed
    /// from the object's parse tables
    #[arg(long, value_name = "JSON", requires = "grammar")]
    pub grammar_json: Option<PathBuf>,
    /// What INPUT is made of, without a grammar [default: bracket; for --reducer list lines, then
    /// tokens]
    #[arg(long, value_name = "UNIT")]
    pub granularity: Option<GranularityArg>,

    /// What becomes of the text between tokens [default: tidy with --polish full, else keep]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<FormatArg>,

    /// What is made of the checks that a test consists of [default: dedup
    /// for a description, cov for a test that reports them]
    #[arg(long, value_name = "NAME")]
    pub feedback: Option<FeedbackArg>,
    /// What is made of the checks that did not run, because one before them failed [default: unknown
    /// for frontier, else failed]
    #[arg(long, value_name = "MODE")]
    pub after_fail: Option<AfterFailArg>,
    /// With --feedback dedup: what a check costs, in place of what it took on the input, in
    /// milliseconds; as a trace's first line has it
    #[arg(long, value_name = "NAME=N", value_parser = check_cost)]
    pub check_cost: Vec<(String, u64)>,

    /// How many tests run at a time; the result does not depend on it [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Ask about up to so many candidates together, and then about all that were interesting: a little
    /// more to ask, but more that can be run at a time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub batch: u32,
    /// When to give up on a query; auto: ten times the baseline, at least 10 s
    #[arg(long, value_name = "SECONDS|auto", default_value = "auto", value_parser = timeout)]
    pub timeout: TimeoutArg,
    /// The memory that a test may use, as 512M or 2G: all its processes together where a control
    /// group can be made, else each of them
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
    /// What a test may write, as 100M or 1G: to a file, and to the query's directory
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub disk: Option<u64>,
    /// What a test may reach outside of the query's directory
    #[arg(long, value_name = "LEVEL", default_value = "none")]
    pub sandbox: SandboxArg,
    /// Accept an interesting candidate only after so many runs in a row that say so; 1: trust the
    /// test, and run nothing twice [default: trust it, but look again now and then]
    #[arg(long, value_name = "N", conflicts_with = "hit_rate")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub confirm: Option<u32>,
    /// The test shows what is looked for only with this probability, a number or M/N: run every
    /// candidate until it is clear whether it still does
    #[arg(long, value_name = "P", value_parser = probability)]
    pub hit_rate: Option<f64>,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Stop after so many queries with the best so far (exit code 3)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_queries: Option<u64>,
    /// Stop after so many seconds with the best so far (exit code 3)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub max_time: Option<f64>,
    /// Where to keep what `probdd resume` needs, until the reduction is complete
    /// [default: RESULT.probdd; none with -o -]
    #[arg(long, value_name = "DIR", conflicts_with = "no_state")]
    pub state_dir: Option<PathBuf>,
    /// Keep no state directory
    #[arg(long)]
    pub no_state: bool,

    /// Write a line of JSON for every query
    #[arg(long, value_name = "PATH")]
    pub trace: Option<PathBuf>,
    /// Write a report of the run, as JSON
    #[arg(long, value_name = "PATH")]
    pub report: Option<PathBuf>,
    /// Print nothing but errors and warnings
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print every query
    #[arg(short, long, action = ArgAction::SetTrue)]
    pub verbose: bool,
}

/// Names of reducers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReducerArg {
    /// Group testing over the syntax tree, which goes by names and kinds of nodes
    Frontier,
    /// T-PDD, a Bayesian network over the syntax tree
    Tpdd,
    /// Perses, a list algorithm over one list of the syntax tree after another, and replacements
    Perses,
    /// Pardis, one node of the syntax tree after another, and replacements
    Pardis,
    /// HDD, a list algorithm over one level of the syntax tree after another
    Hdd,
    /// HDD until nothing changes
    HddStar,
    /// HDD over the children of one node after another
    Hddr,
    /// HDD over the nodes that can go altogether, until nothing changes
    CoarseHdd,
    /// CHISEL, a list algorithm over the functions of a C or C++ program, then over their statements
    Chisel,
    /// A list algorithm over lines, tokens, ...
    List,
}

/// Names of list algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MinimizerArg {
    /// Delta debugging: chunks and their complements, halved
    Ddmin,
    /// Delta debugging with complements only
    Opdd,
    /// Probabilistic delta debugging
    Probdd,
    /// Counter-based delta debugging: chunks of sizes fixed in advance
    Cdd,
    /// Probabilistic delta debugging, heavy elements first
    Weighted,
    /// Random samples that grow coarser or finer
    ActiveCoarsen,
    /// Adaptive group testing
    Splitting,
}

/// The end of a list to begin at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OrderArg {
    /// From the first element on
    Forward,
    /// From the last element back
    Backward,
    /// From the end that yields more
    Auto,
}

/// Orders among equal probabilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TieArg {
    /// By index
    Index,
    /// Shuffled with the seed
    Random,
}

/// What to do beside deletions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PolishArg {
    /// Deletions only
    None,
    /// Also replace nodes by their descendants
    Templates,
    /// Also take tokens away and make them simpler
    Tokens,
    /// Also all else that makes a text simpler
    Full,
}

/// What a list is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GranularityArg {
    /// Lines
    Line,
    /// Words, quoted strings, single characters
    Token,
    /// UTF-8 characters
    Char,
    /// Bytes
    Byte,
    /// Bracketed groups, nested
    Bracket,
}

/// What becomes of the text between tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// As keep, and at the end the result is indented as a person would, if it is interesting then
    Tidy,
    /// It stays as it is where nothing goes
    Keep,
    /// As little as the language allows; keep, when the compact input is not interesting
    Compact,
}

/// What is made of checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FeedbackArg {
    /// Nothing: only the verdict counts
    Binary,
    /// The search learns from each check that was run, up to the first that fails
    Cov,
    /// All checks run that can, side by side, and the search learns from each
    Parallel,
    /// Checks run side by side until one fails; only the verdict counts
    ParallelAbort,
    /// As cov, in the order that costs least; checks that decide nothing run only before a candidate
    /// is accepted
    Dedup,
}

/// What is made of checks that did not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AfterFailArg {
    /// They are taken to have failed, too
    Failed,
    /// Nothing is known of them
    Unknown,
}

/// A deadline for every query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeoutArg {
    /// From the baseline.
    Auto,
    /// Seconds.
    Seconds(f64),
}

/// What a test may reach outside of the query's directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SandboxArg {
    /// Whatever you can reach
    None,
    /// It may read everything, and write only in the query's directory ($TMPDIR is in it)
    Write,
    /// Also no network, no signals to others, and $HOME is an empty directory
    Full,
}

/// A number of bytes, also with K, M, G or T for powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    let upper = text.to_ascii_uppercase();
    let digits = upper.trim_end_matches("IB").trim_end_matches('B');
    let mut units = ["K", "M", "G", "T"].into_iter().zip([10, 20, 30, 40]);
    let (digits, shift) = units
        .find_map(|(unit, shift)| Some((digits.strip_suffix(unit)?, shift)))
        .unwrap_or((digits, 0));
    let number = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    let message = "a number of bytes greater than 0, as 4096, 512K, 100M or 2G";
    number.filter(|bytes| *bytes > 0).ok_or_else(|| message.into())
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds < 1e9 => Ok(seconds),
        _ => Err("a number of seconds greater than 0".into()),
    }
}

fn timeout(text: &str) -> Result<TimeoutArg, String> {
    if text == "auto" {
        return Ok(TimeoutArg::Auto);
    }
    seconds(text).map(TimeoutArg::Seconds).map_err(|error| format!("auto, or {error}"))
}

/// The name of a check and what it costs.
fn check_cost(text: &str) -> Result<(String, u64), String> {
    let known = text.rsplit_once('=').filter(|(name, _)| !name.is_empty());
    let cost = known.and_then(|(name, cost)| Some((name.to_owned(), cost.parse().ok()?)));
    let message = "NAME=N with the name of a check and a whole number of milliseconds from 1 on";
    cost.filter(|(_, cost)| *cost > 0).ok_or_else(|| message.into())
}

/// A number or a fraction M/N, strictly between 0 and 1.
fn probability(text: &str) -> Result<f64, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let value = match text.split_once('/') {
        Some((m, n)) => number(m).zip(number(n)).map(|(m, n)| m / n),
        None => number(text),
    };
    let message = "a probability strictly between 0 and 1, as a number or a fraction M/N";
    value.filter(|p| 0.0 < *p && *p < 1.0).ok_or_else(|| message.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_probability_may_be_a_fraction() {
        assert_eq!(probability(".1"), Ok(0.1));
        assert_eq!(probability("1/4"), Ok(0.25));
        for wrong in ["0", "1", "3/2", "1/0", "x", "", "nan", "-1/4"] {
            assert!(probability(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!((size("3k"), size("2M")), (Ok(3 << 10), Ok(2 << 20)));
        assert_eq!((size("2GiB"), size("1T")), (Ok(2 << 30), Ok(1 << 40)));
        for wrong in ["", "0", "-1", "M", "1.5G", "12x", "99999999999T"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }
}
