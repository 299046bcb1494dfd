//! What a reduction knows: the run that it belongs to, the text that it reduces, and what was asked about that.

use super::ladder::Ladder;
use super::memory::Memory;
use super::origins::Origins;
use super::text::Text;
use crate::candidate::{KeptLines, SharedFixer};
use crate::reporter::Reporter;
use crate::settings::{Approach, Counting, Method};
use crate::transformers::Transformers;
use probdd_core::FeedbackSettings;
use probdd_exec::{Oracle, Scheduler};
use probdd_syntax::Document;

/// A reduction in progress.
#[derive(Debug)]
pub(crate) struct Reduction<'a, O> {
    pub(super) method: Method<'a>,
    pub(super) scheduler: &'a mut Scheduler<O>,
    pub(super) recorder: &'a dyn Reporter,
    pub(super) transformers: Transformers,
    /// The program that puts candidates right.
    pub(super) fixer: Option<SharedFixer>,
    /// What of the input has to stay.
    pub(super) kept_lines: KeptLines,
    /// No candidate has more bytes: those of the input, or what the program of `--fixup` makes of it.
    pub(super) most_bytes: usize,
    /// How the tokens of whole candidates are counted.
    pub(super) counting: Counting<'a>,
    /// What searches learn from checks.
    pub(super) feedback: FeedbackSettings,
    /// What is reduced now.
    pub(super) text: Text,
    /// What was asked about it.
    pub(super) memory: Memory,
    /// What rungs have done for it.
    pub(super) ladder: Ladder,
    /// How often the best has changed.
    pub(super) revision: u64,
    /// The number of parsed trees.
    pub(super) trees: usize,
    /// Whether the last search ended because it was slow.
    pub(super) was_slow: bool,
    /// Whether a part of the text could not be reduced, so that nothing is proved.
    pub(super) has_gap: bool,
    /// How many passes the user had skipped when the round began.
    pub(super) skips: u64,
    /// Which elements of the input the elements of a list are.
    pub(super) origins: Option<Origins>,
    /// The input as it was parsed for the baseline, until it is needed.
    pub(super) input: Option<Document>,
}

impl<'a, O: Oracle> Reduction<'a, O> {
    /// Begins with the whole input.
    pub(crate) fn new(
        method: Method<'a>,
        scheduler: &'a mut Scheduler<O>,
        recorder: &'a dyn Reporter,
        transformers: Transformers,
        fixer: Option<SharedFixer>,
    ) -> Reduction<'a, O> {
        let checks = scheduler.plan().told_checks();
        let approach = Approach { strategy: method.strategy.clone(), format: method.format };
        Reduction {
            feedback: FeedbackSettings { checks, after_fail: method.after_fail },
            most_bytes: method.input.bytes.len(),
            counting: method.strategy.counting(&method.input.bytes),
            kept_lines: KeptLines::new(method.kept.lines.as_ref(), method.input),
            text: Text::new(method.input.bytes.clone(), approach),
            memory: Memory::default(),
            ladder: Ladder::default(),
            revision: 0,
            trees: 0,
            was_slow: false,
            has_gap: false,
            skips: 0,
            origins: None,
            input: None,
            method,
            scheduler,
            recorder,
            transformers,
            fixer,
        }
    }

    /// The same reduction, which does not parse its input a second time. A large one was only divided, and takes
    /// memory.
    pub(crate) fn with_input(self, input: Document) -> Self {
        let is_parsed = !self.method.strategy.is_large(input.text());
        Reduction { input: Some(input).filter(|_| is_parsed), ..self }
    }

    /// Rungs for the text that have done nothing yet.
    pub(super) fn new_ladder(&self) -> Ladder {
        let polish = self.text.strategy.polish;
        Ladder::new(self.text.structure, polish, &self.transformers)
    }
}
