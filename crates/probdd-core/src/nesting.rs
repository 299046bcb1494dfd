//! Nesting: which levels of a deep nest are needed? (our own; no paper describes it)
//!
//! A *chain* is a path of nodes, each inside the one before it and fit to take its place: brackets
//! around brackets, a call in an argument of a call, an `else if` after an `else if`, a sum that begins
//! with a shorter sum ([`chains`]). A *level* is what a node of the chain has beside the next one. If a
//! level is removed, the node below it takes its place, and whatever stood beside that node is gone. So
//! any levels can be removed together, and the levels are the elements of a list.
//!
//! The search over that list is halving ([`Halving`]), which takes it for likely that no level is
//! needed: the first query puts the innermost node in the place of the outermost one. If that fails, a
//! node about half-way down takes the outermost one's place, and so on. Other searches find out what is
//! needed inside the levels that are left.
//!
//! Only chains that make up much of a text and have little beside them are searched; ordinary programs
//! have none. A chain ends when 32 levels in a row are needed: their number may be what matters.
//!
//! Bound: that of halving, n * (log2(n) + 3) queries for a chain of n levels, on any property. If no
//! level is needed, that is found in a single query. On a monotone property, a needed level takes at
//! most log2(n) + 2 queries from the one that fails because of it; in between, windows grow with every
//! success. For k needed levels at random places the average is near to the logarithm of the number of
//! ways to choose them, which is the least that any search takes:
//!
//! | n | k | least | average |
//! |---|---|---|---|
//! | 1,000 | 1 | 10 | 13 |
//! | 1,000 | 5 | 43 | 51 |
//! | 100,000 | 1 | 17 | 20 |
//! | 100,000 | 5 | 76 | 82 |

mod chains;
#[cfg(test)]
mod tests;

use crate::driver::{Best, Driver, Strategy};
use crate::list::{self, Subset};
use crate::splitting::{Halving, Order};
use crate::tree::TreeConfiguration;
use crate::{Class, Edits, Feedback, NodeId, Query, Search};
pub use chains::{Chain, chains};
use std::sync::Arc;

/// How many needed levels in a row end the search of a chain.
const PATIENCE: usize = 32;

/// How many levels of a chain are needed, as far as anybody knows before the first query.
const EXPECTED: f64 = 0.5;

/// The algorithm.
#[derive(Clone, Debug)]
pub struct Nesting {
    chains: Arc<[Chain]>,
    /// How many chains have had their turn or have it.
    begun: usize,
    turn: Option<Turn>,
}

/// The search over the levels of one chain.
#[derive(Clone, Debug)]
struct Turn {
    /// The nodes of the chain that are left. Level `i` is what node `i` has beside node `i + 1`.
    nodes: Arc<[NodeId]>,
    search: Driver<Halving>,
}

impl Nesting {
    /// A search over chains of a tree, one after the other.
    pub fn new(chains: Vec<Chain>) -> Nesting {
        Nesting { chains: chains.into(), begun: 0, turn: None }
    }
}

impl Turn {
    /// The turn of a chain, unless earlier turns left less than one level of it.
    fn new(best: &TreeConfiguration, chain: &Chain) -> Option<Turn> {
        let nodes: Arc<[NodeId]> = chain.nodes().filter(|id| has_own_text(best, *id)).collect();
        let levels = nodes.len().checked_sub(1).filter(|levels| *levels > 0)?;
        let prior = EXPECTED / levels as f64;
        // Level `i` is element `levels - 1 - i`: halving begins at the last element.
        let halving = |n| Halving::new(n, Order::Auto, PATIENCE, prior);
        Some(Turn { nodes, search: list::search(levels, halving) })
    }

    /// The removal of levels.
    fn removal(&self, levels: &Subset) -> Edits {
        let last = self.nodes.len() as u32 - 2;
        let mut levels: Vec<usize> = levels.0.iter().map(|level| (last - level) as usize).collect();
        levels.sort_unstable();
        let runs = levels.chunk_by(|a, b| a + 1 == *b);
        let replaced = runs.map(|run| (self.nodes[run[0]], self.nodes[run[run.len() - 1] + 1]));
        Edits { replaced: replaced.collect(), ..Edits::default() }
    }
}

/// Whether a node has kept text that none of its children has. Another chain may have put a descendant
/// in its place.
fn has_own_text(best: &TreeConfiguration, node: NodeId) -> bool {
    let weight = best.weight(node);
    weight > 0 && best.tree().children(node).all(|child| best.weight(child) < weight)
}

impl Strategy for Nesting {
    type Configuration = TreeConfiguration;

    fn propose(&mut self, _: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        let turn = self.turn.as_ref()?;
        let query = turn.search.ask()?;
        Some(Query { class: Class::Replacement, ..query.with(turn.removal(&query.change)) })
    }

    /// Begins the turn of the next chain.
    fn next_stage(&mut self, best: &Best<TreeConfiguration>) -> bool {
        let Some(chain) = self.chains.get(self.begun) else { return false };
        self.begun += 1;
        self.turn = Turn::new(&best.configuration, chain);
        true
    }

    fn react(&mut self, _: &Best<TreeConfiguration>, _: &Edits, feedback: &Feedback) {
        if let Some(turn) = &mut self.turn {
            turn.search.tell(feedback);
        }
    }
}
