//! CHISEL's global search: a list search over what is declared outside of functions.
//!
//! A set of declarations that something outside of it still refers to is not asked about. Bound:
//! that of the list search.

use super::{Needs, Program};
use crate::driver::{Best, Strategy};
use crate::list::Minimizer;
use crate::tree::batch::Batch;
use crate::tree::configuration::TreeConfiguration;
use crate::{Edits, Feedback, Query, Verdict};
use std::sync::Arc;

/// The algorithm.
#[derive(Clone, Debug)]
pub struct ChiselGlobal {
    references: Arc<Needs>,
    batch: Batch,
}

impl ChiselGlobal {
    /// A search over the declarations of a program, whose tree it is.
    pub fn new(start: &TreeConfiguration, program: &Program, minimizer: &Minimizer) -> Self {
        let globals = program.globals.iter().copied().filter(|node| start.has(*node)).collect();
        let batch = Batch::new(start, globals, minimizer);
        ChiselGlobal { references: Arc::clone(&program.references), batch }
    }
}

impl Strategy for ChiselGlobal {
    type Configuration = TreeConfiguration;

    fn propose(&mut self, best: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        let at = &best.configuration;
        let references = &self.references;
        self.batch.propose_where(at, |change| references.allow(at, change))
    }

    fn accepted(&mut self, _: &Best<TreeConfiguration>, _: &Edits) {
        self.batch.tell(&Verdict::Interesting.into());
    }

    fn rejected(&mut self, _: &Best<TreeConfiguration>, _: &Edits, feedback: &Feedback) {
        self.batch.tell(feedback);
    }
}
