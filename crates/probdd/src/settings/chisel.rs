//! What CHISEL's options mean.

use super::list_algorithm::minimizer;
use crate::command_line::args::{PolishArg, ReduceArgs, ReducerArg};
use crate::error::Failure;
use probdd_core::list::Minimizer;
use probdd_core::tree::ChiselOptions;
use probdd_syntax::Language;

/// How CHISEL goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chisel {
    /// The list algorithm.
    pub minimizer: Minimizer,
    /// What its local search does beside removing statements.
    pub options: ChiselOptions,
    /// Whether unused declarations are removed all at once.
    pub is_removing_unused: bool,
}

/// CHISEL, with options that have an effect on it.
pub(super) fn chisel(args: &ReduceArgs) -> Result<Chisel, Failure> {
    Ok(Chisel {
        minimizer: minimizer(args)?,
        options: ChiselOptions {
            is_replacing: args.polish != Some(PolishArg::None),
            keeps_dependencies: args.chisel_dependencies,
            removes_declarations: !args.chisel_dce,
        },
        is_removing_unused: args.chisel_dce,
    })
}

/// Refuses CHISEL on what are no programs, and its own options beside any other reducer.
pub(super) fn check(args: &ReduceArgs, language: Option<&Language>) -> Result<(), Failure> {
    if args.reducer == Some(ReducerArg::Chisel) {
        return check_input(args, language);
    }
    let flags =
        [("--chisel-dependencies", args.chisel_dependencies), ("--chisel-dce", args.chisel_dce)];
    match flags.iter().find(|(_, is_given)| *is_given) {
        Some((flag, _)) => {
            let message = format!("{flag} has no effect without --reducer chisel");
            Err(Failure::usage(message).hint("add --reducer chisel, or leave it out"))
        }
        None => Ok(()),
    }
}

fn check_input(args: &ReduceArgs, language: Option<&Language>) -> Result<(), Failure> {
    if !language.is_some_and(Language::has_programs) {
        return Err(no_programs(args, language));
    }
    if args.granularity.is_some() {
        let message = "--granularity has no effect on --reducer chisel: it reduces functions and \
                       statements";
        return Err(Failure::usage(message).hint("add --reducer list, or leave it out"));
    }
    Ok(())
}

fn no_programs(args: &ReduceArgs, language: Option<&Language>) -> Failure {
    let known: Vec<&str> =
        Language::all().filter(|it| it.has_programs()).map(Language::name).collect();
    let known = known.join(" and ");
    let is = match (language, &args.grammar) {
        (Some(language), None) => format!("the input is in {}", language.name()),
        (Some(_), Some(_)) => "it does not know the programs of a --grammar".to_owned(),
        (None, _) => "the input's language is not known".to_owned(),
    };
    let failure = Failure::usage(format!("--reducer chisel reduces programs in {known}: {is}"));
    failure.hint(match language {
        Some(_) => "use --reducer frontier, or leave it out",
        None => "say what it is in, for example --language c, or leave --reducer out",
    })
}
