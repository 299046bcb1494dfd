//! The passes of a run over its best candidate: which searches, in which order, to which end.

mod chisel;
mod compacting;
mod lists;
mod trees;

use crate::error::Failure;
use crate::recorder::Recorder;
use crate::settings::{Settings, Strategy, Structure};
use probdd_core::{Edits, Kept, Search};
use probdd_exec::{Candidate, Elements, Event, Halt, Oracle, Pass, Render, Scheduler};
use probdd_syntax::{Document, Format, Language, Unit, count_tokens};
use std::rc::Rc;

/// Why a reduction did not come to its end.
pub type Halted = Halt<Failure>;

/// A reduction at work.
#[derive(Debug)]
pub struct Reduction<'a, O> {
    settings: &'a Settings,
    scheduler: &'a mut Scheduler<O>,
    recorder: &'a mut Recorder,
    /// The smallest candidate that was observed to be interesting.
    best: Vec<u8>,
    /// How many trees were parsed.
    trees: usize,
    /// What becomes of the text between tokens; keep when the compact input is not interesting.
    format: Format,
    /// The newest tree, of the best candidate or one before it.
    parsed: Option<Rc<Parsed>>,
}

/// A parsed text.
#[derive(Debug)]
struct Parsed {
    document: Document,
    /// The how-manieth tree of the run it is, from 0.
    number: usize,
}

impl<'a, O: Oracle> Reduction<'a, O> {
    /// A reduction that begins with the whole input.
    pub fn new(
        settings: &'a Settings,
        scheduler: &'a mut Scheduler<O>,
        recorder: &'a mut Recorder,
    ) -> Reduction<'a, O> {
        let best = settings.input.bytes.clone();
        Reduction {
            settings,
            scheduler,
            recorder,
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
        match &self.settings.strategy {
            Strategy::Tree { structure, reducer, is_replacing } => {
                self.reduce_tree(*structure, *reducer, *is_replacing)
            }
            Strategy::List { units, minimizer } => self.reduce_lists(units, minimizer),
        }
    }

    /// The smallest candidate that was observed to be interesting.
    pub fn into_best(self) -> Vec<u8> {
        self.best
    }

    /// Runs one search over a document of the best candidate, to its end.
    fn pass<S: Search<Change = Edits>>(
        &mut self,
        name: &'static str,
        document: &Document,
        elements: Elements,
        search: S,
    ) -> Result<S, Halted> {
        if search.ask().is_none() {
            return Ok(search);
        }
        let is_finer_than_tokens = is_finer_than_tokens(&self.settings.strategy);
        let kept = Kept::all(document.tree());
        let filter = Filter::of(&self.settings.strategy, document);
        let format = self.format;
        let view = View { document, kept, format, is_finer_than_tokens, filter };
        let (recorder, best) = (&mut *self.recorder, &mut self.best);
        self.scheduler.pass(&Pass { name, elements }, search, view, |event| {
            if let Event::Reduced(candidate) = event {
                best.clone_from(&candidate.bytes);
            }
            recorder.on(&event)
        })
    }
}

/// A document, and what is left of it.
#[derive(Clone)]
struct View<'a> {
    document: &'a Document,
    kept: Kept,
    format: Format,
    /// Whether its leaves are pieces of tokens.
    is_finer_than_tokens: bool,
    filter: Option<Filter>,
}

impl Render for View<'_> {
    fn render(&mut self, change: &Edits, candidate: &mut Candidate) {
        let tree = self.document.tree();
        let mut kept = self.kept.clone();
        kept.apply(tree, change);
        self.document.render_as(self.format, &kept, &mut candidate.bytes);
        candidate.tokens = if self.is_finer_than_tokens {
            count_tokens(&candidate.bytes)
        } else {
            kept.weight(tree)
        };
    }

    fn is_worth_testing(&mut self, candidate: &Candidate) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.passes(&candidate.bytes))
    }

    fn accept(&mut self, change: &Edits) {
        self.kept.apply(self.document.tree(), change);
        if let Some(filter) = &mut self.filter {
            filter.accept(self.document, self.format, &self.kept);
        }
    }
}

/// What is asked of the candidates of a document.
#[derive(Clone)]
struct Filter {
    language: &'static Language,
    /// How many syntax errors they may have.
    errors: usize,
}

impl Filter {
    /// Where a tree is a guess, it offers much that is not well-formed: no candidate may have more
    /// errors than the document's text.
    fn of(strategy: &Strategy, document: &Document) -> Option<Filter> {
        match strategy {
            Strategy::Tree { structure: Structure::Grammar(language), .. }
                if document.is_guess() =>
            {
                let errors = language.errors(document.text(), usize::MAX - 1);
                Some(Filter { language, errors })
            }
            _ => None,
        }
    }

    /// Errors that are gone stay away.
    fn accept(&mut self, document: &Document, format: Format, kept: &Kept) {
        if self.errors > 0 {
            let mut best = Vec::new();
            document.render_as(format, kept, &mut best);
            self.errors = self.language.errors(&best, self.errors);
        }
    }

    fn passes(&self, text: &[u8]) -> bool {
        self.language.errors(text, self.errors + 1) <= self.errors
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
fn is_finer_than_tokens(strategy: &Strategy) -> bool {
    let is_finer = |unit: &Unit| matches!(unit, Unit::Char | Unit::Byte);
    strategy.units().iter().any(is_finer)
}

/// The tree of a text.
fn parse(structure: Structure, text: &[u8], stop: &(dyn Fn() -> bool + Sync)) -> Document {
    match structure {
        Structure::Grammar(language) => probdd_syntax::parse_until(language, text, stop),
        Structure::Units(unit) => probdd_syntax::units(unit, text),
    }
}
