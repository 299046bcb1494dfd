//! Reducing deep nests: chains of nodes inside each other, each of which may take the place of those
//! around it.

use super::pass::Reduction;
use crate::command_line::{Polish, Reducer};
use crate::error::Halted;
use probdd_core::tree::{Nesting, chains};
use probdd_exec::Oracle;

impl<O: Oracle> Reduction<'_, O> {
    /// Removes levels of deep nests until nothing changes; without a fixpoint, in one pass. Most texts
    /// have no deep nest, and take no query. The reducers of papers do without, and so does a run that
    /// replaces nothing.
    pub(super) fn unnest(&mut self) -> Result<(), Halted> {
        let strategy = &self.strategy;
        if strategy.reducer != Reducer::Frontier || strategy.polish < Polish::Templates {
            return Ok(());
        }
        loop {
            let before = self.best.clone();
            let chains = chains(self.parsed().document.tree());
            if chains.is_empty() {
                return Ok(());
            }
            self.tree_pass("nesting", |_| Nesting::new(chains))?;
            if self.best == before || !self.method.is_certifying() {
                return Ok(());
            }
        }
    }
}
