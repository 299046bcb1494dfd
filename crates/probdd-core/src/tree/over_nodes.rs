//! A list search over chosen nodes of a tree: the seam at its two levels.

use crate::list::Subset;
use crate::{Edits, Feedback, NodeId, Query, Search};
use std::sync::Arc;

/// A list search whose elements are nodes, none of which contains another; it asks for removals.
#[derive(Clone, Debug)]
pub struct OverNodes<S> {
    nodes: Arc<[NodeId]>,
    search: S,
    best: Edits,
    query: Option<Query<Edits>>,
}

impl<S: Search<Change = Subset>> OverNodes<S> {
    /// `search` has one element for each of `nodes`.
    pub fn new(nodes: Arc<[NodeId]>, search: S) -> OverNodes<S> {
        let mut over = OverNodes { nodes, search, best: Edits::default(), query: None };
        over.next();
        over
    }

    fn next(&mut self) {
        self.query = self.search.ask().map(|query| Query {
            change: removal(&self.nodes, &query.change),
            class: query.class,
            probability: query.probability,
        });
    }
}

fn removal(nodes: &[NodeId], elements: &Subset) -> Edits {
    Edits::removal(elements.0.iter().map(|element| nodes[*element as usize]).collect())
}

impl<S: Search<Change = Subset>> Search for OverNodes<S> {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, feedback: &Feedback) {
        let query = self.query.take().expect("the search has not ended");
        self.search.tell(feedback);
        if feedback.is_interesting() {
            self.best.extend(&query.change);
        }
        self.next();
    }

    fn best(&self) -> &Edits {
        &self.best
    }
}
