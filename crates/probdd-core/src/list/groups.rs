//! Undecided elements, grouped by what is believed of them.

use super::beliefs::Beliefs;
use super::probability::Probability;
use super::runs::Runs;
use std::collections::BTreeMap;
use std::ops::Range;

/// The elements of a candidate, in runs of neighbours that the model cannot tell apart.
pub(super) type Candidate = Vec<(Beliefs, Range<u32>)>;

/// What is believed of each element of a candidate.
pub(super) fn each(candidate: &Candidate) -> impl Iterator<Item = Beliefs> + Clone {
    candidate.iter().flat_map(|(beliefs, run)| std::iter::repeat_n(*beliefs, run.len()))
}

/// The ranks of a candidate's elements.
pub(super) fn ranks(candidate: &Candidate) -> impl Iterator<Item = u32> {
    candidate.iter().flat_map(|(_, run)| run.clone())
}

/// The elements, known by their rank in the order that breaks ties.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    runs: BTreeMap<Beliefs, Runs>,
    band: f64,
}

impl Groups {
    /// No elements. With several checks, elements whose probabilities differ by the share `band` at
    /// most are taken in their own order: uses stand mostly after definitions, and models that have
    /// seen different failures would shuffle what one model leaves in order.
    pub(super) fn new(band: f64) -> Groups {
        Groups { runs: BTreeMap::new(), band }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    pub(super) fn insert(&mut self, beliefs: Beliefs, run: Range<u32>) {
        if !run.is_empty() {
            self.runs.entry(beliefs).or_default().insert(run);
        }
    }

    /// What is believed of an element.
    pub(super) fn get(&self, rank: u32) -> Option<&Beliefs> {
        self.runs.iter().find(|(_, runs)| runs.contains(rank)).map(|(beliefs, _)| beliefs)
    }

    /// Takes out the next candidate: elements in ascending order of the probability that they are
    /// needed, as many as `best_size` allows for the largest of these probabilities. At least one
    /// element, if there is any.
    pub(super) fn take(&mut self, best_size: impl Fn(Probability) -> usize) -> Candidate {
        let (mut size, mut taken) = (0, Candidate::new());
        let mut likeliest = None;
        while let Some((beliefs, limit)) = self.first() {
            likeliest = likeliest.max(Some(beliefs.needed));
            let room = likeliest.map_or(0, &best_size).saturating_sub(size);
            if room == 0 {
                break;
            }
            let runs = self.runs.get_mut(&beliefs).expect("it is a group");
            let ahead = runs.first().map_or(0, |first| (limit - first) as usize);
            if let Some(run) = runs.pop_first(room.min(ahead)) {
                size += run.len();
                taken.push((beliefs, run));
            }
            if runs.is_empty() {
                self.runs.remove(&beliefs);
            }
        }
        taken
    }

    /// The group of the next element, and the rank from which on another group has its turn.
    fn first(&self) -> Option<(Beliefs, u32)> {
        let (first, _) = self.runs.first_key_value()?;
        let most = first.needed.0 * (1.0 + if first.is_of_one_check() { 0.0 } else { self.band });
        let band = self.runs.iter().take_while(|(beliefs, _)| beliefs.needed.0 <= most);
        let (mut found, mut least, mut second) = (*first, u32::MAX, u32::MAX);
        for (beliefs, runs) in band {
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
