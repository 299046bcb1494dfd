//! What was typed, made sense of: validated, with every default filled in.

use crate::args::TimeoutArg;
use crate::args::{
    FormatArg, GranularityArg, MinimizerArg, OrderArg, PolishArg, ReduceArgs, ReducerArg, TieArg,
};
use crate::error::{Exit, Failure};
use crate::input::{Input, find_test};
use crate::output::{Claim, Destination, check_writable, resolved, same_file};
use probdd_core::list::{Algorithm, Minimizer, Order, Tie};
use probdd_core::tree::Tpdd;
use probdd_exec::Budget;
use probdd_syntax::{Format, Language, Unit};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The prior probability of a list element, unless the user says otherwise (`ProbDD`, section 5).
const LIST_SIGMA: f64 = 0.1;

/// The name of the language that any text is in.
const NO_LANGUAGE: &str = "none";

/// Everything a run depends on.
#[derive(Debug)]
pub struct Settings {
    /// The absolute path of the interestingness test.
    pub test: PathBuf,
    /// The file to reduce.
    pub input: Input,
    /// Where the result goes.
    pub destination: Destination,
    /// No other run writes there while this is held.
    pub claim: Option<Claim>,
    /// The algorithm.
    pub strategy: Strategy,
    /// What becomes of the text between tokens.
    pub format: Format,
    /// Whether to repeat until nothing changes, and sweep.
    pub is_fixpoint: bool,
    /// The deadline of a query; `None` derives it from the baseline.
    pub timeout: Option<Duration>,
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

/// The algorithm of a run.
#[derive(Clone, Debug)]
pub enum Strategy {
    /// A search over a tree.
    Tree {
        /// What the tree is made from.
        structure: Structure,
        /// The search.
        reducer: Reducer,
        /// Whether the replacement templates follow.
        is_replacing: bool,
    },
    /// A list algorithm over the units of a text, one kind of unit after another.
    List {
        /// The kinds of units.
        units: Vec<Unit>,
        /// The list algorithm.
        minimizer: Minimizer,
    },
}

/// A search over a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reducer {
    /// T-PDD.
    Tpdd {
        /// The prior probability of a candidate.
        sigma: f64,
    },
    /// Frontier.
    Frontier,
}

/// What a tree is made from.
#[derive(Clone, Copy, Debug)]
pub enum Structure {
    /// The grammar of a language.
    Grammar(&'static Language),
    /// Brackets and lines.
    Brackets,
}

impl Settings {
    /// Validates what was typed, and reads the input.
    ///
    /// # Errors
    /// When something does not exist, cannot be read or written, or makes no sense.
    pub fn new(args: ReduceArgs) -> Result<Settings, Failure> {
        let test = find_test(args.test.as_deref().unwrap_or(Path::new("")))?;
        let [typed] = args.input.as_slice() else {
            let failure = Failure::usage("several inputs are not supported yet");
            return Err(failure.hint("reduce one file at a time: probdd [OPTIONS] <TEST> <INPUT>"));
        };
        let input = Input::read(typed)?;
        let strategy = strategy(&args, &input)?;
        let format = format(&args, &strategy)?;
        let is_list_once = matches!(strategy, Strategy::List { .. }) && args.minimizer.is_some();
        let is_fixpoint = args.fixpoint || (!args.no_fixpoint && !is_list_once);
        let destination = Destination::new(&input, args.output.as_deref(), args.in_place)?;
        let report = args.report.as_deref().map(resolved);
        for path in args.trace.iter().chain(&report) {
            check_writable(path)?;
        }
        let read = [("the input", input.path.as_path()), ("the interestingness test", &test)];
        let result = destination.path().filter(|path| !same_file(path, &input.path));
        let written = [
            ("the result", result),
            ("the original", destination.original()),
            ("the trace", args.trace.as_deref()),
            ("the report", report.as_deref()),
        ];
        check_distinct(&read, &written)?;
        Ok(Settings {
            test,
            input,
            claim: destination.claim()?,
            destination,
            strategy,
            format,
            is_fixpoint,
            timeout: match args.timeout {
                TimeoutArg::Auto => None,
                TimeoutArg::Seconds(seconds) => Some(Duration::from_secs_f64(seconds)),
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

fn strategy(args: &ReduceArgs, input: &Input) -> Result<Strategy, Failure> {
    let language = language(args, input)?;
    let default = if language.is_some() && args.granularity.is_none() {
        ReducerArg::Frontier
    } else {
        ReducerArg::List
    };
    match args.reducer.unwrap_or(default) {
        ReducerArg::Tpdd => {
            let reducer = Reducer::Tpdd { sigma: args.sigma.unwrap_or(Tpdd::SIGMA) };
            tree(args, language, reducer)
        }
        ReducerArg::Frontier => tree(args, language, Reducer::Frontier),
        ReducerArg::List => list(args),
    }
}

fn tree(
    args: &ReduceArgs,
    language: Option<&'static Language>,
    reducer: Reducer,
) -> Result<Strategy, Failure> {
    let is_frontier = reducer == Reducer::Frontier;
    let without_effect = [
        ("--minimizer", args.minimizer.is_some(), "it has no list algorithm inside"),
        ("--sigma", args.sigma.is_some() && is_frontier, "it learns its priors"),
        ("--tie", args.tie.is_some(), "it breaks ties by size and position"),
        ("--order", args.order.is_some(), "it orders by what it expects of each query"),
        (
            "--granularity",
            !matches!(args.granularity, None | Some(GranularityArg::Bracket)),
            "it reduces a syntax tree, or brackets",
        ),
    ];
    for (option, is_given, why) in without_effect {
        if is_given {
            let name = reducer_name(reducer);
            let message = format!("{option} has no effect on --reducer {name}: {why}");
            let another = if option == "--sigma" { "tpdd" } else { "list" };
            let hint = format!("add --reducer {another}, or leave it out");
            return Err(Failure::usage(message).hint(hint));
        }
    }
    if let (Some(option), true) = (language_option(args), args.granularity.is_some()) {
        let message = format!("{option} has no effect on --granularity: brackets have no grammar");
        return Err(Failure::usage(message).hint("leave one of them out"));
    }
    let structure = match (language, args.granularity) {
        (Some(language), None) => Structure::Grammar(language),
        _ => Structure::Brackets,
    };
    let is_replacing =
        args.polish != Some(PolishArg::None) && matches!(structure, Structure::Grammar(_));
    Ok(Strategy::Tree { structure, reducer, is_replacing })
}

/// The word for a search over a tree in options, traces and reports.
pub fn reducer_name(reducer: Reducer) -> &'static str {
    match reducer {
        Reducer::Tpdd { .. } => "tpdd",
        Reducer::Frontier => "frontier",
    }
}

fn list(args: &ReduceArgs) -> Result<Strategy, Failure> {
    if let Some(option) = language_option(args) {
        let message = format!("{option} has no effect on a list: it needs a syntax tree");
        return Err(Failure::usage(message).hint("use --reducer tpdd, or leave it out"));
    }
    if args.polish == Some(PolishArg::Templates) {
        let message = "--polish templates has no effect on --reducer list: it needs a syntax tree";
        return Err(Failure::usage(message).hint("use --reducer tpdd, or leave it out"));
    }
    let minimizer = minimizer(args)?;
    let units = match args.granularity {
        None => vec![Unit::Line, Unit::Token],
        Some(GranularityArg::Line) => vec![Unit::Line],
        Some(GranularityArg::Token) => vec![Unit::Token],
        Some(GranularityArg::Char) => vec![Unit::Char],
        Some(GranularityArg::Byte) => vec![Unit::Byte],
        Some(GranularityArg::Bracket) => vec![Unit::Bracket],
    };
    Ok(Strategy::List { units, minimizer })
}

/// The format, if it has an effect on what is reduced.
fn format(args: &ReduceArgs, strategy: &Strategy) -> Result<Format, Failure> {
    let has_seams = match strategy {
        Strategy::Tree { .. } => true,
        Strategy::List { units, .. } => {
            units.iter().all(|unit| matches!(unit, Unit::Token | Unit::Bracket))
        }
    };
    match args.format.unwrap_or(FormatArg::Keep) {
        FormatArg::Keep => Ok(Format::Keep),
        FormatArg::Compact if has_seams => Ok(Format::Compact),
        FormatArg::Compact => {
            let message = "--format compact has no effect on lists of lines, characters or bytes: \
                           they hold the whole text";
            Err(Failure::usage(message).hint("add --granularity token, or leave it out"))
        }
    }
}

/// The word for a format in options, traces and reports.
pub fn format_name(format: Format) -> &'static str {
    match format {
        Format::Keep => "keep",
        Format::Compact => "compact",
    }
}

/// The list algorithm, with options that have an effect on it.
fn minimizer(args: &ReduceArgs) -> Result<Minimizer, Failure> {
    let algorithm = match args.minimizer.unwrap_or(MinimizerArg::Probdd) {
        MinimizerArg::Ddmin => Algorithm::Ddmin,
        MinimizerArg::Opdd => Algorithm::Opdd,
        MinimizerArg::Probdd => Algorithm::ProbDd,
        MinimizerArg::Cdd => Algorithm::Cdd,
        MinimizerArg::Weighted => Algorithm::Weighted,
        MinimizerArg::ActiveCoarsen => Algorithm::ActiveCoarsen,
        MinimizerArg::Splitting => Algorithm::Splitting,
    };
    let is_splitting = algorithm == Algorithm::Splitting;
    let has_prior = !is_splitting && !matches!(algorithm, Algorithm::Ddmin | Algorithm::Opdd);
    let has_ties = matches!(algorithm, Algorithm::ProbDd | Algorithm::Weighted);
    let without_effect = [
        ("--sigma", args.sigma.is_some() && !has_prior, "it has no prior"),
        ("--tie", args.tie.is_some() && !has_ties, "it has no probabilities to be equal"),
        (
            "--order auto",
            args.order == Some(OrderArg::Auto) && !is_splitting,
            "only splitting learns the order",
        ),
    ];
    for (option, is_given, why) in without_effect {
        if is_given {
            let name = minimizer_name(algorithm);
            let message = format!("{option} has no effect on --minimizer {name}: {why}");
            return Err(Failure::usage(message).hint("choose another --minimizer, or leave it out"));
        }
    }
    Ok(Minimizer {
        algorithm,
        sigma: args.sigma.unwrap_or(LIST_SIGMA),
        tie: match args.tie {
            Some(TieArg::Random) => Tie::Random { seed: args.seed },
            Some(TieArg::Index) | None => Tie::Index,
        },
        order: match args.order {
            Some(OrderArg::Backward) => Order::Backward,
            Some(OrderArg::Auto) => Order::Auto,
            None if is_splitting => Order::Auto,
            Some(OrderArg::Forward) | None => Order::Forward,
        },
        seed: args.seed,
    })
}

/// The word for a list algorithm in options, traces and reports.
pub fn minimizer_name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Ddmin => "ddmin",
        Algorithm::Opdd => "opdd",
        Algorithm::ProbDd => "probdd",
        Algorithm::Cdd => "cdd",
        Algorithm::Weighted => "weighted",
        Algorithm::ActiveCoarsen => "active-coarsen",
        Algorithm::Splitting => "splitting",
    }
}

/// The option that names a grammar, if there is one.
fn language_option(args: &ReduceArgs) -> Option<&'static str> {
    let names_language = args.language.as_ref().is_some_and(|name| name != NO_LANGUAGE);
    match (&args.grammar, names_language) {
        (Some(_), _) => Some("--grammar"),
        (None, true) => Some("--language"),
        (None, false) => None,
    }
}

fn language(args: &ReduceArgs, input: &Input) -> Result<Option<&'static Language>, Failure> {
    if let Some(object) = &args.grammar {
        let loaded = Language::load(object, args.grammar_json.as_deref());
        // Once a process: nothing is lost.
        return loaded.map(|language| Some(&*Box::leak(Box::new(language)))).map_err(|error| {
            let advice = error.advice();
            Failure::new(Exit::Usage, error.into()).hint(advice)
        });
    }
    match args.language.as_deref() {
        None => Ok(Language::by_path(&input.path)),
        Some(NO_LANGUAGE) => Ok(None),
        Some(name) => Language::by_name(name).map(Some).ok_or_else(|| {
            let failure = Failure::usage(format!("unknown language `{name}`"));
            failure.hint("`probdd languages` lists what is built in; `none` is for any text")
        }),
    }
}
