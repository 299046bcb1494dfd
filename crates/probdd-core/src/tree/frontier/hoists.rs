//! Hoists: a needed node is replaced by one of its descendants, before the details of what it uses.
//!
//! An expression, a statement, a block around what triggers can seldom be removed, but often be replaced
//! by a part of it, and what the rest used goes with it. So hoists have their turn as soon as nothing
//! but the insides of definitions in use is undecided, and once more when nothing is. They are those of
//! [`near_replacements`], the heaviest node first, and the lightest descendant of a node. Each pair is
//! tried once, and not as long as it loses a definition that the test asks for.

use super::pool::Pool;
use crate::tree::configuration::TreeConfiguration;
use crate::tree::replacements::near_replacements;
use crate::{Edits, NodeId};
use std::cmp::Reverse;
use std::collections::HashSet;

/// Which nodes have their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The nodes outside of definitions in use.
    Users,
    /// All nodes.
    All,
}

/// The hoists of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Hoists {
    is_enabled: bool,
    /// The pairs of a node and a descendant that were tried.
    tried: HashSet<(NodeId, NodeId)>,
    /// The nodes that wait for their turn, the heaviest one last; `None` if they have to be looked for
    /// anew.
    waiting: Option<(Turn, Vec<NodeId>)>,
    /// The node whose turn it is, and what may replace it, the best choice last.
    choices: Option<(NodeId, Vec<NodeId>)>,
}

impl Hoists {
    pub(super) fn enabled() -> Hoists {
        Hoists { is_enabled: true, ..Hoists::default() }
    }

    /// Notes that the best configuration has changed in a way that makes other hoists possible.
    pub(super) fn renew(&mut self) {
        (self.waiting, self.choices) = (None, None);
    }

    /// The next hoist.
    pub(super) fn next(
        &mut self,
        turn: Turn,
        pool: &Pool,
        best: &TreeConfiguration,
    ) -> Option<(NodeId, NodeId)> {
        if !self.is_enabled {
            return None;
        }
        if self.waiting.as_ref().is_none_or(|(of, _)| *of != turn) {
            self.waiting = Some((turn, waiting(turn, pool, best)));
            self.choices = None;
        }
        loop {
            while let Some((node, choices)) = &mut self.choices
                && let Some(by) = choices.pop()
            {
                let hoist = (*node, by);
                let is_possible = !is_inside_undecided(*node, by, pool, best)
                    && !pool.is_asked_for(&Edits::replacement(*node, by), best);
                if is_possible && self.tried.insert(hoist) {
                    return Some(hoist);
                }
            }
            let (_, waiting) = self.waiting.as_mut()?;
            let node = waiting.pop()?;
            self.choices = Some((node, near_replacements(best, node)));
        }
    }
}

/// The decided nodes that are kept, the heaviest one last.
fn waiting(turn: Turn, pool: &Pool, best: &TreeConfiguration) -> Vec<NodeId> {
    let tree = best.tree();
    let mut found = Vec::new();
    let mut pending = vec![NodeId::ROOT];
    while let Some(node) = pending.pop() {
        let is_passed_over = turn == Turn::Users && pool.is_in_use(node);
        if !best.has(node) || is_passed_over || pool.get(node).is_some() {
            continue;
        }
        found.push(node);
        pending.extend(tree.children(node));
    }
    found.sort_by_cached_key(|node| (best.weight(*node), Reverse(*node)));
    found
}

/// Whether a descendant of a node lies inside an undecided one.
fn is_inside_undecided(node: NodeId, by: NodeId, pool: &Pool, best: &TreeConfiguration) -> bool {
    let around = std::iter::successors(best.tree().parent(by), |id| best.tree().parent(*id));
    around.take_while(|id| *id != node).any(|id| pool.get(id).is_some())
}
