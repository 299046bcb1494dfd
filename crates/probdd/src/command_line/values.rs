//! The values of options that are chosen from a few words: each value with its word and its help.
//!
//! The same words stand in traces, reports and state directories. The types of algorithms that the
//! libraries define get their words here, too.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use probdd_core::list::Tie;
use probdd_core::{AfterFail, Algorithm, Order};
use probdd_exec::{Manner, Protection};
use probdd_syntax::Unit;
use std::mem::discriminant;

/// A row of a table of values: the value, its word, and its help.
type Row<T> = (T, &'static str, &'static str);

/// A value of an option that is chosen from a few words.
pub(crate) trait Value: Copy + Send + Sync + 'static {
    /// The values in the order of `--help`, each with its word and what it means.
    const VALUES: &'static [Row<Self>];

    /// The word for this value in options, traces, reports and state directories.
    fn word(self) -> &'static str {
        let is_it = |value: &Self| discriminant(value) == discriminant(&self);
        let row = Self::VALUES.iter().find(|(value, ..)| is_it(value));
        row.map(|(_, word, _)| *word).expect("the table lists every value")
    }
}

/// The parser of an option with such values.
pub(super) fn parser<T: Value>() -> impl TypedValueParser<Value = T> {
    let words = T::VALUES.iter().map(|(_, word, help)| PossibleValue::new(*word).help(*help));
    PossibleValuesParser::new(words).map(|typed: String| {
        let row = T::VALUES.iter().find(|(_, word, _)| *word == typed);
        row.map(|(value, ..)| *value).expect("clap accepts only words of the table")
    })
}

/// The value of `--progress`: how progress is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Progress {
    #[default]
    Auto,
    Tui,
    Line,
    None,
}

impl Value for Progress {
    const VALUES: &'static [Row<Progress>] = &[
        (Self::Auto, "auto", "tui on a large enough terminal, else line; the default"),
        (Self::Tui, "tui", "The screen: the best candidate, curves, keys to pause, skip and stop"),
        (Self::Line, "line", "A status line on a terminal, else a plain line now and then"),
        (Self::None, "none", "No progress"),
    ];
}

/// The value of `--reducer`: the algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reducer {
    Frontier,
    Tpdd,
    Perses,
    Pardis,
    Hdd,
    HddStar,
    Hddr,
    CoarseHdd,
    Chisel,
    List,
}

impl Value for Reducer {
    const VALUES: &'static [Row<Reducer>] = &[
        (Self::Frontier, "frontier", "Group testing over the syntax tree, guided by names"),
        (Self::Tpdd, "tpdd", "T-PDD: a Bayesian network over the syntax tree"),
        (Self::Perses, "perses", "Perses: a list algorithm on each list of nodes; replaces nodes"),
        (Self::Pardis, "pardis", "Pardis: one node of the tree after another; replaces nodes"),
        (Self::Hdd, "hdd", "HDD: a list algorithm on each level of the tree"),
        (Self::HddStar, "hdd-star", "HDD, repeated until nothing changes"),
        (Self::Hddr, "hddr", "HDD on the children of one node after another"),
        (Self::CoarseHdd, "coarse-hdd", "hdd-star on nodes that can be removed entirely"),
        (Self::Chisel, "chisel", "CHISEL: functions of a C or C++ program, then their statements"),
        (Self::List, "list", "A list algorithm on lines, tokens, characters or bytes"),
    ];
}

impl Value for Algorithm {
    const VALUES: &'static [Row<Algorithm>] = &[
        (Self::Ddmin, "ddmin", "Delta debugging: halved chunks and their complements"),
        (
            Self::DdminComplements,
            "ddmin-complements",
            "The same without the queries that keep a single chunk",
        ),
        (Self::Opdd, "opdd", "One-pass delta debugging: removes chunks, and goes on behind each"),
        (Self::ProbDd, "probdd", "Probabilistic delta debugging"),
        (Self::Cdd, "cdd", "Counter-based delta debugging: a fixed sequence of chunk sizes"),
        (Self::Weighted, "weighted", "Probabilistic delta debugging, heavy elements first"),
        (Self::ActiveCoarsen, "active-coarsen", "Random samples that become coarser or finer"),
        (Self::Splitting, "splitting", "Adaptive group testing"),
    ];
}

impl Value for Tie {
    const VALUES: &'static [Row<Tie>] = &[
        (Self::Index, "index", "By index"),
        (Self::Random { seed: 0 }, "random", "Shuffled for each query, by --seed"),
    ];
}

impl Value for Order {
    const VALUES: &'static [Row<Order>] = &[
        (Self::Forward, "forward", "First element first"),
        (Self::Backward, "backward", "Last element first"),
        (Self::Auto, "auto", "The end where more can be removed, learned during the search"),
    ];
}

/// The value of `--fixpoint`: what is repeated, and until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fixpoint {
    Full,
    Papers,
}

impl Value for Fixpoint {
    const VALUES: &'static [Row<Fixpoint>] = &[
        (
            Self::Full,
            "full",
            "Everything until nothing changes, then a sweep that certifies the result",
        ),
        (Self::Papers, "papers", "The published algorithm: no sweep, no pass of our own"),
    ];
}

/// The value of `--polish`: what follows the deletions. Each level includes the levels before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Polish {
    None,
    Templates,
    Tokens,
    Full,
}

impl Value for Polish {
    const VALUES: &'static [Row<Polish>] = &[
        (Self::None, "none", "Deletions only"),
        (Self::Templates, "templates", "Also replace nodes by their descendants"),
        (Self::Tokens, "tokens", "Also remove single tokens, and make tokens simpler"),
        (Self::Full, "full", "Also everything else that makes a text simpler"),
    ];
}

impl Value for Unit {
    const VALUES: &'static [Row<Unit>] = &[
        (Self::Line, "line", "Lines"),
        (Self::Token, "token", "Words, quoted strings, and other single characters"),
        (Self::Char, "char", "UTF-8 characters"),
        (Self::Byte, "byte", "Bytes"),
        (Self::Bracket, "bracket", "Nested groups: brackets, indentation, lines, tokens"),
    ];
}

/// The value of `--format`: what happens to the text between tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextFormat {
    Tidy,
    Keep,
    Compact,
}

impl Value for TextFormat {
    const VALUES: &'static [Row<TextFormat>] = &[
        (
            Self::Tidy,
            "tidy",
            "As keep, then lay out the result as a person would, if it is still interesting; of a text \
             that is no program, remove blanks",
        ),
        (Self::Keep, "keep", "Keep it as it is, except where something is removed"),
        (Self::Compact, "compact", "As little as possible, if the compact input is interesting"),
    ];
}

/// The value of `--private-tmp`: whether each test has a `/tmp` of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PrivateTmp {
    Auto,
    On,
    Off,
}

impl Value for PrivateTmp {
    const VALUES: &'static [Row<PrivateTmp>] = &[
        (Self::Auto, "auto", "When tests that run at the same time would disturb each other"),
        (Self::On, "on", "Always"),
        (Self::Off, "off", "Never"),
    ];
}

/// The value of `--remote-fallback`: what happens when no server answers.
#[cfg(feature = "remote")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fallback {
    Local,
}

#[cfg(feature = "remote")]
impl Value for Fallback {
    const VALUES: &'static [Row<Fallback>] =
        &[(Self::Local, "local", "The tests run on this machine, --jobs at a time")];
}

/// The value of `--without`: a part of the default search that is left out, to measure what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Names,
    Tails,
    Reach,
    OrderOfUse,
    Refusals,
}

impl Value for Part {
    const VALUES: &'static [Row<Part>] = &[
        (Self::Names, "names", "In frontier: which name refers to which"),
        (Self::Tails, "tails", "In frontier: to remove all that stands before a place at once"),
        (Self::Reach, "reach", "In frontier: to remove all that names do not reach at once"),
        (Self::OrderOfUse, "order-of-use", "In frontier: users before what they use"),
        (
            Self::Refusals,
            "refusals",
            "On the ladder: offers like those that were refused come last",
        ),
    ];
}

/// The value of `--feedback`: how checks run, and what the search learns from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FeedbackMode {
    Binary,
    Cov,
    Parallel,
    ParallelAbort,
    Dedup,
}

impl Value for FeedbackMode {
    const VALUES: &'static [Row<FeedbackMode>] = &[
        (Self::Binary, "binary", "Run checks until one fails; the search learns only the verdict"),
        (Self::Cov, "cov", "Run checks until one fails; the search learns from each check"),
        (Self::Parallel, "parallel", "As cov, but all checks run, side by side"),
        (Self::ParallelAbort, "parallel-abort", "As binary, but checks run side by side"),
        (
            Self::Dedup,
            "dedup",
            "As cov, in the cheapest order; checks that never decide run only before a candidate is \
             accepted",
        ),
    ];
}

impl FeedbackMode {
    /// Whether the search learns from each check, and not only from the verdict.
    pub(crate) fn learns_from_checks(self) -> bool {
        matches!(self, Self::Cov | Self::Parallel | Self::Dedup)
    }

    /// How the checks run.
    pub(crate) fn manner(self) -> Manner {
        match self {
            Self::Binary | Self::Cov | Self::Dedup => Manner::InOrder,
            Self::Parallel => Manner::SideBySide,
            Self::ParallelAbort => Manner::SideBySideUntilFailure,
        }
    }
}

impl Value for AfterFail {
    const VALUES: &'static [Row<AfterFail>] = &[
        (Self::Failed, "failed", "Assume that they would have failed, too"),
        (Self::Unknown, "unknown", "Assume nothing"),
    ];
}

impl Value for Protection {
    const VALUES: &'static [Row<Protection>] = &[
        (Self::None, "none", "Everything that you can access"),
        (Self::Write, "write", "Read everything; write only in the query's directory and $TMPDIR"),
        (Self::Full, "full", "As write, but no network, no signals to others, and an empty $HOME"),
    ];
}
/// The value of `--color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colors {
    Auto,
    Always,
    Never,
}

impl Value for Colors {
    const VALUES: &'static [Row<Colors>] = &[
        (Self::Auto, "auto", "On a terminal, unless `NO_COLOR` is set"),
        (Self::Always, "always", "Also in a pipe"),
        (Self::Never, "never", "Nowhere"),
    ];
}

/// The value of `--chisel`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Analysis {
    /// Which names need which definitions.
    Dependencies,
    /// Elimination of dead code.
    Dce,
}

impl Value for Analysis {
    const VALUES: &'static [(Analysis, &'static str, &'static str)] = &[
        (
            Self::Dependencies,
            "dependencies",
            "Skip candidates with a use without its definition, a function without its return value, \
             or a goto without its label",
        ),
        (Self::Dce, "dce", "Remove all unused declarations inside functions at once"),
    ];
}

/// The value of `--guard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guard {
    /// The candidate is accepted by a compiler, or another program that reads its language.
    Compiles,
    /// A program in C or C++ has no behaviour that the language does not define, as far as compilers
    /// and sanitizers see it.
    CUb,
}

impl Value for Guard {
    const VALUES: &'static [(Guard, &'static str, &'static str)] = &[
        (Self::Compiles, "compiles", "A compiler of the language accepts the candidate"),
        (
            Self::CUb,
            "c-ub",
            "A C or C++ program without warnings that mean undefined behaviour, which sanitizers \
             find none in either",
        ),
    ];
}
