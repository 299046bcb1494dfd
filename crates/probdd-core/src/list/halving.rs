//! Halving: adaptive group testing with the exact posterior of a failed set, the core of splitting.
//!
//! Undecided elements are one run, and the search works at one of its ends:
//!
//! 1. It asks to remove the next elements, as many as make the chance of an interesting answer
//!    nearest to one half.
//! 2. If that fails, it halves the window by probability mass, the outer part first, until the
//!    first needed element is found. Outer parts that can go, go; what lies behind a failed part is
//!    undecided as before. An element that is left when everything else of a failed window is gone
//!    is *inferred* to be needed without a query of its own.
//!
//! Two densities are learned, as counters with a weak prior: b = P(needed | the element before it,
//! seen from that end, is not needed) and a = P(needed | the element before it is needed); a leans
//! on b until it has seen something. So needed elements may be scattered or come in clusters, few
//! or many.
//!
//! Bound: every window of s elements that fails costs at most log2(s) + 2 queries and decides an
//! element, so there are at most n * (log2(n) + 3) queries on any property.

use super::Subset;
use super::configuration::ListConfiguration;
use crate::driver::{Best, Strategy};
use crate::{Feedback, Query};

/// How many elements the prior of b is worth, and the share of them that is needed.
const PRIOR_WEIGHT: f64 = 1.0;
const PRIOR_DENSITY: f64 = 0.1;

/// How many elements the learned b is worth as a prior of a.
const LEANING: f64 = 1.0;

/// How many needed elements a density is learned from: older ones fade, as the end of a list may
/// be unlike its beginning.
const MEMORY: f64 = 8.0;

/// From which end of the list a search works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// From the first element on.
    Forward,
    /// From the last element back: uses mostly stand after what they use.
    Backward,
    /// From the end that yields more, which is learned on the way.
    Auto,
}

/// The algorithm. Elements are `0..n`; the empty configuration may be asked about.
#[derive(Clone, Debug)]
pub(super) struct Halving {
    order: Order,
    /// The undecided elements: from `first` on, up to `end`.
    first: usize,
    end: usize,
    /// What is known of the last element that was decided, at either end.
    before: [Neighbour; 2],
    /// The window that failed and is being halved, counted from the end at work.
    suspect: Option<usize>,
    /// How many needed elements were found since one was removed, and how many end the search.
    stuck: usize,
    patience: usize,
    /// How many elements the query removes, counted from the end at work.
    asked: usize,
    side: Side,
    yields: [Yield; 2],
    densities: Densities,
}

/// An end of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Front = 0,
    Back = 1,
}

/// What was decided of the element before, seen from an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Neighbour {
    Gone,
    Needed,
}

/// What working at one end has brought.
#[derive(Clone, Copy, Debug, Default)]
struct Yield {
    removed: f64,
    queries: f64,
}

/// The learned densities: how many elements were seen, and how many of them were needed.
#[derive(Clone, Copy, Debug, Default)]
struct Densities {
    after_gone: (f64, f64),
    after_needed: (f64, f64),
}

impl Densities {
    /// P(needed | the element before is gone).
    fn b(&self) -> f64 {
        let (seen, needed) = self.after_gone;
        (needed + PRIOR_WEIGHT * PRIOR_DENSITY) / (seen + PRIOR_WEIGHT)
    }

    /// P(needed | the element before is ...).
    fn after(&self, neighbour: Neighbour) -> f64 {
        let (seen, needed) = self.after_needed;
        match neighbour {
            Neighbour::Gone => self.b(),
            Neighbour::Needed => (needed + LEANING * self.b()) / (seen + LEANING),
        }
    }

    fn learn(&mut self, before: Neighbour, seen: usize, needed: usize) {
        let counter = match before {
            Neighbour::Gone => &mut self.after_gone,
            Neighbour::Needed => &mut self.after_needed,
        };
        if needed > 0 {
            counter.0 *= 1.0 - 1.0 / MEMORY;
            counter.1 *= 1.0 - 1.0 / MEMORY;
        }
        counter.0 += seen as f64;
        counter.1 += needed as f64;
    }
}

impl Halving {
    /// A search over `n` elements, which ends when it has found `patience` needed ones in a row.
    pub(super) fn new(n: usize, order: Order, patience: usize) -> Halving {
        Halving {
            order,
            first: 0,
            end: n,
            before: [Neighbour::Gone; 2],
            suspect: None,
            stuck: 0,
            patience,
            asked: 0,
            side: Side::Back,
            yields: [Yield::default(); 2],
            densities: Densities::default(),
        }
    }

    /// Whether it ended for want of patience.
    pub(super) fn is_stuck(&self) -> bool {
        self.stuck >= self.patience
    }

    /// The end that has yielded more removed elements a query.
    fn choose_side(&self) -> Side {
        match self.order {
            Order::Forward => Side::Front,
            Order::Backward => Side::Back,
            Order::Auto => {
                let rate = |side: Side| {
                    let Yield { removed, queries } = self.yields[side as usize];
                    (removed + 1.0) / (queries + 1.0)
                };
                if rate(Side::Front) > rate(Side::Back) { Side::Front } else { Side::Back }
            }
        }
    }

    /// The window whose chance of being interesting is nearest to one half, and that chance.
    fn window(&self) -> (usize, f64) {
        let chance = |size: usize| self.none_needed(size);
        nearest(self.end - self.first, 0.5, chance)
    }

    /// The outer part of a failed window that holds the first needed element with a chance nearest
    /// to one half, and the chance that it does not.
    fn half(&self, suspect: usize) -> (usize, f64) {
        let none_in_all = self.none_needed(suspect);
        let chance = |size: usize| {
            let none_in_part = self.none_needed(size);
            (none_in_part - none_in_all) / (1.0 - none_in_all)
        };
        nearest(suspect - 1, 0.5, chance)
    }

    /// The chance that none of the outermost elements is needed.
    fn none_needed(&self, size: usize) -> f64 {
        let first = self.densities.after(self.neighbour());
        (1.0 - first) * power(1.0 - self.densities.b(), size - 1)
    }

    /// The outermost undecided elements at the end at work.
    fn outermost(&self, size: usize) -> Vec<u32> {
        let range = match self.side {
            Side::Front => self.first..self.first + size,
            Side::Back => self.end - size..self.end,
        };
        range.map(|element| element as u32).collect()
    }

    /// What was decided of the element beside the outermost undecided one; where there is none,
    /// nothing is known and it counts as gone.
    fn neighbour(&self) -> Neighbour {
        self.before[self.side as usize]
    }

    /// The outermost element is needed.
    fn keep(&mut self) {
        let side = self.side as usize;
        let neighbour = self.neighbour();
        self.densities.learn(neighbour, 1, 1);
        self.before[side] = Neighbour::Needed;
        self.suspect = None;
        self.stuck += 1;
        self.decide(1);
    }

    /// The outermost elements are decided.
    fn decide(&mut self, size: usize) {
        match self.side {
            Side::Front => self.first += size,
            Side::Back => self.end -= size,
        }
    }
}

impl Strategy for Halving {
    type Configuration = ListConfiguration;

    fn propose(&mut self, _: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        if self.first == self.end || self.is_stuck() {
            return None;
        }
        let (size, chance) = match self.suspect {
            None => {
                self.side = self.choose_side();
                self.window()
            }
            Some(suspect) => self.half(suspect),
        };
        self.asked = size;
        self.yields[self.side as usize].queries += 1.0;
        Some(Query::complement(Subset(self.outermost(size)), Some(chance)))
    }

    fn accepted(&mut self, _: &Best<ListConfiguration>, _: &Subset) {
        let (asked, side) = (self.asked, self.side as usize);
        self.stuck = 0;
        self.yields[side].removed += asked as f64;
        let neighbour = self.neighbour();
        self.densities.learn(neighbour, 1, 0);
        self.densities.learn(Neighbour::Gone, asked - 1, 0);
        self.before[side] = Neighbour::Gone;
        self.decide(asked);
        match self.suspect.map(|suspect| suspect - asked) {
            // All other elements of a failed window are removed: the last one is needed.
            Some(1) => self.keep(),
            rest => self.suspect = rest,
        }
    }

    fn rejected(&mut self, _: &Best<ListConfiguration>, _: &Subset, _: &Feedback) {
        if self.asked == 1 { self.keep() } else { self.suspect = Some(self.asked) }
    }
}

/// Of `1..=most`, the size whose chance is nearest to `wanted` (the smaller one on a tie), and that
/// chance. Chances fall with the size.
fn nearest(most: usize, wanted: f64, chance: impl Fn(usize) -> f64) -> (usize, f64) {
    let (mut low, mut high) = (1, most.max(1));
    while low < high {
        let middle = usize::midpoint(low, high);
        if chance(middle) > wanted {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    // `low` is the first size at or below what is wanted, or the largest.
    let (at, below) = (chance(low), low.saturating_sub(1).max(1));
    let before = chance(below);
    if (before - wanted).abs() <= (at - wanted).abs() { (below, before) } else { (low, at) }
}

/// `base` to the power of `exponent`, by multiplications only: the same bits everywhere.
fn power(base: f64, exponent: usize) -> f64 {
    let (mut result, mut square, mut rest) = (1.0, base, exponent);
    while rest > 0 {
        if rest % 2 == 1 {
            result *= square;
        }
        square *= square;
        rest /= 2;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::super::search;
    use super::*;
    use crate::{Search, Verdict};

    /// Runs a search to its end against a set of needed elements: queries, and what is left.
    fn run(n: usize, needed: &[u32], order: Order) -> (usize, Vec<u32>) {
        let mut search = search(n, |n| Halving::new(n, order, usize::MAX));
        let mut queries = 0;
        while let Some(query) = search.ask() {
            queries += 1;
            let fails = query.change.0.iter().any(|element| needed.contains(element));
            let verdict = if fails { Verdict::Uninteresting } else { Verdict::Interesting };
            search.tell(&verdict.into());
        }
        let left = (0..n as u32).filter(|e| !search.best().0.contains(e)).collect();
        (queries, left)
    }

    #[test]
    fn finds_the_needed_elements_from_either_end() {
        for order in [Order::Forward, Order::Backward, Order::Auto] {
            assert_eq!(run(100, &[3, 40, 41, 99], order).1, [3, 40, 41, 99]);
            assert_eq!(run(1, &[0], order), (1, vec![0]));
            assert_eq!(run(1, &[], order), (1, vec![]));
            assert_eq!(run(0, &[], order), (0, vec![]));
        }
    }

    #[test]
    fn one_needed_of_a_thousand_takes_about_ten_queries_more_than_none() {
        let (none, _) = run(1000, &[], Order::Forward);
        let (one, _) = run(1000, &[500], Order::Forward);
        assert!(none <= 10, "{none} queries when nothing is needed");
        assert!(one <= none + 16, "{one} queries when one element is");
    }

    #[test]
    fn the_nearest_chance_is_found_by_bisection() {
        let half_life = |half: usize| move |size: usize| power(0.5, size) * half as f64;
        assert_eq!(nearest(10, 0.5, half_life(1)), (1, 0.5));
        assert_eq!(nearest(10, 0.5, half_life(4)), (3, 0.5));
        assert_eq!(nearest(2, 0.5, half_life(64)), (2, 16.0));
    }
}
