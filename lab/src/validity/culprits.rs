//! The parts of invalid subsets that make them invalid, by group testing: which of the removed nodes can
//! be kept so that the candidate stays invalid? All subsets are searched at the same time, because a judge
//! is slow to start and fast with many candidates.

use super::candidates::Candidate;
use super::trial::Trial;
use probdd_core::list::{Order, Splitting};
use probdd_core::{Edits, NodeId, Search, Verdict};

/// The search in one subset.
struct Hunt {
    /// The subset with the fewest removed nodes that is known to be invalid, and the judge's message.
    best: (Candidate, String),
    /// The nodes that the whole subset removes: the elements of the search.
    removed: Vec<NodeId>,
    search: Splitting,
}

/// For each invalid subset, an invalid part of it, with the judge's message.
pub(super) fn culprits(
    trial: &Trial,
    subsets: Vec<(Candidate, String)>,
) -> Vec<(Candidate, String)> {
    let hunt = |best: (Candidate, String)| {
        let removed = best.0.edits.removed.clone();
        Hunt { search: Splitting::new(removed.len(), Order::Forward), removed, best }
    };
    let mut hunts: Vec<Hunt> = subsets.into_iter().map(hunt).collect();
    loop {
        let (asking, candidates): (Vec<usize>, Vec<Candidate>) =
            hunts.iter().enumerate().filter_map(|(at, hunt)| Some((at, hunt.candidate()?))).unzip();
        if candidates.is_empty() {
            break;
        }
        let Ok(verdicts) = trial.verdicts(&candidates) else { break };
        for ((at, candidate), verdict) in asking.into_iter().zip(candidates).zip(verdicts.of_cases)
        {
            hunts[at].judged(candidate, verdict);
        }
    }
    hunts.into_iter().map(|hunt| hunt.best).collect()
}

impl Hunt {
    /// The next candidate: the search keeps some more nodes.
    fn candidate(&self) -> Option<Candidate> {
        let query = self.search.ask()?;
        let kept = [&self.search.best().0[..], &query.change.0].concat();
        let is_removed = |at: &usize| !kept.contains(&(*at as u32));
        let removed = (0..self.removed.len()).filter(is_removed).map(|at| self.removed[at]);
        Some(Candidate { edits: Edits::removal(removed.collect()), ..self.best.0.clone() })
    }

    fn judged(&mut self, candidate: Candidate, verdict: Option<Result<(), String>>) {
        let verdict = match verdict {
            Some(Err(message)) => {
                self.best = (candidate, message);
                Verdict::Interesting
            }
            _ => Verdict::Uninteresting,
        };
        self.search.tell(&verdict.into());
    }
}
