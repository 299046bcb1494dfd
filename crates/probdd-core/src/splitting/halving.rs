//! Halving: adaptive group testing with the exact posterior of a failed set, the core of splitting.
//!
//! The undecided elements are one run, and the search works at either end of it:
//!
//! 1. It asks to remove a *window* of the outermost elements, so long that the chance of an interesting
//!    answer is nearest to one half.
//! 2. If the window fails, the search halves it by probability mass, the outer part first, until it has
//!    found the first needed element. It removes the outer parts that are interesting. Elements behind
//!    a failed part are undecided as before. If all but one element of a failed window are removed,
//!    that element is *inferred* to be needed, without a query of its own.
//!
//! Two densities are learned, as counters with a weak prior: b = P(needed | the element before it,
//! seen from that end, was removed) and a = P(needed | the element before it is needed). Until a has
//! its own data, b is its prior. So needed elements may be scattered or in clusters, few or many. The
//! prior of b decides how long the first window is.
//!
//! Bound: every window of s elements that fails costs at most log2(s) + 2 queries and decides an
//! element, so there are at most n * (log2(n) + 3) queries on any property.

use crate::driver::{Best, Strategy};
use crate::list::ListConfiguration;
use crate::list::Subset;
use crate::{Feedback, Query};
use std::ops::Range;

/// The number of elements that the prior of b is worth.
const PRIOR_WEIGHT: f64 = 1.0;

/// The number of elements that b is worth as the prior of a.
const LEANING: f64 = 1.0;

/// The number of needed elements from which a density is learned. Older ones fade, as the end of a
/// list may be unlike its beginning.
const MEMORY: f64 = 8.0;

/// The end of the list at which a search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The search goes from the first element on.
    Forward,
    /// The search goes from the last element back: uses mostly stand after definitions.
    Backward,
    /// The search works at the end that has yielded more so far.
    Auto,
}

/// The algorithm. Elements are `0..n`; the empty configuration may be asked about.
#[derive(Clone, Debug)]
pub(crate) struct Halving {
    order: Order,
    undecided: Range<usize>,
    ends: [End; 2],
    /// The end of the current window.
    side: Side,
    /// The length of the window that failed and is being halved.
    suspect: Option<usize>,
    /// The number of needed elements found, less those that removed ones make up for, and the number
    /// that ends the search.
    stuck: f64,
    patience: f64,
    /// How many needed elements a removed one makes up for.
    relief: f64,
    densities: Densities,
}

/// An end of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Front = 0,
    Back = 1,
}

/// What the search knows of an end.
#[derive(Clone, Copy, Debug)]
struct End {
    /// The decision about the element outside the undecided ones. It begins as removed, as there is
    /// none.
    before: Decision,
    /// The numbers of removed elements and of queries.
    removed: f64,
    queries: f64,
}

impl End {
    fn rate(&self) -> f64 {
        (self.removed + 1.0) / (self.queries + 1.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    Removed = 0,
    Needed = 1,
}

/// The learned densities: for each decision, the elements that follow such an element.
#[derive(Clone, Copy, Debug)]
struct Densities {
    /// The prior of b.
    prior: f64,
    after: [Counter; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    seen: f64,
    needed: f64,
}

impl Counter {
    fn density(self, prior: f64, weight: f64) -> f64 {
        (self.needed + weight * prior) / (self.seen + weight)
    }
}

impl Densities {
    /// P(needed | the decision about the element before).
    fn after(&self, before: Decision) -> f64 {
        let [after_removed, after_needed] = self.after;
        let b = after_removed.density(self.prior, PRIOR_WEIGHT);
        match before {
            Decision::Removed => b,
            Decision::Needed => after_needed.density(b, LEANING),
        }
    }

    fn learn(&mut self, before: Decision, seen: usize, needed: usize) {
        let counter = &mut self.after[before as usize];
        if needed > 0 {
            counter.seen *= 1.0 - 1.0 / MEMORY;
            counter.needed *= 1.0 - 1.0 / MEMORY;
        }
        counter.seen += seen as f64;
        counter.needed += needed as f64;
    }
}

impl Halving {
    /// A search over `n` elements, each of which is needed with a chance of `prior`. It ends when it
    /// has found `patience` needed ones in a row.
    pub(crate) fn new(n: usize, order: Order, patience: usize, prior: f64) -> Halving {
        Halving {
            order,
            undecided: 0..n,
            ends: [End { before: Decision::Removed, removed: 0.0, queries: 0.0 }; 2],
            side: Side::Back,
            suspect: None,
            stuck: 0.0,
            patience: patience as f64,
            relief: f64::INFINITY,
            densities: Densities { prior, after: [Counter::default(); 2] },
        }
    }

    /// The same search, which ends when it has found `patience` needed elements more than one for every
    /// so many removed ones.
    pub(super) fn while_sparser_than_one_in(self, removed: usize) -> Halving {
        Halving { relief: 1.0 / removed as f64, ..self }
    }

    /// Whether the search has run out of patience.
    pub(super) fn is_stuck(&self) -> bool {
        self.stuck >= self.patience
    }

    /// The current end.
    fn end(&mut self) -> &mut End {
        &mut self.ends[self.side as usize]
    }

    fn choose_side(&self) -> Side {
        let [front, back] = &self.ends;
        match self.order {
            Order::Forward => Side::Front,
            Order::Auto if front.rate() > back.rate() => Side::Front,
            Order::Auto | Order::Backward => Side::Back,
        }
    }

    /// The next window, or the next part of a failed one, and the chance that it is interesting.
    fn window(&self) -> (usize, f64) {
        let Some(suspect) = self.suspect else {
            return nearest_to_half(self.undecided.len(), |size| self.none_needed(size));
        };
        let none_in_all = self.none_needed(suspect);
        nearest_to_half(suspect - 1, |size| {
            (self.none_needed(size) - none_in_all) / (1.0 - none_in_all)
        })
    }

    /// The chance that none of the outermost elements is needed.
    fn none_needed(&self, size: usize) -> f64 {
        let first = self.densities.after(self.ends[self.side as usize].before);
        (1.0 - first) * power(1.0 - self.densities.after(Decision::Removed), size - 1)
    }

    /// The outermost undecided elements at the current end.
    fn outermost(&self, size: usize) -> Range<usize> {
        let Range { start, end } = self.undecided;
        match self.side {
            Side::Front => start..start + size,
            Side::Back => end - size..end,
        }
    }

    /// Notes the decision about the outermost elements.
    fn decide(&mut self, size: usize, decision: Decision) {
        let before = std::mem::replace(&mut self.end().before, decision);
        self.densities.learn(before, 1, usize::from(decision == Decision::Needed));
        self.densities.learn(Decision::Removed, size - 1, 0);
        match self.side {
            Side::Front => self.undecided.start += size,
            Side::Back => self.undecided.end -= size,
        }
    }

    /// Keeps the outermost element.
    fn keep(&mut self) {
        self.suspect = None;
        self.stuck += 1.0;
        self.decide(1, Decision::Needed);
    }
}

impl Strategy for Halving {
    type Configuration = ListConfiguration;

    fn propose(&mut self, _: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        if self.undecided.is_empty() || self.is_stuck() {
            return None;
        }
        if self.suspect.is_none() {
            self.side = self.choose_side();
        }
        let (size, chance) = self.window();
        self.end().queries += 1.0;
        let removed = self.outermost(size).map(|element| element as u32);
        Subset(removed.collect()).query(Some(chance))
    }

    fn accepted(&mut self, _: &Best<ListConfiguration>, change: &Subset) {
        let size = change.len();
        self.stuck = (self.stuck - self.relief * size as f64).max(0.0);
        self.end().removed += size as f64;
        self.decide(size, Decision::Removed);
        match self.suspect.map(|suspect| suspect - size) {
            // All other elements of a failed window are removed: the last one is needed.
            Some(1) => self.keep(),
            rest => self.suspect = rest,
        }
    }

    fn rejected(&mut self, _: &Best<ListConfiguration>, change: &Subset, _: &Feedback) {
        match change.len() {
            1 => self.keep(),
            size => self.suspect = Some(size),
        }
    }
}

/// The size of `1..=most` whose chance is nearest to one half (the smaller one on a tie), and that
/// chance. Chances fall with the size.
fn nearest_to_half(most: usize, chance: impl Fn(usize) -> f64) -> (usize, f64) {
    let (mut low, mut high) = (1, most.max(1));
    while low < high {
        let middle = usize::midpoint(low, high);
        if chance(middle) > 0.5 {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    // `low` is the first size with a chance of one half or less, or the largest size.
    let (at, below) = (chance(low), low.saturating_sub(1).max(1));
    let before = chance(below);
    if (before - 0.5).abs() <= (at - 0.5).abs() { (below, before) } else { (low, at) }
}

/// `base` to the power of `exponent`, by multiplications only, which give the same bits everywhere.
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
    use super::*;
    use crate::list::search;
    use crate::{Search, Verdict};

    /// Runs a search against a set of needed elements: the number of queries, and the kept elements.
    fn run(n: usize, needed: &[u32], order: Order) -> (usize, Vec<u32>) {
        let mut search = search(n, |n| Halving::new(n, order, usize::MAX, 0.1));
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
        assert_eq!(nearest_to_half(10, half_life(1)), (1, 0.5));
        assert_eq!(nearest_to_half(10, half_life(4)), (3, 0.5));
        assert_eq!(nearest_to_half(2, half_life(64)), (2, 16.0));
    }
}
