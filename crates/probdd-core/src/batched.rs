//! Batches: several questions about one best configuration (ours; no paper has it).
//!
//! A search asks one question after another, each about the best configuration that the answers so far
//! have made. Where the next question is the same whatever the current answer is, both can be asked
//! about the same best configuration, at the same time. Up to `width` such questions are a *batch*.
//! All changes of a batch that were interesting are then made together and asked about once more, as
//! a *union*. If the union is not interesting, they are tried one by one, in order, each on the new
//! best.
//!
//! Deviation from the inner search: a change that was uninteresting counts as uninteresting after
//! other changes of its batch were accepted, too. That is right for monotone properties. A pass that
//! changes nothing asks exactly what the inner search alone would ask, so the sweep that ends a
//! reduction proves as much as without batches. The width is a setting of the algorithm, not of the
//! machine: the same width gives the same queries on every machine.
//!
//! Bound: every batch gives the inner search at least its first answer, and takes at most a union and
//! a second question for each other success. So there are at most `2 * width` times the queries of the
//! inner search, if no later answer is of use to it.

use crate::{Belief, Changes, Class, Edits, Feedback, Query, Search, Verdict};

/// How likely changes are interesting together that were interesting one by one.
const TOGETHER: f64 = 0.8;

/// A search that asks up to `width` questions about the same best configuration.
#[derive(Clone, Debug)]
pub struct Batched<S> {
    search: S,
    width: usize,
    batch: Vec<Query<Edits>>,
    /// The answers to the first queries of the batch.
    answers: Vec<Feedback>,
    stage: Stage<S>,
}

#[derive(Clone, Debug)]
enum Stage<S> {
    /// The queries of the batch.
    Batch,
    /// All interesting changes of the first `of` queries together. `after` is the inner search if
    /// the union is interesting.
    Union { query: Query<Edits>, after: Box<S>, of: usize },
    /// The interesting changes of the first `of` queries, one by one; currently this one.
    Each { at: usize, of: usize, query: Query<Edits>, were_all_accepted: bool },
}

impl<S: Search<Change = Edits> + Clone> Batched<S> {
    /// A search that asks up to `width` questions of another search at a time.
    ///
    /// # Panics
    /// When `width` is 0.
    pub fn new(search: S, width: usize) -> Batched<S> {
        assert!(width > 0, "a batch has at least one query");
        let (batch, answers) = (Vec::new(), Vec::new());
        let mut batched = Batched { search, width, batch, answers, stage: Stage::Batch };
        batched.begin();
        batched
    }

    /// The inner search.
    pub fn into_inner(self) -> S {
        self.search
    }

    /// Finds the next batch: the next query, and those that follow it whatever the answers are.
    fn begin(&mut self) {
        self.answers.clear();
        self.batch.clear();
        self.stage = Stage::Batch;
        let mut ahead = self.search.clone();
        while let Some(query) = ahead.ask().cloned() {
            let is_likely = query.probability.is_some_and(|probability| probability > 0.5);
            self.batch.push(query);
            if self.batch.len() == self.width {
                return;
            }
            let [mut hit, mut miss] = [ahead.clone(), ahead];
            hit.tell(&Verdict::Interesting.into());
            miss.tell(&Verdict::Uninteresting.into());
            let next = |search: &S| search.ask().map(|query| query.change.clone());
            if next(&hit) != next(&miss) {
                return;
            }
            ahead = if is_likely { hit } else { miss };
        }
    }

    /// Goes on after the last answer of a batch.
    fn settle(&mut self) {
        let mut after = self.search.clone();
        let mut union = Edits::default();
        let (mut of, mut hits) = (0, 0);
        for (asked, answer) in self.batch.iter().zip(&self.answers) {
            // After these answers the inner search would ask something else.
            if after.ask().is_none_or(|next| next.change != asked.change) {
                break;
            }
            if answer.is_interesting() {
                union.extend(&asked.change);
                hits += 1;
            }
            after.tell(answer);
            of += 1;
        }
        if hits > 1 {
            let query = Query { change: union, class: Class::Union, probability: Some(TOGETHER) };
            self.stage = Stage::Union { query, after: Box::new(after), of };
        } else {
            self.search = after;
            self.begin();
        }
    }

    /// Tells the inner search the answers from `at` to `of`. It accepts the first interesting change,
    /// and asks about each other one again.
    fn each(&mut self, mut at: usize, of: usize, were_all_accepted: bool) {
        let is_first = |at: usize| !self.answers[..at].iter().any(Feedback::is_interesting);
        let is_last = |at: usize| !self.answers[at + 1..of].iter().any(Feedback::is_interesting);
        while at < of {
            let next = self.search.ask().map(|query| &query.change);
            if next != Some(&self.batch[at].change) {
                break;
            }
            let answer = &self.answers[at];
            if !answer.is_interesting() || is_first(at) {
                self.search.tell(answer);
            } else if is_last(at) && were_all_accepted {
                // That would be the union again.
                self.search.tell(&Verdict::Uninteresting.into());
            } else {
                let query = self.batch[at].clone();
                self.stage = Stage::Each { at, of, query, were_all_accepted };
                return;
            }
            at += 1;
        }
        self.begin();
    }
}

impl<S: Search<Change = Edits> + Clone> Search for Batched<S> {
    type Change = Edits;

    fn undecided(&self) -> Option<Vec<Belief>> {
        self.search.undecided()
    }

    fn ask(&self) -> Option<&Query<Edits>> {
        match &self.stage {
            Stage::Batch => self.batch.get(self.answers.len()),
            Stage::Union { query, .. } | Stage::Each { query, .. } => Some(query),
        }
    }

    fn tell(&mut self, feedback: &Feedback) {
        match std::mem::replace(&mut self.stage, Stage::Batch) {
            Stage::Batch => {
                self.answers.push(feedback.clone());
                if self.answers.len() == self.batch.len() {
                    self.settle();
                }
            }
            Stage::Union { after, .. } if feedback.is_interesting() => {
                self.search = *after;
                self.begin();
            }
            Stage::Union { of, .. } => self.each(0, of, true),
            Stage::Each { at, of, were_all_accepted, .. } => {
                self.search.tell(feedback);
                self.each(at + 1, of, were_all_accepted && feedback.is_interesting());
            }
        }
    }

    fn best(&self) -> &Edits {
        self.search.best()
    }

    fn queued(&self) -> &[Query<Edits>] {
        match &self.stage {
            Stage::Batch => self.batch.get(self.answers.len() + 1..).unwrap_or_default(),
            Stage::Union { .. } | Stage::Each { .. } => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NodeId;
    use crate::driver::{Driver, Strategy};
    use crate::list::Over;
    use crate::list::{ListConfiguration, ProbDd, ProbDdSettings};
    use crate::sweep::{Direction, OneMinimal};

    /// Runs a search over the elements `0..n`: the removals that it asked about, and the kept elements.
    fn run<S: Search<Change = Edits>>(
        mut search: S,
        n: u32,
        is_interesting: impl Fn(&[u32]) -> bool,
    ) -> (Vec<Vec<u32>>, Vec<u32>) {
        let elements = |edits: &Edits| edits.removed.iter().map(|id| id.0).collect::<Vec<u32>>();
        let left = |removed: &[u32]| (0..n).filter(|e| !removed.contains(e)).collect::<Vec<u32>>();
        let mut asked = Vec::new();
        while let Some(query) = search.ask() {
            let removed = elements(&query.change);
            let all = [elements(search.best()), removed.clone()].concat();
            let verdict = is_interesting(&left(&all));
            asked.push(removed);
            let verdict = if verdict { Verdict::Interesting } else { Verdict::Uninteresting };
            search.tell(&verdict.into());
        }
        (asked, left(&elements(search.best())))
    }

    fn over<S>(n: u32, strategy: impl FnOnce(usize) -> S) -> Over<NodeId, Driver<S>>
    where
        S: Strategy<Configuration = ListConfiguration> + Clone,
    {
        let nodes: Vec<NodeId> = (0..n).map(NodeId).collect();
        Over::start(nodes, strategy)
    }

    fn sweep(n: usize) -> OneMinimal {
        OneMinimal::new(n, Direction::Forward)
    }

    fn probdd(n: usize) -> ProbDd {
        ProbDd::new(n, ProbDdSettings::default())
    }

    #[test]
    fn successes_are_removed_together() {
        let search = over(4, sweep);
        let (asked, left) = run(Batched::new(search, 4), 4, |left| left.contains(&2));
        assert_eq!(left, [2]);
        assert_eq!(asked[..5], [vec![0], vec![1], vec![2], vec![3], vec![0, 1, 3]]);
    }

    #[test]
    fn successes_that_fail_together_are_tried_one_by_one() {
        // One of 0 and 1 is needed, and 2.
        let needs = |left: &[u32]| (left.contains(&0) || left.contains(&1)) && left.contains(&2);
        let search = over(4, sweep);
        let (asked, left) = run(Batched::new(search, 4), 4, needs);
        assert_eq!(left, [1, 2]);
        let batch = [vec![0], vec![1], vec![2], vec![3]];
        let rest = [vec![0, 1, 3], vec![1], vec![3]];
        assert_eq!(asked[..7], [&batch[..], &rest].concat());
    }

    #[test]
    fn a_width_of_one_changes_nothing() {
        let needs = |left: &[u32]| left.contains(&3) && left.contains(&17);
        let search = || over(30, probdd);
        assert_eq!(run(Batched::new(search(), 1), 30, needs), run(search(), 30, needs));
    }

    #[test]
    fn queued_queries_are_asked_next() {
        let mut search = Batched::new(over(30, probdd), 3);
        let queued = search.queued().to_vec();
        assert_eq!(queued.len(), 2);
        for query in queued {
            search.tell(&Verdict::Interesting.into());
            assert_eq!(search.ask(), Some(&query));
        }
    }
}
