//! What is reached by names, and the query that removes all else.

use super::Reference;
use super::sets::{Kind, Set};
use probdd_core::{NodeId, Role};
use std::collections::VecDeque;
use std::ops::Range;

/// So many tokens use nothing else with a probability of one half.
const USES: f64 = 300.0;

/// What is kept of a node.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Whole,
    /// All but the items inside it that hold definitions.
    Around,
}

/// What is reached from a place: nodes, in the order in which they were found.
struct Reached {
    /// The first token of the end that is kept.
    start: usize,
    found: Vec<(NodeId, Part)>,
    /// `(user, definition)` as places in the order; the end comes before all.
    uses: Vec<(usize, usize)>,
    /// Tokens whose uses were not followed, and the place of what keeps them.
    pending: VecDeque<(usize, Vec<usize>)>,
}

impl Reference<'_> {
    /// The best query that leaves only what is reached from some cut.
    pub(super) fn unreached(&self) -> Option<Set> {
        let mut best: Option<Set> = None;
        for (before, share) in self.reach_cuts() {
            let reached = self.reached(before);
            let (rest, free) = self.rest_and_free(&reached);
            let chance = share * self.chance_of_no_other_use(rest);
            let value = free * chance / (2000.0 + rest);
            if chance >= 0.01 && best.as_ref().is_none_or(|best| value > best.value) {
                let nodes = self.without_last_items(&self.others(&reached));
                best = Some(Set {
                    nodes,
                    chance,
                    value,
                    kind: Kind::Unreached(rest),
                    is_single: false,
                });
            }
        }
        best.filter(|set| set.nodes.len() > 1)
    }

    /// What each node of the pool is worth beside its tokens.
    pub(super) fn worth(&self, node: NodeId) -> f64 {
        let mut best: Option<(f64, f64, Reached)> = None;
        for (before, share) in self.reach_cuts() {
            let reached = self.reached(before);
            let expected = self.rest_and_free(&reached).1 * share;
            if best.as_ref().is_none_or(|(most, ..)| expected > *most) {
                best = Some((expected, share, reached));
            }
        }
        let Some((_, share, reached)) = best else { return 0.0 };
        let credit = self.credit(&reached, node) - self.arrivals[&node].weight;
        0.5 * share * credit.max(0.0)
    }

    /// How many nodes of the pool are before each cut, latest cut first, and how likely nothing before it
    /// is needed by itself. Only those where enough would go; none without names.
    fn reach_cuts(&self) -> Vec<(usize, f64)> {
        let pool = self.pool();
        let mut cuts = Vec::new();
        if !self.tree.nodes().any(|(id, _)| self.defines(id)) {
            return cuts;
        }
        for at in (0..pool.len()).rev().filter(|at| !self.is_detail(pool[*at])) {
            let (_, free) = self.rest_and_free(&self.reached(at + 1));
            if free < self.least_before_tail {
                break;
            }
            cuts.push((at + 1, self.share_before(&pool[..=at], &pool[at + 1..])));
        }
        cuts
    }

    /// Given the failures with more tokens, and halved for each failure with about as many.
    fn chance_of_no_other_use(&self, rest: f64) -> f64 {
        let plain = |tokens: f64| USES / (USES + tokens);
        let failed = &self.failed_unreached;
        let chance = match failed.iter().copied().filter(|tokens| *tokens >= rest).reduce(f64::min)
        {
            None => plain(rest),
            Some(least) => 0.5 * (plain(rest) - plain(least)) / (1.0 - plain(least)),
        };
        let similar = failed.iter().filter(|tokens| **tokens < 4.0 * rest && rest < 4.0 * **tokens);
        similar.fold(chance, |chance, _| chance / 2.0)
    }

    /// What is reached from the end of the document, after so many nodes of the pool.
    fn reached(&self, before: usize) -> Reached {
        let pool = self.pool();
        let end_of = |id: &NodeId| self.tree.node(*id).end_token as usize;
        let start = before.checked_sub(1).map_or(0, |last| end_of(&pool[last]));
        let (found, uses, pending) = (Vec::new(), Vec::new(), VecDeque::new());
        let mut reached = Reached { start: self.tree.token_count(), found, uses, pending };
        self.find(NodeId::ROOT, Part::Around, &mut reached);
        reached.start = start;
        reached.pending.push_back((0, self.undecided_outside(start..self.tree.token_count())));
        for id in pool[before..].iter().rev() {
            self.find(*id, Part::Whole, &mut reached);
        }
        let mut around = Some(NodeId::ROOT);
        while let Some(node) = around.filter(|id| !self.is_undecided(*id)) {
            self.find(node, Part::Around, &mut reached);
            around = self.items_inside(node).into_iter().find(|id| self.holds(*id, start));
        }
        while let Some((user, tokens)) = reached.pending.pop_front() {
            for token in tokens.into_iter().filter(|token| self.kept.contains(*token)) {
                for (_, name) in self.links.used_in(token..token + 1) {
                    if let Some(definition) = self.reach(*name as usize, &mut reached) {
                        reached.uses.push((user, definition + 1));
                    }
                }
            }
        }
        reached
    }

    /// The place of what is kept for a name.
    fn reach(&self, name: usize, reached: &mut Reached) -> Option<usize> {
        let holder = self.pool().into_iter().find(|id| self.holds(*id, name));
        if name >= reached.start {
            return reached.place((holder?, Part::Whole));
        }
        let mut node = NodeId::ROOT;
        loop {
            let is_only_whole = self.is_undecided(node) && self.items_inside(node).is_empty();
            let is_whole = reached.place((node, Part::Whole)).is_some();
            if is_whole || self.defines(node) || is_only_whole {
                return Some(self.find(node, Part::Whole, reached));
            }
            let around = self.find(node, Part::Around, reached);
            let inner = self.items_inside(node).into_iter().find(|id| self.holds(*id, name));
            let Some(inner) = inner else {
                let is_inside = |id: &NodeId| *id != node && self.tree.contains(node, *id);
                return Some(match holder.filter(is_inside) {
                    Some(holder) => self.find(holder, Part::Whole, reached),
                    None => around,
                });
            };
            node = inner;
        }
    }

    /// The place of a part of a node, which is kept from now on.
    fn find(&self, node: NodeId, part: Part, reached: &mut Reached) -> usize {
        let known = reached.place((node, Part::Whole));
        let known = known.or_else(|| reached.place((node, part)));
        known.unwrap_or_else(|| {
            let place = reached.found.len();
            reached.found.push((node, part));
            let tokens = self.tokens_of((node, part));
            reached.pending.push_back((place + 1, tokens));
            for inner in self.undecided_parts((node, part)) {
                self.find(inner, Part::Whole, reached);
            }
            place
        })
    }

    /// The undecided nodes that are kept with a part of a node.
    fn undecided_parts(&self, (node, part): (NodeId, Part)) -> Vec<NodeId> {
        if self.is_undecided(node) {
            return Vec::new();
        }
        let items = self.items_inside(node);
        let overlaps = |id: &NodeId, other: &NodeId| {
            self.tree.node(*id).tokens().any(|token| self.holds(*other, token))
        };
        let is_part = |id: &NodeId| match part {
            Part::Whole => true,
            Part::Around => {
                let is_around = |token: usize| !items.iter().any(|item| self.holds(*item, token));
                self.is_detail(*id) && self.tree.node(*id).tokens().any(is_around)
            }
        };
        self.pool().into_iter().filter(|id| overlaps(id, &node) && is_part(id)).collect()
    }

    /// The tokens of a part of a node. Undecided nodes inside of a node that was opened are no part.
    fn tokens_of(&self, (node, part): (NodeId, Part)) -> Vec<usize> {
        let tokens = self.tree.node(node).tokens();
        let mut tokens: Vec<usize> =
            if self.is_undecided(node) { tokens.collect() } else { self.undecided_outside(tokens) };
        if part == Part::Around {
            let inside = self.items_inside(node);
            tokens.retain(|token| !inside.iter().any(|id| self.holds(*id, *token)));
        }
        tokens
    }

    /// The tokens of a range that are in no node of the pool.
    fn undecided_outside(&self, tokens: Range<usize>) -> Vec<usize> {
        let pool = self.pool();
        tokens.filter(|token| !pool.iter().any(|id| self.holds(*id, *token))).collect()
    }

    /// Whether a node is in the pool or inside a node of it.
    fn is_undecided(&self, node: NodeId) -> bool {
        self.pool().iter().any(|id| self.tree.contains(*id, node))
    }

    /// The weight of what is kept of a node and was not kept before.
    fn weight_at(&self, reached: &Reached, place: usize) -> f64 {
        let before = &reached.found[..place];
        let end = self.undecided_outside(reached.start..self.tree.token_count());
        let is_new = |token: &usize| {
            !end.contains(token) && !before.iter().any(|part| self.tokens_of(*part).contains(token))
        };
        self.weight_of(self.tokens_of(reached.found[place]).into_iter().filter(is_new))
    }

    fn weight_of(&self, tokens: impl Iterator<Item = usize>) -> f64 {
        let kept = tokens.filter(|token| self.kept.contains(*token));
        f64::from(kept.map(|token| self.tree.weight_of(token..token + 1)).sum::<u32>())
    }

    fn rest_and_free(&self, reached: &Reached) -> (f64, f64) {
        let end = self.undecided_outside(reached.start..self.tree.token_count());
        let places = 0..reached.found.len();
        let inner = places.map(|at| self.weight_at(reached, at)).sum::<f64>();
        let rest = self.weight_of(end.into_iter()) + inner;
        (rest, self.weight(NodeId::ROOT) - rest)
    }

    /// The items and the nodes of the pool that are not reached, from the end of the document backwards.
    fn others(&self, reached: &Reached) -> Vec<NodeId> {
        let is_found = |id: NodeId| reached.found.iter().any(|(found, _)| *found == id);
        let mut others = Vec::new();
        let mut pending = vec![NodeId::ROOT];
        while let Some(node) = pending.pop() {
            for item in self.items_inside(node) {
                let is_before = self.tree.node(item).tokens().start < reached.start;
                if reached.place((item, Part::Whole)).is_some() {
                    continue;
                }
                if is_found(item) {
                    pending.push(item);
                } else if is_before && self.is_left(item) {
                    others.push(item);
                }
            }
        }
        for id in self.pool() {
            let holds_found = reached.found.iter().any(|(found, _)| self.tree.contains(id, *found));
            let is_inside = others.iter().any(|other| self.tree.contains(*other, id));
            if !holds_found && !is_inside {
                others.push(id);
            }
        }
        others.sort();
        others.reverse();
        others
    }

    /// What a node keeps: its own weight and its share of what it uses, if that was found after it.
    fn credit(&self, reached: &Reached, node: NodeId) -> f64 {
        let places = 0..reached.found.len();
        let mut credits: Vec<f64> = places.map(|at| self.weight_at(reached, at)).collect();
        for definition in (1..=credits.len()).rev() {
            let mut users: Vec<usize> = Vec::new();
            for (user, used) in &reached.uses {
                if *used == definition && *user < definition && !users.contains(user) {
                    users.push(*user);
                }
            }
            let share = credits[definition - 1] / users.len() as f64;
            for user in users.into_iter().filter(|user| *user > 0) {
                credits[user - 1] += share;
            }
        }
        let place = reached.place((node, Part::Whole)).or(reached.place((node, Part::Around)));
        place.map_or(0.0, |at| credits[at])
    }

    // Definitions.

    /// Whether a node is a part of a definition, or a small part of an item around definitions.
    fn is_detail(&self, node: NodeId) -> bool {
        let items: Vec<NodeId> = self.items_around(node);
        let is_small = !self.is_among_definitions(node) && self.items_inside(node).is_empty();
        let is_known = self.tree.nodes().any(|(id, _)| self.defines(id));
        is_known && !items.is_empty() && (is_small || items.iter().any(|item| self.defines(*item)))
    }

    fn items_around(&self, node: NodeId) -> Vec<NodeId> {
        let nodes = self.tree.nodes().filter(|(id, other)| {
            other.role == Role::Item && *id != node && self.tree.contains(*id, node)
        });
        nodes.map(|(id, _)| id).collect()
    }

    /// Whether a name stands in an item and in none inside it.
    fn defines(&self, node: NodeId) -> bool {
        let is_own = |name: &u32| {
            let inner = self.tree.nodes().any(|(id, item)| {
                let is_inside = id != node && self.tree.contains(node, id);
                item.role == Role::Item && is_inside && self.holds(id, *name as usize)
            });
            self.holds(node, *name as usize) && !inner
        };
        let is_item = self.tree.node(node).role == Role::Item;
        is_item && self.links.definitions().iter().any(is_own)
    }

    fn is_among_definitions(&self, node: NodeId) -> bool {
        let item = self.tree.node(node);
        let siblings =
            || self.tree.children(item.parent).filter(|id| self.tree.node(*id).role == Role::Item);
        let names = self.links.definitions();
        let holds_a_name = |id: NodeId| names.iter().any(|name| self.holds(id, *name as usize));
        item.role == Role::Item && siblings().any(holds_a_name)
    }

    fn items_inside(&self, node: NodeId) -> Vec<NodeId> {
        let is_such = |id: &NodeId| {
            let is_inside = *id != node && self.tree.contains(node, *id);
            is_inside && self.tree.is_removable(*id) && self.is_among_definitions(*id)
        };
        let all: Vec<NodeId> = self.tree.nodes().map(|(id, _)| id).filter(is_such).collect();
        let is_inner =
            |id: &NodeId| all.iter().any(|outer| outer != id && self.tree.contains(*outer, *id));
        all.iter().copied().filter(|id| !is_inner(id)).collect()
    }
}

impl Reached {
    fn place(&self, part: (NodeId, Part)) -> Option<usize> {
        self.found.iter().rposition(|other| *other == part)
    }
}
