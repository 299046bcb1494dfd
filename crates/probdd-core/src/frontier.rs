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
//!   removed that nothing refers to, whose uses are removed with them or before, whose uses are
//!   undecided, and whose uses are needed. A needed node that was in use returns to the pool when its
//!   last use is removed. Until then, what lies inside it hardly counts: users are reduced before what
//!   they use. A definition that can hardly be removed before its uses is taken for needed without a
//!   query.
//! * **Kinds.** [`Priors`] learn how often nodes of each kind are needed. Often all nodes of a kind can
//!   be removed, or none.
//!
//! Uses stand after definitions, so sets are built from the end of the document backwards, one for each
//! of several limits of the probability of being needed. A definition that stands after its uses is
//! offered to a set again once the set has all of them. The query removes the set with the greatest
//! expected number of removed tokens per cost of the test, which consists of starting the test and of
//! reading the candidate ([`choice`]). If it is a single node, and two single nodes were removed since the last
//! failure, it competes with a set of all nodes that gain as much for the chance that they cost.
//!
//! Where everything before some place may be there for the sake of what stands after it, one query
//! removes all of it ([`tail`]), or all of it that is not reached by names ([`unreached`]).
//!
//! Where the language refuses what nothing uses ([`MustBeUsed`](crate::MustBeUsed)), a query also removes the
//! definitions that nothing uses without its nodes.
//!
//! Where hoists are enabled, needed nodes are replaced by their descendants before the details of what
//! they use ([`hoists`]).
//!
//! The last node that is left of a suspect set is needed, if the property is monotone. On other
//! properties that can be wrong, so the search infers it only if nothing outside of the set was removed
//! since the set failed, and only a sweep makes the result 1-minimal. Bound: n(n + 1)/2 queries for n
//! nodes that nothing refers to, log2 of the tokens for tails, and seven times log4 of them for what is
//! not reached; far fewer where halving works. A node that
//! returns to the pool adds the nodes inside it once more.
//!
//! Constants say how the queries of whole runs change with other values, as geometric means of 13 to 18 subjects
//! (`-j1 --confirm 1`, 2026-11-30). Results keep their sizes to within a token.

mod choice;
mod definitions;
#[cfg(test)]
mod fixture;
mod hoists;
mod pool;
mod priors;
mod reach;
mod removable;
mod tail;
mod unreached;

use crate::Links;
use crate::driver::{Best, Strategy};
use crate::tree::TreeConfiguration;
use crate::{Belief, Edits, Feedback, NodeId, Query, Twins};
use choice::Choice;
pub use choice::START_OF_TEST;
use hoists::{Hoists, Turn};
use pool::{Pool, SuspectSetId};
use priors::Priors;
use std::collections::HashSet;
use std::ops::Range;
use tail::Tails;
use unreached::Unreached;

/// The least number of undecided tokens that may go before a tail: fewer are soon decided. With 1, 18 subjects took
/// 1.02 of the queries.
const LEAST_BEFORE_TAIL: u32 = 256;

/// After so many single nodes were removed without a failure between them, the next one competes with one more
/// set. With 0, 23 subjects took 0.987 of the queries, but a program of assembly 563 instead of 349.
const SINGLES: u32 = 2;

/// A search is slow if so many queries have removed less than half of the tokens, ...
const SLOW_QUERIES: u32 = 40;

/// ... of a text with at least so many.
const SLOW_TOKENS: u32 = 1024;

/// Frontier: adaptive group testing over a tree, which learns how likely nodes of each kind are needed.
#[derive(Clone, Debug)]
pub struct Frontier {
    pool: Pool,
    priors: Priors,
    tails: Tails,
    hoists: Hoists,
    unreached: Unreached,
    proposed: Proposed,
    /// How many nodes of the last proposal were chosen. What nothing uses without them follows.
    chosen: usize,
    /// Whether the best set of the last proposal was a single node.
    is_single: bool,
    /// How many queries since the last failure were interesting, with a single node as the best set. Hoists do
    /// not count.
    singles: u32,
    /// How far the search has come, if it ends when it is slow.
    pace: Option<Pace>,
}

/// How far a search has come that ends if it is slow.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// The tokens at the start.
    tokens: u32,
    /// The queries so far, and those that the driver did not need to test.
    queries: u32,
    was_slow: bool,
}

impl Pace {
    /// Notes a query about a text with so many tokens. Returns whether the search is too slow for it.
    fn note_query(&mut self, tokens: u32) -> bool {
        self.queries += 1;
        self.was_slow |=
            self.queries == SLOW_QUERIES && self.tokens >= SLOW_TOKENS && 2 * tokens > self.tokens;
        self.was_slow
    }
}

/// What the last proposal removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proposed {
    /// Nodes of the pool that were chosen one by one.
    Set,
    /// All before a tail of so many tokens.
    Tail(u32),
    /// All that nothing reaches of what it leaves, so many tokens.
    Unreached(u32),
}

impl Frontier {
    /// Frontier over all removable nodes of a tree with names.
    pub fn new(start: &TreeConfiguration, links: Links) -> Frontier {
        let mut priors = Priors::default();
        Frontier {
            pool: Pool::new(start, links, &mut priors),
            priors,
            tails: Tails::new(LEAST_BEFORE_TAIL),
            hoists: Hoists::default(),
            unreached: Unreached::new(LEAST_BEFORE_TAIL),
            proposed: Proposed::Set,
            chosen: 0,
            is_single: false,
            singles: 0,
            pace: None,
        }
    }

    /// The same search, which learns from one answer about twins what the answer about others would be.
    #[must_use]
    pub fn with_twins(mut self, twins: Twins) -> Frontier {
        self.pool.set_twins(twins);
        self
    }

    /// The same search, which also replaces needed nodes by their descendants.
    #[must_use]
    pub fn with_hoists(self) -> Frontier {
        Frontier { hoists: Hoists::enabled(), ..self }
    }

    /// The same search, which asks about a tail where at least so many tokens would go.
    #[must_use]
    pub fn with_tails_from(mut self, tokens: u32) -> Frontier {
        self.tails = Tails::new(tokens);
        self
    }

    /// The same search, which removes what is not reached by names where at least so many tokens would
    /// go.
    #[must_use]
    pub fn with_unreached_from(mut self, tokens: u32) -> Frontier {
        self.unreached = Unreached::new(tokens);
        self
    }

    /// The same search, which does not reduce users before what they use: for measurements.
    #[must_use]
    pub fn without_order_of_use(mut self) -> Frontier {
        self.pool.count_all_alike();
        self
    }

    /// The same search, which ends if its first queries remove too little, so that the caller can make
    /// more of the text removable before it searches again.
    #[must_use]
    pub fn ending_if_slow(self, start: &TreeConfiguration) -> Frontier {
        let tokens = start.weight(NodeId::ROOT);
        Frontier { pace: Some(Pace { tokens, queries: 0, was_slow: false }), ..self }
    }

    /// Whether the search has ended because it was slow.
    pub fn was_slow(&self) -> bool {
        self.pace.is_some_and(|pace| pace.was_slow)
    }

    /// The set to ask about next. Of equal ones a set is taken, then a tail.
    fn choose(&mut self, best: &TreeConfiguration) -> Option<Choice> {
        let (unreached, worths) = self.unreached.best(&self.pool, &self.tails, best);
        self.pool.set_worths(&worths);
        let mut choice = self.best_set(best.weight(NodeId::ROOT))?;
        let mut proposed = Proposed::Set;
        if let Some((tail, rest)) = self.tails.best(&self.pool, best)
            && tail.value > choice.value
        {
            (choice, proposed) = (tail, Proposed::Tail(rest));
        }
        if let Some(query) = unreached
            && query.value > choice.value
            && let Some(others) = query.choice(&self.pool, best)
        {
            (choice, proposed) = (others, Proposed::Unreached(query.rest()));
        }
        self.proposed = proposed;
        Some(choice)
    }

    /// The best set while the best configuration has some weight. After several single nodes, it is not the
    /// next single node if a set is worth more.
    fn best_set(&mut self, weight: u32) -> Option<Choice> {
        let set = choice::best(&self.pool, &self.priors, weight)?;
        self.is_single = set.nodes.len() == 1;
        if self.is_single && self.singles >= SINGLES {
            return Some(choice::or_several(set, &self.pool, &self.priors, weight));
        }
        Some(set)
    }

    /// Learns that nodes of the pool were removed together.
    fn learn_removed(&mut self, nodes: &[NodeId]) {
        let removed: HashSet<NodeId> = nodes.iter().copied().collect();
        for undecided in nodes.iter().filter_map(|node| self.pool.get(*node)) {
            self.priors.learn(
                undecided.class,
                undecided.uses(|user| removed.contains(&user)),
                false,
            );
        }
    }

    /// Takes a node of the pool for needed and opens it.
    fn keep(&mut self, node: NodeId, best: &TreeConfiguration) {
        if let Some(undecided) = self.pool.get(node) {
            let uses = undecided.uses(|_| false);
            self.priors.learn(undecided.class, uses, true);
            if uses.is_in_use() {
                self.pool.restore_when_unused(node);
            }
        }
        self.tails.note_needed(node);
        let inside = self.pool.open(node, best, &mut self.priors);
        self.suspect_inside(node, &inside, best);
    }

    /// If the nodes inside a needed node are all that is left of it, at least one of them is needed.
    fn suspect_inside(&mut self, node: NodeId, inside: &[NodeId], best: &TreeConfiguration) {
        let count = |id: &NodeId| best.kept().tokens().count_ones(best.tree().node(*id).tokens());
        if inside.len() > 1 && inside.iter().map(count).sum::<usize>() == count(&node) {
            self.pool.suspect(inside);
        }
    }

    /// Takes the twins of a needed node for needed, too, if all that are left are whole. One answer teaches
    /// once.
    fn keep_twins(&mut self, node: NodeId, best: &TreeConfiguration) {
        let twins = self.pool.twins().clone();
        let run = twins.of(node);
        if !run.iter().all(|twin| !best.has(*twin) || best.is_whole(*twin)) {
            return;
        }
        let is_free = |twin: &NodeId| {
            self.pool.get(*twin).is_some_and(|undecided| undecided.suspect_set.is_none())
        };
        let free: Vec<NodeId> = run.iter().copied().filter(is_free).collect();
        for twin in &free {
            self.tails.note_needed(*twin);
        }
        for (twin, inside) in self.pool.open_all(&free, best, &mut self.priors) {
            self.suspect_inside(twin, &inside, best);
        }
    }

    /// Takes a definition in use for needed without a query.
    fn open_in_use(&mut self, definition: NodeId, best: &TreeConfiguration) {
        self.pool.restore_when_unused(definition);
        self.pool.open(definition, best, &mut self.priors);
    }

    /// What to ask when the best set is known.
    fn hoist(&mut self, choice: Option<&Choice>, best: &TreeConfiguration) -> Option<Edits> {
        let turn = match choice {
            None => Turn::All,
            Some(choice) if self.pool.are_details(&choice.nodes) => Turn::Users,
            Some(_) => return None,
        };
        let (node, by) = self.hoists.next(turn, &self.pool, best)?;
        Some(Edits::replacement(node, by))
    }

    /// Takes note of a removal, which has lost some tokens.
    fn accept_removal(
        &mut self,
        removed: &[NodeId],
        lost: &[Range<usize>],
        best: &TreeConfiguration,
    ) {
        if !self.pool.are_details(&removed[..self.chosen]) {
            self.hoists.renew();
        }
        self.singles += u32::from(self.is_single && self.proposed == Proposed::Set);
        self.learn_removed(removed);
        let set = self.suspect_set_of_proposal(removed);
        self.pool.remove(lost, set, best);
        self.keep_last_suspect(set, best);
        self.pool.open_last_items(removed, best, &mut self.priors);
    }

    /// Takes note of a hoist, which has lost some tokens.
    fn accept_hoist(
        &mut self,
        hoist: (NodeId, NodeId),
        lost: &[Range<usize>],
        best: &TreeConfiguration,
    ) {
        self.hoists.renew();
        self.hoists.note_saved(lost.iter().map(ExactSizeIterator::len).sum());
        self.pool.remove(lost, None, best);
        self.pool.replace_by(hoist, best, &mut self.priors);
    }

    /// The suspect set that the nodes of the last proposal are a part of.
    fn suspect_set_of_proposal(&self, nodes: &[NodeId]) -> Option<SuspectSetId> {
        self.pool.suspect_set(nodes[0]).filter(|_| self.proposed == Proposed::Set)
    }

    /// Infers that the only node that is left of a suspect set is needed.
    fn keep_last_suspect(&mut self, set: Option<SuspectSetId>, best: &TreeConfiguration) {
        let Some(set) = set else { return };
        if let Some(last) = self.pool.last_suspect(set) {
            self.keep(last, best);
        }
    }
}

impl Strategy for Frontier {
    type Configuration = TreeConfiguration;

    fn propose(&mut self, best: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        let best = &best.configuration;
        let tokens = best.weight(NodeId::ROOT);
        if self.pace.as_mut().is_some_and(|pace| pace.note_query(tokens)) {
            return None;
        }
        loop {
            let choice = self.choose(best);
            if let Some(hoist) = self.hoist(choice.as_ref(), best) {
                return Some(Query::replacement(best.with_unused(hoist)));
            }
            let choice = choice?;
            let weight = best.weight(NodeId::ROOT);
            let definitions = choice::hardly_removable(&self.pool, &self.priors, &choice, weight);
            if !definitions.is_empty() {
                for definition in definitions {
                    self.open_in_use(definition, best);
                }
                continue;
            }
            let removable = removable::together(&choice.nodes, best);
            if !removable.is_empty() {
                self.chosen = removable.len();
                let change = best.with_unused(Edits::removal(removable));
                return Some(Query::complement(change, Some(choice.chance)));
            }
            self.pool.open(choice.nodes[0], best, &mut self.priors);
        }
    }

    fn accepted(&mut self, best: &Best<TreeConfiguration>, change: &Edits) {
        let best = &best.configuration;
        let lost = change.lost_tokens(best.tree());
        match change.replaced[..] {
            [hoist] => self.accept_hoist(hoist, &lost, best),
            _ => self.accept_removal(&change.removed, &lost, best),
        }
        self.pool.restore_unused(&lost, best, &mut self.priors);
    }

    fn undecided(&self, _: &Best<TreeConfiguration>) -> Option<Vec<Belief>> {
        Some(choice::beliefs(&self.pool, &self.priors))
    }

    fn rejected(&mut self, best: &Best<TreeConfiguration>, change: &Edits, _: &Feedback) {
        let best = &best.configuration;
        if !change.replaced.is_empty() {
            // A hoist, which is tried once.
            return;
        }
        self.singles = 0;
        match self.proposed {
            Proposed::Set => {}
            Proposed::Tail(rest) => return self.tails.note_failure(rest),
            Proposed::Unreached(rest) => return self.unreached.note_failure(rest),
        }
        let asked = &change.removed[..self.chosen];
        // A part of a suspect set explains why the set failed.
        self.pool.forget(self.pool.suspect_set(asked[0]));
        if let [only] = asked {
            self.keep(*only, best);
            if change.removed.len() == 1 {
                self.keep_twins(*only, best);
            }
        } else {
            self.pool.suspect(asked);
            self.pool.note_crowd(asked);
        }
    }
}

#[cfg(test)]
mod tests;
