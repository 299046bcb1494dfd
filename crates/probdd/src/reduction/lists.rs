//! Reducing lists of lines, tokens, characters or bytes.

use super::ask::Asking;
use super::origins::Origins;
use super::search::over_nodes;
use super::state::Reduction;
use crate::command_line::Value;
use crate::error::Halted;
use probdd_core::{Links, NodeId, Role, Sweep, Tree, tree};
use probdd_exec::{Elements, Oracle};
use probdd_syntax::Unit;
use std::sync::Arc;

impl<O: Oracle> Reduction<'_, O> {
    /// Runs the list algorithm over each kind of unit.
    pub(super) fn reduce_units(&mut self) -> Result<(), Halted> {
        self.each_unit(Self::reduce_unit)
    }

    /// Sweeps over each kind of unit.
    pub(super) fn sweep_units(&mut self) -> Result<(), Halted> {
        self.each_unit(Self::sweep_unit)
    }

    fn each_unit(
        &mut self,
        ask: fn(&mut Self, Unit, &mut Origins) -> Result<(), Halted>,
    ) -> Result<(), Halted> {
        // Only the trace depends on it.
        let mut origins = self.origins.take().unwrap_or_else(|| Origins::new(&self.text.best));
        for unit in self.text.strategy.units.clone() {
            ask(self, unit, &mut origins)?;
        }
        self.origins = Some(origins);
        Ok(())
    }

    fn reduce_unit(&mut self, unit: Unit, origins: &mut Origins) -> Result<(), Halted> {
        if unit == Unit::Bracket {
            return self.reduce_brackets();
        }
        let minimizer = self.minimizer();
        let name = minimizer.algorithm.word();
        self.list_pass(name, unit, origins, |nodes, tree| over_nodes(nodes, &tree, &minimizer))
    }

    fn sweep_unit(&mut self, unit: Unit, origins: &mut Origins) -> Result<(), Halted> {
        if unit == Unit::Bracket {
            return self.sweep_again();
        }
        self.list_pass("sweep", unit, origins, |_, tree| {
            tree::search(tree, |start| Sweep::new(start, Links::default()))
        })
    }

    /// Runs the list algorithm over the groups and lines of one depth after another, outermost
    /// first.
    fn reduce_brackets(&mut self) -> Result<(), Halted> {
        let minimizer = self.minimizer();
        for depth in 0.. {
            let mut is_bottom = true;
            self.ask(minimizer.algorithm.word(), |tree| {
                let nodes = items_at(tree, depth);
                is_bottom = nodes.is_empty();
                over_nodes(nodes, tree, &minimizer)
            })?;
            if is_bottom {
                break;
            }
        }
        Ok(())
    }

    /// Runs a search over the units of the best candidate.
    fn list_pass<S: Asking>(
        &mut self,
        name: &'static str,
        unit: Unit,
        origins: &mut Origins,
        search: impl FnOnce(Vec<NodeId>, Arc<Tree>) -> S,
    ) -> Result<(), Halted> {
        let document = probdd_syntax::units(unit, &self.text.best);
        let tree = Arc::clone(document.tree());
        let nodes = items_at(&tree, 0);
        let origin = origins.of(unit, nodes.len(), &self.text.best);
        let search = search(nodes, tree);
        let done = self.ask_of(name, &document, Elements::List { origin }, search)?;
        origins.remove(unit, done.best());
        Ok(())
    }
}

/// The items that are nested in `depth` other items.
pub(super) fn items_at(tree: &Tree, depth: usize) -> Vec<NodeId> {
    let mut depths = vec![0usize; tree.len()];
    let mut found = Vec::new();
    for (id, node) in tree.nodes() {
        let above = depths[node.parent.index()];
        let is_item = node.role == Role::Item;
        depths[id.index()] = above + usize::from(is_item);
        if is_item && above == depth {
            found.push(id);
        }
    }
    found
}
