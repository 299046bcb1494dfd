//! The seam between a search and its caller, which knows the verdicts.

use crate::Feedback;
use std::fmt::Debug;

/// A search for a small interesting configuration.
///
/// The caller repeats: `ask` for the next query, find its verdict, `tell` it. Asking twice without
/// telling gives the same query: `tell` computes the next one, `ask` only shows it. Every search here is
/// [`Clone`], so that a scheduler can run ahead on a copy under a guessed verdict.
///
/// Every implementation keeps these invariants, and the property suite in `tests/` checks them:
/// [`best`](Search::best) was observed to be interesting, or is the start; no configuration is asked
/// about twice; the search ends on every property, even one that is not monotone or not consistent.
pub trait Search {
    /// What a query does to the best configuration: it removes list elements, or edits a tree.
    type Change;

    /// The next query, or `None` when the search has ended.
    fn ask(&self) -> Option<&Query<Self::Change>>;

    /// Takes the feedback on the query that [`ask`](Search::ask) shows.
    ///
    /// # Panics
    /// When the search has ended.
    fn tell(&mut self, feedback: &Feedback);

    /// All changes accepted so far, relative to the configuration at the start. New changes are only
    /// added at the end.
    fn best(&self) -> &Self::Change;

    /// The queries that follow the current one whatever the verdicts are, in order. All of them are
    /// about the current best configuration.
    fn queued(&self) -> &[Query<Self::Change>] {
        &[]
    }

    /// What is not decided yet, and what the model believes of it, for people to look at; `None` if
    /// the search has no model. All else that is left is taken to be needed.
    fn undecided(&self) -> Option<Vec<Belief>> {
        None
    }
}

/// Changes of a list or a tree, in the order in which they were made.
pub trait Changes: Clone + Debug + Default {
    /// Adds changes that were made later.
    fn extend(&mut self, later: &Self);
}

/// What a search believes of something that it has not decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    /// The element of a list, or the number of a node.
    pub element: u32,
    /// The probability that it is needed. Where nothing is believed, that is 1/2.
    pub needed: f64,
}

/// A question: is the best configuration still interesting after one more change?
#[derive(Clone, Debug, PartialEq)]
pub struct Query<C> {
    /// The change to the best configuration.
    pub change: C,
    /// The kind of question, for traces.
    pub class: Class,
    /// The model's probability that the candidate is interesting, where there is a model.
    pub probability: Option<f64>,
}

impl<C> Query<C> {
    /// A query that removes something and keeps the rest.
    pub(crate) fn complement(change: C, probability: Option<f64>) -> Query<C> {
        Query { change, class: Class::Complement, probability }
    }

    /// A query that replaces something.
    pub(crate) fn replacement(change: C) -> Query<C> {
        Query { change, class: Class::Replacement, probability: None }
    }

    /// A query of the same class and probability with another change.
    pub(crate) fn with<D>(&self, change: D) -> Query<D> {
        Query { change, class: self.class, probability: self.probability }
    }
}

/// The kind of a query: a class of figure 2 of the CDD paper, or one of ours for edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Only one chunk is kept (ddmin's first half).
    Subset,
    /// Everything but one chunk is kept.
    Complement,
    /// A complement that was tried before, against a larger configuration.
    Revisit,
    /// A node is replaced by one of its descendants.
    Replacement,
    /// Changes that were interesting one by one are made together.
    Union,
    /// Any other change.
    Other,
}

impl Class {
    /// The name of the class in traces.
    pub fn name(self) -> &'static str {
        match self {
            Class::Subset => "subset",
            Class::Complement => "complement",
            Class::Revisit => "revisit",
            Class::Replacement => "replacement",
            Class::Union => "union",
            Class::Other => "other",
        }
    }
}
