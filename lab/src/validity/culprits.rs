//! The parts of invalid subsets that make them invalid, by delta debugging. All subsets are reduced at the
//! same time, because a judge is slow to start and fast with many candidates.

use super::candidates::Candidate;
use super::trial::Trial;
use probdd_core::{Edits, NodeId};

/// The greatest number of rounds.
const ROUNDS: usize = 60;

/// The search for the culprit in one subset.
struct Hunt {
    candidate: Candidate,
    message: String,
    /// The number of parts into which the removed nodes are divided.
    parts: usize,
    is_done: bool,
}

/// A question: is it invalid to remove this part of a hunt's nodes?
struct Question {
    hunt: usize,
    source: usize,
    edits: Edits,
    /// The number of parts after the answer yes.
    parts_then: usize,
}

/// For each invalid subset, an invalid part of which no part and no complement of a part is invalid, with
/// the judge's message.
pub(super) fn culprits(trial: &Trial, subsets: Vec<Candidate>) -> Vec<(Candidate, String)> {
    let hunt = |candidate| Hunt { candidate, message: String::new(), parts: 1, is_done: false };
    let mut hunts: Vec<Hunt> = subsets.into_iter().map(hunt).collect();
    for _ in 0..ROUNDS {
        let questions: Vec<Question> =
            hunts.iter().enumerate().flat_map(|(index, hunt)| hunt.questions(index)).collect();
        if questions.is_empty() {
            break;
        }
        let Ok(verdicts) = trial.verdicts(&questions, &Question::place) else { break };
        let mut is_answered = vec![false; hunts.len()];
        for (question, verdict) in questions.into_iter().zip(verdicts.of_cases) {
            let Some(Err(message)) = verdict else { continue };
            if !std::mem::replace(&mut is_answered[question.hunt], true) {
                hunts[question.hunt].narrow(question.edits, question.parts_then, message);
            }
        }
        let unanswered = hunts.iter_mut().zip(is_answered).filter(|(_, is_answered)| !is_answered);
        unanswered.for_each(|(hunt, _)| hunt.refine());
    }
    hunts.into_iter().map(|hunt| (hunt.candidate, hunt.message)).collect()
}

impl Question {
    fn place(&self) -> (usize, &Edits) {
        (self.source, &self.edits)
    }
}

impl Hunt {
    fn questions(&self, index: usize) -> Vec<Question> {
        if self.is_done {
            return Vec::new();
        }
        let removed = &self.candidate.edits.removed;
        let question = |removed: Vec<NodeId>, parts_then| Question {
            hunt: index,
            source: self.candidate.source,
            edits: Edits::removal(removed),
            parts_then,
        };
        let bounds = |part: usize| part * removed.len() / self.parts;
        let ranges: Vec<_> = (0..self.parts).map(|part| bounds(part)..bounds(part + 1)).collect();
        let parts = ranges.iter().map(|range| question(removed[range.clone()].to_vec(), 2));
        let mut questions: Vec<Question> = parts.collect();
        if self.parts > 2 {
            let complement = |range: &std::ops::Range<usize>| {
                [&removed[..range.start], &removed[range.end..]].concat()
            };
            let fewer = self.parts - 1;
            questions.extend(ranges.iter().map(|range| question(complement(range), fewer)));
        }
        questions
    }

    fn narrow(&mut self, edits: Edits, parts: usize, message: String) {
        self.is_done = edits.removed.len() == 1;
        self.parts = parts.clamp(1, edits.removed.len());
        self.candidate.edits = edits;
        self.message = message;
    }

    /// Divides the nodes into smaller parts, because no part is invalid alone.
    fn refine(&mut self) {
        let most = self.candidate.edits.removed.len();
        self.is_done |= self.parts >= most;
        self.parts = (2 * self.parts).min(most);
    }
}
