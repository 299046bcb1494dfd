//! One pass: a search over the text, from its first to its last query. Whatever asks comes through here.

use super::state::Reduction;
use super::text::Parsed;
use crate::candidate::{Bound, Failures, FixedText, Fixing, InWindow, Recount, Rendering};
use crate::error::Halted;
use crate::settings::{Counting, Structure};
use probdd_core::tree::{self, TreeConfiguration};
use probdd_core::{Batched, Class, Driver, Edits, Feedback, Query, Search, Strategy, Tree};
use probdd_exec::{Candidate, Elements, Event, Oracle, Pass, Render};
use probdd_syntax::{Document, Language};
use std::rc::Rc;
use std::sync::Arc;

/// So many needed elements in a row end a pass over elements that mostly go together or not at all.
pub(super) const PATIENCE: usize = 8;

/// So many end a pass over elements of which long stretches may be needed, with others between them that can go: lines,
/// files, parts of a large text.
pub(super) const LONG_PATIENCE: usize = 32;

/// Texts with more bytes are not parsed for every candidate.
pub(super) const MOST_PARSED: usize = 1 << 18;

/// Short for a search over edits of a text.
pub(super) trait Asking: Search<Change = Edits> + Clone {}

impl<S: Search<Change = Edits> + Clone> Asking for S {}

impl<'a, O: Oracle> Reduction<'a, O> {
    /// Runs a search over nodes of the text's tree.
    pub(super) fn ask<S: Asking>(
        &mut self,
        name: &'static str,
        search: impl FnOnce(&Arc<Tree>) -> S,
    ) -> Result<S, Halted> {
        let parsed = self.parsed();
        let search = search(parsed.tree());
        self.ask_of(name, &parsed.document, Elements::Tree { tree: parsed.number }, search)
    }

    /// Runs an algorithm over the text's tree.
    pub(super) fn ask_tree<S: Strategy<Configuration = TreeConfiguration> + Clone>(
        &mut self,
        name: &'static str,
        algorithm: impl FnOnce(&TreeConfiguration) -> S,
    ) -> Result<Driver<S>, Halted> {
        self.ask(name, |tree| tree::search(Arc::clone(tree), algorithm))
    }

    /// Runs a search over a document of the text.
    pub(super) fn ask_of<S: Asking>(
        &mut self,
        name: &'static str,
        document: &Document,
        elements: Elements,
        search: S,
    ) -> Result<S, Halted> {
        let rendering = Rendering::new(&self.text.strategy, document, self.text.format);
        self.ask_rendered(&Pass::new(name, elements), rendering, search)
    }

    /// Runs a search whose candidates are rendered in a given way.
    pub(super) fn ask_rendered<S: Asking>(
        &mut self,
        pass: &Pass,
        rendering: impl Render + Clone,
        search: S,
    ) -> Result<S, Halted> {
        self.ask_counted(pass, self.recount(), rendering, search, &mut |_| {})
    }

    /// Runs a search over the text, and remembers the removals that were uninteresting: what else a pass with the name
    /// `of` does there hardly succeeds.
    pub(super) fn ask_remembering<S: Asking>(
        &mut self,
        name: &'static str,
        parsed: &Rc<Parsed>,
        rendering: Rendering,
        search: S,
        of: &'static str,
    ) -> Result<S, Halted> {
        self.memory.refusals.follow(parsed);
        let pass = Pass::new(name, Elements::Tree { tree: parsed.number });
        let mut refused = Vec::new();
        let note = &mut |edits: &Edits| {
            if edits.only_remove() {
                refused.push(edits.clone());
            }
        };
        let done = self.ask_counted(&pass, self.recount(), rendering, search, note)?;
        self.memory.refusals.learn(of, &refused);
        Ok(done)
    }

    /// Runs a search whose candidates are rendered and counted in given ways. `refused` is told each change that was
    /// uninteresting, by the test or the history.
    pub(super) fn ask_counted<S: Asking>(
        &mut self,
        pass: &Pass,
        recount: Recount<'a>,
        rendering: impl Render + Clone,
        search: S,
        refused: &mut dyn FnMut(&Edits),
    ) -> Result<S, Halted> {
        if search.ask().is_none() {
            return Ok(search);
        }
        let sizes = (self.bound(None), recount);
        match self.method.batch {
            1 => self.drive(pass, sizes, rendering, search, refused),
            width => {
                let search = Batched::new(search, width);
                let done = self.drive(pass, sizes, rendering, search, refused);
                done.map(Batched::into_inner)
            }
        }
    }

    /// Asks about another text, and makes it the best if it is interesting.
    pub(super) fn ask_about(&mut self, name: &'static str, text: Vec<u8>) -> Result<(), Halted> {
        // The tokens of the best are counted if they matter.
        let is_longer = text.len() > self.text.best.len() || self.fixer.is_some();
        let tokens = is_longer.then(|| self.counted_tokens() + self.text.outside.tokens());
        let bound = self.bound(tokens);
        self.ask_within(bound, name, text)
    }

    /// The same, with a bound of its own for the size of the text.
    pub(super) fn ask_within(
        &mut self,
        bound: Bound,
        name: &'static str,
        text: Vec<u8>,
    ) -> Result<(), Halted> {
        let strategy = &self.text.strategy;
        let tokens = strategy.token_count(&strategy.document(&text, &|| false));
        // The query refers to no node of the tree.
        let pass = Pass::new(name, Elements::Tree { tree: self.trees.saturating_sub(1) });
        let candidate = FixedText::new(Candidate { bytes: text, tokens });
        self.drive(&pass, (bound, self.recount()), candidate, SingleQuery::new(), &mut |_| {})?;
        Ok(())
    }

    /// Runs a search, and keeps its best candidate.
    fn drive<S: Asking>(
        &mut self,
        pass: &Pass,
        (bound, recount): (Bound, Recount<'a>),
        rendering: impl Render + Clone,
        search: S,
        refused: &mut dyn FnMut(&Edits),
    ) -> Result<S, Halted> {
        let (fixer, counting) = (self.fixer.clone(), self.counting);
        let (recorder, outside) = (self.recorder, self.text.outside.clone());
        let (best, revision) = (&mut self.text.best, &mut self.revision);
        let render = InWindow { render: rendering, outside: outside.clone(), recount };
        let kept_lines = &self.kept_lines;
        let pass = &Pass { file: self.text.file.clone(), ..pass.clone() };
        let rendering = Fixing { render, fixer, counting, kept_lines, bound, has_failed: false };
        let (failures, mut failed) = (Arc::clone(&self.memory.failures), Vec::new());
        let done = self.scheduler.pass(pass, search, rendering, |event| {
            if let Event::Reduced(candidate) = &event {
                let now = outside.window(&candidate.bytes);
                *revision += u64::from(now != *best);
                *best = now;
            }
            if let Some((change, candidate)) = event.uninteresting() {
                refused(change);
                if outside.window_len(&candidate.bytes) <= Failures::MOST_BYTES {
                    failed.push(failures.identity(&outside.window(&candidate.bytes)));
                }
            }
            recorder.on(&event)
        });
        drop(failures);
        Arc::make_mut(&mut self.memory.failures).extend(failed);
        done
    }

    /// How many bytes candidates may have. The tokens of the best are counted when they matter, if they are not
    /// given.
    fn bound(&self, tokens: Option<usize>) -> Bound {
        Bound::of_best(self.most_bytes, self.text.outside.len_around(&self.text.best), tokens)
    }

    /// The bound of a layout: that of the input.
    pub(super) fn bound_of_layout(&self) -> Bound {
        Bound::of_layout(self.most_bytes)
    }

    /// How the tokens of candidates are counted. A guest or a window counts as the text that it is: what is around it
    /// stays the same.
    fn recount(&self) -> Recount<'a> {
        let counts_words = matches!(self.counting, Counting::Words);
        let language = self.text.structure.language();
        if self.text.file.is_some() || counts_words && language.is_some() {
            return Recount::As(Counting::Words);
        }
        let first = self.method.strategy;
        let is_read_otherwise =
            first.structure.language().map(Language::name) != language.map(Language::name);
        if self.text.outside.is_nothing() && is_read_otherwise && !counts_words {
            return Recount::As(Counting::Read(first));
        }
        Recount::No
    }

    /// The number of tokens of the text, in the unit of the run.
    pub(super) fn counted_tokens(&mut self) -> usize {
        match self.recount() {
            Recount::No => self.tokens(),
            Recount::As(counting) => counting.tokens(&self.text.best),
        }
    }

    /// The number of tokens of the text.
    pub(super) fn tokens(&mut self) -> usize {
        let parsed = self.parsed();
        self.text.strategy.token_count(&parsed.document)
    }

    /// The tree of the text, parsed again if the text has changed.
    pub(super) fn parsed(&mut self) -> Rc<Parsed> {
        let newest = self.text.parsed.take();
        let newest = newest.filter(|parsed| parsed.document.text() == self.text.best);
        let parsed = newest.unwrap_or_else(|| Rc::new(self.parse()));
        self.text.parsed = Some(Rc::clone(&parsed));
        parsed
    }

    /// Parses the text as the next tree of the run. The input was parsed for the baseline.
    pub(super) fn parse(&mut self) -> Parsed {
        let (best, structure) = (&self.text.best, self.text.structure);
        let is_input = |input: &Document| {
            input.text() == best && structure.is_grammar_of(self.method.strategy.structure)
        };
        let document = self.input.take().filter(is_input);
        let document =
            document.unwrap_or_else(|| structure.parse(best, &self.scheduler.stopping()));
        self.trees += 1;
        Parsed { document, number: self.trees - 1 }
    }

    /// The elements of a document that is no tree of the text, as the next tree of the run.
    pub(super) fn other_tree(&mut self) -> Elements {
        self.trees += 1;
        Elements::Tree { tree: self.trees - 1 }
    }

    /// The language of the text, if it is read by a grammar.
    pub(super) fn language(&self) -> Option<&'static Language> {
        self.text.structure.language()
    }

    /// Whether the text is read as nested lines and brackets, without a language.
    pub(super) fn is_read_by_lines(&self) -> bool {
        matches!(self.text.structure, Structure::Units(probdd_syntax::Unit::Bracket))
    }
}

/// A search with one query, which removes nothing: the rendering makes the difference.
#[derive(Clone, Debug)]
pub(super) struct SingleQuery {
    nothing: Edits,
    query: Option<Query<Edits>>,
}

impl SingleQuery {
    /// Begins with the query.
    pub(super) fn new() -> SingleQuery {
        let query = Query { change: Edits::default(), class: Class::Other, probability: None };
        SingleQuery { nothing: Edits::default(), query: Some(query) }
    }
}

impl Search for SingleQuery {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, _: &Feedback) {
        self.query = None;
    }

    fn best(&self) -> &Edits {
        &self.nothing
    }
}
