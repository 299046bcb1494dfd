//! What becomes of the text between tokens.

use super::{Polish, Settings, Strategy, Structure};
use crate::command_line::args::{FormatArg, ReduceArgs};
use crate::error::Failure;
use probdd_syntax::{Format, Unit};

/// The format, if it has an effect on what is reduced.
pub(super) fn format(args: &ReduceArgs, strategy: &Strategy) -> Result<Format, Failure> {
    let has_seams = |unit: &Unit| matches!(unit, Unit::Token | Unit::Bracket);
    let has_seams = strategy.units().iter().all(has_seams);
    match args.format {
        None | Some(FormatArg::Keep | FormatArg::Tidy) => Ok(Format::Keep),
        Some(FormatArg::Compact) if has_seams => Ok(Format::Compact),
        Some(FormatArg::Compact) => {
            let message = "--format compact has no effect on lists of lines, characters or bytes: \
                           they hold the whole text";
            Err(Failure::usage(message).hint("add --granularity token, or leave it out"))
        }
    }
}

/// Whether the result is indented in the end: for this it takes a grammar.
pub(super) fn is_tidied(args: &ReduceArgs, strategy: &Strategy) -> Result<bool, Failure> {
    let polish = match strategy {
        Strategy::Tree { structure: Structure::Grammar(_), polish, .. } => Some(*polish),
        _ => None,
    };
    match (args.format, polish) {
        (None, polish) => Ok(polish == Some(Polish::Full)),
        (Some(FormatArg::Tidy), Some(_)) => Ok(true),
        (Some(FormatArg::Tidy), None) => {
            let message = "--format tidy has no effect without a grammar: nothing is known to nest";
            Err(Failure::usage(message).hint("leave it out"))
        }
        (Some(FormatArg::Keep | FormatArg::Compact), _) => Ok(false),
    }
}

/// The word for the format in options, traces and reports.
pub(super) fn format_name(settings: &Settings) -> &'static str {
    match settings.format {
        Format::Keep if settings.is_tidied => "tidy",
        Format::Keep => "keep",
        Format::Compact => "compact",
    }
}
