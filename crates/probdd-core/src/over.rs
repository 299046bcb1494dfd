//! A list search over chosen things: the nodes of a tree, or some elements of a longer list.
//!
//! A list search knows its elements by the numbers `0..n`. [`Over`] puts a *target* in the place of each number. So one list
//! search serves lists, trees, parts of either, and their reversals.

use crate::driver::{Driver, Strategy};
use crate::list::{self, ListConfiguration, Subset};
use crate::{Changes, Edits, Feedback, NodeId, Query, Search};
use std::fmt::Debug;
use std::sync::Arc;

/// What an element of a list search may stand for.
pub trait Target: Copy + Debug {
    /// What the removal of targets is.
    type Change: Changes;

    /// The removal of some targets.
    fn removal(targets: Vec<Self>) -> Self::Change;
}

impl Target for u32 {
    type Change = Subset;

    fn removal(targets: Vec<u32>) -> Subset {
        Subset(targets)
    }
}

impl Target for NodeId {
    type Change = Edits;

    fn removal(targets: Vec<NodeId>) -> Edits {
        Edits::removal(targets)
    }
}

/// A list search, its queries told in terms of targets.
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
    /// A search by the strategy that is made for as many elements as there are targets. Nodes must
    /// not contain each other.
    pub fn start(
        targets: impl Into<Arc<[T]>>,
        strategy: impl FnOnce(usize) -> S,
    ) -> Over<T, Driver<S>> {
        let targets = targets.into();
        let search = list::search(targets.len(), strategy);
        let mut over = Over { targets, search, best: T::Change::default(), query: None };
        over.translate();
        over
    }
}

impl<T: Target, S: Search<Change = Subset>> Over<T, S> {
    /// The targets that are kept, in their order.
    pub(crate) fn kept(&self) -> Vec<T> {
        let mut is_kept = vec![true; self.targets.len()];
        for element in &self.search.best().0 {
            is_kept[*element as usize] = false;
        }
        let kept = self.targets.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept);
        kept.map(|(target, _)| *target).collect()
    }

    /// The list search inside.
    pub(crate) fn inner(&self) -> &S {
        &self.search
    }

    fn translate(&mut self) {
        self.query = self.search.ask().map(|query| {
            let Subset(elements) = &query.change;
            let targets = elements.iter().map(|element| self.targets[*element as usize]);
            let change = T::removal(targets.collect());
            Query { change, class: query.class, probability: query.probability }
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
}
