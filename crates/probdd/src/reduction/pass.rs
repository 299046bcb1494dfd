//! The passes of a run over its best candidate: which searches, in which order, to which end.

use super::rendering::View;
use crate::error::Failure;
use crate::recorder::Recorder;
use crate::settings::{Settings, Strategy, Structure};
use crate::transformers::Transformers;
use probdd_core::{Abreast, Edits, FeedbackSettings, Search};
use probdd_exec::{Elements, Event, Halt, Oracle, Pass, Scheduler};
use probdd_syntax::{Document, Format, Unit, count_tokens};
use std::rc::Rc;

/// Why a reduction did not come to its end.
pub type Halted = Halt<Failure>;

/// A reduction at work.
#[derive(Debug)]
pub struct Reduction<'a, O> {
    pub(super) settings: &'a Settings,
    pub(super) scheduler: &'a mut Scheduler<O>,
    pub(super) recorder: &'a mut Recorder,
    pub(super) transformers: Transformers,
    /// What searches are told of the checks.
    pub(super) feedback: FeedbackSettings,
    /// The smallest candidate that was observed to be interesting.
    pub(super) best: Vec<u8>,
    /// How many trees were parsed.
    pub(super) trees: usize,
    /// What becomes of the text between tokens; keep when the compact input is not interesting.
    pub(super) format: Format,
    /// The newest tree, of the best candidate or one before it.
    pub(super) parsed: Option<Rc<Parsed>>,
}

/// A parsed text.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) document: Document,
    /// The how-manieth tree of the run it is, from 0.
    pub(super) number: usize,
}

impl<'a, O: Oracle> Reduction<'a, O> {
    /// A reduction that begins with the whole input.
    pub fn new(
        settings: &'a Settings,
        scheduler: &'a mut Scheduler<O>,
        recorder: &'a mut Recorder,
        transformers: Transformers,
    ) -> Reduction<'a, O> {
        let best = settings.input.bytes.clone();
        let checks = scheduler.plan().told_checks();
        let feedback = FeedbackSettings { checks, after_fail: settings.after_fail };
        Reduction {
            settings,
            scheduler,
            recorder,
            transformers,
            feedback,
            best,
            trees: 0,
            format: settings.format,
            parsed: None,
        }
    }

    /// Runs the strategy to its end. Whether the result is certified to be 1-minimal.
    ///
    /// # Errors
    /// When it was stopped, or something failed; the recorder knows the best candidate.
    pub fn run(&mut self) -> Result<bool, Halted> {
        if self.format == Format::Compact {
            self.compact()?;
        }
        match self.settings.strategy.clone().with_feedback(self.feedback) {
            Strategy::Tree { structure, reducer, polish } => {
                let is_certified = self.reduce_tree(structure, reducer, polish)?;
                if self.settings.is_tidied {
                    self.tidy(structure)?;
                }
                Ok(is_certified)
            }
            Strategy::List { units, minimizer } => self.reduce_lists(&units, &minimizer),
        }
    }

    /// The smallest candidate that was observed to be interesting.
    pub fn into_best(self) -> Vec<u8> {
        self.best
    }

    /// Runs one search over a document of the best candidate, to its end.
    pub(super) fn pass<S: Search<Change = Edits>>(
        &mut self,
        name: &'static str,
        document: &Document,
        elements: Elements,
        search: S,
    ) -> Result<S, Halted> {
        let view = View::new(&self.settings.strategy, document, self.format);
        self.run_pass(&Pass { name, elements }, view, search)
    }

    /// The same with a view of the document.
    pub(super) fn run_pass<S: Search<Change = Edits>>(
        &mut self,
        pass: &Pass,
        view: View<'_>,
        search: S,
    ) -> Result<S, Halted> {
        if search.ask().is_none() {
            return Ok(search);
        }
        match self.settings.batch {
            1 => self.drive(pass, view, search),
            width => self.drive(pass, view, Abreast::new(search, width)).map(Abreast::into_inner),
        }
    }

    fn drive<S: Search<Change = Edits>>(
        &mut self,
        pass: &Pass,
        view: View<'_>,
        search: S,
    ) -> Result<S, Halted> {
        let (recorder, best) = (&mut *self.recorder, &mut self.best);
        self.scheduler.pass(pass, search, view, |event| {
            if let Event::Reduced(candidate) = event {
                best.clone_from(&candidate.bytes);
            }
            recorder.on(&event)
        })
    }
}

/// A text in the structure that a strategy begins with.
///
/// When `stop` says so, in a structure that takes no time.
pub fn document(strategy: &Strategy, text: &[u8], stop: &(dyn Fn() -> bool + Sync)) -> Document {
    match strategy {
        Strategy::Tree { structure, .. } => parse(*structure, text, stop),
        Strategy::List { units, .. } => {
            probdd_syntax::units(units.first().copied().unwrap_or(Unit::Line), text)
        }
    }
}

/// How many tokens a text has in the structure that a strategy begins with.
pub fn token_count(strategy: &Strategy, document: &Document) -> usize {
    if is_finer_than_tokens(strategy) {
        count_tokens(document.text())
    } else {
        document.token_count()
    }
}

/// Whether a strategy takes tokens apart.
pub(super) fn is_finer_than_tokens(strategy: &Strategy) -> bool {
    let is_finer = |unit: &Unit| matches!(unit, Unit::Char | Unit::Byte);
    strategy.units().iter().any(is_finer)
}

/// The tree of a text.
pub(super) fn parse(
    structure: Structure,
    text: &[u8],
    stop: &(dyn Fn() -> bool + Sync),
) -> Document {
    match structure {
        Structure::Grammar(language) => probdd_syntax::parse_until(language, text, stop),
        Structure::Units(unit) => probdd_syntax::units(unit, text),
    }
}
