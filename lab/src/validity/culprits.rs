//! The parts of invalid subsets that make them invalid, by group testing: which of the removed nodes can
//! be kept so that the candidate stays invalid? All subsets are searched at the same time, because a judge
//! is slow to start and fast with many candidates.

use super::candidates::Candidate;
use super::trial::Verdict;
use probdd_core::Verdict::{Interesting, Uninteresting};
use probdd_core::{Driver, Edits, NodeId, Order, Search, Splitting, list};

/// The search in one subset.
struct Hunt {
    /// The subset with the fewest removed nodes that is known to be invalid, and the judge's message.
    best: (Candidate, String),
    /// The nodes that the whole subset removes: the elements of the search.
    removed: Vec<NodeId>,
    search: Driver<Splitting>,
}

/// For each invalid subset, an invalid part of it, with the judge's message. `judge` has no answer if it
/// fails.
pub(super) fn culprits(
    subsets: Vec<(Candidate, String)>,
    judge: impl Fn(&[Candidate]) -> Option<Vec<Verdict>>,
) -> Vec<(Candidate, String)> {
    let hunt = |best: (Candidate, String)| {
        let removed = best.0.edits.removed.clone();
        let search = list::search(removed.len(), |n| Splitting::new(n, Order::Forward));
        Hunt { best, removed, search }
    };
    let mut hunts: Vec<Hunt> = subsets.into_iter().map(hunt).collect();
    loop {
        let (asking, candidates): (Vec<usize>, Vec<Candidate>) =
            hunts.iter().enumerate().filter_map(|(at, hunt)| Some((at, hunt.candidate()?))).unzip();
        if candidates.is_empty() {
            break;
        }
        let Some(verdicts) = judge(&candidates) else { break };
        for ((at, candidate), verdict) in asking.into_iter().zip(candidates).zip(verdicts) {
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

    fn judged(&mut self, candidate: Candidate, verdict: Verdict) {
        let verdict = match verdict {
            Some(Err(message)) => {
                self.best = (candidate, message);
                Interesting
            }
            _ => Uninteresting,
        };
        self.search.tell(&verdict.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validity::sampling::Category;

    #[test]
    fn of_an_invalid_subset_the_nodes_that_make_it_invalid_are_left() {
        let edits = Edits::removal((1..=40).map(NodeId).collect());
        let subset = Candidate { source: 0, category: Category::Subset(30), edits };
        let judge = |candidate: &Candidate| {
            let has = |node| candidate.edits.removed.contains(&NodeId(node));
            Some(if has(7) && has(33) { Err("no".to_owned()) } else { Ok(()) })
        };
        let found = culprits(vec![(subset, "first".to_owned())], |candidates| {
            Some(candidates.iter().map(judge).collect())
        });
        assert_eq!(found[0].0.edits.removed, [NodeId(7), NodeId(33)]);
        assert_eq!(found[0].1, "no");
    }
}
