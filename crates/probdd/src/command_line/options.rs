//! Options without a command line: a program that calls the library has its own input, test and output.

use super::args::ReduceArgs;
use crate::error::Failure;
use clap::parser::ValueSource;
use clap::{Args, Command, FromArgMatches};
use std::ffi::OsString;

/// The options that say how an input is reduced.
const OF_REDUCTIONS: [&str; 38] = [
    "exclude",
    "keep",
    "keep-region",
    "keep-match",
    "keep-files",
    "reducer",
    "minimizer",
    "sigma",
    "least-gain",
    "tie",
    "order",
    "fixpoint",
    "no-fixpoint",
    "polish",
    "transformer",
    "fixup",
    "chisel",
    "language",
    "grammar",
    "grammar-json",
    "granularity",
    "format",
    "feedback",
    "check-cost",
    "after-fail",
    "batch",
    "timeout",
    "memory",
    "disk",
    "sandbox",
    "confirm",
    "hit-rate",
    "seed",
    "jobs",
    "max-queries",
    "max-time",
    "test",
    "input",
];

/// Reads options as on the command line. The test and the input are those of the caller.
pub(crate) fn options(typed: &[OsString]) -> Result<ReduceArgs, Failure> {
    let mut command =
        ReduceArgs::augment_args(Command::default().name("probdd").no_binary_name(true));
    let placeholders = ["test".into(), "input".into()];
    let words = placeholders.into_iter().chain(typed.iter().cloned());
    let matches = command.try_get_matches_from_mut(words).map_err(|usage| refused(&usage))?;
    let is_typed = |arg: &&clap::Arg| {
        matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
    };
    let is_other = |arg: &&clap::Arg| {
        let name = arg.get_long().unwrap_or(arg.get_id().as_str());
        !OF_REDUCTIONS.contains(&name)
    };
    if let Some(other) = command.get_arguments().filter(is_typed).find(is_other) {
        let message = format!("`{other}` does not say how an input is reduced");
        return Err(Failure::usage(message).hint("leave it out: it is for the command line"));
    }
    let args = ReduceArgs::from_arg_matches(&matches).map_err(|usage| refused(&usage))?;
    match args.input.get(1) {
        None => Ok(args),
        Some(stray) => {
            let message = format!("`{}` is no option, and no value of one", stray.display());
            Err(Failure::usage(message).hint("options are written as on the command line"))
        }
    }
}

/// What is wrong with the options, without how the command line is used.
fn refused(usage: &clap::Error) -> Failure {
    let text = usage.render().to_string();
    let text = text.split("\n\nUsage:").next().unwrap_or(&text).trim();
    Failure::usage(text.strip_prefix("error: ").unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(typed: &[&str]) -> Result<ReduceArgs, String> {
        let typed: Vec<OsString> = typed.iter().map(Into::into).collect();
        options(&typed).map_err(|failure| failure.error.to_string())
    }

    #[test]
    fn every_name_in_the_list_is_an_option_or_an_argument() {
        let command = ReduceArgs::augment_args(Command::new("probdd"));
        for name in OF_REDUCTIONS {
            let is_it = |arg: &clap::Arg| arg.get_long() == Some(name) || arg.get_id() == name;
            assert!(command.get_arguments().any(is_it), "{name}");
        }
    }

    #[test]
    fn only_options_about_the_reduction_are_accepted() {
        let args = read(&["--reducer=tpdd", "--seed", "7"]).expect("both say how");
        assert_eq!((args.seed, args.reducer.is_some()), (7, true));
        let refused = |typed: &[&str]| read(typed).expect_err("it is refused");
        assert_eq!(
            refused(&["--trace", "t.jsonl"]),
            "`--trace <PATH>` does not say how an input is reduced"
        );
        assert_eq!(refused(&["bug.c"]), "`bug.c` is no option, and no value of one");
        assert!(refused(&["--sigma", "2"]).starts_with("invalid value '2' for '--sigma <P>'"));
        assert!(refused(&["--reducer"]).starts_with("a value is required for '--reducer <NAME>'"));
    }
}
