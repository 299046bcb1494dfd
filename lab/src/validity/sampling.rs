//! A random sample of the edits that the searches would try first on the whole tree.

use crate::random::Random;
use probdd_core::tree::{self, Perses};
use probdd_core::{Edits, Kept, Links, NodeId, Role, Search, Sweep, Tree, Verdict};
use std::collections::HashSet;
use std::sync::Arc;

/// The shares of removable nodes that random subsets take, in percent.
pub(super) const SHARES: [u32; 4] = [2, 10, 30, 60];

/// A kind of edit; each has its own column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Category {
    /// One subtree is removed.
    Single,
    /// A random share of all removable subtrees is removed, in percent.
    Subset(u32),
    /// A descendant replaces a node.
    Hoist,
}

impl Category {
    /// The number of its column.
    pub(super) fn column(self) -> usize {
        match self {
            Category::Single => 0,
            Category::Subset(_) => 1,
            Category::Hoist => 2,
        }
    }
}

/// How many edits of each category are judged.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Counts {
    /// Judge this many single deletions
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(super) singles: usize,
    /// Judge this many random subsets
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(super) subsets: usize,
    /// Judge this many replacements by descendants
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(super) hoists: usize,
}

impl Counts {
    /// The share of the `index`th of `files` files.
    pub(super) fn share(self, index: usize, files: usize) -> Counts {
        let part = |total: usize| total * (index + 1) / files - total * index / files;
        let Counts { singles, subsets, hoists } = self;
        Counts { singles: part(singles), subsets: part(subsets), hoists: part(hoists) }
    }
}

/// Random edits of a tree; the same for the same seed.
pub(super) fn sample(tree: &Arc<Tree>, counts: Counts, seed: u64) -> Vec<(Category, Edits)> {
    let mut random = Random::new(seed);
    let all_of = |edits: fn(&Arc<Tree>) -> Vec<Edits>, count| match count {
        0 => Vec::new(),
        _ => edits(tree),
    };
    let singles = random.choose(all_of(singles, counts.singles), counts.singles);
    let hoists = random.choose(all_of(hoists, counts.hoists), counts.hoists);
    let shares = (0..counts.subsets).map(|i| SHARES[i * SHARES.len() / counts.subsets]);
    let subsets: Vec<_> =
        shares.map(|share| (Category::Subset(share), subset(tree, share, &mut random))).collect();
    let singles = singles.into_iter().map(|edits| (Category::Single, edits));
    let hoists = hoists.into_iter().map(|edits| (Category::Hoist, edits));
    let all = singles.chain(subsets).chain(hoists);
    all.filter(|(_, edits)| !edits.is_empty()).collect()
}

/// All queries of the sweep on the whole tree, except removals of comments.
fn singles(tree: &Arc<Tree>) -> Vec<Edits> {
    let is_extra = |edits: &Edits| tree.node(edits.removed[0]).role == Role::Extra;
    asked(tree::search(Arc::clone(tree), |start| Sweep::new(start, Links::default())))
        .into_iter()
        .filter(|edits| !is_extra(edits))
        .collect()
}

/// All queries of the replacement templates on the whole tree.
fn hoists(tree: &Arc<Tree>) -> Vec<Edits> {
    asked(tree::search(Arc::clone(tree), Perses::templates))
}

/// The queries of a search when no candidate is interesting.
fn asked(mut search: impl Search<Change = Edits>) -> Vec<Edits> {
    let mut asked = Vec::new();
    while let Some(query) = search.ask() {
        asked.push(query.change.clone());
        search.tell(&Verdict::Uninteresting.into());
    }
    asked
}

/// Removes a share of the removable nodes, in percent, outermost first. A plus keeps an item.
fn subset(tree: &Tree, share: u32, random: &mut Random) -> Edits {
    let mut kept_items = HashSet::new();
    let mut removed = Vec::new();
    let mut id = NodeId::ROOT;
    while id.index() < tree.len() {
        let node = *tree.node(id);
        let may_remove = tree.is_removable(id) && !kept_items.contains(&id);
        if may_remove && random.below(100) < share as usize {
            removed.push(id);
            id = node.end;
            continue;
        }
        if node.role == Role::Plus {
            let is_item = |id: &NodeId| tree.is_removable(*id);
            let items: Vec<NodeId> = tree.children(id).filter(is_item).collect();
            if !items.is_empty() {
                kept_items.insert(items[random.below(items.len())]);
            }
        }
        id = NodeId(id.0 + 1);
    }
    without_emptied_pluses(tree, removed)
}

/// Keeps the descendants of a plus that would be empty because all tokens of its items are removed.
fn without_emptied_pluses(tree: &Tree, mut removed: Vec<NodeId>) -> Edits {
    loop {
        let mut kept = Kept::all(tree);
        kept.apply(tree, &Edits::removal(removed.clone()));
        let is_inside = |plus: NodeId, id: NodeId| id != plus && tree.contains(plus, id);
        let emptied = tree.nodes().map(|(id, _)| id).find(|id| {
            tree.node(*id).role == Role::Plus
                && !kept.any(tree.node(*id).tokens())
                && removed.iter().any(|node| is_inside(*id, *node))
        });
        let Some(plus) = emptied else { return Edits::removal(removed) };
        removed.retain(|node| !is_inside(plus, *node));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_syntax::{Language, parse};

    fn tree(text: &str) -> Arc<Tree> {
        let json = Language::by_name("json").expect("JSON is built in");
        Arc::clone(parse(json, text.as_bytes()).tree())
    }

    const EVERYTHING: Counts = Counts { singles: 100, subsets: 40, hoists: 100 };

    #[test]
    fn the_same_seed_gives_the_same_sample_and_another_one_another() {
        let tree = tree("[1, [2, 3], {\"a\": 4}]");
        let few = Counts { singles: 3, subsets: 4, hoists: 2 };
        assert_eq!(sample(&tree, few, 1), sample(&tree, few, 1));
        assert_ne!(sample(&tree, few, 1), sample(&tree, few, 2));
    }

    #[test]
    fn no_sample_empties_a_plus() {
        let tree = tree("[[1], [2, 3]]");
        for (category, edits) in sample(&tree, EVERYTHING, 7) {
            let mut kept = Kept::all(&tree);
            kept.apply(&tree, &edits);
            assert!(kept.weight(&tree) > 0, "{category:?} {edits:?} leaves no value");
        }
    }

    #[test]
    fn the_files_share_the_edits() {
        let total: usize = (0..3).map(|index| EVERYTHING.share(index, 3).singles).sum();
        assert_eq!(total, EVERYTHING.singles);
    }
}
