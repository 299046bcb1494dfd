//! The options of CHISEL.

use crate::command_line::{Analysis, Polish, ReduceArgs, Reducer};
use crate::error::Failure;
use probdd_core::tree::ChiselOptions;
use probdd_syntax::Language;

/// The settings of CHISEL.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Chisel {
    /// The options of its local search.
    pub(crate) options: ChiselOptions,
    /// Whether unused declarations are removed all at once.
    pub(crate) is_removing_unused: bool,
}

impl Chisel {
    /// Reads the options.
    pub(super) fn new(args: &ReduceArgs) -> Chisel {
        Chisel {
            options: ChiselOptions {
                is_replacing: args.polish != Some(Polish::None),
                keeps_dependencies: args.chisel.contains(&Analysis::Dependencies),
                removes_declarations: !args.chisel.contains(&Analysis::Dce),
            },
            is_removing_unused: args.chisel.contains(&Analysis::Dce),
        }
    }
}

/// Rejects CHISEL for languages that it does not know, and its own options for any other reducer.
pub(super) fn check(args: &ReduceArgs, language: Option<&Language>) -> Result<(), Failure> {
    if args.reducer == Some(Reducer::Chisel) {
        return check_input(args, language);
    }
    if args.chisel.is_empty() {
        return Ok(());
    }
    let message = "--chisel has no effect without --reducer chisel";
    Err(Failure::usage(message).hint("add --reducer chisel, or leave it out"))
}

fn check_input(args: &ReduceArgs, language: Option<&Language>) -> Result<(), Failure> {
    if !language.is_some_and(Language::has_programs) {
        return Err(unknown_programs(args, language));
    }
    if args.granularity.is_some() {
        let message = "--granularity has no effect on --reducer chisel: it reduces functions and \
                       statements";
        return Err(Failure::usage(message).hint("add --reducer list, or leave it out"));
    }
    Ok(())
}

fn unknown_programs(args: &ReduceArgs, language: Option<&Language>) -> Failure {
    let known: Vec<&str> =
        Language::all().filter(|language| language.has_programs()).map(Language::name).collect();
    let known = known.join(" and ");
    let (is, hint) = match (language, &args.grammar) {
        (Some(language), None) => (
            format!("the input is in {}", language.name()),
            "use --reducer frontier, or leave it out",
        ),
        (Some(_), Some(_)) => (
            "it does not support a --grammar".to_owned(),
            "use --reducer frontier, or leave it out",
        ),
        (None, _) => (
            "the input's language is unknown".to_owned(),
            "name the language, for example --language c, or leave --reducer out",
        ),
    };
    Failure::usage(format!("--reducer chisel reduces programs in {known}: {is}")).hint(hint)
}
