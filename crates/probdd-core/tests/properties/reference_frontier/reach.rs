//! What is reached by names, and the query that removes all else.

use super::Reference;
use super::sets::{Kind, Set};
use probdd_core::{NodeId, Role};

/// So many tokens use nothing else with a probability of one half.
const USES: f64 = 300.0;

/// What is kept of a node.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Whole,
    /// All but the items inside it that hold definitions.
    Around,
}

/// What some nodes reach: nodes of the pool and nodes inside them, in the order in which they were found.
struct Reached {
    found: Vec<(NodeId, Part)>,
    /// `(user, definition)` as places in the order; the tokens outside of the pool come before all.
    uses: Vec<(usize, usize)>,
}

impl Reference<'_> {
    /// The best query that leaves only what is reached from some cut.
    pub(super) fn unreached(&self) -> Option<Set> {
        let mut best: Option<Set> = None;
        for (nodes, share) in self.reach_cuts() {
            let reached = self.reached(&nodes);
            let (rest, free) = self.rest_and_free(&reached);
            let chance = share * self.chance_of_no_other_use(rest);
            let value = free * chance / (2000.0 + rest);
            if chance >= 0.1 && best.as_ref().is_none_or(|it| value > it.value) {
                let nodes = self.others(&reached);
                best = Some(Set { nodes, chance, value, kind: Kind::Unreached(rest) });
            }
        }
        best.filter(|set| set.nodes.len() > 1)
    }

    /// What each node of the pool is worth beside its tokens.
    pub(super) fn worth(&self, node: NodeId) -> f64 {
        let mut best: Option<(f64, f64, Reached)> = None;
        for (nodes, share) in self.reach_cuts() {
            let reached = self.reached(&nodes);
            let expected = self.rest_and_free(&reached).1 * share;
            if best.as_ref().is_none_or(|it| expected > it.0) {
                best = Some((expected, share, reached));
            }
        }
        let Some((_, share, reached)) = best else { return 0.0 };
        let credit = self.credit(&reached, node) - self.arrivals[&node].weight;
        0.5 * share * credit.max(0.0)
    }

    /// The nodes after each cut, latest cut first, and how likely nothing before it is needed by itself.
    /// Only those where enough would go and that are unlike those that failed.
    fn reach_cuts(&self) -> Vec<(Vec<NodeId>, f64)> {
        let pool = self.pool();
        let mut cuts = Vec::new();
        for at in (0..pool.len()).rev().filter(|at| !self.is_detail(pool[*at])) {
            let after = &pool[at + 1..];
            let (rest, free) = self.rest_and_free(&self.reached(after));
            if free < self.least_before_tail {
                break;
            }
            let failed = &self.failed_unreached;
            if failed.iter().all(|it| rest >= 4.0 * it || 2.0 * rest <= *it) {
                cuts.push((after.to_vec(), self.share_before(&pool[..=at], after)));
            }
        }
        cuts
    }

    fn chance_of_no_other_use(&self, rest: f64) -> f64 {
        let plain = |tokens: f64| USES / (USES + tokens);
        match self.failed_unreached.iter().copied().filter(|it| *it >= rest).reduce(f64::min) {
            None => plain(rest),
            Some(least) => 0.5 * (plain(rest) - plain(least)) / (1.0 - plain(least)),
        }
    }

    /// What the tokens outside of the pool, the details in it and some other nodes of it reach.
    fn reached(&self, after: &[NodeId]) -> Reached {
        let pool = self.pool();
        let mut reached = Reached { found: Vec::new(), uses: Vec::new() };
        let details = pool.iter().rev().filter(|id| self.is_detail(**id));
        for id in details.chain(after.iter().rev()) {
            reached.find((*id, Part::Whole));
        }
        let is_outside = |token: &usize| !pool.iter().any(|id| self.holds(*id, *token));
        let outside = (0..self.tree.token_count()).filter(is_outside).collect();
        self.follow(0, outside, &mut reached);
        let mut user = 0;
        while user < reached.found.len() {
            let tokens = self.tokens_of(reached.found[user]);
            self.follow(user + 1, tokens, &mut reached);
            user += 1;
        }
        reached
    }

    fn follow(&self, user: usize, tokens: Vec<usize>, reached: &mut Reached) {
        for token in tokens.into_iter().filter(|token| self.kept.contains(*token)) {
            for (_, name) in self.links.used_in(token..token + 1) {
                if let Some(definition) = self.reach(*name as usize, reached) {
                    reached.uses.push((user, definition + 1));
                }
            }
        }
    }

    /// The place of what is kept for a name.
    fn reach(&self, name: usize, reached: &mut Reached) -> Option<usize> {
        let mut node = self.pool().into_iter().find(|id| self.holds(*id, name))?;
        loop {
            let inside = if self.defines(node) { Vec::new() } else { self.items_inside(node) };
            if inside.is_empty() || reached.place((node, Part::Whole)).is_some() {
                return Some(reached.find((node, Part::Whole)));
            }
            let around = reached.find((node, Part::Around));
            match inside.into_iter().find(|id| self.holds(*id, name)) {
                Some(inner) => node = inner,
                None => return Some(around),
            }
        }
    }

    fn tokens_of(&self, (node, part): (NodeId, Part)) -> Vec<usize> {
        let mut tokens: Vec<usize> = self.tree.node(node).tokens().collect();
        if part == Part::Around {
            let inside = self.items_inside(node);
            tokens.retain(|token| !inside.iter().any(|id| self.holds(*id, *token)));
        }
        tokens
    }

    /// The weight of what is kept of a node and was not kept before.
    fn weight_at(&self, reached: &Reached, place: usize) -> f64 {
        let before = &reached.found[..place];
        let is_new = |token: &usize| !before.iter().any(|it| self.tokens_of(*it).contains(token));
        let tokens = self.tokens_of(reached.found[place]).into_iter().filter(is_new);
        let kept = tokens.filter(|token| self.kept.contains(*token));
        f64::from(kept.map(|token| self.tree.weight_of(token..token + 1)).sum::<u32>())
    }

    fn rest_and_free(&self, reached: &Reached) -> (f64, f64) {
        let pool: f64 = self.pool().iter().map(|id| self.weight(*id)).sum();
        let all = self.weight(NodeId::ROOT);
        let places = 0..reached.found.len();
        let rest = all - pool + places.map(|at| self.weight_at(reached, at)).sum::<f64>();
        (rest, all - rest)
    }

    /// The nodes of the pool that are not reached, and the items that are not in those reached in part.
    fn others(&self, reached: &Reached) -> Vec<NodeId> {
        let mut others = Vec::new();
        let mut pending = self.pool();
        while let Some(node) = pending.pop() {
            if reached.place((node, Part::Whole)).is_some() {
                continue;
            }
            if reached.place((node, Part::Around)).is_some() {
                pending.extend(self.items_inside(node));
            } else {
                others.push(node);
            }
        }
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
        let nodes = self.tree.nodes().filter(|(id, it)| {
            it.role == Role::Item && *id != node && self.tree.contains(*id, node)
        });
        nodes.map(|(id, _)| id).collect()
    }

    /// Whether a name stands in an item and in none inside it.
    fn defines(&self, node: NodeId) -> bool {
        let is_own = |name: &u32| {
            let inner = self.tree.nodes().any(|(id, it)| {
                let is_inside = id != node && self.tree.contains(node, id);
                it.role == Role::Item && is_inside && self.holds(id, *name as usize)
            });
            self.holds(node, *name as usize) && !inner
        };
        let is_item = self.tree.node(node).role == Role::Item;
        is_item && self.links.definitions().iter().any(is_own)
    }

    fn is_among_definitions(&self, node: NodeId) -> bool {
        let it = self.tree.node(node);
        let siblings =
            || self.tree.children(it.parent).filter(|id| self.tree.node(*id).role == Role::Item);
        let names = self.links.definitions();
        let holds_a_name = |id: NodeId| names.iter().any(|name| self.holds(id, *name as usize));
        it.role == Role::Item && siblings().any(holds_a_name)
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
        self.found.iter().rposition(|it| *it == part)
    }

    fn find(&mut self, part: (NodeId, Part)) -> usize {
        self.place(part).unwrap_or_else(|| {
            self.found.push(part);
            self.found.len() - 1
        })
    }
}
