//! The pool: undecided nodes, which sets of them are suspect, and what refers to them.

use super::definitions::Definitions;
use super::priors::{Class, Priors, Uses};
use super::removable;
use crate::Links;
use crate::tree::TreeConfiguration;
use crate::{Node, NodeId, Tree, Twins};
use std::ops::Range;
use std::sync::Arc;

/// What counts of the tokens inside a definition in use: most of them go with the definition, once its
/// uses are removed. With 1: 1.02 of the queries, 1.29 on c-h8300-bytereg; with 0.1, 1.19 on that.
const SHARE_IN_USE: f64 = 0.01;

/// A removable node that is neither removed nor known to be needed.
#[derive(Clone, Debug)]
pub(super) struct Undecided {
    pub(super) node: NodeId,
    /// The weight of its kept tokens when it entered the pool.
    pub(super) weight: u32,
    /// The part of the weight that counts for the value of a query.
    pub(super) share: f64,
    /// What its removal is worth beside its tokens, because less is reached from the tail without it.
    pub(super) worth: f64,
    /// Whether it is a part of a definition, or a small part of a container of definitions.
    pub(super) is_detail: bool,
    /// The suspect set that it belongs to.
    pub(super) suspect_set: Option<SuspectSetId>,
    pub(super) class: Class,
    users: Users,
    /// The number of its run of twins.
    pub(super) run: Option<usize>,
}

impl Undecided {
    /// What refers to the node when the nodes that satisfy a predicate are removed.
    pub(super) fn uses(&self, is_removed: impl Fn(NodeId) -> bool) -> Uses {
        match &self.users {
            Users::Needed(_) => Uses::Needed,
            Users::None => Uses::None,
            Users::Undecided(users) if users.iter().all(|user| is_removed(*user)) => Uses::Removed,
            Users::Undecided(_) => Uses::Undecided,
        }
    }
}

/// What refers to a node from outside of it.
#[derive(Clone, Debug)]
enum Users {
    /// Nothing has ever referred to it.
    None,
    /// A token outside of the pool, which is therefore needed.
    Needed(u32),
    /// Nodes of the pool only; none if all that referred to the node was removed.
    Undecided(Vec<NodeId>),
}

/// Identifies a suspect set: nodes of which at least one is needed. Later sets have greater ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SuspectSetId(u32);

/// Where a node of the pool is in the tree.
#[derive(Clone, Copy, Debug)]
struct Extent {
    node: NodeId,
    /// The node after its subtree.
    end: NodeId,
    first_token: u32,
    end_token: u32,
}

impl Extent {
    fn of(node: NodeId, tree: &Tree) -> Extent {
        let Node { end, first_token, end_token, .. } = *tree.node(node);
        Extent { node, end, first_token, end_token }
    }

    fn tokens(&self) -> Range<usize> {
        self.first_token as usize..self.end_token as usize
    }
}

/// Undecided nodes in document order, none inside another.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    links: Arc<Links>,
    nodes: Vec<Undecided>,
    /// The extent of each node. They are apart because they are searched thousands of times for each query.
    extents: Vec<Extent>,
    /// For each suspect set, whether only nodes of it were removed since its test failed.
    are_exact: Vec<bool>,
    /// Needed nodes that were in use when they could not be removed.
    in_use: Vec<NodeId>,
    /// What counts of the tokens inside a definition in use.
    share_in_use: f64,
    definitions: Arc<Definitions>,
    twins: Twins,
    /// How many nodes of each run of twins a set may have: one more could not be removed.
    most_twins: Vec<usize>,
}

impl Pool {
    /// The pool of the outermost removable nodes of a tree with names.
    pub(super) fn new(start: &TreeConfiguration, links: Links, priors: &mut Priors) -> Pool {
        let (nodes, extents) = (Vec::new(), Vec::new());
        let (are_exact, in_use) = (Vec::new(), Vec::new());
        let definitions = Arc::new(Definitions::new(start.tree(), &links));
        let mut pool = Pool {
            links: Arc::new(links),
            nodes,
            extents,
            are_exact,
            in_use,
            share_in_use: SHARE_IN_USE,
            definitions,
            twins: Twins::default(),
            most_twins: Vec::new(),
        };
        let all = NodeId::ROOT..start.tree().node(NodeId::ROOT).end;
        let outermost = removable::outermost(all, start);
        pool.replace(NodeId::ROOT, &outermost, start, priors);
        pool
    }

    /// Tells which nodes have equal texts.
    pub(super) fn set_twins(&mut self, twins: Twins) {
        self.most_twins = vec![usize::MAX; twins.runs().len()];
        self.nodes.iter_mut().for_each(|undecided| undecided.run = twins.number(undecided.node));
        self.twins = twins;
    }

    pub(super) fn twins(&self) -> &Twins {
        &self.twins
    }

    /// How many nodes of each run of twins a set may have.
    pub(super) fn most_twins(&self) -> &[usize] {
        &self.most_twins
    }

    /// Notes that nodes could not be removed together. If they are of one run of twins, no others of it, as many,
    /// need to be asked about.
    pub(super) fn note_crowd(&mut self, nodes: &[NodeId]) {
        let Some(run) = self.twins.number(nodes[0]) else { return };
        if nodes.iter().all(|node| self.twins.number(*node) == Some(run)) {
            self.most_twins[run] = self.most_twins[run].min(nodes.len() - 1);
        }
    }

    /// Has the insides of definitions in use count as much as everything else.
    pub(super) fn count_all_alike(&mut self) {
        self.share_in_use = 1.0;
    }

    /// Sets what the removal of each node is worth beside its tokens.
    pub(super) fn set_worths(&mut self, worths: &[f64]) {
        for (undecided, worth) in self.nodes.iter_mut().zip(worths) {
            undecided.worth = *worth;
        }
    }

    /// The nodes of the pool, in document order.
    pub(super) fn nodes(&self) -> &[Undecided] {
        &self.nodes
    }

    /// A node of the pool.
    pub(super) fn get(&self, node: NodeId) -> Option<&Undecided> {
        self.position(node).map(|at| &self.nodes[at])
    }

    fn position(&self, node: NodeId) -> Option<usize> {
        self.extents.binary_search_by_key(&node, |extent| extent.node).ok()
    }

    /// The position of the node that contains a token.
    pub(super) fn holder(&self, token: u32) -> Option<usize> {
        let at = self.extents.partition_point(|extent| extent.end_token <= token);
        (self.extents.get(at)?.first_token <= token).then_some(at)
    }

    /// Whether a node is in the pool, or inside a node of it.
    pub(super) fn holds(&self, node: NodeId) -> bool {
        let after = self.extents.partition_point(|extent| extent.node <= node);
        after.checked_sub(1).is_some_and(|at| node < self.extents[at].end)
    }

    /// The positions of the nodes that overlap a range of tokens.
    pub(super) fn overlapping(&self, tokens: &Range<usize>) -> Range<usize> {
        let start = self.extents.partition_point(|extent| extent.tokens().end <= tokens.start);
        let after = &self.extents[start..];
        start..start + after.partition_point(|extent| extent.tokens().start < tokens.end)
    }

    /// The tokens of a node at some position.
    pub(super) fn tokens(&self, at: usize) -> Range<usize> {
        self.extents[at].tokens()
    }

    /// Replaces a node, or the nodes of the pool inside it, by other nodes inside it or by itself.
    fn replace(
        &mut self,
        node: NodeId,
        by: &[NodeId],
        best: &TreeConfiguration,
        priors: &mut Priors,
    ) {
        let tokens = best.tree().node(node).tokens();
        let share = self.share_inside(node, best.tree());
        self.replace_between(tokens, by, share, best, priors);
    }

    /// Replaces the nodes of the pool that overlap a range of tokens.
    fn replace_between(
        &mut self,
        tokens: Range<usize>,
        by: &[NodeId],
        share: f64,
        best: &TreeConfiguration,
        priors: &mut Priors,
    ) {
        let places = self.overlapping(&tokens);
        let undecided = by.iter().map(|node| Undecided {
            node: *node,
            weight: best.weight(*node),
            share,
            worth: 0.0,
            is_detail: self.definitions.is_detail(*node, best.tree()),
            suspect_set: None,
            class: priors.class(best.tree(), *node),
            users: Users::None,
            run: self.twins.number(*node),
        });
        let start = places.start;
        self.nodes.splice(places.clone(), undecided);
        self.extents.splice(places, by.iter().map(|node| Extent::of(*node, best.tree())));
        for at in start..start + by.len() {
            self.nodes[at].users = self.users_of(at, best);
        }
        self.update_users(tokens, best);
    }

    /// The part that counts of the tokens inside a node.
    fn share_inside(&self, node: NodeId, tree: &Tree) -> f64 {
        let is_in_use = self.in_use.iter().any(|outer| tree.contains(*outer, node));
        if is_in_use { self.share_in_use } else { 1.0 }
    }

    /// Replaces a node by the removable nodes inside it, which it returns.
    pub(super) fn open(
        &mut self,
        node: NodeId,
        best: &TreeConfiguration,
        priors: &mut Priors,
    ) -> Vec<NodeId> {
        let inside = removable::inside(node, best);
        self.replace(node, &inside, best, priors);
        inside
    }

    /// Replaces needed nodes, which are siblings in document order, by the removable nodes inside each of them;
    /// one that is all of a node is needed as well. Those that stand side by side are replaced together: one by
    /// one would take quadratic time.
    pub(super) fn open_all(
        &mut self,
        nodes: &[NodeId],
        best: &TreeConfiguration,
        priors: &mut Priors,
    ) -> Vec<(NodeId, Vec<NodeId>)> {
        let tree = best.tree();
        let inside = |node: &NodeId| {
            let mut inside = removable::inside(*node, best);
            while let [only] = inside[..]
                && best.weight(only) == best.weight(*node)
            {
                inside = removable::inside(only, best);
            }
            (*node, inside)
        };
        let opened: Vec<(NodeId, Vec<NodeId>)> = nodes.iter().map(inside).collect();
        let are_neighbours = |(a, _): &(NodeId, _), (b, _): &(NodeId, _)| tree.node(*a).end == *b;
        for group in opened.chunk_by(are_neighbours) {
            let (first, last) = (group[0].0, group[group.len() - 1].0);
            let tokens = tree.node(first).tokens().start..tree.node(last).tokens().end;
            let share = self.share_inside(first, tree);
            let inside: Vec<NodeId> =
                group.iter().flat_map(|(_, inside)| inside).copied().collect();
            self.replace_between(tokens, &inside, share, best, priors);
        }
        opened
    }

    /// Drops the nodes that have no tokens left, now that tokens were removed: of one suspect set, or of
    /// any. They may be the reason why other suspect sets failed.
    pub(super) fn remove(
        &mut self,
        removed: &[Range<usize>],
        from: Option<SuspectSetId>,
        best: &TreeConfiguration,
    ) {
        for (id, is_exact) in (0..).map(SuspectSetId).zip(&mut self.are_exact) {
            *is_exact &= from == Some(id);
        }
        self.nodes.retain(|undecided| best.has(undecided.node));
        self.extents.retain(|extent| best.has(extent.node));
        for tokens in removed {
            self.update_users(tokens.clone(), best);
            for at in self.overlapping(tokens) {
                self.nodes[at].weight = best.weight(self.nodes[at].node);
            }
        }
    }

    /// Opens the items that are the last ones of lists that keep one, now that some nodes were removed.
    pub(super) fn open_last_items(
        &mut self,
        removed: &[NodeId],
        best: &TreeConfiguration,
        priors: &mut Priors,
    ) {
        for item in removable::last_items(removed, best) {
            if self.get(item).is_some() {
                self.forget(self.suspect_set(item));
                self.open(item, best, priors);
            }
        }
    }

    /// Has a needed node return to the pool when its last use is removed.
    pub(super) fn restore_when_unused(&mut self, node: NodeId) {
        self.in_use.push(node);
    }

    /// Restores the needed nodes of which the last use was just removed.
    pub(super) fn restore_unused(
        &mut self,
        removed: &[Range<usize>],
        best: &TreeConfiguration,
        priors: &mut Priors,
    ) {
        let tree = best.tree();
        let used_in = |tokens: &Range<usize>| self.used_in(tokens.clone());
        let mut names: Vec<u32> = removed.iter().flat_map(used_in).collect();
        names.sort_unstable();
        let is_unused = |id: &NodeId| {
            let node = tree.node(*id);
            let first = names.partition_point(|name| *name < node.first_token);
            let lost_a_use = names.get(first).is_some_and(|name| *name < node.end_token);
            lost_a_use && self.refer_to(*id, best).next().is_none()
        };
        let left = self.in_use.iter().copied().filter(|id| best.has(*id));
        let (unused, in_use): (Vec<NodeId>, Vec<NodeId>) = left.partition(is_unused);
        self.in_use = in_use;
        for node in unused {
            self.restore(node, best, priors);
        }
    }

    /// Puts a needed node back into the pool, in the place of the nodes inside it, unless it is inside
    /// a node of the pool or the last item of a list that keeps one.
    fn restore(&mut self, node: NodeId, best: &TreeConfiguration, priors: &mut Priors) {
        let (tree, kept) = (best.tree(), best.kept());
        let inside = self.overlapping(&tree.node(node).tokens());
        let first = self.nodes.get(inside.start);
        let is_inside_another = first.is_some_and(|undecided| tree.contains(undecided.node, node));
        if is_inside_another || kept.is_last_of_plus(tree, node) {
            return;
        }
        for at in inside {
            self.forget(self.nodes[at].suspect_set);
        }
        self.replace(node, &[node], best, priors);
    }

    /// Updates the nodes that a range of tokens refers to, after that range has changed.
    fn update_users(&mut self, tokens: Range<usize>, best: &TreeConfiguration) {
        let kept = best.kept();
        let names = self.used_in(tokens);
        let mut places: Vec<usize> = names.filter_map(|name| self.holder(name)).collect();
        places.sort_unstable();
        places.dedup();
        for at in places {
            let is_needed = |user: u32| kept.contains(user as usize) && self.holder(user).is_none();
            if !matches!(self.nodes[at].users, Users::Needed(user) if is_needed(user)) {
                self.nodes[at].users = self.users_of(at, best);
            }
        }
    }

    /// The names that a range of tokens refers to.
    fn used_in(&self, tokens: Range<usize>) -> impl Iterator<Item = u32> {
        self.links.used_in(tokens).iter().map(|(_, name)| *name)
    }

    /// Which nodes define names.
    pub(super) fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// The names to which kept tokens of a range refer.
    pub(super) fn used_by_kept_in<'a>(
        &'a self,
        tokens: Range<usize>,
        best: &'a TreeConfiguration,
    ) -> impl Iterator<Item = u32> + 'a {
        let is_kept = |(by, _): &&(u32, u32)| best.kept().contains(*by as usize);
        self.links.used_in(tokens).iter().filter(is_kept).map(|(_, name)| *name)
    }

    /// Where names are given first that a node gives again, in none of the items inside it.
    pub(super) fn first_given(&self, node: NodeId, tree: &Tree) -> impl Iterator<Item = u32> {
        self.of_own_tokens(node, tree, Links::again_in)
    }

    /// The names of the definitions in a node, in none of the items inside it, where other items complete
    /// them.
    pub(super) fn completions(&self, node: NodeId, tree: &Tree) -> impl Iterator<Item = u32> {
        self.of_own_tokens(node, tree, Links::completions_of)
    }

    /// What pairs of tokens begin with tokens of a node, but of none of the items inside it.
    fn of_own_tokens(
        &self,
        node: NodeId,
        tree: &Tree,
        pairs: impl Fn(&Links, Range<usize>) -> &[(u32, u32)],
    ) -> impl Iterator<Item = u32> {
        let pairs = pairs(&self.links, tree.node(node).tokens()).iter();
        let is_own = move |token: u32| {
            let innermost = self.definitions.around(token as usize).next();
            innermost.is_none_or(|item| item == node || !tree.contains(node, item))
        };
        pairs.filter(move |(token, _)| is_own(*token)).map(|(_, other)| *other)
    }

    /// The kept tokens outside a node that refer to a name that the node defines.
    fn refer_to<'a>(
        &'a self,
        node: NodeId,
        best: &'a TreeConfiguration,
    ) -> impl Iterator<Item = u32> + 'a {
        self.links.refer_to(node, best.tree(), best.kept())
    }

    fn users_of(&self, at: usize, best: &TreeConfiguration) -> Users {
        let node = self.nodes[at].node;
        if !self.links.has_users(node, best.tree()) {
            return Users::None;
        }
        let mut users: Vec<NodeId> = Vec::new();
        for token in self.refer_to(node, best) {
            let Some(user) = self.holder(token) else { return Users::Needed(token) };
            let user = self.nodes[user].node;
            if users.last() != Some(&user) {
                users.push(user);
            }
        }
        Users::Undecided(users)
    }

    /// Makes nodes a suspect set: one of them is needed.
    pub(super) fn suspect(&mut self, nodes: &[NodeId]) {
        let id = SuspectSetId(self.are_exact.len() as u32);
        self.are_exact.push(true);
        for node in nodes {
            if let Some(at) = self.position(*node) {
                self.nodes[at].suspect_set = Some(id);
            }
        }
    }

    /// Whether a node was taken for needed while it was in use.
    pub(super) fn is_in_use(&self, node: NodeId) -> bool {
        self.in_use.contains(&node)
    }

    /// Whether some nodes of the pool lie inside definitions in use.
    pub(super) fn are_details(&self, nodes: &[NodeId]) -> bool {
        nodes.iter().all(|node| self.get(*node).is_some_and(|undecided| undecided.share < 1.0))
    }

    /// Replaces a node that is kept by its descendant: those in between are no longer nodes, and what
    /// stands for the node cannot be removed.
    pub(super) fn replace_by(
        &mut self,
        (node, by): (NodeId, NodeId),
        best: &TreeConfiguration,
        priors: &mut Priors,
    ) {
        let tree = best.tree();
        let is_between =
            |id: NodeId| id != node && tree.contains(node, id) && tree.contains(id, by);
        self.in_use.retain(|id| !is_between(*id));
        if self.get(by).is_some() {
            self.open(by, best, priors);
        }
    }

    /// The suspect set that a node belongs to.
    pub(super) fn suspect_set(&self, node: NodeId) -> Option<SuspectSetId> {
        self.get(node)?.suspect_set
    }

    /// Forgets a suspect set: its nodes are free.
    pub(super) fn forget(&mut self, set: Option<SuspectSetId>) {
        let suspects = self.nodes.iter_mut().filter(|undecided| undecided.suspect_set == set);
        suspects.for_each(|suspect| suspect.suspect_set = None);
    }

    /// The only node that is left of a suspect set, if nothing else was removed since its test failed:
    /// this node is needed.
    pub(super) fn last_suspect(&self, set: SuspectSetId) -> Option<NodeId> {
        let mut left = self.nodes.iter().filter(|undecided| undecided.suspect_set == Some(set));
        let only = left.next().filter(|_| self.are_exact[set.0 as usize])?;
        left.next().is_none().then_some(only.node)
    }
}

#[cfg(test)]
mod tests;
