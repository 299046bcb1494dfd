//! CHISEL (Heo, Lee, Pashakhanloo, Naik, CCS'18), for programs of functions and statements.
//!
//! Two searches, which whoever drives them repeats until the program shrinks no more: a *global*
//! one over what is declared outside of functions, and a *local* one over the statements inside.
//! Both hand lists to any list search ([`Minimizer`]), as the papers do that put theirs in the place
//! of CHISEL's own; its learned policy, which only orders ddmin's attempts, is not here.
//!
//! What a function, a block or a loop is they are told as plain data, a [`Program`].

mod global;
mod local;
mod needs;
mod program;

pub use global::ChiselGlobal;
pub use local::{ChiselLocal, ChiselOptions};
pub use needs::{Need, Needs};
pub use program::{Program, Statement};

use super::Progress;
use super::batch::Batch;
use crate::list::Minimizer;
use crate::{Edits, Kept, NodeId, Query, Tree};
use std::sync::Arc;

/// What both searches have reached, and what they do not ask.
#[derive(Clone, Debug)]
struct State {
    tree: Arc<Tree>,
    needs: Arc<Needs>,
    progress: Progress,
}

impl State {
    fn new(tree: Arc<Tree>, needs: Arc<Needs>) -> State {
        State { progress: Progress::new(&tree), tree, needs }
    }

    /// A list search over those of some nodes that are left.
    fn batch(&self, nodes: &[NodeId], minimizer: &Minimizer) -> Batch {
        let left = nodes.iter().copied().filter(|node| self.is_left(*node)).collect();
        Batch::new(&self.tree, &self.progress, left, minimizer)
    }

    /// The next query of a list search that breaks no need.
    fn next_of(&mut self, batch: &mut Batch) -> Option<Query<Edits>> {
        let State { tree, needs, progress } = self;
        batch.next_where(tree, progress, |kept, change| !breaks(needs, tree, kept, change))
    }

    /// Whether a change breaks no need, and was not asked about.
    fn is_worth_asking(&mut self, change: &Edits) -> bool {
        !breaks(&self.needs, &self.tree, &self.progress.kept, change)
            && self.progress.is_new(&self.tree, change)
    }

    fn accept(&mut self, change: &Edits) {
        self.progress.accept(&self.tree, change);
    }

    fn is_left(&self, node: NodeId) -> bool {
        self.progress.kept.any(self.tree.node(node).tokens())
    }
}

fn breaks(needs: &Needs, tree: &Tree, kept: &Kept, change: &Edits) -> bool {
    if needs.is_empty() {
        return false;
    }
    let mut after = kept.clone();
    after.apply(tree, change);
    needs.breaks(kept, &after)
}
