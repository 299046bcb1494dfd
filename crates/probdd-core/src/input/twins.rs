//! Neighbours with equal texts.

use crate::NodeId;
use std::collections::HashMap;
use std::sync::Arc;

/// Runs of nodes of a tree, each of neighbours whose texts are equal. The text without one node of a run
/// is the text without any other, so that one answer of the test is enough for all of them.
#[derive(Clone, Debug, Default)]
pub struct Twins(Arc<Runs>);

#[derive(Debug, Default)]
struct Runs {
    runs: Vec<Vec<NodeId>>,
    /// The number of the run of each node that is in one.
    run_of: HashMap<NodeId, usize>,
}

impl Twins {
    /// Runs of siblings, each in document order.
    pub fn new(runs: Vec<Vec<NodeId>>) -> Twins {
        let numbered = runs.iter().enumerate();
        let run_of = numbered.flat_map(|(at, run)| run.iter().map(move |node| (*node, at)));
        Twins(Arc::new(Runs { run_of: run_of.collect(), runs }))
    }

    /// All runs.
    pub fn runs(&self) -> &[Vec<NodeId>] {
        &self.0.runs
    }

    /// The run of a node, itself included; empty if it is in none.
    pub fn of(&self, node: NodeId) -> &[NodeId] {
        self.number(node).map_or(&[], |at| &self.0.runs[at])
    }

    /// The number of a node's run.
    pub(crate) fn number(&self, node: NodeId) -> Option<usize> {
        self.0.run_of.get(&node).copied()
    }
}
