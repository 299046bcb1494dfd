//! The order among elements that a model cannot tell apart.

use super::runs::Runs;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use std::cmp::Reverse;
use std::sync::Arc;

/// The order among elements of equal probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// By index, ascending.
    Index,
    /// Shuffled anew for every query, as the authors of `ProbDD` do.
    Random {
        /// The same seed gives the same queries, on every platform.
        seed: u64,
    },
}

/// The elements in the order that breaks ties. A *rank* is a place in it.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    elements: Arc<[u32]>,
    /// Shuffles elements of equal probability, if chance decides between them.
    random: Option<Pcg64>,
}

impl Ranking {
    /// Elements of these weights: the heavy ones first, then in the order that breaks ties.
    pub(super) fn new(tie: Tie, weights: &[u32]) -> Ranking {
        let mut elements: Vec<u32> = (0..weights.len() as u32).collect();
        let mut random = match tie {
            Tie::Index => None,
            Tie::Random { seed } => Some(Pcg64::seed_from_u64(seed)),
        };
        if let Some(random) = &mut random {
            for i in (1..elements.len()).rev() {
                elements.swap(i, below(random, i + 1));
            }
        }
        elements.sort_by_key(|element| Reverse(weights[*element as usize]));
        Ranking { elements: elements.into(), random }
    }

    /// Elements in this order.
    #[cfg(test)]
    pub(super) fn in_order(elements: Vec<u32>) -> Ranking {
        Ranking { elements: elements.into(), random: None }
    }

    /// The element of a rank.
    pub(super) fn element(&self, rank: u32) -> u32 {
        self.elements[rank as usize]
    }

    /// The elements by rank.
    pub(super) fn elements(&self) -> &[u32] {
        &self.elements
    }

    /// Lets chance decide which elements of a group have its `count` lowest ranks, if that is how ties
    /// are broken. The ranks of the group stay the same.
    pub(super) fn shuffle(&mut self, group: &Runs, count: usize) {
        let Some(random) = self.random.as_mut().filter(|_| count < group.len()) else { return };
        let elements = Arc::make_mut(&mut self.elements);
        for place in 0..count {
            let other = place + below(random, group.len() - place);
            elements.swap(group.nth(place) as usize, group.nth(other) as usize);
        }
    }
}

/// A number below `bound`, unbiased enough: the bias is less than `bound / 2^64`.
fn below(random: &mut Pcg64, bound: usize) -> usize {
    ((u128::from(random.next_u64()) * bound as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_of_a_group_is_about_equally_frequent() {
        let mut group = Runs::from(1..3);
        group.insert(4..6);
        let mut ranking = Ranking::new(Tie::Random { seed: 5 }, &[1; 8]);
        let others = |ranking: &Ranking| [0, 3, 6, 7].map(|rank| ranking.element(rank));
        let before = others(&ranking);
        let mut frequency = [0; 8];
        for _ in 0..2000 {
            ranking.shuffle(&group, 2);
            for rank in [1, 2] {
                frequency[ranking.element(rank) as usize] += 1;
            }
        }
        assert_eq!(others(&ranking), before, "ranks of other groups stay");
        // 1,000 of 2,000 each; the standard deviation is 22.
        let of_group = [1, 2, 4, 5].map(|rank| frequency[ranking.element(rank) as usize]);
        assert!(of_group.iter().all(|times| (900..1100).contains(times)), "{of_group:?}");
    }

    #[test]
    fn the_index_decides_unless_chance_does() {
        let mut ranking = Ranking::new(Tie::Index, &[1, 3, 1, 3]);
        ranking.shuffle(&Runs::from(0..4), 2);
        assert_eq!(ranking.elements(), [1, 3, 0, 2]);
    }
}
