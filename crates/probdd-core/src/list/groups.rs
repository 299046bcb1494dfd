//! Undecided elements, grouped by what is believed of them, and the candidates made of them.

use super::Subset;
use super::covprobdd::{Beliefs, Failure};
use super::probability::{self, Ordered};
use super::runs::Runs;
use crate::Query;
use crate::feedback::Outcomes;
use std::collections::BTreeMap;
use std::ops::Range;

/// The elements of a query: runs of neighbours, which a model cannot tell apart. `G` is what the model
/// knows of the elements of a run. Elements are given by their rank in the order that breaks ties.
#[derive(Clone, Debug)]
pub(super) struct Candidate<G> {
    pub(super) runs: Vec<(G, Range<u32>)>,
}

impl<G> Default for Candidate<G> {
    fn default() -> Self {
        Candidate { runs: Vec::new() }
    }
}

impl<G: Copy + Into<Beliefs>> Candidate<G> {
    /// The query that removes the candidate's elements, if there are any.
    pub(super) fn query(&self, element: impl Fn(u32) -> u32) -> Option<Query<Subset>> {
        let ranks = self.runs.iter().flat_map(|(_, run)| run.clone());
        let chance = probability::success(self.beliefs().map(Beliefs::needed));
        Subset(ranks.map(element).collect()).query(Some(chance))
    }

    /// What is believed of each element, for people to look at.
    pub(super) fn undecided(&self) -> impl Iterator<Item = (u32, f64)> {
        self.runs.iter().flat_map(|(group, run)| {
            let needed = (*group).into().needed();
            run.clone().map(move |rank| (rank, needed))
        })
    }

    /// What the candidate's failure says about its elements.
    pub(super) fn failure(&self, outcomes: Outcomes) -> Failure {
        Failure::of(outcomes, self.beliefs())
    }

    /// What is believed of each element.
    fn beliefs(&self) -> impl Iterator<Item = Beliefs> + Clone {
        self.runs.iter().flat_map(|(group, run)| std::iter::repeat_n((*group).into(), run.len()))
    }
}

/// Undecided elements.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    pub(super) runs: BTreeMap<Beliefs, Runs>,
    band: f64,
}

impl Groups {
    /// No elements. With several checks, elements whose probabilities differ by the share `band` at
    /// most are taken in their own order: uses stand mostly after definitions, and models that have
    /// seen different failures would shuffle what one model leaves in order.
    pub(super) fn new(band: f64) -> Groups {
        Groups { runs: BTreeMap::new(), band }
    }

    /// Changes by which share probabilities may differ.
    pub(super) fn set_band(&mut self, band: f64) {
        self.band = band;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// What is believed of each element, for people to look at.
    pub(super) fn undecided(&self) -> impl Iterator<Item = (u32, f64)> {
        self.runs
            .iter()
            .flat_map(|(beliefs, runs)| runs.ranks().map(move |rank| (rank, beliefs.needed())))
    }

    pub(super) fn insert(&mut self, beliefs: Beliefs, run: Range<u32>) {
        if !run.is_empty() {
            self.runs.entry(beliefs).or_default().insert(run);
        }
    }

    /// Takes out the next candidate: elements in ascending order of the probability that they are
    /// needed, as many as `best_size` allows for the largest of these probabilities. It has at least
    /// one element, if there is any. Before so many of a group are taken, `shuffle` may change which
    /// elements have its lowest ranks.
    pub(super) fn take(
        &mut self,
        best_size: impl Fn(f64) -> usize,
        mut shuffle: impl FnMut(&Runs, usize),
    ) -> Candidate<Beliefs> {
        let (mut size, mut largest) = (0, Ordered(0.0));
        let mut taken: Vec<(Beliefs, Range<u32>)> = Vec::new();
        while let Some((beliefs, limit)) = self.first() {
            largest = largest.max(Ordered(beliefs.needed()));
            let room = best_size(largest.0).saturating_sub(size);
            if room == 0 {
                break;
            }
            let runs = self.runs.get_mut(&beliefs).expect("it is a group");
            if taken.last().is_none_or(|(before, _)| *before != beliefs) {
                shuffle(runs, room);
            }
            let ahead = runs.first().map_or(0, |first| (limit - first) as usize);
            if let Some(run) = runs.pop_first(room.min(ahead)) {
                size += run.len();
                taken.push((beliefs, run));
            }
            if runs.is_empty() {
                self.runs.remove(&beliefs);
            }
        }
        Candidate { runs: taken }
    }

    /// The group of the next element, and the rank at which another group follows.
    fn first(&self) -> Option<(Beliefs, u32)> {
        let (first, _) = self.runs.first_key_value()?;
        let band = if first.is_of_one_check() { 0.0 } else { self.band };
        let most = first.needed() * (1.0 + band);
        let (mut found, mut least, mut second) = (*first, u32::MAX, u32::MAX);
        for (beliefs, runs) in self.runs.iter().take_while(|(beliefs, _)| beliefs.needed() <= most)
        {
            let rank = runs.first().unwrap_or(u32::MAX);
            if rank < least {
                (found, least, second) = (*beliefs, rank, least);
            } else {
                second = second.min(rank);
            }
        }
        Some((found, second))
    }
}
