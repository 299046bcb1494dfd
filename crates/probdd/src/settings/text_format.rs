//! What happens to the text between tokens: defaults and contradictions.

use super::{Strategy, Structure};
use crate::command_line::{Polish, ReduceArgs, Reducer, TextFormat};
use crate::error::Failure;
use probdd_syntax::Unit;

/// The format that the user chose, or the default.
pub(super) fn text_format(args: &ReduceArgs, strategy: &Strategy) -> Result<TextFormat, Failure> {
    let has_layout = match strategy.structure {
        Structure::Grammar(_) | Structure::Brackets(_) | Structure::Units(Unit::Bracket) => true,
        Structure::Binary | Structure::Units(_) | Structure::Files => false,
    };
    let has_gaps = |unit: &Unit| matches!(unit, Unit::Token | Unit::Bracket);
    match args.format {
        None if has_layout && strategy.polish == Polish::Full => Ok(TextFormat::Tidy),
        None => Ok(TextFormat::Keep),
        Some(TextFormat::Compact) if !strategy.units.iter().all(has_gaps) => {
            let message = "--format compact has no effect on lists of lines, characters or bytes, \
                           which leave no text between them";
            Err(Failure::usage(message).hint("add --granularity token, or leave it out"))
        }
        Some(TextFormat::Tidy) if !has_layout || strategy.reducer == Reducer::List => {
            let message = "--format tidy has no effect on lists of lines, tokens, characters or \
                           bytes, in which nothing is nested";
            Err(Failure::usage(message).hint("leave it out"))
        }
        Some(format) => Ok(format),
    }
}
