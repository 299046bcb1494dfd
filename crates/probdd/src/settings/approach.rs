//! How another text is reduced under the name of the input and with the same options: what a run
//! finds may be read otherwise than the input.

use super::{Strategy, strategy, text_format};
use crate::command_line::{ReduceArgs, TextFormat};
use crate::input::Input;

/// How a text is reduced.
#[derive(Clone, Debug)]
pub(crate) struct Approach {
    /// The algorithm.
    pub(crate) strategy: Strategy,
    /// What happens to the text between tokens.
    pub(crate) format: TextFormat,
}

/// How a run with these arguments reduces an input; `None` if it refuses to.
pub(super) fn approach(args: &ReduceArgs, input: &Input) -> Option<Approach> {
    let strategy = strategy::strategy(args, input).ok()?;
    let format = text_format::text_format(args, &strategy).ok()?;
    Some(Approach { strategy, format })
}
