//! The seam between a search and the world that answers it.

use crate::Feedback;
use std::fmt::Debug;

/// A search for a small interesting configuration.
///
/// The one who drives it repeats: `ask` for the next query, find its verdict, `tell` it. Asking
/// twice without telling gives the same query: `tell` computes the next one, `ask` only shows it.
/// A search is [`Clone`], so that a scheduler may run ahead on a copy under a guessed verdict.
///
/// Invariants of every implementation, each checked by the property suite in `tests/`:
/// [`best`](Search::best) has been observed to be interesting (or is the start itself); no
/// configuration is asked about twice; the search ends on every property, also on one that is not
/// monotone or not consistent.
pub trait Search: Clone {
    /// What a query does to the best configuration: a set of list elements, or edits of a tree.
    type Change;

    /// The next query, or `None` when the search has ended.
    fn ask(&self) -> Option<&Query<Self::Change>>;

    /// Takes the answer to the query that [`ask`](Search::ask) shows.
    ///
    /// # Panics
    /// When the search has ended.
    fn tell(&mut self, feedback: &Feedback);

    /// All changes accepted so far, relative to the configuration the search began with. It only
    /// grows, at its end.
    fn best(&self) -> &Self::Change;

    /// What is asked after the present query, in this order, whatever is answered until then; all of
    /// it about the best configuration as it is now.
    fn queued(&self) -> &[Query<Self::Change>] {
        &[]
    }
}

/// Changes of a list or a tree, in the order in which they were made.
pub trait Changes: Clone + Debug + Default {
    /// Adds changes that were made later.
    fn extend(&mut self, later: &Self);
}

/// A question: is the best configuration still interesting after one more change?
#[derive(Clone, Debug, PartialEq)]
pub struct Query<C> {
    /// What to do to the best configuration.
    pub change: C,
    /// What kind of question it is, in the terms of the papers' evaluations.
    pub class: Class,
    /// The model's probability that the answer is "interesting", where it has one.
    pub probability: Option<f64>,
}

impl<C> Query<C> {
    /// A query that removes something and keeps the rest.
    pub(crate) fn complement(change: C, probability: Option<f64>) -> Query<C> {
        Query { change, class: Class::Complement, probability }
    }

    /// A query that puts something in the place of something else.
    pub(crate) fn replacement(change: C) -> Query<C> {
        Query { change, class: Class::Replacement, probability: None }
    }
}

/// What a query asks about (the classes of figure 2 of the CDD paper, and ours for edits).
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
    /// What was interesting alone, together.
    Union,
    /// None of these.
    Other,
}

impl Class {
    /// The word for it in traces.
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
