//! `--continue`: the result of an earlier run is tested before the first pass.

use super::pass::Reduction;
use crate::error::Halted;
use probdd_exec::Oracle;

impl<O: Oracle> Reduction<'_, O> {
    /// Begins with the result of an earlier run, if that is interesting.
    pub(super) fn begin_with(&mut self, earlier: &[u8]) -> Result<(), Halted> {
        self.ask_about("continue", earlier.to_vec())?;
        if self.best != earlier {
            let warning = "the earlier result is not interesting: the run begins with the input";
            self.recorder.warn(warning.into());
        }
        Ok(())
    }
}
