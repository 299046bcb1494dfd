//! Reducing over a syntax tree.

use super::{Halted, Parsed, Reduction, parse};
use crate::settings::{Polish, Reducer, Structure};
use probdd_core::list::{AllAtOnce, ProbDd, ProbDdSettings};
use probdd_core::tree::{
    self, Deletions, Frontier, Hdd, HddForm, Perses, Priors, Sweep, Tpdd, TreeConfiguration,
};
use probdd_core::{Driver, Edits, NodeId, Over, Role, Search, Strategy, Tree};
use probdd_exec::{Elements, Oracle};
use std::rc::Rc;
use std::sync::Arc;

/// The prior probability that a comment is needed, when not all of them can go.
const COMMENT_SIGMA: f64 = 0.1;

impl<O: Oracle> Reduction<'_, O> {
    /// Comments, then rounds of the search, templates and sweep, until a round changes nothing, and
    /// then the ladder.
    pub(super) fn reduce_tree(
        &mut self,
        structure: Structure,
        reducer: Reducer,
        polish: Polish,
    ) -> Result<bool, Halted> {
        let is_replacing = polish.is_replacing();
        self.probe_empty(structure)?;
        self.drop_comments(structure)?;
        while !self.best.is_empty() {
            let before = self.best.clone();
            self.search(structure, reducer, is_replacing)?;
            if is_replacing && !reducer.replaces_itself() {
                self.tree_pass("templates", structure, Perses::templates)?;
            }
            if !self.settings.is_fixpoint {
                return Ok(false);
            }
            self.sweep_tree(structure)?;
            if self.best == before {
                break;
            }
        }
        if polish >= Polish::Tokens && !self.best.is_empty() {
            self.climb(structure, polish)?;
        }
        Ok(true)
    }

    /// The search that was chosen.
    fn search(
        &mut self,
        structure: Structure,
        reducer: Reducer,
        is_replacing: bool,
    ) -> Result<(), Halted> {
        let name = reducer.name();
        match reducer {
            Reducer::Frontier => self.frontier(structure)?,
            Reducer::Tpdd { sigma } => {
                let feedback = self.feedback;
                self.tree_pass(name, structure, |start| Tpdd::new(start, sigma, feedback))?;
            }
            Reducer::Perses { minimizer } => {
                let deletions = Deletions::Lists(minimizer);
                self.tree_pass(name, structure, |start| {
                    Perses::new(start, deletions, is_replacing)
                })?;
            }
            Reducer::Pardis => {
                let deletions = Deletions::Single;
                self.tree_pass(name, structure, |start| {
                    Perses::new(start, deletions, is_replacing)
                })?;
            }
            Reducer::Hdd { minimizer } | Reducer::HddStar { minimizer } => {
                let form = HddForm::Levels;
                self.tree_pass(name, structure, |start| Hdd::new(start, form, minimizer))?;
            }
            Reducer::CoarseHdd { minimizer } => {
                let form = HddForm::CoarseLevels;
                self.tree_pass(name, structure, |start| Hdd::new(start, form, minimizer))?;
            }
            Reducer::Hddr { minimizer } => {
                let form = HddForm::Children;
                self.tree_pass(name, structure, |start| Hdd::new(start, form, minimizer))?;
            }
            Reducer::Chisel(chisel) => self.chisel(structure, &chisel)?,
        }
        Ok(())
    }

    /// One pass of frontier. It does not know what the pass before it has learned, so that the last
    /// one, which changes nothing, asks what the first one of another run would: nothing shrinks when
    /// it is reduced again.
    fn frontier(&mut self, structure: Structure) -> Result<(), Halted> {
        let links = self.parsed(structure).document.links();
        let priors = priors(structure);
        let feedback = self.feedback;
        let frontier = |start: &TreeConfiguration| Frontier::new(start, links, priors, feedback);
        self.tree_pass("frontier", structure, frontier)?;
        Ok(())
    }

    /// One sweep; what others refer to comes last.
    pub(super) fn sweep_tree(&mut self, structure: Structure) -> Result<(), Halted> {
        let links = self.parsed(structure).document.links();
        self.tree_pass("sweep", structure, |start| Sweep::new(start, links))?;
        Ok(())
    }

    /// Asks about the empty text: if that is interesting, the test is too weak, and all is done.
    fn probe_empty(&mut self, structure: Structure) -> Result<(), Halted> {
        let root: Arc<[NodeId]> = Arc::new([NodeId::ROOT]);
        self.nodes_pass("probe", structure, |_| Over::start(root, AllAtOnce::new))?;
        Ok(())
    }

    /// Comments mostly matter to nobody: they go all at once, or else as many as can.
    fn drop_comments(&mut self, structure: Structure) -> Result<(), Halted> {
        let comments = |tree: &Tree| -> Arc<[NodeId]> {
            let extras = tree.nodes().filter(|(_, node)| node.role == Role::Extra);
            extras.map(|(id, _)| id).collect()
        };
        let all = |tree: Arc<Tree>| Over::start(comments(&tree), AllAtOnce::new);
        let dropped = self.nodes_pass("comments", structure, all)?;
        if dropped.best().is_empty() {
            self.nodes_pass("comments", structure, |tree| {
                let settings = ProbDdSettings { sigma: COMMENT_SIGMA, ..ProbDdSettings::default() };
                Over::start(comments(&tree), |n| ProbDd::new(n, settings))
            })?;
        }
        Ok(())
    }

    /// Runs an algorithm over the tree of the best candidate.
    pub(super) fn tree_pass<S>(
        &mut self,
        name: &'static str,
        structure: Structure,
        strategy: impl FnOnce(&TreeConfiguration) -> S,
    ) -> Result<Driver<S>, Halted>
    where
        S: Strategy<Configuration = TreeConfiguration> + Clone,
    {
        self.nodes_pass(name, structure, |tree| tree::search(tree, strategy))
    }

    /// Runs a search over the nodes of the best candidate's tree.
    pub(super) fn nodes_pass<S: Search<Change = Edits>>(
        &mut self,
        name: &'static str,
        structure: Structure,
        search: impl FnOnce(Arc<Tree>) -> S,
    ) -> Result<S, Halted> {
        let parsed = self.parsed(structure);
        let search = search(Arc::clone(parsed.document.tree()));
        self.pass(name, &parsed.document, Elements::Tree { tree: parsed.number }, search)
    }

    /// The tree of the best candidate; parsed anew if that has changed.
    pub(super) fn parsed(&mut self, structure: Structure) -> Rc<Parsed> {
        let newest = self.parsed.take().filter(|parsed| parsed.document.text() == self.best);
        let parsed = newest.unwrap_or_else(|| {
            self.trees += 1;
            let document = parse(structure, &self.best, &self.scheduler.stopping());
            Rc::new(Parsed { document, number: self.trees - 1 })
        });
        self.parsed = Some(Rc::clone(&parsed));
        parsed
    }
}

/// What is known before anything was asked.
fn priors(structure: Structure) -> Priors {
    match structure {
        Structure::Grammar(language) => Priors::new(&language.experience()),
        Structure::Units(_) => Priors::default(),
    }
}
