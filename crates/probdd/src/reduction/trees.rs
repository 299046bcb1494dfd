//! Reducing a syntax tree: comments, rounds of the search, then the ladder.

use super::format::Space;
use super::ladder::Ladder;
use super::lists::items_at;
use super::pass::Reduction;
use crate::command_line::{Part, Polish, Reducer, Value};
use crate::error::Halted;
use crate::settings::Structure;
use probdd_core::list::{AllAtOnce, Order, Splitting};
use probdd_core::tree::{Deletions, Frontier, Hdd, HddForm, Links, Perses, Priors, Tpdd};
use probdd_core::{Names, NodeId, Over, Role, Search, Tree};
use probdd_exec::Oracle;
use probdd_syntax::{Language, Stage, Unit};
use std::sync::Arc;

/// The name of these passes in traces and reports.
const TEMPLATES: &str = "templates";

/// The name of the pass over the lines of a text without a grammar.
const LINES: &str = "lines";

/// So many needed lines in a row end that pass: what can be removed of them is inside.
const PATIENCE: usize = 32;

/// So many needed comments in a row end the pass over comments: later passes remove others, and more of
/// them together where they belong together.
const COMMENT_PATIENCE: usize = 3;

/// A text has enough names if one of so many lines defines one.
const LINES_PER_NAME: usize = 20;

/// A text with at most this many tokens loses its blanks after that pass.
const LITTLE: usize = 100;

impl<O: Oracle> Reduction<'_, O> {
    /// The round of a tree. Returns whether the result is certified to be 1-minimal if the round
    /// has changed nothing.
    ///
    /// A new pass belongs where its candidates are cheapest:
    ///
    /// - what removes most of the text in a few queries, before the search in
    ///   [`delete`](Reduction::delete);
    /// - what makes the insides of tokens smaller, between `delete` and `climb`, so that the ladder
    ///   does not ask about long tokens;
    /// - what makes a small text simpler, on the ladder, as a rung;
    ///
    /// and must begin with the best bytes and nothing else, as all passes do (`rounds.rs`).
    pub(super) fn reduce_tree(&mut self) -> Result<bool, Halted> {
        if self.method.is_as_published() {
            self.reduce_as_published()?;
            return Ok(false);
        }
        self.probe_empty()?;
        self.drop_comments()?;
        self.split_lines()?;
        let has_ladder = self.strategy.polish >= Polish::Tokens;
        if has_ladder {
            self.reduce_escaped_strings()?;
        }
        let mut ladder = has_ladder.then(|| self.ladder());
        self.delete(ladder.as_mut())?;
        if !self.method.is_certifying() {
            self.tidy(Space::OfLayout)?;
            return Ok(false);
        }
        match &mut ladder {
            Some(ladder) if !self.best.is_empty() => self.simplify(ladder)?,
            _ => self.certify(),
        }
        self.tidy(Space::OfLayout)?;
        Ok(true)
    }

    /// Makes simpler what the search has left, and proves it when nothing else changes it.
    fn simplify(&mut self, ladder: &mut Ladder) -> Result<(), Halted> {
        self.reduce_insides()?;
        self.tidy(Space::OfLayout)?;
        self.climb(ladder)?;
        self.tidy(Space::OfLayout)?;
        let before = self.best.clone();
        if self.finishes {
            self.finish()?;
        }
        if self.best == before {
            return self.prove(ladder);
        }
        // The next round proves more, and begins without the tokens that can go alone.
        self.try_likely_tokens(ladder)
    }

    /// The algorithm of the paper, repeated where the paper repeats it. T-PDD tries each template
    /// once after its deletions.
    fn reduce_as_published(&mut self) -> Result<(), Halted> {
        let (reducer, polish) = (self.strategy.reducer, self.strategy.polish);
        loop {
            let before = self.best.clone();
            self.search(reducer)?;
            if polish >= Polish::Templates && !reducer.replaces_itself() {
                self.tree_pass(TEMPLATES, Perses::templates)?;
            }
            if self.best == before || !reducer.is_repeated_in_papers() {
                return Ok(());
            }
        }
    }

    /// Repeats nesting, search, templates and sweep until nothing changes; without a fixpoint, runs
    /// the first three once. With a ladder, its deletions stand for the sweep, which costs a query for
    /// each node that is needed.
    ///
    /// Frontier runs once if a ladder follows. A second search repeats many queries that failed in the first
    /// one; the ladder finds most of the rest with fewer queries, and the next round searches again. Frontier
    /// runs again while [`redirect`](Reduction::redirect) changes something.
    pub(super) fn delete(&mut self, mut ladder: Option<&mut Ladder>) -> Result<(), Halted> {
        let (reducer, polish) = (self.strategy.reducer, self.strategy.polish);
        let is_once = reducer == Reducer::Frontier && ladder.is_some();
        while !self.best.is_empty() {
            let before = self.best.clone();
            self.unnest()?;
            if let Some(ladder) = &mut ladder {
                self.loosen(ladder, Stage::Loosen)?;
            }
            match &mut ladder {
                Some(ladder) if reducer == Reducer::Frontier => self.search_relieved(ladder)?,
                _ => self.search(reducer)?,
            }
            if let Some(ladder) = &mut ladder {
                self.redirect(ladder, reducer)?;
            }
            if let Some(ladder) = &mut ladder {
                self.note_deletions(ladder);
            }
            if polish >= Polish::Templates && !reducer.replaces_itself() {
                match (&ladder, reducer) {
                    (Some(_), Reducer::Frontier) => {}
                    (Some(_), _) => drop(self.tree_pass(TEMPLATES, Perses::near_templates)?),
                    (None, _) => drop(self.tree_pass(TEMPLATES, Perses::templates)?),
                }
            }
            if !self.method.is_certifying() {
                break;
            }
            match &mut ladder {
                Some(ladder) => self.delete_what_is_freed(ladder)?,
                None => self.sweep_tree()?,
            }
            if self.best == before || is_once {
                break;
            }
        }
        Ok(())
    }

    /// Runs frontier. If it is slow and functions may lose their bodies, they do, and it runs again.
    fn search_relieved(&mut self, ladder: &mut Ladder) -> Result<(), Halted> {
        let has_stubs = self.structure().language().is_some_and(Language::has_stubs);
        if self.frontier(has_stubs)? {
            self.loosen(ladder, Stage::Relieve)?;
            self.search(Reducer::Frontier)?;
        }
        Ok(())
    }

    /// Searches again as long as something else makes more removable than the search has left.
    fn redirect(&mut self, ladder: &mut Ladder, reducer: Reducer) -> Result<(), Halted> {
        loop {
            let before = self.best.clone();
            self.loosen(ladder, Stage::Redirect)?;
            if self.best == before {
                return Ok(());
            }
            self.search(reducer)?;
        }
    }

    /// Runs the search of the reducer.
    pub(super) fn search(&mut self, reducer: Reducer) -> Result<(), Halted> {
        match reducer {
            Reducer::Frontier => self.frontier(false).map(drop),
            Reducer::Tpdd => {
                let (sigma, least_gain) = (self.strategy.sigma, self.strategy.least_gain);
                let feedback = self.feedback;
                let tpdd = |start: &_| Tpdd::new(start, sigma, feedback).stopping_below(least_gain);
                self.tree_pass(reducer.word(), tpdd).map(drop)
            }
            Reducer::Perses => self.perses(reducer, Deletions::Lists(self.minimizer())),
            Reducer::Pardis => self.perses(reducer, Deletions::Single),
            Reducer::Hdd | Reducer::HddStar => self.hdd(reducer, HddForm::Levels),
            Reducer::CoarseHdd => self.hdd(reducer, HddForm::CoarseLevels),
            Reducer::Hddr => self.hdd(reducer, HddForm::Children),
            Reducer::Chisel => self.chisel(),
            Reducer::List => unreachable!("a list is not a tree"),
        }
    }

    /// One pass of frontier, which tries the near templates itself. It does not use what earlier passes have learned: the last pass, which
    /// changes nothing, asks the same queries as the first pass of another run would, so that
    /// another run cannot reduce the result further. If it `ends_if_slow`, returns whether it has.
    fn frontier(&mut self, ends_if_slow: bool) -> Result<bool, Halted> {
        let parsed = self.parsed();
        let strategy = &self.strategy;
        let has = |part| strategy.has(part);
        let links = if has(Part::Names) {
            parsed.document.links(self.structure().language())
        } else {
            Links::default()
        };
        let names =
            if self.method.heeds_hints() { parsed.document.names() } else { Names::default() };
        let said = self.scheduler.said(&self.outside.put_around(&self.best));
        let language = self.structure().language().filter(|_| has(Part::Experience));
        let experience = language.map(Language::experience);
        let priors = experience.map_or_else(Priors::default, |experience| Priors::new(&experience));
        let feedback = self.feedback;
        let has_hoists = strategy.polish >= Polish::Templates;
        let (has_tails, has_reach) = (has(Part::Tails), has(Part::Reach));
        let has_order = has(Part::OrderOfUse);
        let twins = self.twins(&links);
        let done = self.tree_pass(Reducer::Frontier.word(), |start| {
            let mut frontier = Frontier::new(start, links, priors, feedback)
                .with_hints(names, &said)
                .with_twins(twins);
            if has_hoists {
                frontier = frontier.with_hoists();
            }
            if !has_tails {
                frontier = frontier.with_tails_from(u32::MAX);
            }
            if !has_reach {
                frontier = frontier.with_unreached_from(u32::MAX);
            }
            if !has_order {
                frontier = frontier.without_order_of_use();
            }
            if ends_if_slow {
                frontier = frontier.ending_if_slow(start);
            }
            frontier
        })?;
        self.definitions.note(done.strategy().hint_contexts());
        self.recorder.note_hints(done.strategy().hint_counts());
        Ok(done.strategy().was_slow())
    }

    fn perses(&mut self, reducer: Reducer, deletions: Deletions) -> Result<(), Halted> {
        let is_replacing = self.strategy.polish >= Polish::Templates;
        self.tree_pass(reducer.word(), |start| Perses::new(start, deletions, is_replacing))
            .map(drop)
    }

    fn hdd(&mut self, reducer: Reducer, form: HddForm) -> Result<(), Halted> {
        let minimizer = self.minimizer();
        self.tree_pass(reducer.word(), |start| Hdd::new(start, form, minimizer)).map(drop)
    }

    /// Tests the empty text. If it is interesting, the test is too weak, and the reduction ends.
    pub(super) fn probe_empty(&mut self) -> Result<(), Halted> {
        let root: Arc<[NodeId]> = Arc::new([NodeId::ROOT]);
        self.nodes_pass("probe", |_| Over::start(root, AllAtOnce::new))?;
        Ok(())
    }

    /// Removes lines and groups of lines of a text without a grammar, from one end to the other: where
    /// lines are the steps of a sequence, a step can often go only after all that follow it. Where names
    /// tell which lines need others, frontier knows better.
    ///
    /// If little is left and a ladder follows, the blanks that are not needed go next, not only before
    /// the ladder. So frontier asks about bytes that stay, and what fails in it is known in the sweep. A longer
    /// text has too many blanks for that.
    fn split_lines(&mut self) -> Result<(), Halted> {
        let is_frontier = self.strategy.reducer == Reducer::Frontier;
        let is_of_lines = matches!(self.structure(), Structure::Units(Unit::Bracket));
        if is_frontier && is_of_lines && !self.has_names() {
            let splitting = |n| Splitting::with_patience(n, Order::Auto, PATIENCE);
            self.nodes_pass(LINES, |tree| Over::start(items_at(&tree, 0), splitting))?;
            if self.strategy.polish >= Polish::Tokens && self.tokens() <= LITTLE {
                self.tidy(Space::None)?;
            }
        }
        Ok(())
    }

    /// Whether enough lines of a text without a grammar define names.
    fn has_names(&mut self) -> bool {
        if !self.strategy.has(Part::Names) {
            return false;
        }
        let definitions = self.parsed().document.links(None).definitions().len();
        let lines = self.best.split(|byte| *byte == b'\n').count();
        LINES_PER_NAME * definitions >= lines
    }

    /// Removes all comments at once, or else as many as possible.
    pub(super) fn drop_comments(&mut self) -> Result<(), Halted> {
        let comments = |tree: &Tree| -> Arc<[NodeId]> {
            let extras = tree.nodes().filter(|(_, node)| node.role == Role::Extra);
            extras.map(|(id, _)| id).collect()
        };
        let all = |tree: Arc<Tree>| Over::start(comments(&tree), AllAtOnce::new);
        let dropped = self.nodes_pass("comments", all)?;
        if dropped.best().is_empty() {
            // Nearly all can go: of a thousand line markers, a compiler may need a few.
            let splitting = |n| Splitting::with_patience(n, Order::Backward, COMMENT_PATIENCE);
            self.nodes_pass("comments", |tree| Over::start(comments(&tree), splitting))?;
        }
        Ok(())
    }
}
