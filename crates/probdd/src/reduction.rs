//! The passes of a run over its best candidate: which searches, and in which order.

mod chisel;
mod filters;
mod format;
mod ladder;
mod lists;
mod offers;
mod origins;
mod pass;
mod rendering;
mod single_query;
mod start;
mod trees;

use crate::command_line::{Reducer, TextFormat};
use crate::error::Halted;
use probdd_exec::Oracle;

pub(crate) use pass::Reduction;

impl<O: Oracle> Reduction<'_, O> {
    /// Runs the strategy to its end. Returns whether the result is certified to be 1-minimal.
    pub(crate) fn run(&mut self) -> Result<bool, Halted> {
        if let Some(earlier) = &self.settings.start {
            self.begin_with(earlier)?;
        }
        if self.settings.format == TextFormat::Compact {
            self.compact()?;
        }
        if self.settings.strategy.reducer == Reducer::List {
            return self.reduce_lists();
        }
        let is_certified = self.reduce_tree()?;
        if self.settings.format == TextFormat::Tidy {
            self.tidy()?;
        }
        Ok(is_certified)
    }
}
