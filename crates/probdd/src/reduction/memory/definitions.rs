//! Which definitions the test asks for, as a compiler does.
//!
//! Where a test fails for want of a definition, and says so, another candidate that uses a name without
//! its definition fails as well. Passes that prove nothing need not ask about it: the proof asks about
//! every single removal that is left, and the last part of a round about pairs of brackets. Each
//! context of definitions counts apart: a compiler asks for types, and may not ask for labels. What was
//! learned belongs to a round.

use probdd_core::tree::ContextCounts;
use probdd_core::{Context, Names};
use probdd_syntax::Document;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The test must have asked so many times as often for definitions in a context as a candidate was
/// interesting without one.
const TIMES: u64 = 10;

/// What searches have learned in a round, by context.
#[derive(Clone, Debug, Default)]
pub(in crate::reduction) struct Definitions(BTreeMap<Context, ContextCounts>);

impl Definitions {
    /// Takes note of what a search has learned.
    pub(in crate::reduction) fn note(
        &mut self,
        contexts: impl Iterator<Item = (Context, ContextCounts)>,
    ) {
        for (context, counts) in contexts {
            let known = self.0.entry(context).or_default();
            known.asked += counts.asked;
            known.undefined += counts.undefined;
        }
    }

    /// The names of a document for which the test asks.
    pub(in crate::reduction) fn needed(&self, document: &Document) -> Option<Arc<Names>> {
        let is_any = self.0.keys().any(|context| self.are_needed(*context));
        let names = || document.names().defined_in(|context| self.are_needed(context));
        is_any.then(|| Arc::new(names()))
    }

    /// Whether the test asks for the definitions in a context.
    fn are_needed(&self, context: Context) -> bool {
        let counts = self.0.get(&context);
        counts.is_some_and(|it| it.asked >= 1.max(TIMES * it.undefined))
    }
}
