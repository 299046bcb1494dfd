//! One pass: a search over the best candidate, from its first to its last query.

use super::definitions::Definitions;
use super::failures::Failures;
use super::filters::Simplicity;
use super::fixing::{Fixing, SharedFixer};
use super::growth::Bound;
use super::origins::Origins;
use super::outside::{InWindow, Outside};
use super::recount::Recount;
use super::rendering::Rendering;
use super::stays::Stays;
use crate::command_line::TextFormat;
use crate::error::Halted;
use crate::record::Record;
use crate::settings::{self, Approach, Counting, Method, Structure};
use crate::transformers::Transformers;
use probdd_core::list::{ListSearch, Minimizer};
use probdd_core::tree::{self, Links, Sweep, TreeConfiguration};
use probdd_core::{
    Abreast, Driver, Edits, FeedbackSettings, NodeId, Search, Strategy, Tree, Twins,
};
use probdd_exec::{Elements, Event, Oracle, Pass, Render, Scheduler};
use probdd_syntax::{Document, Format};
use std::rc::Rc;
use std::sync::Arc;

/// A reduction in progress.
#[derive(Debug)]
pub(crate) struct Reduction<'a, O> {
    pub(super) method: Method<'a>,
    pub(super) scheduler: &'a mut Scheduler<O>,
    pub(super) recorder: &'a dyn Record,
    pub(super) transformers: Transformers,
    /// The program that puts candidates right.
    pub(super) fixer: Option<SharedFixer>,
    /// Whether the test asks for definitions.
    pub(super) definitions: Definitions,
    /// What the ladder does not ask again.
    pub(super) failures: Arc<Failures>,
    /// What searches learn from checks.
    pub(super) feedback: FeedbackSettings,
    /// The smallest interesting candidate so far, or a window of it.
    pub(super) best: Vec<u8>,
    /// No candidate has more bytes: those of the input, or what the program of `--fixup` makes of it.
    pub(super) most_bytes: usize,
    /// Whether the tokens of the run are those of a text that is too large for a grammar.
    pub(super) counts_words: bool,
    /// The path of the file that is reduced, if that is one of several.
    pub(super) file: Option<Arc<str>>,
    /// What is around the window.
    pub(super) outside: Outside,
    /// What of the input has to stay.
    pub(super) stays: Stays,
    /// Whether rounds end with what the grammar rejects.
    pub(super) finishes: bool,
    /// The number of parsed trees.
    pub(super) trees: usize,
    /// How many passes the user had skipped when the round began.
    pub(super) skips: u64,
    /// The algorithm, for the bytes that the round began with.
    pub(super) strategy: settings::Strategy,
    /// What happens to the text between tokens.
    pub(super) text_format: TextFormat,
    /// How candidates are rendered: compact only if the compact input is interesting.
    pub(super) format: Format,
    /// Which elements of the input the elements of a list are.
    pub(super) origins: Option<Origins>,
    /// What texts are parsed into.
    structure: Structure,
    /// The newest tree, of the best candidate or an earlier one.
    parsed: Option<Rc<Parsed>>,
    /// The input as it was parsed for the baseline, until it is needed.
    input: Option<Document>,
}

/// A parsed text.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) document: Document,
    /// The number of the tree in the run, from 0.
    pub(super) number: usize,
}

impl<'a, O: Oracle> Reduction<'a, O> {
    /// Begins with the whole input.
    pub(crate) fn new(
        method: Method<'a>,
        scheduler: &'a mut Scheduler<O>,
        recorder: &'a dyn Record,
        transformers: Transformers,
        fixer: Option<SharedFixer>,
    ) -> Reduction<'a, O> {
        let checks = scheduler.plan().told_checks();
        Reduction {
            feedback: FeedbackSettings { checks, after_fail: method.after_fail },
            best: method.input.bytes.clone(),
            most_bytes: method.input.bytes.len(),
            counts_words: method.strategy.is_large(&method.input.bytes),
            definitions: Definitions::default(),
            failures: Arc::default(),
            file: None,
            outside: Outside::default(),
            finishes: true,
            stays: Stays::new(method.kept.lines.as_ref(), method.input),
            trees: 0,
            skips: 0,
            format: first_format(method.format),
            origins: None,
            structure: method.strategy.structure,
            strategy: method.strategy.clone(),
            text_format: method.format,
            parsed: None,
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

    /// Begins with a way to reduce texts.
    pub(super) fn take(&mut self, Approach { strategy, format }: Approach) {
        self.read_as(strategy.structure);
        self.format = first_format(format);
        self.failures = Arc::default();
        (self.strategy, self.text_format) = (strategy, format);
    }

    /// How the tokens of whole candidates are counted.
    fn counting(&self) -> Counting<'a> {
        if self.counts_words { Counting::Words } else { Counting::Read(self.method.strategy) }
    }

    /// What texts are parsed into.
    pub(super) fn structure(&self) -> Structure {
        self.structure
    }

    /// Parses texts into something else from here on.
    pub(super) fn read_as(&mut self, structure: Structure) {
        self.structure = structure;
        self.parsed = None;
    }

    /// The list algorithm of the reducer.
    pub(super) fn minimizer(&self) -> Minimizer {
        let minimizer = self.strategy.minimizer.expect("the reducer uses a list algorithm");
        Minimizer { feedback: self.feedback, ..minimizer }
    }

    /// Runs a search over a document of the best candidate.
    pub(super) fn pass<S: Search<Change = Edits> + Clone>(
        &mut self,
        name: &'static str,
        document: &Document,
        elements: Elements,
        search: S,
    ) -> Result<S, Halted> {
        let rendering = Rendering::new(&self.strategy, document, self.format);
        self.run_pass(&Pass::new(name, elements), rendering, search)
    }

    /// Runs a search whose candidates are rendered in a given way.
    pub(super) fn run_pass<S: Search<Change = Edits> + Clone>(
        &mut self,
        pass: &Pass,
        rendering: impl Render + Clone,
        search: S,
    ) -> Result<S, Halted> {
        self.run_noting(pass, rendering, search, &mut |_| {})
    }

    /// The same, with a function that is told each change that was uninteresting, by the test or the history.
    pub(super) fn run_noting<S: Search<Change = Edits> + Clone>(
        &mut self,
        pass: &Pass,
        rendering: impl Render + Clone,
        search: S,
        refused: &mut dyn FnMut(&Edits),
    ) -> Result<S, Halted> {
        self.run_counted(pass, self.recount(), rendering, search, refused)
    }

    /// The same, with another way to count tokens.
    pub(super) fn run_counted<S: Search<Change = Edits> + Clone>(
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
        let sizes = (self.bound(), recount);
        match self.method.batch {
            1 => self.drive(pass, sizes, rendering, search, refused),
            width => {
                let search = Abreast::new(search, width);
                let done = self.drive(pass, sizes, rendering, search, refused);
                done.map(Abreast::into_inner)
            }
        }
    }

    /// Runs a search, and keeps its best candidate. `refused` is told each change that was uninteresting.
    pub(super) fn drive<S: Search<Change = Edits> + Clone>(
        &mut self,
        pass: &Pass,
        (bound, recount): (Bound, Recount<'a>),
        rendering: impl Render + Clone,
        search: S,
        refused: &mut dyn FnMut(&Edits),
    ) -> Result<S, Halted> {
        let (fixer, counting) = (self.fixer.clone(), self.counting());
        let (recorder, best, outside) = (self.recorder, &mut self.best, &self.outside);
        let render = InWindow { render: rendering, outside: outside.clone(), recount };
        let stays = &self.stays;
        let pass = &Pass { file: self.file.clone(), ..pass.clone() };
        let rendering = Fixing { render, fixer, counting, stays, bound, has_failed: false };
        let (failures, mut failed) = (Arc::clone(&self.failures), Vec::new());
        let done = self.scheduler.pass(pass, search, rendering, |event| {
            if let Event::Reduced(candidate) = &event {
                *best = outside.window(&candidate.bytes);
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
        Arc::make_mut(&mut self.failures).extend(failed);
        done
    }

    /// Runs an algorithm over the tree of the best candidate.
    pub(super) fn tree_pass<S: Strategy<Configuration = TreeConfiguration> + Clone>(
        &mut self,
        name: &'static str,
        algorithm: impl FnOnce(&TreeConfiguration) -> S,
    ) -> Result<Driver<S>, Halted> {
        self.nodes_pass(name, |tree| tree::search(tree, algorithm))
    }

    /// Runs a search over nodes of the best candidate's tree.
    pub(super) fn nodes_pass<S: Search<Change = Edits> + Clone>(
        &mut self,
        name: &'static str,
        search: impl FnOnce(Arc<Tree>) -> S,
    ) -> Result<S, Halted> {
        let parsed = self.parsed();
        let search = search(Arc::clone(parsed.document.tree()));
        self.pass(name, &parsed.document, Elements::Tree { tree: parsed.number }, search)
    }

    /// Sweeps over the tree; nodes that others refer to come last.
    pub(super) fn sweep_tree(&mut self) -> Result<(), Halted> {
        let links = self.parsed().document.links(self.structure().language());
        let twins = self.twins(&links);
        self.tree_pass("sweep", |start| Sweep::new(start, links).with_twins(twins))?;
        Ok(())
    }

    /// The long runs of neighbours with equal texts that nothing refers to.
    pub(super) fn twins(&mut self, links: &Links) -> Twins {
        let parsed = self.parsed();
        let tree = parsed.document.tree();
        let is_free = |node: &NodeId| links.of(tree.node(*node).tokens()).is_empty();
        let twins = parsed.document.twins(self.format);
        let free = |run: &Vec<NodeId>| run.iter().copied().filter(is_free).collect();
        Twins::new(twins.runs().iter().map(free).collect())
    }

    /// How simple the best candidate is.
    pub(super) fn simplicity(&mut self) -> Simplicity {
        Simplicity::of_document(&self.parsed().document)
    }

    /// The number of tokens of the best candidate.
    pub(super) fn tokens(&mut self) -> usize {
        let parsed = self.parsed();
        self.strategy.token_count(&parsed.document)
    }

    /// Forgets whether the compact text was interesting.
    pub(super) fn begin_format(&mut self) {
        self.format = first_format(self.text_format);
    }

    /// The tree of the best candidate, parsed again if the best has changed.
    pub(super) fn parsed(&mut self) -> Rc<Parsed> {
        let newest = self.parsed.take().filter(|parsed| parsed.document.text() == self.best);
        let parsed = newest.unwrap_or_else(|| Rc::new(self.parse_best()));
        self.parsed = Some(Rc::clone(&parsed));
        parsed
    }

    /// Parses the best candidate as the next tree of the run.
    pub(super) fn parse_best(&mut self) -> Parsed {
        let (best, structure) = (&self.best, self.structure);
        let is_input = |input: &Document| {
            input.text() == best && structure.is_grammar_of(self.method.strategy.structure)
        };
        let document = self.input.take().filter(is_input);
        let document =
            document.unwrap_or_else(|| structure.parse(best, &self.scheduler.stopping()));
        self.trees += 1;
        Parsed { document, number: self.trees - 1 }
    }
}

/// How candidates are rendered, before the compact text is tested.
fn first_format(format: TextFormat) -> Format {
    match format {
        TextFormat::Compact => Format::Compact,
        TextFormat::Keep | TextFormat::Tidy => Format::Keep,
    }
}

/// The list algorithm on nodes, each weighted by its tokens.
pub(super) fn over_nodes(
    nodes: Vec<NodeId>,
    tree: &Tree,
    minimizer: &Minimizer,
) -> ListSearch<NodeId> {
    let weights: Vec<u32> = nodes.iter().map(|node| tree.weight(*node)).collect();
    minimizer.search(nodes, &weights)
}
