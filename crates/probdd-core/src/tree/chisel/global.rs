//! CHISEL's global search: a list search over what is declared outside of functions.
//!
//! A set of declarations that something outside of it still refers to is not asked about. Bound:
//! that of the list search.

use super::{Program, State};
use crate::list::Minimizer;
use crate::tree::batch::Batch;
use crate::{Edits, Feedback, Query, Search, Tree};
use std::sync::Arc;

/// The search.
#[derive(Clone, Debug)]
pub struct ChiselGlobal {
    state: State,
    batch: Batch,
    query: Option<Query<Edits>>,
}

impl ChiselGlobal {
    /// A search over the declarations of a program, whose tree it is.
    pub fn new(tree: Arc<Tree>, program: &Program, minimizer: &Minimizer) -> ChiselGlobal {
        let mut state = State::new(tree, Arc::clone(&program.references));
        let mut batch = state.batch(&program.globals, minimizer);
        let query = state.next_of(&mut batch);
        ChiselGlobal { state, batch, query }
    }
}

impl Search for ChiselGlobal {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, feedback: &Feedback) {
        let query = self.query.take().expect("the search has not ended");
        if feedback.is_interesting() {
            self.state.accept(&query.change);
        } else {
            self.state.progress.learn(feedback);
        }
        self.batch.tell(feedback);
        self.query = self.state.next_of(&mut self.batch);
    }

    fn best(&self) -> &Edits {
        &self.state.progress.best
    }
}
