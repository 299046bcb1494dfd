//! A list search whose elements stand for other things: the nodes of a tree, or some elements of a
//! longer list.
//!
//! A list search knows its elements as the numbers `0..n`. [`Over`] maps each number to a *target*.
//! So one list search serves lists, trees, parts of either, and reversed lists.

use super::configuration::{self, ListConfiguration};
use super::subset::Subset;
use crate::driver::{Driver, Strategy};
use crate::{Belief, Changes, Edits, Feedback, NodeId, Query, Search};
use std::fmt::Debug;
use std::sync::Arc;

/// What an element of a list search may stand for.
pub trait Target: Clone + Debug {
    /// The removal of targets.
    type Change: Changes;

    /// Removes some targets.
    fn removal(targets: Vec<Self>) -> Self::Change;

    /// The numbers of the elements or nodes that it stands for.
    fn numbers(&self) -> Vec<u32>;
}

impl Target for u32 {
    type Change = Subset;

    fn removal(targets: Vec<u32>) -> Subset {
        Subset(targets)
    }

    fn numbers(&self) -> Vec<u32> {
        vec![*self]
    }
}

impl Target for NodeId {
    type Change = Edits;

    fn removal(targets: Vec<NodeId>) -> Edits {
        Edits::removal(targets)
    }

    fn numbers(&self) -> Vec<u32> {
        vec![self.0]
    }
}

/// Nodes that are removed together.
impl Target for Arc<[NodeId]> {
    type Change = Edits;

    fn removal(targets: Vec<Arc<[NodeId]>>) -> Edits {
        Edits::removal(targets.iter().flat_map(|nodes| nodes.iter().copied()).collect())
    }

    fn numbers(&self) -> Vec<u32> {
        self.iter().map(|node| node.0).collect()
    }
}

/// A list search whose queries remove targets.
#[derive(Clone, Debug)]
pub struct Over<T: Target, S> {
    targets: Arc<[T]>,
    search: S,
    best: T::Change,
    query: Option<Query<T::Change>>,
}

impl<T, S> Over<T, Driver<S>>
where
    T: Target,
    S: Strategy<Configuration = ListConfiguration> + Clone,
{
    /// A search by a strategy made for as many elements as there are targets. Nodes must not contain
    /// each other.
    pub fn start(
        targets: impl Into<Arc<[T]>>,
        strategy: impl FnOnce(usize) -> S,
    ) -> Over<T, Driver<S>> {
        let targets = targets.into();
        let search = configuration::search(targets.len(), strategy);
        let mut over = Over { targets, search, best: T::Change::default(), query: None };
        over.translate();
        over
    }
}

impl<T: Target, S: Search<Change = Subset>> Over<T, S> {
    fn translate(&mut self) {
        self.query = self.search.ask().map(|query| {
            let targets =
                query.change.0.iter().map(|element| self.targets[*element as usize].clone());
            query.with(T::removal(targets.collect()))
        });
    }
}

impl<T: Target, S: Search<Change = Subset>> Search for Over<T, S> {
    type Change = T::Change;

    fn ask(&self) -> Option<&Query<T::Change>> {
        self.query.as_ref()
    }

    fn tell(&mut self, feedback: &Feedback) {
        let query = self.query.take().expect("the search has not ended");
        self.search.tell(feedback);
        if feedback.is_interesting() {
            self.best.extend(&query.change);
        }
        self.translate();
    }

    fn best(&self) -> &T::Change {
        &self.best
    }

    fn undecided(&self) -> Option<Vec<Belief>> {
        let of_target = |belief: Belief| {
            let numbers = self.targets[belief.element as usize].numbers().into_iter();
            numbers.map(move |element| Belief { element, ..belief })
        };
        Some(self.search.undecided()?.into_iter().flat_map(of_target).collect())
    }
}
