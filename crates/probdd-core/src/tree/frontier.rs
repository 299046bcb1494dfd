//! Frontier: adaptive group testing over a syntax tree (our own; no paper describes it).
//!
//! The [`Pool`] holds, in document order, the undecided removable nodes that are inside no other
//! undecided one. A query removes a set of them. If that is interesting, they are removed. If not, the
//! set is *suspect*: at least one of its nodes is needed. The search asks about parts of the set, under
//! that condition, until a single node cannot be removed. This node is needed, and is *opened*: the
//! removable nodes inside it take its place in the pool.
//!
//! What the search knows:
//!
//! * **Names.** A definition can only be removed with its uses, or after them. The tree says which
//!   tokens are names that others refer to ([`Links`]). The search learns apart how likely nodes can be
//!   removed that nothing refers to, whose uses are removed with them, whose uses are undecided, and
//!   whose uses are needed. A needed node that was in use returns to the pool when its last use is
//!   removed.
//! * **Kinds.** [`Priors`] learn how often nodes of each kind are needed. Often all nodes of a kind can
//!   be removed, or none.
//!
//! Uses stand after definitions, so sets are built from the end of the document backwards, one for each
//! of several limits of the probability of being needed. The query removes the set with the greatest
//! expected number of removed tokens per cost of the test, which consists of starting the test and of
//! reading the candidate ([`choice`]).
//!
//! The last node that is left of a suspect set is needed, if the property is monotone. On other
//! properties that can be wrong, so the search infers it only if nothing outside of the set was removed
//! since the set failed, and only a sweep makes the result 1-minimal. Bound: n(n + 1)/2 queries for n
//! nodes that nothing refers to, and far fewer where halving works. A node that returns to the pool adds
//! the nodes inside it once more.

mod choice;
#[cfg(test)]
mod fixture;
mod pool;
mod priors;

use super::{Links, Progress};
use crate::feedback::{CheckSet, Outcome, Outcomes};
use crate::{Class, Edits, Feedback, FeedbackSettings, NodeId, Query, Search, Tree};
use pool::{Pool, SuspectSetId};
pub use priors::{Decided, Experience, Priors};
use std::collections::HashSet;
use std::sync::Arc;

/// The search.
#[derive(Clone, Debug)]
pub struct Frontier {
    tree: Arc<Tree>,
    links: Arc<Links>,
    pool: Pool,
    priors: Priors,
    progress: Progress,
    /// Needed nodes that were in use when they could not be removed.
    in_use: Vec<NodeId>,
    /// The weight of the best configuration.
    weight: u32,
    feedback: FeedbackSettings,
    query: Option<Query<Edits>>,
}

impl Frontier {
    /// A search over all removable nodes of a tree with names. Its counters begin as `priors`.
    pub fn new(tree: Arc<Tree>, links: Links, priors: Priors) -> Frontier {
        Frontier::with(tree, links, priors, FeedbackSettings::BINARY)
    }

    /// A search for a test that consists of checks.
    pub fn with(
        tree: Arc<Tree>,
        links: Links,
        priors: Priors,
        feedback: FeedbackSettings,
    ) -> Frontier {
        let links = Arc::new(links);
        let mut search = Frontier {
            progress: Progress::new(&tree),
            pool: Pool::new(Arc::clone(&tree), Arc::clone(&links)),
            priors: priors.with_checks(feedback.models()),
            feedback,
            in_use: Vec::new(),
            weight: tree.weight(NodeId::ROOT),
            query: None,
            links,
            tree,
        };
        let all = NodeId::ROOT..search.tree.node(NodeId::ROOT).end;
        let outermost = pool::outermost(&search.tree, &search.progress.kept, all);
        search.replace(NodeId::ROOT, &outermost, CheckSet::default());
        search.next();
        search
    }

    /// What the search has learned so far.
    pub fn priors(&self) -> &Priors {
        &self.priors
    }

    /// Replaces a node of the pool, or the nodes of the pool inside it, by other nodes inside it.
    fn replace(&mut self, node: NodeId, by: &[NodeId], cleared: CheckSet) {
        self.pool.replace(node, by, cleared, &self.progress.kept, &mut self.priors);
    }

    /// Finds the next configuration that was not asked about; repeats count as failures.
    fn next(&mut self) {
        self.query = None;
        while let Some(choice) = choice::best(&self.pool, &self.priors, self.weight) {
            let removable = pool::removable(&choice.nodes, &self.tree, &self.progress.kept);
            if removable.is_empty() {
                self.open(choice.nodes[0]);
                continue;
            }
            let change = Edits::removal(removable);
            if self.progress.is_new(&self.tree, &change) {
                let probability = Some(choice.chance);
                self.query = Some(Query { change, class: Class::Complement, probability });
                return;
            }
            self.fail(&change.removed, self.feedback.outcomes(&self.progress.recall()));
        }
    }

    fn fail(&mut self, asked: &[NodeId], outcomes: Outcomes) {
        self.pool.clear(asked, outcomes);
        let set = self.pool.suspect_set(asked[0]);
        // If the check that failed for the suspect set holds without this part of it, the rest remains
        // suspect. Otherwise the part explains why the set failed.
        let holds = |check: usize| outcomes.0[check] == Outcome::Held;
        let remains = set.and_then(|set| self.pool.failed_check(set)).is_some_and(holds);
        if !remains {
            self.pool.forget(set);
        }
        match asked {
            [only] => self.keep(*only, outcomes),
            _ => self.pool.suspect(asked, outcomes.failed()),
        }
        if remains {
            self.keep_last_suspect(set);
        }
    }

    fn succeed(&mut self, change: &Edits) {
        let asked = &change.removed;
        self.learn(asked, None);
        let set = self.pool.suspect_set(asked[0]);
        self.pool.note_removal(set);
        self.progress.accept(&self.tree, change);
        self.weight = u32::try_from(self.progress.kept.weight(&self.tree)).unwrap_or(u32::MAX);
        self.pool.drop_removed(asked, &self.progress.kept);
        self.keep_last_suspect(set);
        for last in pool::last_items(asked, &self.tree, &self.progress.kept) {
            if self.pool.get(last).is_some() {
                self.pool.forget(self.pool.suspect_set(last));
                self.open(last);
            }
        }
        self.restore_unused(asked);
    }

    /// Learns that nodes of the pool were removed together, or that some checks need them.
    fn learn(&mut self, nodes: &[NodeId], needed_by: Option<CheckSet>) {
        let removed: HashSet<NodeId> = nodes.iter().copied().collect();
        for it in nodes.iter().filter_map(|node| self.pool.get(*node)) {
            let uses = it.uses(|user| removed.contains(&user));
            self.priors.learn(it.class, uses, needed_by.is_some());
            let Some(checks) = needed_by else { continue };
            self.priors.blame(uses, checks);
            if uses.is_in_use() {
                self.in_use.push(it.node);
            }
        }
    }

    /// Infers that the only node that is left of a suspect set is needed.
    fn keep_last_suspect(&mut self, set: Option<SuspectSetId>) {
        let Some(set) = set else { return };
        if let Some(last) = self.pool.last_suspect(set) {
            self.keep(last, Outcomes::failure_of(self.pool.failed_check(set)));
        }
    }

    /// Takes a node for needed and opens it. If the nodes inside it are all that is left of it, at least
    /// one of them is needed.
    fn keep(&mut self, node: NodeId, outcomes: Outcomes) {
        self.learn(&[node], Some(outcomes.blamed()));
        let inside = self.open(node);
        let kept = self.progress.kept.tokens();
        let count = |id: &NodeId| kept.count_ones(self.tree.node(*id).tokens());
        if inside.len() > 1 && inside.iter().map(count).sum::<usize>() == count(&node) {
            self.pool.suspect(&inside, outcomes.failed());
        }
    }

    /// Replaces a node of the pool by the removable nodes inside it. Returns those.
    fn open(&mut self, node: NodeId) -> Vec<NodeId> {
        let inside = pool::inside(&self.tree, &self.progress.kept, node);
        let cleared = self.pool.get(node).map(|it| it.cleared).unwrap_or_default();
        self.replace(node, &inside, cleared);
        inside
    }

    /// Puts needed nodes back into the pool of which the last use was just removed.
    fn restore_unused(&mut self, removed: &[NodeId]) {
        let (tree, links, kept) = (&*self.tree, &*self.links, &self.progress.kept);
        let used_in = |node: &NodeId| links.used_in(tree.node(*node).tokens()).iter();
        let mut names: Vec<u32> = removed.iter().flat_map(used_in).map(|(_, name)| *name).collect();
        names.sort_unstable();
        self.in_use.retain(|id| kept.any(tree.node(*id).tokens()));
        let is_unused = |id: &mut NodeId| {
            let node = tree.node(*id);
            let first = names.partition_point(|name| *name < node.first_token);
            let lost_a_use = names.get(first).is_some_and(|name| *name < node.end_token);
            lost_a_use && links.refer_to(*id, tree, kept).next().is_none()
        };
        for node in self.in_use.extract_if(.., is_unused) {
            self.pool.restore(node, kept, &mut self.priors);
        }
    }
}

impl Search for Frontier {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, feedback: &Feedback) {
        let query = self.query.take().expect("the search has not ended");
        if feedback.is_interesting() {
            self.succeed(&query.change);
        } else {
            self.progress.learn(feedback);
            self.fail(&query.change.removed, self.feedback.outcomes(feedback));
        }
        self.next();
    }

    fn best(&self) -> &Edits {
        &self.progress.best
    }
}

#[cfg(test)]
mod tests;
