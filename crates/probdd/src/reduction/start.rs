//! What is tested before the first pass: what the program of `--fixup` makes of the input, and with
//! `--continue` the result of an earlier run.

use super::pass::Reduction;
use crate::error::Halted;
use crate::fixup::not_interesting;
use probdd_exec::{Halt, Oracle};

/// The name of the pass that tests what the program of `--fixup` makes of the input.
const FIXUP: &str = "fixup";

impl<O: Oracle> Reduction<'_, O> {
    /// Begins with what the user's program makes of the input.
    pub(super) fn fix_input(&mut self) -> Result<(), Halted> {
        let (Some(fixer), Some(fixup)) = (&self.fixer, self.method.fixup) else { return Ok(()) };
        let input = &self.method.input.bytes;
        let written = fixer.borrow_mut().fix(input);
        if written.as_ref() == Some(input) {
            return Ok(());
        }
        // What the program makes of the input is the input of the run.
        self.most_bytes = self.most_bytes.max(written.as_ref().map_or(0, Vec::len));
        self.ask_within(self.bound_of_layout(), FIXUP, input.clone())?;
        match written {
            Some(written) if written == self.best => Ok(()),
            _ => Err(Halt::Listener(not_interesting(fixup))),
        }
    }

    /// Warns about a program that has failed for all candidates.
    pub(super) fn warn_of_fixer(&mut self) {
        let warning = self.fixer.as_ref().and_then(|fixer| fixer.borrow().warning());
        if let Some(warning) = warning {
            self.recorder.warn(warning);
        }
    }

    /// Begins with the result of an earlier run, if that is interesting.
    pub(super) fn begin_with(&mut self, earlier: &[u8]) -> Result<(), Halted> {
        self.ask_about("continue", earlier.to_vec())?;
        if self.best != earlier {
            let warning = "the earlier result is not interesting, or larger than the input: the run begins with the input";
            self.recorder.warn(warning.into());
        }
        Ok(())
    }
}
