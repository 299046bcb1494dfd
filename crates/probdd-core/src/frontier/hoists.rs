//! Hoists: a needed node is replaced by one of its descendants, before the details of what it uses.
//!
//! An expression, a statement, a block around what triggers can seldom be removed, but often be replaced
//! by a part of it, and what the rest used goes with it. So hoists have their turn as soon as nothing
//! but the insides of definitions in use is undecided, and once more when nothing is. They are those of
//! [`near_replacements`], the heaviest node first, and the lightest descendant of a node. Each pair is
//! tried once.
//!
//! Where most of a program is needed, as when a program loses the features that its user does not need,
//! hoists save little, and what is used stays. So hoists of users rest, and the details come first, while
//! the last ones have saved too little ([`Yield`]).

use super::pool::Pool;
use crate::NodeId;
use crate::tree::TreeConfiguration;
use crate::tree::replacements::near_replacements;
use std::cmp::Reverse;
use std::collections::HashSet;

/// So many hoists are tried before they are judged.
const TRIAL: u32 = 24;

/// Hoists of users rest if each saves less than one of so many tokens.
const LEAST_SHARE: u32 = 1_000;

/// What the last hoists have saved.
#[derive(Clone, Copy, Debug, Default)]
struct Yield {
    asked: u32,
    tokens: u32,
}

impl Yield {
    /// Counts a hoist that is asked about. What was long ago counts less.
    fn note_asked(&mut self) {
        self.asked += 1;
        if self.asked == 2 * TRIAL {
            *self = Yield { asked: TRIAL, tokens: self.tokens / 2 };
        }
    }

    /// Whether it is too little for a best candidate of some weight.
    fn is_poor(self, weight: u32) -> bool {
        let (saved, asked) = (u64::from(self.tokens), u64::from(self.asked));
        self.asked >= TRIAL && saved * u64::from(LEAST_SHARE) < asked * u64::from(weight)
    }
}

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
    saved: Yield,
}

impl Hoists {
    pub(super) fn enabled() -> Hoists {
        Hoists { is_enabled: true, ..Hoists::default() }
    }

    /// Notes that a hoist has saved tokens.
    pub(super) fn note_saved(&mut self, tokens: usize) {
        self.saved.tokens += u32::try_from(tokens).unwrap_or(u32::MAX);
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
        let is_resting = turn == Turn::Users && self.saved.is_poor(best.weight(NodeId::ROOT));
        if !self.is_enabled || is_resting {
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
                if !is_inside_undecided(*node, by, pool, best) && self.tried.insert(hoist) {
                    self.saved.note_asked();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What so many hoists have saved.
    fn yield_of(asked: u32, tokens: u32) -> Yield {
        let mut saved = Yield::default();
        (0..asked).for_each(|_| saved.note_asked());
        Yield { tokens, ..saved }
    }

    #[test]
    fn hoists_are_poor_after_a_trial_in_which_they_saved_less_than_a_thousandth_each() {
        assert!(!yield_of(23, 0).is_poor(100));
        assert!(yield_of(24, 0).is_poor(100));
        assert!(yield_of(24, 23).is_poor(1_000));
        assert!(!yield_of(24, 24).is_poor(1_000));
        assert!(!yield_of(24, 23).is_poor(900));
    }

    #[test]
    fn what_hoists_saved_long_ago_counts_less() {
        let mut saved = yield_of(40, 80);
        assert!(!saved.is_poor(1_500));
        (0..8).for_each(|_| saved.note_asked());
        assert!(saved.is_poor(1_700) && !saved.is_poor(1_600));
    }
}
