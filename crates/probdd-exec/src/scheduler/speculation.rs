//! Decides which query runs ahead: a tree of what the search may ask next.
//!
//! The root is the search as it is. Each edge is an answer that a copy of the search was told: a
//! verdict, with the states of the checks if the test has any. The states after an uninteresting
//! verdict are guessed; if the guess turns out wrong, the copy is replaced.
//!
//! The open candidate that the search most likely asks about runs next. Its chance is the product of
//! the chances of the verdicts on the path from the root; a known verdict has chance 1. The chance of
//! an open verdict comes from the search's model, [corrected](Calibration) by the last verdicts.
//!
//! The depth of the tree is bounded, since every future holds a copy of the search. Nothing here
//! affects what the search asks.

use super::calibration::Calibration;
use super::position::Position;
use super::question::{Question, State, StateOf};
use crate::oracle::PackedFeedback;
use crate::record::{Candidate, Key, Outlook};
use probdd_core::{Edits, Query, Verdict};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Instant;

/// The most steps that are made to find one candidate.
const MOST_STEPS: usize = 500;

/// Candidates may be large: the futures that lie one behind another keep about as many bytes as this
/// for each answer that they may be ahead.
const BYTES_PER_ANSWER: usize = 1 << 17;

/// A candidate of so many bytes is large.
const LARGE: usize = 1 << 23;

/// Futures that are less likely than this are not explored: for a small input all likely candidates may
/// be known, and there are far too many others.
const LEAST: f64 = 0.001;

/// A search, and its possible futures.
pub(super) struct Speculation<'a> {
    /// The futures by number: `now`, and those that follow it.
    futures: BTreeMap<usize, Future<'a>>,
    /// The search as it is.
    now: usize,
    /// The number of the next future.
    next: usize,
    /// The most answers between `now` and a future, if the candidates are small.
    most_ahead: usize,
    calibration: Calibration,
}

/// A search as it was.
pub(super) struct Snapshot<'a>(Future<'a>);

/// A copy of the search after some answers.
struct Future<'a> {
    position: Box<dyn Position<'a> + 'a>,
    question: Option<Question>,
    /// The queries that follow whatever the answers are, once rendered.
    queued: Option<VecDeque<Question>>,
    /// The answer that it was told last, if that was a guess.
    told: Option<PackedFeedback>,
    /// The number of answers since the search began.
    depth: usize,
    /// The futures after an interesting verdict, and after another one.
    next: [Option<usize>; 2],
}

/// Something to do at a future, and the chance that the search gets there.
struct Step {
    chance: f64,
    at: usize,
    depth: usize,
    action: Action,
}

/// What to do at a future.
#[derive(Clone)]
enum Action {
    /// Run its question.
    Ask,
    /// Run one of the queries behind its question.
    AskQueued(usize),
    /// Render the queries behind its question.
    RenderQueue,
    /// Make the future after this answer.
    Tell(PackedFeedback),
}

const INTERESTING: usize = 0;
const UNINTERESTING: usize = 1;

fn edge(verdict: Verdict) -> usize {
    if verdict.is_interesting() { INTERESTING } else { UNINTERESTING }
}

/// Returns the place of the likeliest step; of equally likely ones, the one nearest to the search.
fn likeliest(steps: &[Step]) -> Option<usize> {
    let place = |at: &usize| Reverse((steps[*at].depth, steps[*at].at));
    let by_chance = |a: &usize, b: &usize| steps[*a].chance.total_cmp(&steps[*b].chance);
    (0..steps.len()).max_by(|a, b| by_chance(a, b).then_with(|| place(a).cmp(&place(b))))
}

impl<'a> Speculation<'a> {
    pub(super) fn new(position: Box<dyn Position<'a> + 'a>, most_ahead: usize) -> Speculation<'a> {
        let futures = BTreeMap::from([(0, Future::new(position))]);
        Speculation { futures, now: 0, next: 1, most_ahead, calibration: Calibration::default() }
    }

    fn now(&self) -> &Future<'a> {
        &self.futures[&self.now]
    }

    /// Whether rendering a candidate takes about as long as starting a test.
    pub(super) fn is_large(&self) -> bool {
        self.question().is_some_and(|question| question.candidate.bytes.len() >= LARGE)
    }

    /// The most answers between the search and a future: fewer if the candidates are large.
    fn most_ahead(&self) -> usize {
        let bytes = self.question().map_or(0, |question| question.candidate.bytes.len());
        (self.most_ahead * BYTES_PER_ANSWER / bytes.max(1)).clamp(1, self.most_ahead)
    }

    fn at(&mut self, number: usize) -> &mut Future<'a> {
        self.futures.get_mut(&number).expect("the tree holds what it refers to")
    }

    pub(super) fn question(&self) -> Option<&Question> {
        self.now().question.as_ref()
    }

    /// Returns what the search asks now, as the search put it.
    pub(super) fn query(&self) -> Option<&Query<Edits>> {
        self.now().position.search().ask()
    }

    pub(super) fn best(&self) -> &Edits {
        self.now().position.search().best()
    }

    /// Whether the current question is worth a test.
    pub(super) fn is_worth_testing(&mut self) -> bool {
        let Future { question, position, .. } = self.at(self.now);
        question.as_mut().is_some_and(|question| question.is_worth_testing(position.parts().1))
    }

    /// Tells the search the answer to its query. Returns the best candidate if it is a new one.
    pub(super) fn tell(&mut self, feedback: PackedFeedback) -> Option<Arc<Candidate>> {
        let now = self.futures.get_mut(&self.now).expect("the tree holds what it refers to");
        let search = now.position.search();
        self.calibration.learn(search.ask(), feedback.verdict);
        let before = search.best().counts();
        let asked = now.question.clone();
        let hit = search.ask().filter(|_| feedback.is_interesting());
        let change = hit.map(|query| query.change.clone());
        let next = now.next[edge(feedback.verdict)];
        match next.filter(|next| self.at(*next).told.as_ref() == Some(&feedback)) {
            Some(next) => self.now = next,
            None => self.at(self.now).tell(&feedback),
        }
        let accepted = self.best().since(before);
        if change.as_ref() == Some(&accepted) {
            // Also if nothing is removed: the text between tokens may be another one.
            asked.map(|question| question.candidate)
        } else if accepted.is_empty() {
            None
        } else {
            let (_, render) = self.at(self.now).position.parts();
            let best = Candidate::rendered(|best| render.render(&Edits::default(), best));
            Some(Arc::new(best))
        }
    }

    /// What the search believes, if it has a model and the renderer knows where tokens lie.
    pub(super) fn outlook(&mut self) -> Option<Outlook> {
        let began = Instant::now();
        let (search, render) = self.at(self.now).position.parts();
        let undecided = search.undecided()?;
        let text = Candidate::rendered(|best| render.render(&Edits::default(), best));
        let spans = render.spans(&text.bytes, &undecided);
        let undecided = undecided.into_iter().map(|belief| belief.needed).collect();
        let text = Arc::new(text);
        (!spans.is_empty()).then(|| Outlook { text, spans, undecided, took: began.elapsed() })
    }

    pub(super) fn snapshot(&self) -> Snapshot<'a> {
        let Future { position, question, depth, .. } = self.now();
        let (position, question) = (position.copied(), question.clone());
        let (queued, told, depth, next) = (None, None, *depth, [None, None]);
        Snapshot(Future { position, question, queued, told, depth, next })
    }

    pub(super) fn restore(&mut self, snapshot: Snapshot<'a>) {
        self.futures.clear();
        self.now = self.add(snapshot.0);
    }

    /// Gives the search to the caller of the pass.
    pub(super) fn end(mut self) {
        self.futures.remove(&self.now).expect("the tree holds what it refers to").position.end();
    }

    fn add(&mut self, future: Future<'a>) -> usize {
        self.next += 1;
        self.futures.insert(self.next - 1, future);
        self.next - 1
    }

    /// Drops the futures that can no longer come; returns the candidates of the others.
    pub(super) fn prune(&mut self, state: StateOf) -> HashSet<Key> {
        let (mut candidates, mut reached) = (HashSet::new(), BTreeSet::new());
        let mut pending = vec![self.now];
        while let Some(number) = pending.pop() {
            reached.insert(number);
            let future = self.at(number);
            let Some(question) = &future.question else { continue };
            candidates.insert(question.key);
            candidates.extend(future.queued.iter().flatten().map(|question| question.key));
            if let State::Known(feedback) = question.state(state) {
                future.next[1 - edge(feedback.verdict)] = None;
                self.correct(number, &feedback);
            }
            pending.extend(self.at(number).next.iter().flatten());
        }
        self.futures.retain(|number, _| reached.contains(number));
        candidates
    }

    /// Replaces the future after an answer if it was made for a wrong guess of the answer. Those that
    /// follow it are made again as well: the search may ask much the same there.
    fn correct(&mut self, number: usize, feedback: &PackedFeedback) {
        let edge = edge(feedback.verdict);
        let Some(wrong) = self.at(number).next[edge] else { return };
        if self.at(wrong).told.as_ref() == Some(feedback) {
            return;
        }
        let mut pending = vec![(wrong, self.extend(number, feedback))];
        while let Some((wrong, right)) = pending.pop() {
            for next in self.at(wrong).next.into_iter().flatten() {
                let told = self.at(next).told;
                if let Some(told) = told.filter(|_| self.at(right).question.is_some()) {
                    pending.push((next, self.extend(right, &told)));
                }
            }
        }
    }

    fn extend(&mut self, number: usize, feedback: &PackedFeedback) -> usize {
        let next = self.at(number).after(feedback);
        let next = self.add(next);
        self.at(number).next[edge(feedback.verdict)] = Some(next);
        next
    }

    /// Returns the candidate that the search most likely asks about, of those that are open, and the
    /// chance that it does. An uninteresting candidate is expected to get the answer `guess`.
    pub(super) fn likeliest(
        &mut self,
        state: StateOf,
        guess: &PackedFeedback,
    ) -> Option<(Question, f64)> {
        let mut steps = Vec::new();
        self.look(self.now, 1.0, (state, guess), &mut steps);
        for _ in 0..MOST_STEPS {
            let Step { chance, at, action, .. } = steps.swap_remove(likeliest(&steps)?);
            let from = match &action {
                Action::Tell(feedback) => self.extend(at, feedback),
                _ => at,
            };
            if let Some(question) = self.at(at).make(&action) {
                return Some((question, chance));
            }
            self.look(from, chance, (state, guess), &mut steps);
        }
        None
    }

    /// Finds what can be done at a future and at those that follow it.
    fn look(
        &self,
        from: usize,
        chance: f64,
        (state, guess): (StateOf, &PackedFeedback),
        steps: &mut Vec<Step>,
    ) {
        let farthest = self.now().depth + self.most_ahead();
        let mut pending = vec![(from, chance)];
        while let Some((at, chance)) = pending.pop() {
            let future = &self.futures[&at];
            let Some(question) = &future.question else { continue };
            let step = |chance, action| Step { chance, at, depth: future.depth, action };
            let known = question.state(state);
            let action = match known {
                State::Open => Some(Action::Ask),
                _ => future.look_into_queue(state),
            };
            if let Some(action) = action {
                steps.push(step(chance, action));
                continue;
            }
            for (feedback, share) in self.answers(future, &known, guess) {
                let chance = chance * share;
                match future.next[edge(feedback.verdict)] {
                    _ if chance < LEAST => {}
                    Some(next) => pending.push((next, chance)),
                    None if future.depth >= farthest => {}
                    None => steps.push(step(chance, Action::Tell(feedback))),
                }
            }
        }
    }

    /// Returns the answers that a question may get, and their chances.
    fn answers(
        &self,
        future: &Future<'a>,
        state: &State,
        guess: &PackedFeedback,
    ) -> impl Iterator<Item = (PackedFeedback, f64)> + use<> {
        let hit = self.calibration.chance(future.position.search().ask());
        let [first, second] = match state {
            State::Known(feedback) => [Some((*feedback, 1.0)), None],
            _ => [Some((Verdict::Interesting.into(), hit)), Some((*guess, 1.0 - hit))],
        };
        first.into_iter().chain(second)
    }
}

impl<'a> Future<'a> {
    fn new(mut position: Box<dyn Position<'a> + 'a>) -> Future<'a> {
        let question = position.question();
        let (queued, told, depth, next) = (None, None, 0, [None, None]);
        Future { position, question, queued, told, depth, next }
    }

    fn tell(&mut self, feedback: &PackedFeedback) {
        let (search, render) = self.position.parts();
        let was_queued = !search.queued().is_empty();
        let before = search.best().counts();
        let hit = search.ask().filter(|_| feedback.is_interesting());
        let change = hit.map(|query| query.change.clone());
        search.tell(&feedback.into());
        let accepted = search.best().since(before);
        if !accepted.is_empty() {
            render.accept(&accepted);
            if let Some(asked) = self.question.take().filter(|_| change == Some(accepted)) {
                render.follow(&asked.candidate);
            }
        }
        let first = self.queued.as_mut().and_then(VecDeque::pop_front).filter(|_| was_queued);
        if first.is_none() {
            self.queued = None;
        }
        self.question = first.or_else(|| self.position.question());
        self.depth += 1;
        self.next = [None, None];
    }

    /// Returns a copy that was told an answer.
    fn after(&self, feedback: &PackedFeedback) -> Future<'a> {
        let position = self.position.copied();
        let (queued, depth, next) = (self.queued.clone(), self.depth, [None, None]);
        let (question, told) = (None, Some(*feedback));
        let mut future = Future { position, question, queued, told, depth, next };
        future.tell(feedback);
        future
    }

    /// Carries out an action; returns the question if it can be run.
    fn make(&mut self, action: &Action) -> Option<Question> {
        let question = match action {
            Action::Ask => self.question.as_mut()?,
            Action::AskQueued(at) => self.queued.as_mut()?.get_mut(*at)?,
            Action::RenderQueue => {
                self.queued = Some(self.position.queued());
                return None;
            }
            Action::Tell(_) => return None,
        };
        question.is_worth_testing(self.position.parts().1).then(|| question.clone())
    }

    /// Returns what can be done about the queries behind the question.
    fn look_into_queue(&self, state: StateOf) -> Option<Action> {
        let Some(queued) = &self.queued else {
            return (!self.position.search().queued().is_empty()).then_some(Action::RenderQueue);
        };
        let is_open = |question: &Question| question.state(state) == State::Open;
        queued.iter().position(is_open).map(Action::AskQueued)
    }
}

#[cfg(test)]
mod tests;
