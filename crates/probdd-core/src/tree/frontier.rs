//! Frontier: adaptive group testing over a syntax tree (ours; no paper has it).
//!
//! A *pool* holds, in document order, the removable nodes that are undecided and all of whose
//! removable ancestors are known to be needed. A query removes a set of them. If that is
//! interesting, they are gone. If not, the set is *suspect*: it holds at least one needed node, and
//! parts of it are asked about, under that condition, until a single node is left that cannot go.
//! Such a node is needed, and the removable nodes inside it take its place in the pool.
//!
//! What the search knows:
//!
//! * **Names.** A definition can go only with, or after, its uses. The tree says which tokens are
//!   names that refer to others ([`Links`]). Whether a node can go is learned apart for nodes
//!   that nothing refers to, all of whose users go as well, some of whose users stay in the pool,
//!   and whose users are needed. A node that could not go while it was used returns to the pool when
//!   its last user has gone.
//! * **Kinds.** For every kind of node and of parent a Beta-Bernoulli counter learns how often such
//!   nodes are needed. The chance that many of one kind can all go is that of exchangeable, not
//!   independent, nodes: often all of a kind can go or none.
//!
//! Sets are built from the end of the document backwards, as uses stand after definitions, once for
//! each of some limits of the probability of being needed. The one asked about has the greatest
//! expected number of tokens removed per cost of the test, which is that of reading the candidate
//! and of starting.
//!
//! On a monotone property an inference of a suspect set is exact; on others it can be wrong, and a
//! result is 1-minimal only after a sweep. Bound: n(n + 1)/2 queries for n nodes that nothing refers
//! to, far less where halving works; a node that is set free adds those inside it once more.

mod choice;
mod pool;
mod priors;

use super::{Links, Progress};
use crate::{Class, Edits, NodeId, Query, Search, Tree, Verdict};
use pool::Pool;
use priors::Priors;
use std::sync::Arc;

/// The search.
#[derive(Clone, Debug)]
pub struct Frontier {
    tree: Arc<Tree>,
    links: Arc<Links>,
    pool: Pool,
    priors: Priors,
    progress: Progress,
    /// Needed nodes that were in use when they could not go.
    used: Vec<NodeId>,
    /// The weight of what is left.
    left: u32,
    /// What the query at hand removes, by places in the pool.
    asked: Vec<usize>,
    query: Option<Query<Edits>>,
}

/// Why a node of the pool makes place for what it contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// It is needed.
    IsNeeded,
    /// It is the last item of a list that keeps one.
    CannotGo,
}

impl Frontier {
    /// A search over all removable nodes of a tree whose names refer to each other as `links` says.
    pub fn new(tree: Arc<Tree>, links: Links) -> Frontier {
        let mut search = Frontier {
            progress: Progress::new(&tree),
            pool: Pool::default(),
            priors: Priors::default(),
            used: Vec::new(),
            left: tree.weight(NodeId::ROOT),
            asked: Vec::new(),
            query: None,
            links: Arc::new(links),
            tree,
        };
        let end = search.tree.node(NodeId::ROOT).end;
        let outermost = pool::outermost(&search.tree, &search.progress.kept, NodeId::ROOT, end);
        search.pool.replace(0..0, &outermost, &search.tree, &search.progress.kept);
        search.refresh();
        search.next();
        search
    }

    /// Brings up to date what the pool knows of its nodes.
    fn refresh(&mut self) {
        let (tree, links, kept) = (&self.tree, &self.links, &self.progress.kept);
        self.pool.refresh((tree, links, kept), &mut self.priors);
    }

    /// Finds the next configuration that was not asked about; repeats count as failures.
    fn next(&mut self) {
        self.query = None;
        loop {
            let Some(choice) = choice::best(&self.pool, &self.priors, self.left) else { return };
            let (tree, kept) = (&self.tree, &self.progress.kept);
            let possible = self.pool.possible(&choice.places, tree, kept);
            if possible.is_empty() {
                self.open(choice.places[0], Why::CannotGo);
                self.refresh();
                continue;
            }
            self.asked = possible;
            let nodes = self.asked.iter().map(|at| self.pool.node(*at)).collect();
            let change = Edits::removal(nodes);
            if self.progress.is_new(&self.tree, &change) {
                let probability = Some(choice.chance);
                self.query = Some(Query { change, class: Class::Complement, probability });
                return;
            }
            self.fail();
        }
    }

    fn fail(&mut self) {
        let asked = std::mem::take(&mut self.asked);
        match asked[..] {
            [only] => {
                self.pool.clear_suspicion(only);
                self.keep(only);
                self.refresh();
            }
            _ => self.pool.suspect(&asked),
        }
    }

    fn succeed(&mut self, change: &Edits) {
        for (at, uses) in self.pool.uses_of(&self.asked) {
            self.priors.learn(self.pool.class(at), uses, false);
        }
        let before = self.asked[0];
        let suspicion = self.pool.suspicion(before);
        self.progress.accept(&self.tree, change);
        self.left = u32::try_from(self.progress.kept.weight(&self.tree)).unwrap_or(u32::MAX);
        self.pool.drop_gone(&self.tree, &self.progress.kept);
        if let Some(only) = self.pool.only_suspect(suspicion) {
            self.refresh();
            self.pool.clear_suspicion(only);
            self.keep(only);
        }
        self.open_last_items();
        self.set_free();
        self.refresh();
    }

    /// Takes a node for needed: what it contains waits in its place.
    fn keep(&mut self, at: usize) {
        let node = self.pool.node(at);
        for (at, uses) in self.pool.uses_of(&[at]) {
            self.priors.learn(self.pool.class(at), uses, true);
            if uses.is_in_use() {
                self.used.push(node);
            }
        }
        self.open(at, Why::IsNeeded);
    }

    /// Puts what a node of the pool contains in its place. If that is all of a needed node, one of
    /// them is needed.
    fn open(&mut self, at: usize, why: Why) {
        let (tree, kept) = (&self.tree, &self.progress.kept);
        let node = self.pool.node(at);
        let inside = pool::inside(tree, kept, node);
        let count = |id: NodeId| kept.tokens().count_ones(tree.node(id).tokens());
        let is_all = inside.iter().map(|id| count(*id)).sum::<usize>() == count(node);
        let places = self.pool.replace(at..at + 1, &inside, tree, kept);
        if why == Why::IsNeeded && is_all && places.len() > 1 {
            self.pool.suspect(&places.collect::<Vec<_>>());
        }
    }

    /// Items that are the last ones of lists that keep one cannot go any more.
    fn open_last_items(&mut self) {
        while let Some(at) = self.pool.last_item(&self.tree, &self.progress.kept) {
            self.pool.clear_suspicion(at);
            self.open(at, Why::CannotGo);
        }
    }

    /// What could not go because of users that are gone waits again.
    fn set_free(&mut self) {
        let (tree, kept) = (&self.tree, &self.progress.kept);
        let is_left = |id: &NodeId| kept.any(tree.node(*id).tokens());
        self.used.retain(is_left);
        let is_free = |id: &NodeId| !pool::is_in_use((tree, &self.links, kept), *id);
        for node in self.used.extract_if(.., |id| is_free(id)) {
            self.pool.take_back(node, tree, kept);
        }
    }
}

impl Search for Frontier {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, verdict: Verdict) {
        let query = self.query.take().expect("the search has not ended");
        if verdict.is_interesting() {
            self.succeed(&query.change);
        } else {
            self.fail();
        }
        self.next();
    }

    fn best(&self) -> &Edits {
        &self.progress.best
    }
}
