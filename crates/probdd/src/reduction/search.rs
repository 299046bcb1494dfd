//! The searches over a tree: frontier, and the algorithms of papers.

use super::state::Reduction;
use crate::candidate::Rendering;
use crate::command_line::{Part, Polish, Reducer, Value};
use crate::error::Halted;
use probdd_core::tree::{self, Deletions, Hdd, HddForm, Perses, Tpdd};
use probdd_core::{
    Frontier, Links, ListSearch, Minimizer, Nesting, NodeId, Sweep, Tree, Twins, chains,
};
use probdd_exec::Oracle;
use probdd_syntax::Language;
use std::rc::Rc;
use std::sync::Arc;

/// The name of the sweep in traces and reports. What frontier has removed in vain counts as if a sweep had.
pub(super) const SWEEP: &str = "sweep";

/// The name of these passes in traces and reports.
const TEMPLATES: &str = "templates";

impl<O: Oracle> Reduction<'_, O> {
    /// Runs the search of the reducer. The first one of a text ends early if it is slow, and functions may lose their
    /// bodies so that the next one is faster.
    pub(super) fn search(&mut self, is_first: bool) -> Result<(), Halted> {
        let reducer = self.text.strategy.reducer;
        let name = reducer.word();
        self.was_slow = false;
        match reducer {
            Reducer::Frontier => self.frontier(is_first)?,
            Reducer::Tpdd => {
                let (sigma, least) = (self.text.strategy.sigma, self.text.strategy.least_gain);
                let feedback = self.feedback;
                let tpdd = |start: &_| Tpdd::new(start, sigma, feedback).stopping_below(least);
                self.ask_tree(name, tpdd).map(drop)?;
            }
            Reducer::Perses => self.perses(Deletions::Lists(self.minimizer()))?,
            Reducer::Pardis => self.perses(Deletions::Single)?,
            Reducer::Hdd | Reducer::HddStar => self.hdd(HddForm::Levels)?,
            Reducer::CoarseHdd => self.hdd(HddForm::CoarseLevels)?,
            Reducer::Hddr => self.hdd(HddForm::Children)?,
            Reducer::Chisel => self.chisel()?,
            Reducer::List => unreachable!("a list is not a tree"),
        }
        self.note_deletions();
        Ok(())
    }

    /// One pass of frontier. It does not use what earlier passes have learned: the last pass, which
    /// changes nothing, asks the same queries as the first pass of another run would, so that
    /// another run cannot reduce the result further.
    fn frontier(&mut self, is_first: bool) -> Result<(), Halted> {
        let parsed = self.parsed();
        let strategy = Rc::clone(&self.text.strategy);
        let (has, language) = (|part| strategy.has(part), self.language());
        let links =
            if has(Part::Names) { parsed.document.links(language) } else { Links::default() };
        let twins = self.twins(&links);
        // Only the whole ladder has the rung that removes bodies.
        let has_stubs =
            strategy.polish == Polish::Full && language.is_some_and(Language::has_stubs);
        let ends_if_slow = is_first && has_stubs;
        let search = tree::search(Arc::clone(parsed.tree()), |start| {
            let mut frontier = Frontier::new(start, links).with_twins(twins);
            if strategy.polish >= Polish::Templates {
                frontier = frontier.with_hoists();
            }
            if !has(Part::Tails) {
                frontier = frontier.with_tails_from(u32::MAX);
            }
            if !has(Part::Reach) {
                frontier = frontier.with_unreached_from(u32::MAX);
            }
            if !has(Part::OrderOfUse) {
                frontier = frontier.without_order_of_use();
            }
            if ends_if_slow {
                frontier = frontier.ending_if_slow(start);
            }
            frontier
        });
        let rendering = Rendering::new(&strategy, &parsed.document, self.text.format);
        let name = Reducer::Frontier.word();
        let done = self.ask_remembering(name, &parsed, rendering, search, SWEEP)?;
        self.was_slow = done.strategy().was_slow();
        Ok(())
    }

    fn perses(&mut self, deletions: Deletions) -> Result<(), Halted> {
        let (name, polish) = (self.text.strategy.reducer.word(), self.text.strategy.polish);
        let is_replacing = polish >= Polish::Templates;
        self.ask_tree(name, |start| Perses::new(start, deletions, is_replacing)).map(drop)
    }

    fn hdd(&mut self, form: HddForm) -> Result<(), Halted> {
        let (name, minimizer) = (self.text.strategy.reducer.word(), self.minimizer());
        self.ask_tree(name, |start| Hdd::new(start, form, minimizer)).map(drop)
    }

    /// Removes levels of deep nests. Most texts have no deep nest, and take no query. The reducers of papers do
    /// without, and so does a run that replaces nothing.
    pub(super) fn unnest(&mut self) -> Result<(), Halted> {
        let strategy = &self.text.strategy;
        if strategy.reducer != Reducer::Frontier || strategy.polish < Polish::Templates {
            return Ok(());
        }
        let chains = chains(self.parsed().tree());
        if chains.is_empty() {
            return Ok(());
        }
        self.ask_tree("nesting", |_| Nesting::new(chains)).map(drop)
    }

    /// Replaces nodes by descendants that fit there.
    pub(super) fn templates(&mut self) -> Result<(), Halted> {
        self.ask_tree(TEMPLATES, Perses::templates).map(drop)
    }

    /// The same with descendants of about the same kind; rungs try the others.
    pub(super) fn near_templates(&mut self) -> Result<(), Halted> {
        self.ask_tree(TEMPLATES, Perses::near_templates).map(drop)
    }

    /// Sweeps over the tree until nothing changes; nodes that others refer to come last.
    pub(super) fn sweep_again(&mut self) -> Result<(), Halted> {
        let links = self.parsed().document.links(self.language());
        let twins = self.twins(&links);
        self.ask_tree(SWEEP, |start| Sweep::new(start, links).with_twins(twins)).map(drop)
    }

    /// The long runs of neighbours with equal texts that nothing refers to.
    pub(super) fn twins(&mut self, links: &Links) -> Twins {
        let parsed = self.parsed();
        let is_free = |node: &NodeId| links.of(parsed.tree().node(*node).tokens()).is_empty();
        let twins = parsed.document.twins(self.text.format);
        let free = |run: &Vec<NodeId>| run.iter().copied().filter(is_free).collect();
        Twins::new(twins.runs().iter().map(free).collect())
    }

    /// The list algorithm of the reducer.
    pub(super) fn minimizer(&self) -> Minimizer {
        let minimizer = self.text.strategy.minimizer.expect("the reducer uses a list algorithm");
        Minimizer { feedback: self.feedback, ..minimizer }
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
