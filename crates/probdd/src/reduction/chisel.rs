//! CHISEL: global and local searches over a program in turn.

use super::search::over_nodes;
use super::state::Reduction;
use crate::error::Halted;
use probdd_core::tree::{Chisel, Program};
use probdd_core::{AllAtOnce, Over, Search};
use probdd_exec::Oracle;
use std::sync::Arc;

/// The name of the passes that remove unused declarations.
const UNUSED: &str = "chisel-unused";

impl<O: Oracle> Reduction<'_, O> {
    /// Runs both searches, repeatedly while they reduce the number of tokens if there is a
    /// fixpoint.
    pub(super) fn chisel(&mut self) -> Result<(), Halted> {
        loop {
            let before = self.parsed().document.token_count();
            self.chisel_round()?;
            let after = self.parsed().document.token_count();
            if self.method.fixpoint.is_none() || after >= before {
                return Ok(());
            }
        }
    }

    fn chisel_round(&mut self) -> Result<(), Halted> {
        let (minimizer, chisel) = (self.minimizer(), self.text.strategy.chisel);
        let program = self.program();
        self.ask_tree("chisel-global", |start| Chisel::global(start, &program, minimizer))?;
        let program = self.program();
        self.ask_tree("chisel-local", |_| Chisel::local(program, minimizer, chisel.options))?;
        if chisel.is_removing_unused {
            self.remove_unused()?;
        }
        Ok(())
    }

    /// Removes all unused declarations at once while there are any; if that fails, as many as
    /// possible.
    fn remove_unused(&mut self) -> Result<(), Halted> {
        loop {
            let program = self.program();
            let removed =
                self.ask(UNUSED, |tree| Over::start(program.unused(tree), AllAtOnce::new))?;
            if removed.best().is_empty() {
                break;
            }
        }
        let (program, minimizer) = (self.program(), self.minimizer());
        self.ask(UNUSED, |tree| over_nodes(program.unused(tree), tree, &minimizer))?;
        Ok(())
    }

    /// The functions, statements and declarations of the best candidate.
    fn program(&mut self) -> Arc<Program> {
        let parsed = self.parsed();
        let language = self.language();
        let program = language.and_then(|language| language.program(&parsed.document));
        Arc::new(program.unwrap_or_default())
    }
}
