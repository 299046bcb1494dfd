//! What is judged: edits that the searches would try first on the whole tree, sampled.

use probdd_core::tree::{self, Links, Perses, Sweep};
use probdd_core::{Edits, Kept, NodeId, Role, Search, Tree, Verdict};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use std::collections::HashSet;
use std::sync::Arc;

/// The shares of what may go that random subsets take.
pub(super) const SHARES: [u32; 4] = [2, 10, 30, 60];

/// A kind of edit; each has its own column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Category {
    /// One removable subtree goes.
    Single,
    /// A random part of all that may go goes; of it, so many in a hundred.
    Subset(u32),
    /// A descendant takes a node's place.
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

/// How many edits are judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub(super) singles: usize,
    pub(super) subsets: usize,
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
    let mut random = Random(Pcg64::seed_from_u64(seed));
    let all_of = |edits: fn(&Arc<Tree>) -> Vec<Edits>, count| match count {
        0 => Vec::new(),
        _ => edits(tree),
    };
    let singles = random.some_of(all_of(singles, counts.singles), counts.singles);
    let hoists = random.some_of(all_of(hoists, counts.hoists), counts.hoists);
    let shares = (0..counts.subsets).map(|i| SHARES[i * SHARES.len() / counts.subsets]);
    let subsets: Vec<_> =
        shares.map(|share| (Category::Subset(share), subset(tree, share, &mut random))).collect();
    let singles = singles.into_iter().map(|edits| (Category::Single, edits));
    let hoists = hoists.into_iter().map(|edits| (Category::Hoist, edits));
    let all = singles.chain(subsets).chain(hoists);
    all.filter(|(_, edits)| !edits.is_empty()).collect()
}

/// Everything that the sweep asks for on the whole tree, but for comments.
fn singles(tree: &Arc<Tree>) -> Vec<Edits> {
    let is_extra = |edits: &Edits| tree.node(edits.removed[0]).role == Role::Extra;
    asked(tree::search(Arc::clone(tree), |start| Sweep::new(start, Links::default())))
        .into_iter()
        .filter(|edits| !is_extra(edits))
        .collect()
}

/// Every replacement that the templates ask for on the whole tree.
fn hoists(tree: &Arc<Tree>) -> Vec<Edits> {
    asked(tree::search(Arc::clone(tree), Perses::templates))
}

/// What a search asks when nothing is interesting.
fn asked(mut search: impl Search<Change = Edits>) -> Vec<Edits> {
    let mut asked = Vec::new();
    while let Some(query) = search.ask() {
        asked.push(query.change.clone());
        search.tell(&Verdict::Uninteresting.into());
    }
    asked
}

/// Removes `share` in a hundred of what may go, outermost first; a plus keeps an item.
fn subset(tree: &Tree, share: u32, random: &mut Random) -> Edits {
    let mut stays = HashSet::new();
    let mut removed = Vec::new();
    let mut id = NodeId::ROOT;
    while id.index() < tree.len() {
        let node = *tree.node(id);
        let may_go = tree.is_removable(id) && !stays.contains(&id);
        if may_go && random.below(100) < share as usize {
            removed.push(id);
            id = node.end;
            continue;
        }
        if node.role == Role::Plus {
            let is_item = |id: &NodeId| tree.is_removable(*id);
            let items: Vec<NodeId> = tree.children(id).filter(is_item).collect();
            if !items.is_empty() {
                stays.insert(items[random.below(items.len())]);
            }
        }
        id = NodeId(id.0 + 1);
    }
    without_emptied_pluses(tree, removed)
}

/// A plus may also lose its last item when all that is inside of the items goes; then what is
/// inside of it stays.
fn without_emptied_pluses(tree: &Tree, mut removed: Vec<NodeId>) -> Edits {
    loop {
        let mut kept = Kept::all(tree);
        kept.apply(tree, &Edits::removal(removed.clone()));
        let is_inside = |plus: NodeId, id: NodeId| id != plus && tree.contains(plus, id);
        let emptied = tree.nodes().map(|(id, _)| id).find(|id| {
            tree.node(*id).role == Role::Plus
                && !kept.any(tree.node(*id).tokens())
                && removed.iter().any(|gone| is_inside(*id, *gone))
        });
        let Some(plus) = emptied else { return Edits::removal(removed) };
        removed.retain(|gone| !is_inside(plus, *gone));
    }
}

struct Random(Pcg64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Some of the things, without repetition.
    fn some_of<T>(&mut self, mut things: Vec<T>, count: usize) -> Vec<T> {
        let count = count.min(things.len());
        for i in 0..count {
            let other = i + self.below(things.len() - i);
            things.swap(i, other);
        }
        things.truncate(count);
        things
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
    fn the_files_share_what_is_judged() {
        let total: usize = (0..3).map(|index| EVERYTHING.share(index, 3).singles).sum();
        assert_eq!(total, EVERYTHING.singles);
    }
}
