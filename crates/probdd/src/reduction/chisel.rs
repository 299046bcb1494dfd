//! CHISEL over a program: global and local searches by turns.

use super::lists::over;
use super::{Halted, Parsed, Reduction};
use crate::settings::{self, Structure};
use probdd_core::list::AllAtOnce;
use probdd_core::tree::{Chisel, Program};
use probdd_core::{Over, Search};
use probdd_exec::Oracle;
use std::rc::Rc;
use std::sync::Arc;

impl<O: Oracle> Reduction<'_, O> {
    /// Rounds of both searches until the program has no fewer tokens; without a fixpoint, one.
    pub(super) fn chisel(&mut self, structure: Structure, chisel: &settings::Chisel) -> Result<(), Halted> {
        loop {
            let before = self.parsed(structure).document.token_count();
            self.chisel_round(structure, chisel)?;
            let after = self.parsed(structure).document.token_count();
            if !self.settings.is_fixpoint || after >= before {
                return Ok(());
            }
        }
    }

    fn chisel_round(&mut self, structure: Structure, chisel: &settings::Chisel) -> Result<(), Halted> {
        let settings::Chisel { minimizer, options, is_removing_unused } = *chisel;
        let program = self.program(structure);
        self.tree_pass("chisel-global", structure, |start| {
            Chisel::global(start, &program, minimizer)
        })?;
        let program = self.program(structure);
        self.tree_pass("chisel-local", structure, |_| {
            Chisel::local(program, minimizer, options)
        })?;
        if is_removing_unused {
            self.remove_unused(structure, chisel)?;
        }
        Ok(())
    }

    /// Declarations that nobody refers to: all at once, as long as there are any; when they cannot
    /// all go, as many as can.
    fn remove_unused(&mut self, structure: Structure, chisel: &settings::Chisel) -> Result<(), Halted> {
        loop {
            let program = self.program(structure);
            let removed = self.nodes_pass("chisel-unused", structure, |tree| {
                Over::start(program.unused(&tree), AllAtOnce::new)
            })?;
            if removed.best().is_empty() {
                break;
            }
        }
        let program = self.program(structure);
        self.nodes_pass("chisel-unused", structure, |tree| {
            over(program.unused(&tree), &tree, &chisel.minimizer)
        })?;
        Ok(())
    }

    /// The program that is left; of a text that is none, an empty one.
    fn program(&mut self, structure: Structure) -> Arc<Program> {
        let parsed: Rc<Parsed> = self.parsed(structure);
        let program = match structure {
            Structure::Grammar(language) => language.program(&parsed.document),
            Structure::Units(_) => None,
        };
        Arc::new(program.unwrap_or_default())
    }
}
