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
//! A node that is left over of a suspect set is needed, on a monotone property. On others that can be
//! wrong, so it is inferred only when nothing outside of the set has gone in the meantime, and a
//! result is 1-minimal only after a sweep. Bound: n(n + 1)/2 queries for n nodes that nothing refers
//! to, far less where halving works; a node that is set free adds those inside it once more.

mod choice;
#[cfg(test)]
mod fixture;
mod pool;
mod priors;

use super::Links;
use super::configuration::TreeConfiguration;
use crate::driver::{Best, Strategy};
use crate::feedback::{CheckSet, Outcome, Outcomes};
use crate::{Edits, Feedback, FeedbackSettings, NodeId, Query};
use pool::Pool;
pub use priors::{Decided, Experience, Priors};
use std::collections::HashSet;
use std::sync::Arc;

/// The algorithm.
#[derive(Clone, Debug)]
pub struct Frontier {
    links: Arc<Links>,
    pool: Pool,
    priors: Priors,
    /// Needed nodes that were in use when they could not be removed.
    used: Vec<NodeId>,
    feedback: FeedbackSettings,
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
    /// Frontier over all removable nodes of a tree whose names refer to each other as `links` says.
    /// Counters begin as `priors` has them.
    pub fn new(
        start: &TreeConfiguration,
        links: Links,
        priors: Priors,
        feedback: FeedbackSettings,
    ) -> Frontier {
        let mut frontier = Frontier {
            pool: Pool::default(),
            priors: priors.of_each(feedback.models()),
            feedback,
            used: Vec::new(),
            links: Arc::new(links),
        };
        let end = start.tree().node(NodeId::ROOT).end;
        let outermost = pool::outermost(start.tree(), start.kept(), NodeId::ROOT, end);
        frontier.put(start, NodeId::ROOT, &outermost, CheckSet::default());
        frontier
    }

    /// What is known by now.
    pub fn priors(&self) -> &Priors {
        &self.priors
    }

    /// Puts nodes in the place of the nodes that wait inside or around a node.
    fn put(
        &mut self,
        at: &TreeConfiguration,
        instead: NodeId,
        nodes: &[NodeId],
        cleared: CheckSet,
    ) {
        let state = (&**at.tree(), &*self.links, at.kept());
        let tokens = at.tree().node(instead).tokens();
        self.pool.put(tokens, (nodes, cleared), state, &mut self.priors);
    }

    fn fail(&mut self, at: &TreeConfiguration, asked: &[NodeId], outcomes: Outcomes) {
        let suspicion = self.suspicion(asked[0]);
        self.clear(asked, outcomes);
        let holds = |check: usize| outcomes.0[check] == Outcome::Held;
        let remains = self.pool.suspect_check(suspicion).is_some_and(holds);
        match asked {
            [only] => self.keep(at, *only, outcomes, remains),
            _ => self.pool.suspect(asked, outcomes.failed(), remains),
        }
        if remains {
            self.keep_only_suspect(at, suspicion);
        }
    }

    /// The number of the suspect set that a node belongs to.
    fn suspicion(&self, node: NodeId) -> u32 {
        self.pool.get(node).map_or(0, |it| it.suspicion)
    }

    /// Notes that the checks that held do not need some nodes.
    fn clear(&mut self, nodes: &[NodeId], outcomes: Outcomes) {
        let are_cleared = |check: usize| {
            nodes.iter().all(|it| self.pool.get(*it).is_some_and(|it| it.cleared.contains(check)))
        };
        let held = outcomes.checks(|outcome| outcome == Outcome::Held);
        let failed = outcomes.checks(|outcome| outcome == Outcome::Failed);
        let contradicted = failed.filter(are_cleared);
        if held.is_empty() && contradicted.is_empty() {
            return;
        }
        for node in nodes {
            self.pool.clear(*node, held, contradicted);
        }
    }

    fn succeed(&mut self, at: &TreeConfiguration, change: &Edits) {
        let asked = &change.removed;
        self.learn(asked, None);
        let suspicion = self.suspicion(asked[0]);
        self.pool.went(suspicion);
        self.pool.drop_gone(asked, (at.tree(), &self.links, at.kept()));
        self.keep_only_suspect(at, suspicion);
        for only in pool::last_items(asked, at.tree(), at.kept()) {
            if let Some(it) = self.pool.get(only) {
                self.pool.clear_suspicion(it.suspicion);
                self.open(at, only, Why::CannotGo, None);
            }
        }
        self.set_free(at, asked);
    }

    /// Learns of nodes of the pool that they can go together, or are needed by some checks.
    fn learn(&mut self, nodes: &[NodeId], needed_by: Option<CheckSet>) {
        let going: HashSet<NodeId> = nodes.iter().copied().collect();
        for it in nodes.iter().filter_map(|node| self.pool.get(*node)) {
            let uses = it.uses(|by| going.contains(&by));
            self.priors.learn(it.class, uses, needed_by.is_some());
            let Some(checks) = needed_by else { continue };
            self.priors.blame(uses, checks);
            if uses.is_in_use() {
                self.used.push(it.node);
            }
        }
    }

    /// Takes the last one that is left of a suspect set for needed.
    fn keep_only_suspect(&mut self, at: &TreeConfiguration, suspicion: u32) {
        if let Some(only) = self.pool.only_suspect(suspicion) {
            let by = self.pool.suspect_check(suspicion);
            self.keep(at, only, Outcomes::failure_of(by), false);
        }
    }

    /// Takes a node for needed: what it contains waits in its place. What was suspect with it may
    /// remain so.
    fn keep(&mut self, at: &TreeConfiguration, node: NodeId, outcomes: Outcomes, remains: bool) {
        if !remains {
            self.pool.clear_suspicion(self.suspicion(node));
        }
        self.learn(&[node], Some(outcomes.blamed()));
        self.open(at, node, Why::IsNeeded, outcomes.failed());
    }

    /// Puts what a node of the pool contains in its place. If that is all of a needed node, one of
    /// them is needed.
    fn open(&mut self, at: &TreeConfiguration, node: NodeId, why: Why, by: Option<usize>) {
        let (tree, kept) = (at.tree(), at.kept());
        let inside = pool::inside(tree, kept, node);
        let count = |id: NodeId| kept.tokens().count_ones(tree.node(id).tokens());
        let is_all = inside.iter().map(|id| count(*id)).sum::<usize>() == count(node);
        let cleared = self.pool.get(node).map(|it| it.cleared).unwrap_or_default();
        self.put(at, node, &inside, cleared);
        if why == Why::IsNeeded && is_all && inside.len() > 1 {
            self.pool.suspect(&inside, by, false);
        }
    }

    /// What could not go because of users that are gone waits again.
    fn set_free(&mut self, at: &TreeConfiguration, removed: &[NodeId]) {
        let (tree, links, kept) = (at.tree(), &*self.links, at.kept());
        let used_in = |node: &NodeId| links.used_in(tree.node(*node).tokens()).iter();
        let mut names: Vec<u32> = removed.iter().flat_map(used_in).map(|(_, name)| *name).collect();
        names.sort_unstable();
        self.used.retain(|id| kept.any(tree.node(*id).tokens()));
        let is_free = |id: &mut NodeId| {
            let node = tree.node(*id);
            let first = names.partition_point(|name| *name < node.first_token);
            let is_changed = names.get(first).is_some_and(|name| *name < node.end_token);
            is_changed && links.refer_to(*id, tree, kept).next().is_none()
        };
        for node in self.used.extract_if(.., is_free) {
            self.pool.take_back(node, (tree, links, kept), &mut self.priors);
        }
    }
}

impl Strategy for Frontier {
    type Configuration = TreeConfiguration;

    fn propose(&mut self, best: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        let at = &best.configuration;
        loop {
            let choice =
                choice::best(&self.pool, &self.priors, at.tree(), at.weight(NodeId::ROOT))?;
            let possible = pool::possible(&choice.nodes, at.tree(), at.kept());
            if !possible.is_empty() {
                return Some(Query::complement(Edits::removal(possible), Some(choice.chance)));
            }
            self.open(at, choice.nodes[0], Why::CannotGo, None);
        }
    }

    fn accepted(&mut self, best: &Best<TreeConfiguration>, change: &Edits) {
        self.succeed(&best.configuration, change);
    }

    fn rejected(&mut self, best: &Best<TreeConfiguration>, change: &Edits, feedback: &Feedback) {
        let outcomes = self.feedback.outcomes(feedback);
        self.fail(&best.configuration, &change.removed, outcomes);
    }
}

#[cfg(test)]
mod tests;
