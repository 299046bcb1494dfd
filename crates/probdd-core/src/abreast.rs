//! Several questions about one best configuration: any search, but wider (ours; no paper has it).
//!
//! A search asks one question after another, each about the best configuration as the answers so far
//! have made it. Where its next question is the same whichever way the present one is answered, both
//! can be asked about the same best configuration, at the same time: up to `width` questions, a
//! *batch*. All that were interesting are then removed together and asked about once more, as a
//! *union*; if that is not interesting, they are tried one by one, in order, each on the new best.
//!
//! Deviation from the search inside: a change that was uninteresting is taken to be so as well after
//! other changes of its batch were accepted, which is right for monotone properties. A pass that
//! changes nothing has asked exactly what the search alone would have asked, so the sweep that ends a
//! reduction proves as much as ever. The width is a setting of the algorithm, not of the machine: the
//! same width gives the same queries on every machine.
//!
//! Bound: every batch tells the search inside at least its first answer, and takes at most a union and
//! a second question for each success beside it; so `2 * width` times the queries of the search inside,
//! if no later answer is of use to it.

use crate::{Changes, Class, Edits, Feedback, Query, Search, Verdict};

/// How likely it is that what can go alone can go together.
const TOGETHER: f64 = 0.8;

/// A search that asks up to `width` questions about the same best configuration.
#[derive(Clone, Debug)]
pub struct Abreast<S> {
    /// Knows of nothing that was not observed, but for what it was told to be uninteresting.
    search: S,
    width: usize,
    batch: Vec<Query<Edits>>,
    /// The answers to the first of them.
    answers: Vec<Feedback>,
    stage: Stage<S>,
}

#[derive(Clone, Debug)]
enum Stage<S> {
    /// The batch is asked.
    Batch,
    /// All that were interesting, together.
    Union(Box<Union<S>>),
    /// The interesting ones of the first `of` questions, one by one; at present this one.
    Each { at: usize, of: usize, query: Query<Edits>, were_all_accepted: bool },
}

#[derive(Clone, Debug)]
struct Union<S> {
    query: Query<Edits>,
    /// The search, if that is interesting.
    after: S,
    /// How many questions of the batch that is about.
    of: usize,
}

impl<S: Search<Change = Edits>> Abreast<S> {
    /// The search, but so many questions at a time.
    ///
    /// # Panics
    /// When `width` is 0.
    pub fn new(search: S, width: usize) -> Abreast<S> {
        assert!(width > 0, "somebody has to ask");
        let (batch, answers) = (Vec::new(), Vec::new());
        let mut abreast = Abreast { search, width, batch, answers, stage: Stage::Batch };
        abreast.begin();
        abreast
    }

    /// The search inside.
    pub fn into_inner(self) -> S {
        self.search
    }

    /// Finds the next batch: the next question, and those that follow whatever the answers.
    fn begin(&mut self) {
        self.answers.clear();
        self.batch.clear();
        self.stage = Stage::Batch;
        let mut ahead: Option<S> = None;
        while let Some(query) = ahead.as_ref().unwrap_or(&self.search).ask() {
            let probability = query.probability;
            self.batch.push(query.clone());
            if self.batch.len() == self.width {
                return;
            }
            let present = ahead.as_ref().unwrap_or(&self.search);
            let [mut hit, mut miss] = [present.clone(), present.clone()];
            hit.tell(&Verdict::Interesting.into());
            miss.tell(&Verdict::Uninteresting.into());
            let next = |search: &S| search.ask().map(|query| query.change.clone());
            if next(&hit) != next(&miss) {
                return;
            }
            ahead = Some(if probability.unwrap_or(0.0) > 0.5 { hit } else { miss });
        }
    }

    /// After the last answer of a batch.
    fn settle(&mut self) {
        let mut after = self.search.clone();
        let mut query =
            Query { change: Edits::default(), class: Class::Union, probability: Some(TOGETHER) };
        let (mut of, mut hits) = (0, 0);
        for (asked, answer) in self.batch.iter().zip(&self.answers) {
            // What it would not have asked after these answers, it does not hear of.
            if after.ask().is_none_or(|next| next.change != asked.change) {
                break;
            }
            if answer.is_interesting() {
                query.change.extend(&asked.change);
                hits += 1;
            }
            after.tell(answer);
            of += 1;
        }
        if hits > 1 {
            self.stage = Stage::Union(Box::new(Union { query, after, of }));
        } else {
            self.search = after;
            self.begin();
        }
    }

    /// Tells the search the answers from `at` to `of`; of the interesting ones the first is accepted,
    /// and each other one asked about again.
    fn each(&mut self, mut at: usize, of: usize, were_all_accepted: bool) {
        let is_first = |at: usize| !self.answers[..at].iter().any(Feedback::is_interesting);
        let is_last = |at: usize| !self.answers[at + 1..of].iter().any(Feedback::is_interesting);
        while at < of {
            let next = self.search.ask().map(|query| &query.change);
            if next != Some(&self.batch[at].change) {
                break;
            }
            let answer = &self.answers[at];
            if answer.is_interesting() && !is_first(at) {
                if !(is_last(at) && were_all_accepted) {
                    let query = self.batch[at].clone();
                    self.stage = Stage::Each { at, of, query, were_all_accepted };
                    return;
                }
                // That would be the union again.
                self.search.tell(&Verdict::Uninteresting.into());
            } else {
                self.search.tell(answer);
            }
            at += 1;
        }
        self.begin();
    }
}

impl<S: Search<Change = Edits>> Search for Abreast<S> {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        match &self.stage {
            Stage::Batch => self.batch.get(self.answers.len()),
            Stage::Union(union) => Some(&union.query),
            Stage::Each { query, .. } => Some(query),
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
            Stage::Union(union) if feedback.is_interesting() => {
                self.search = union.after;
                self.begin();
            }
            Stage::Union(union) => self.each(0, union.of, true),
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
            Stage::Union(_) | Stage::Each { .. } => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NodeId;
    use crate::driver::{Driver, Strategy};
    use crate::list::Over;
    use crate::list::{Direction, ListConfiguration, OneMinimal, ProbDd, ProbDdSettings};

    /// Runs a search over the elements `0..n` to its end; the removals that it asked about, and what
    /// is left.
    fn run<S: Search<Change = Edits>>(
        mut search: S,
        n: u32,
        is_interesting: impl Fn(&[u32]) -> bool,
    ) -> (Vec<Vec<u32>>, Vec<u32>) {
        let elements = |edits: &Edits| edits.removed.iter().map(|id| id.0).collect::<Vec<u32>>();
        let left = |gone: &[u32]| (0..n).filter(|e| !gone.contains(e)).collect::<Vec<u32>>();
        let mut asked = Vec::new();
        while let Some(query) = search.ask() {
            let removed = elements(&query.change);
            let gone = [elements(search.best()), removed.clone()].concat();
            let verdict = is_interesting(&left(&gone));
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
        let (asked, left) = run(Abreast::new(search, 4), 4, |left| left.contains(&2));
        assert_eq!(left, [2]);
        assert_eq!(asked[..5], [vec![0], vec![1], vec![2], vec![3], vec![0, 1, 3]]);
    }

    #[test]
    fn what_cannot_go_together_goes_one_by_one() {
        // One of 0 and 1 is needed, and 2.
        let needs = |left: &[u32]| (left.contains(&0) || left.contains(&1)) && left.contains(&2);
        let search = over(4, sweep);
        let (asked, left) = run(Abreast::new(search, 4), 4, needs);
        assert_eq!(left, [1, 2]);
        let batch = [vec![0], vec![1], vec![2], vec![3]];
        let rest = [vec![0, 1, 3], vec![1], vec![3]];
        assert_eq!(asked[..7], [&batch[..], &rest].concat());
    }

    #[test]
    fn a_width_of_one_changes_nothing() {
        let needs = |left: &[u32]| left.contains(&3) && left.contains(&17);
        let search = || over(30, probdd);
        assert_eq!(run(Abreast::new(search(), 1), 30, needs), run(search(), 30, needs));
    }

    #[test]
    fn what_is_queued_is_what_is_asked() {
        let mut search = Abreast::new(over(30, probdd), 3);
        let queued = search.queued().to_vec();
        assert_eq!(queued.len(), 2);
        for query in queued {
            search.tell(&Verdict::Interesting.into());
            assert_eq!(search.ask(), Some(&query));
        }
    }
}
