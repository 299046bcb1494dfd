//! The byte order mark at the beginning of a text, which is no token: one query removes it.

use super::pass::Reduction;
use crate::error::Halted;
use crate::settings::Structure;
use probdd_exec::Oracle;
use probdd_syntax::BYTE_ORDER_MARK;

/// The name of the pass in traces and reports.
const PASS: &str = "mark";

impl<O: Oracle> Reduction<'_, O> {
    /// Removes the byte order mark of UTF-8, if the test does not need it. Those of UTF-16 stay: without one, all
    /// that follows would be read as something else.
    pub(super) fn remove_mark(&mut self) -> Result<(), Halted> {
        let is_text = !matches!(self.structure(), Structure::Binary);
        match self.best.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) if is_text && !rest.is_empty() => self.ask_about(PASS, rest.to_vec()),
            _ => Ok(()),
        }
    }
}
