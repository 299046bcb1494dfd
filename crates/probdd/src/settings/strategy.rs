//! The algorithm of a run, chosen by the options and the input.

use super::Structure;
use super::chisel::{self, Chisel};
use super::list_algorithm::list_algorithm;
use crate::command_line::{Fixpoint, Part, Polish, ReduceArgs, Reducer, Value};
use crate::error::{Exit, Failure};
use crate::input::Input;
use probdd_core::Minimizer;
use probdd_core::tree::Tpdd;
use probdd_syntax::{Document, Fallback, Language, Unit, count_tokens, language_of};

/// The name of the language that any text is in.
const NO_LANGUAGE: &str = "none";

/// A text with more bytes than this is large. To parse one of this size takes a tenth of a second,
/// and some forty times its bytes.
const LARGE: usize = 1 << 20;

/// The algorithm of a run.
#[derive(Clone, Debug)]
pub(crate) struct Strategy {
    /// The search.
    pub(crate) reducer: Reducer,
    /// What the text is parsed into; for a list reducer, its first units.
    pub(crate) structure: Structure,
    /// The units of a text without a grammar. A list reducer reduces several in turn.
    pub(crate) units: Vec<Unit>,
    /// The list algorithm, for a reducer that uses one.
    pub(crate) minimizer: Option<Minimizer>,
    /// Whether the user has named the list algorithm, or a setting of it.
    pub(super) is_minimizer_named: bool,
    /// The prior probability of T-PDD.
    pub(crate) sigma: f64,
    /// T-PDD stops when no removal promises so many tokens.
    pub(crate) least_gain: f64,
    /// The settings of CHISEL.
    pub(crate) chisel: Chisel,
    /// What follows the deletions.
    pub(crate) polish: Polish,
    /// The parts of the search that are left out.
    pub(crate) without: Vec<Part>,
    /// A text with more bytes than this is not parsed as a whole.
    pub(crate) large: usize,
}

impl Strategy {
    /// Whether a part of the search is not left out.
    pub(crate) fn has(&self, part: Part) -> bool {
        !self.without.contains(&part)
    }

    /// The name of the language, if there is a grammar.
    pub(crate) fn language(&self) -> Option<&'static str> {
        self.structure.language().map(Language::name)
    }

    /// The grammar and its version, if there is one.
    pub(crate) fn grammar(&self) -> Option<String> {
        self.structure.language().map(Language::grammar)
    }

    /// Whether the units are smaller than tokens.
    pub(crate) fn is_finer_than_tokens(&self) -> bool {
        matches!(self.structure, Structure::Binary)
            || self.units.iter().any(|unit| matches!(unit, Unit::Char | Unit::Byte))
    }

    /// Whether the text is a list of lines, or a binary file, so that its tokens say little.
    pub(crate) fn is_of_lines(&self) -> bool {
        matches!(self.structure, Structure::Binary)
            || self.units.iter().any(|unit| matches!(unit, Unit::Line | Unit::Byte))
    }

    /// The same for a text in no language, or for a binary file.
    pub(super) fn without_language(self, is_text: bool) -> Strategy {
        let units = if is_text { vec![Unit::Bracket] } else { Vec::new() };
        let structure = Structure::of_units(&units);
        Strategy { structure, units, ..self }
    }

    /// The number of tokens in a text that was parsed into the structure of this strategy.
    pub(crate) fn token_count(&self, document: &Document) -> usize {
        if let Structure::Files = self.structure {
            return probdd_syntax::project::token_count(document.text());
        }
        if self.is_finer_than_tokens() || document.fallback() == Some(Fallback::Large) {
            count_tokens(document.text())
        } else {
            document.token_count()
        }
    }
}

impl Reducer {
    /// Whether the reducer uses a list algorithm.
    fn has_minimizer(self) -> bool {
        !matches!(self, Reducer::Frontier | Reducer::Tpdd | Reducer::Pardis)
    }

    /// Whether templates and ladder follow by default.
    fn is_polished(self) -> bool {
        self.replaces_itself() || matches!(self, Reducer::Frontier | Reducer::Tpdd)
    }

    /// Whether the papers repeat it until nothing changes. CHISEL repeats its two searches itself;
    /// the authors of T-PDD ran it with `-fixpoint false`.
    pub(crate) fn is_repeated_in_papers(self) -> bool {
        matches!(self, Reducer::HddStar) || self.replaces_itself()
    }

    /// Whether the search itself replaces nodes, so that no template pass follows.
    pub(crate) fn replaces_itself(self) -> bool {
        matches!(self, Reducer::Perses | Reducer::Pardis)
    }
}

/// Chooses the algorithm.
pub(super) fn strategy(args: &ReduceArgs, input: &Input) -> Result<Strategy, Failure> {
    if input.files.is_some() {
        check_files(args)?;
    }
    let language = language(args, input)?;
    chisel::check(args, language)?;
    let reducer = args.reducer.unwrap_or_else(|| default_reducer(args, language));
    check_options_of_one_reducer(args, reducer)?;
    let is_list = reducer == Reducer::List;
    if is_list {
        check_list(args)?;
    }
    let minimizer = if reducer.has_minimizer() {
        Some(list_algorithm(args)?)
    } else {
        check_without_minimizer(args, reducer)?;
        None
    };
    let units = match args.granularity {
        Some(unit) => vec![unit],
        None if is_list => vec![Unit::Line, Unit::Token],
        None if input.files.is_some() => Vec::new(),
        None if language.is_none() && !input.is_text() => Vec::new(),
        None => vec![Unit::Bracket],
    };
    let (structure, units) = match language {
        _ if input.files.is_some() => (Structure::Files, units),
        Some(language) if !is_list && !language.is_any_text() && args.granularity.is_none() => {
            (Structure::Grammar(language), Vec::new())
        }
        _ => (Structure::of_units(&units), units),
    };
    Ok(Strategy {
        is_minimizer_named: names_minimizer(args),
        polish: if is_list { Polish::None } else { polish(args, reducer, structure)? },
        reducer,
        structure,
        units,
        minimizer,
        sigma: args.sigma.unwrap_or(Tpdd::SIGMA),
        least_gain: args.least_gain.unwrap_or_default(),
        chisel: Chisel::new(args),
        without: args.without.clone(),
        large: LARGE,
    })
}

/// Rejects options that are about a single text.
fn check_files(args: &ReduceArgs) -> Result<(), Failure> {
    let is_of_one = [
        ("--granularity", args.granularity.is_some()),
        ("--reducer list", args.reducer == Some(Reducer::List)),
        ("--reducer chisel", args.reducer == Some(Reducer::Chisel)),
        ("--fixup", args.fixup.is_some()),
        ("--transformer", args.transformer.iter().any(|name| name != "none")),
        ("--continue", args.continues),
    ];
    match is_of_one.into_iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((option, _)) => {
            let message = format!("{option} works on a single file, and several are given");
            Err(Failure::usage(message).hint("leave it out, or name one file"))
        }
    }
}

fn default_reducer(args: &ReduceArgs, language: Option<&Language>) -> Reducer {
    let has_tree = language.is_some() || !names_minimizer(args);
    if args.granularity.is_none() && has_tree { Reducer::Frontier } else { Reducer::List }
}

fn names_minimizer(args: &ReduceArgs) -> bool {
    args.minimizer.is_some() || args.sigma.is_some() || args.tie.is_some() || args.order.is_some()
}

/// What to repeat until nothing changes.
pub(super) fn fixpoint(args: &ReduceArgs, reducer: Reducer) -> Result<Option<Fixpoint>, Failure> {
    let by_default = match reducer {
        Reducer::Frontier if args.fixpoint == Some(Fixpoint::Papers) => {
            let message = "--fixpoint=papers has no effect on --reducer frontier, which no paper \
                           describes";
            let hint = "name a published algorithm, such as --reducer tpdd, or leave it out";
            return Err(Failure::usage(message).hint(hint));
        }
        Reducer::HddStar if args.no_fixpoint => {
            let message = "--no-fixpoint contradicts --reducer hdd-star, which is hdd until nothing \
                           changes";
            return Err(Failure::usage(message).hint("use --reducer hdd, or leave it out"));
        }
        Reducer::Hdd | Reducer::Hddr => false,
        Reducer::List => args.minimizer.is_none(),
        _ => true,
    };
    let by_default = (by_default && !args.no_fixpoint).then_some(Fixpoint::Full);
    Ok(args.fixpoint.or(by_default))
}

/// Rejects options of list algorithms for a reducer that uses none.
fn check_without_minimizer(args: &ReduceArgs, reducer: Reducer) -> Result<(), Failure> {
    let has_sigma = reducer == Reducer::Tpdd;
    let no_sigma = match reducer {
        Reducer::Frontier => "it learns its priors",
        _ => "it has no prior",
    };
    let no_order = match reducer {
        Reducer::Pardis => "it begins with the heaviest node",
        _ => "it orders queries by their expected gain",
    };
    let without_effect = [
        ("--minimizer", args.minimizer.is_some(), "it uses no list algorithm", "hdd"),
        ("--sigma", args.sigma.is_some() && !has_sigma, no_sigma, "tpdd"),
        ("--tie", args.tie.is_some(), "it breaks ties by size and position", "hdd"),
        ("--order", args.order.is_some(), no_order, "hdd"),
    ];
    let Some((option, _, why, other)) = without_effect.into_iter().find(|(_, given, ..)| *given)
    else {
        return Ok(());
    };
    let name = reducer.word();
    let message = format!("{option} has no effect on --reducer {name}: {why}");
    Err(Failure::usage(message).hint(format!("add --reducer {other}, or leave it out")))
}

/// Rejects options of one reducer for another.
fn check_options_of_one_reducer(args: &ReduceArgs, reducer: Reducer) -> Result<(), Failure> {
    let options = [
        (
            "--least-gain",
            args.least_gain.is_some(),
            Reducer::Tpdd,
            "only tpdd weighs tokens by their chance",
        ),
        (
            "--without",
            !args.without.is_empty(),
            Reducer::Frontier,
            "it leaves out parts of frontier and of the ladder after it",
        ),
    ];
    let is_other = |(_, is_given, of, _): &(_, bool, Reducer, _)| *is_given && reducer != *of;
    let Some((option, _, of, why)) = options.into_iter().find(is_other) else { return Ok(()) };
    let (name, of) = (reducer.word(), of.word());
    let message = format!("{option} has no effect on --reducer {name}: {why}");
    Err(Failure::usage(message).hint(format!("add --reducer {of}, or leave it out")))
}

/// Rejects options of trees for a list.
fn check_list(args: &ReduceArgs) -> Result<(), Failure> {
    let polish = args.polish.filter(|level| *level != Polish::None);
    let message = if let Some(option) = language_option(args) {
        format!("{option} has no effect on a list: it needs a syntax tree")
    } else if let Some(level) = polish {
        let level = level.word();
        format!("--polish {level} has no effect on --reducer list: it needs a syntax tree")
    } else {
        return Ok(());
    };
    Err(Failure::usage(message).hint("use --reducer tpdd, or leave it out"))
}

/// The polish level of a reducer of trees.
fn polish(args: &ReduceArgs, reducer: Reducer, structure: Structure) -> Result<Polish, Failure> {
    if let (Some(option), true) = (language_option(args), args.granularity.is_some()) {
        let message = format!("{option} has no effect on --granularity: units have no grammar");
        return Err(Failure::usage(message).hint("leave one of them out"));
    }
    let has_grammar = structure.language().is_some();
    if args.polish == Some(Polish::Templates) && !has_grammar {
        let message =
            "--polish templates has no effect without a grammar, which tells what fits where";
        return Err(Failure::usage(message).hint("leave it out"));
    }
    let is_as_published = args.fixpoint == Some(Fixpoint::Papers);
    if let Some(level @ (Polish::Tokens | Polish::Full)) = args.polish
        && is_as_published
    {
        let level = level.word();
        let message =
            format!("--polish {level} contradicts --fixpoint=papers, which has no ladder");
        return Err(Failure::usage(message).hint("use --polish templates, or leave it out"));
    }
    let nests = has_grammar
        || matches!(
            structure,
            Structure::Brackets(_) | Structure::Units(Unit::Bracket) | Structure::Files
        );
    let by_default = match reducer.is_polished() {
        true if is_as_published && has_grammar => Polish::Templates,
        true if nests && !is_as_published => Polish::Full,
        _ => Polish::None,
    };
    Ok(args.polish.unwrap_or(by_default))
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
        // Leaked once per process, so nothing is lost.
        return loaded.map(|language| Some(&*Box::leak(Box::new(language)))).map_err(|error| {
            let advice = error.advice();
            Failure::new(Exit::Usage, error.into()).hint(advice)
        });
    }
    match args.language.as_deref() {
        // What a file is named does not make a text of a picture.
        None if input.files.is_some() => Ok(None),
        None if input.is_container() => Ok(None),
        None => Ok(language_of(&input.path, &input.bytes)),
        Some(NO_LANGUAGE) => Ok(None),
        Some(name) => Language::by_name(name).map(Some).ok_or_else(|| {
            let failure = Failure::usage(format!("unknown language `{name}`"));
            failure.hint("`probdd languages` lists the built-in languages; `none` is for any text")
        }),
    }
}
