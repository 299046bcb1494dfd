//! Which algorithm a run is, from what was typed.

use super::chisel::{self, Chisel};
use super::list_algorithm::minimizer;
use crate::command_line::args::{GranularityArg, PolishArg, ReduceArgs, ReducerArg};
use crate::error::{Exit, Failure};
use crate::input::Input;
use probdd_core::FeedbackSettings;
use probdd_core::list::Minimizer;
use probdd_core::tree::Tpdd;
use probdd_syntax::{Language, Unit};

/// The name of the language that any text is in.
const NO_LANGUAGE: &str = "none";

/// The algorithm of a run.
#[derive(Clone, Debug)]
pub enum Strategy {
    /// A search over a tree.
    Tree {
        /// What the tree is made from.
        structure: Structure,
        /// The search.
        reducer: Reducer,
        /// What is done beside deletions.
        polish: Polish,
    },
    /// A list algorithm over the units of a text, one kind of unit after another.
    List {
        /// The kinds of units.
        units: Vec<Unit>,
        /// The list algorithm.
        minimizer: Minimizer,
    },
}

impl Strategy {
    /// The list algorithm, where it has one.
    pub fn minimizer(&self) -> Option<Minimizer> {
        match self {
            Strategy::Tree { reducer, .. } => reducer.minimizer(),
            Strategy::List { minimizer, .. } => Some(*minimizer),
        }
    }

    /// The same with a list algorithm that is told this of the checks.
    #[must_use]
    pub fn with_feedback(mut self, feedback: FeedbackSettings) -> Strategy {
        let minimizer = match &mut self {
            Strategy::List { minimizer, .. } => Some(minimizer),
            Strategy::Tree { reducer, .. } => reducer.minimizer_mut(),
        };
        if let Some(minimizer) = minimizer {
            minimizer.feedback = feedback;
        }
        self
    }

    /// What the text is cut into where no grammar is used.
    pub fn units(&self) -> &[Unit] {
        match self {
            Strategy::Tree { structure: Structure::Grammar(_), .. } => &[],
            Strategy::Tree { structure: Structure::Units(unit), .. } => std::slice::from_ref(unit),
            Strategy::List { units, .. } => units,
        }
    }

    /// The name of the language, where there is a grammar.
    pub fn language(&self) -> Option<&str> {
        match self {
            Strategy::Tree { structure: Structure::Grammar(language), .. } => Some(language.name()),
            _ => None,
        }
    }

    /// What is done beside deletions.
    pub fn polish(&self) -> Polish {
        match self {
            Strategy::Tree { polish, .. } => *polish,
            Strategy::List { .. } => Polish::None,
        }
    }

    /// The grammar and its version, where there is one.
    pub fn grammar(&self) -> Option<String> {
        match self {
            Strategy::Tree { structure: Structure::Grammar(language), .. } => {
                Some(language.grammar())
            }
            _ => None,
        }
    }
}

/// What is done beside deletions; each level does what those before it do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Polish {
    /// Nothing.
    None,
    /// Nodes are replaced by their descendants.
    Templates,
    /// The ladder's rungs that look at tokens.
    Tokens,
    /// All rungs of the ladder.
    Full,
}

impl Polish {
    /// The word for it in options, traces and reports.
    pub fn name(self) -> &'static str {
        match self {
            Polish::None => "none",
            Polish::Templates => "templates",
            Polish::Tokens => "tokens",
            Polish::Full => "full",
        }
    }

    /// Whether nodes are replaced by their descendants.
    pub fn is_replacing(self) -> bool {
        self >= Polish::Templates
    }
}

/// A search over a tree, and the list algorithm inside where it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "a minimizer is the list algorithm inside")]
pub enum Reducer {
    /// Frontier.
    Frontier,
    /// T-PDD.
    Tpdd {
        /// The prior probability of a candidate.
        sigma: f64,
    },
    /// Perses.
    Perses { minimizer: Minimizer },
    /// Pardis.
    Pardis,
    /// HDD.
    Hdd { minimizer: Minimizer },
    /// HDD*: HDD until nothing changes.
    HddStar { minimizer: Minimizer },
    /// `HDDr`.
    Hddr { minimizer: Minimizer },
    /// Coarse HDD.
    CoarseHdd { minimizer: Minimizer },
    /// CHISEL.
    Chisel(Chisel),
}

impl Reducer {
    /// The word for it in options, traces and reports.
    pub fn name(self) -> &'static str {
        match self {
            Reducer::Frontier => "frontier",
            Reducer::Tpdd { .. } => "tpdd",
            Reducer::Perses { .. } => "perses",
            Reducer::Pardis => "pardis",
            Reducer::Hdd { .. } => "hdd",
            Reducer::HddStar { .. } => "hdd-star",
            Reducer::Hddr { .. } => "hddr",
            Reducer::CoarseHdd { .. } => "coarse-hdd",
            Reducer::Chisel(_) => "chisel",
        }
    }

    /// The list algorithm inside.
    pub fn minimizer(mut self) -> Option<Minimizer> {
        self.minimizer_mut().copied()
    }

    fn minimizer_mut(&mut self) -> Option<&mut Minimizer> {
        match self {
            Reducer::Frontier | Reducer::Tpdd { .. } | Reducer::Pardis => None,
            Reducer::Perses { minimizer }
            | Reducer::Hdd { minimizer }
            | Reducer::HddStar { minimizer }
            | Reducer::Hddr { minimizer }
            | Reducer::CoarseHdd { minimizer }
            | Reducer::Chisel(Chisel { minimizer, .. }) => Some(minimizer),
        }
    }

    /// Whether it goes on until nothing changes, unless the user says otherwise.
    fn is_fixpoint(self) -> bool {
        !matches!(self, Reducer::Hdd { .. } | Reducer::Hddr { .. })
    }

    /// Whether templates and ladder follow, unless the user says otherwise.
    fn is_replacing(self) -> bool {
        self.replaces_itself() || matches!(self, Reducer::Frontier | Reducer::Tpdd { .. })
    }

    /// Whether it is the search that replaces nodes, and no pass after it.
    pub fn replaces_itself(self) -> bool {
        matches!(self, Reducer::Perses { .. } | Reducer::Pardis)
    }
}

/// What a tree is made from.
#[derive(Clone, Copy, Debug)]
pub enum Structure {
    /// The grammar of a language.
    Grammar(&'static Language),
    /// Units of the text: brackets nest, all others are a list.
    Units(Unit),
}

/// The algorithm.
pub(super) fn strategy(args: &ReduceArgs, input: &Input) -> Result<Strategy, Failure> {
    let language = language(args, input)?;
    chisel::check(args, language)?;
    let default = match args.granularity {
        None if language.is_some() => ReducerArg::Frontier,
        None if input.is_text() && !names_list_algorithm(args) => ReducerArg::Frontier,
        _ => ReducerArg::List,
    };
    match args.reducer.unwrap_or(default) {
        ReducerArg::List => list(args),
        name => tree(args, language, reducer(args, name)?),
    }
}

/// Whether an option was given that only a list algorithm has.
fn names_list_algorithm(args: &ReduceArgs) -> bool {
    args.minimizer.is_some() || args.sigma.is_some() || args.tie.is_some() || args.order.is_some()
}

/// Whether to repeat the algorithm until nothing changes, and sweep.
pub(super) fn is_fixpoint(args: &ReduceArgs, strategy: &Strategy) -> Result<bool, Failure> {
    let by_default = match strategy {
        Strategy::Tree { reducer: Reducer::HddStar { .. }, .. } if args.no_fixpoint => {
            let message = "--no-fixpoint contradicts --reducer hdd-star: that is hdd until nothing \
                           changes";
            return Err(Failure::usage(message).hint("use --reducer hdd, or leave it out"));
        }
        Strategy::Tree { reducer, .. } => reducer.is_fixpoint(),
        Strategy::List { .. } => args.minimizer.is_none(),
    };
    Ok(args.fixpoint || (!args.no_fixpoint && by_default))
}

/// A search over a tree, unless an option has no effect on it.
fn reducer(args: &ReduceArgs, name: ReducerArg) -> Result<Reducer, Failure> {
    let reducer = match name {
        ReducerArg::Frontier | ReducerArg::List => Reducer::Frontier,
        ReducerArg::Tpdd => Reducer::Tpdd { sigma: args.sigma.unwrap_or(Tpdd::SIGMA) },
        ReducerArg::Perses => Reducer::Perses { minimizer: minimizer(args)? },
        ReducerArg::Pardis => Reducer::Pardis,
        ReducerArg::Hdd => Reducer::Hdd { minimizer: minimizer(args)? },
        ReducerArg::HddStar => Reducer::HddStar { minimizer: minimizer(args)? },
        ReducerArg::Hddr => Reducer::Hddr { minimizer: minimizer(args)? },
        ReducerArg::CoarseHdd => Reducer::CoarseHdd { minimizer: minimizer(args)? },
        ReducerArg::Chisel => Reducer::Chisel(chisel::chisel(args)?),
    };
    if reducer.minimizer().is_some() {
        return Ok(reducer);
    }
    let has_sigma = matches!(reducer, Reducer::Tpdd { .. });
    let no_sigma = match reducer {
        Reducer::Frontier => "it learns its priors",
        _ => "it has no prior",
    };
    let no_order = match reducer {
        Reducer::Pardis => "it begins with the heaviest node",
        _ => "it orders by what it expects of each query",
    };
    let without_effect = [
        ("--minimizer", args.minimizer.is_some(), "it has no list algorithm inside", "hdd"),
        ("--sigma", args.sigma.is_some() && !has_sigma, no_sigma, "tpdd"),
        ("--tie", args.tie.is_some(), "it breaks ties by size and position", "hdd"),
        ("--order", args.order.is_some(), no_order, "hdd"),
    ];
    for (option, is_given, why, another) in without_effect {
        if is_given {
            return Err(no_effect(option, reducer, why)
                .hint(format!("add --reducer {another}, or leave it out")));
        }
    }
    Ok(reducer)
}

fn no_effect(option: &str, reducer: Reducer, why: &str) -> Failure {
    let name = reducer.name();
    Failure::usage(format!("{option} has no effect on --reducer {name}: {why}"))
}

fn tree(
    args: &ReduceArgs,
    language: Option<&'static Language>,
    reducer: Reducer,
) -> Result<Strategy, Failure> {
    if let (Some(option), true) = (language_option(args), args.granularity.is_some()) {
        let message = format!("{option} has no effect on --granularity: units have no grammar");
        return Err(Failure::usage(message).hint("leave one of them out"));
    }
    let structure = match (language, args.granularity) {
        (Some(language), None) => Structure::Grammar(language),
        (_, granularity) => Structure::Units(granularity.map_or(Unit::Bracket, unit)),
    };
    let has_kinds = matches!(structure, Structure::Grammar(_));
    let nests = has_kinds || matches!(structure, Structure::Units(Unit::Bracket));
    if args.polish == Some(PolishArg::Templates) && !has_kinds {
        let message = "--polish templates has no effect without a grammar: nothing is known to fit";
        return Err(Failure::usage(message).hint("leave it out"));
    }
    let polish = match args.polish {
        Some(level) => polish(level),
        None if reducer.is_replacing() && nests => Polish::Full,
        None => Polish::None,
    };
    Ok(Strategy::Tree { structure, reducer, polish })
}

fn polish(level: PolishArg) -> Polish {
    match level {
        PolishArg::None => Polish::None,
        PolishArg::Templates => Polish::Templates,
        PolishArg::Tokens => Polish::Tokens,
        PolishArg::Full => Polish::Full,
    }
}

fn list(args: &ReduceArgs) -> Result<Strategy, Failure> {
    if let Some(option) = language_option(args) {
        let message = format!("{option} has no effect on a list: it needs a syntax tree");
        return Err(Failure::usage(message).hint("use --reducer tpdd, or leave it out"));
    }
    if let Some(level) = args.polish.filter(|level| *level != PolishArg::None) {
        let level = polish(level).name();
        let message =
            format!("--polish {level} has no effect on --reducer list: it needs a syntax tree");
        return Err(Failure::usage(message).hint("use --reducer tpdd, or leave it out"));
    }
    let units = match args.granularity {
        None => vec![Unit::Line, Unit::Token],
        Some(granularity) => vec![unit(granularity)],
    };
    Ok(Strategy::List { units, minimizer: minimizer(args)? })
}

fn unit(granularity: GranularityArg) -> Unit {
    match granularity {
        GranularityArg::Line => Unit::Line,
        GranularityArg::Token => Unit::Token,
        GranularityArg::Char => Unit::Char,
        GranularityArg::Byte => Unit::Byte,
        GranularityArg::Bracket => Unit::Bracket,
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
