//! `--continue`: the result of an earlier run is tested before the first pass.

use super::pass::Reduction;
use super::single_query::{FixedText, SingleQuery};
use crate::error::Halted;
use probdd_exec::{Candidate, Elements, Oracle, Pass};

impl<O: Oracle> Reduction<'_, O> {
    /// Begins with the result of an earlier run, if that is interesting.
    pub(super) fn begin_with(&mut self, earlier: &[u8]) -> Result<(), Halted> {
        let tokens = self.structure().parse(earlier, &|| false).token_count();
        let pass = Pass { name: "continue", elements: Elements::Tree { tree: self.trees } };
        let candidate = FixedText::new(Candidate { bytes: earlier.to_vec(), tokens });
        self.drive(&pass, candidate, SingleQuery::new())?;
        if self.best != earlier {
            let warning = "the earlier result is not interesting: the run begins with the input";
            self.recorder.warn(warning.into());
        }
        Ok(())
    }
}
