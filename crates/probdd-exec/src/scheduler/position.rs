//! Where a pass stands: its search, and what renders its candidates, whatever their types are. So the
//! scheduler is compiled once, and not for each search.

use super::question::{Question, Render};
use probdd_core::{Edits, Search};
use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

/// A search, and the renderer of its candidates, whose best configuration is that of the search.
pub(super) trait Position<'a> {
    fn search(&self) -> &dyn Search<Change = Edits>;

    fn parts(&mut self) -> (&mut dyn Search<Change = Edits>, &mut dyn Render);

    fn copied(&self) -> Box<dyn Position<'a> + 'a>;

    /// Gives the search to the caller of the pass.
    fn end(self: Box<Self>);
}

impl<'a> dyn Position<'a> + 'a {
    /// The search's query.
    pub(super) fn question(&mut self) -> Option<Question> {
        let (search, render) = self.parts();
        search.ask().map(|query| Question::new(query, render))
    }

    /// The queries behind it.
    pub(super) fn queued(&mut self) -> VecDeque<Question> {
        let (search, render) = self.parts();
        search.queued().iter().map(|query| Question::new(query, render)).collect()
    }
}

/// A position with its types.
#[derive(Clone)]
pub(super) struct Typed<S, R> {
    pub(super) search: S,
    pub(super) render: R,
    /// Where the search goes at the end.
    pub(super) ended: Ended<S>,
}

/// The place of a search that has ended.
pub(super) struct Ended<S>(Rc<Cell<Option<S>>>);

impl<S> Ended<S> {
    pub(super) fn take(self) -> S {
        self.0.take().expect("a pass gives its search at the end")
    }
}

impl<S> Default for Ended<S> {
    fn default() -> Ended<S> {
        Ended(Rc::default())
    }
}

impl<S> Clone for Ended<S> {
    fn clone(&self) -> Ended<S> {
        Ended(Rc::clone(&self.0))
    }
}

impl<'a, S, R> Position<'a> for Typed<S, R>
where
    S: Search<Change = Edits> + Clone + 'a,
    R: Render + Clone + 'a,
{
    fn search(&self) -> &dyn Search<Change = Edits> {
        &self.search
    }

    fn parts(&mut self) -> (&mut dyn Search<Change = Edits>, &mut dyn Render) {
        (&mut self.search, &mut self.render)
    }

    fn copied(&self) -> Box<dyn Position<'a> + 'a> {
        Box::new(self.clone())
    }

    fn end(self: Box<Self>) {
        self.ended.0.set(Some(self.search));
    }
}
