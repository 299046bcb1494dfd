//! What a search may ask next: a tree of its futures, as far as anybody has looked.
//!
//! The root is the search as it is. An edge is what is told to a copy of the search: a verdict, with
//! what the checks said of a test that is made of checks. There is one guess of that for a candidate
//! that is uninteresting; when it turns out to be another one, the future is made anew. Which
//! candidate is worth a guess is a matter of the chance that the search will ask about it: the
//! product of the chances of the verdicts that lead there, of which those that are known have 1.
//! The search's own model says how likely a candidate is interesting. Models are mostly too shy or
//! too bold, by much the same for a while, so their odds are corrected by what the last verdicts were
//! ([`Correction`]).
//!
//! Nothing here has an influence on what the search asks.

use crate::event::Candidate;
use crate::states::Told;
use crate::{Key, Render};
use probdd_core::{Edits, Query, Search, Verdict};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet, VecDeque};
use std::sync::Arc;

/// Verdicts are never taken for surer than this.
const DOUBT: f64 = 0.02;

/// The chance that a candidate is interesting of which the model does not know, before anything was
/// seen.
const UNKNOWN: f64 = 0.15;

/// How much one verdict moves the correction.
const STEP: f64 = 0.3;

/// So many futures are looked at before a guess.
const MOST: usize = 500;

/// What is less likely than this to come is not worth a look: of a small input, all that is likely may
/// be known, and the futures that are left are without number.
const LEAST: f64 = 0.001;

/// A search and its futures.
#[derive(Debug)]
pub(crate) struct Futures<S, R> {
    now: Future<S, R>,
    correction: Correction,
}

/// A search as it was.
#[derive(Debug)]
pub(crate) struct Snapshot<S, R>(Future<S, R>);

/// By how much the logarithm of a model's odds is to be moved: logistic regression of the verdicts,
/// one step for each, on the odds with weight 1.
#[derive(Clone, Copy, Debug, Default)]
struct Correction(f64);

impl Correction {
    /// The chance that a query is interesting.
    fn chance<C>(self, query: Option<&Query<C>>) -> f64 {
        let model = query.and_then(|query| query.probability).unwrap_or(UNKNOWN);
        let model = model.clamp(DOUBT, 1.0 - DOUBT);
        let odds = model / (1.0 - model) * self.0.exp();
        (odds / (1.0 + odds)).clamp(DOUBT, 1.0 - DOUBT)
    }

    fn learn<C>(&mut self, query: Option<&Query<C>>, verdict: Verdict) {
        let hit = f64::from(u8::from(verdict.is_interesting()));
        self.0 += STEP * (hit - self.chance(query));
    }
}

/// A search in a state that it may come to.
#[derive(Debug)]
struct Future<S, R> {
    search: S,
    render: R,
    question: Option<Question>,
    /// What is asked after it whatever the answers, when somebody has looked.
    queued: Option<VecDeque<Question>>,
    /// What it was told last, if that was guessed.
    told: Option<Told>,
    /// After an interesting verdict, and after another one.
    next: [Option<Box<Future<S, R>>>; 2],
}

/// What a search asks about, as bytes.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) key: Key,
    pub(crate) candidate: Arc<Candidate>,
    /// Whether it is worth a test, once that was found out.
    is_worth_testing: Option<bool>,
}

/// What is known of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Known(Told),
    /// Somebody is finding it out.
    Running,
    Open,
}

/// A place in the tree where something can be done, and the chance that the search gets there.
struct Place {
    chance: f64,
    /// Which edges lead there.
    path: Vec<Edge>,
    what: What,
}

impl Ord for Place {
    fn cmp(&self, other: &Place) -> Ordering {
        self.chance.total_cmp(&other.chance).then_with(|| other.path.cmp(&self.path))
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Place) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Place {}

/// What can be done at a place.
#[derive(Clone, Copy)]
enum What {
    /// Its question can be run.
    Ask,
    /// One of those that are queued behind it can be run.
    AskQueued(usize),
    /// Nobody has looked what is queued behind its question.
    LookAtQueue,
    /// Nobody has looked what comes after this.
    LookFurther(Told),
}

/// What to go by in the tree.
struct View<'a, F> {
    correction: Correction,
    state: &'a F,
    guess: Told,
}

type Edge = usize;
const INTERESTING: Edge = 0;
const UNINTERESTING: Edge = 1;

fn edge(verdict: Verdict) -> Edge {
    if verdict.is_interesting() { INTERESTING } else { UNINTERESTING }
}

impl<S, R> Futures<S, R>
where
    S: Search<Change = Edits>,
    R: Render + Clone,
{
    pub(crate) fn new(search: S, render: R) -> Futures<S, R> {
        Futures { now: Future::new(search, render), correction: Correction::default() }
    }

    /// What is asked now.
    pub(crate) fn question(&self) -> Option<&Question> {
        self.now.question.as_ref()
    }

    /// The same in the search's words.
    pub(crate) fn query(&self) -> Option<&Query<Edits>> {
        self.now.search.ask()
    }

    /// All that was accepted so far.
    pub(crate) fn best(&self) -> &Edits {
        self.now.search.best()
    }

    /// Whether what is asked now is worth a test.
    pub(crate) fn is_worth_testing(&mut self) -> bool {
        self.now.is_worth_testing()
    }

    /// Tells the search the verdict. What it asks then may be known already. The best candidate, if
    /// it is another one now.
    pub(crate) fn tell(&mut self, told: Told) -> Option<Arc<Candidate>> {
        self.correction.learn(self.now.search.ask(), told.verdict);
        let before = self.best().counts();
        let asked = self.now.question.take();
        let hit = self.query().filter(|_| told.is_interesting());
        let change = hit.map(|query| query.change.clone());
        match self.now.next[edge(told.verdict)].take() {
            Some(next) if next.is_after(told) => self.now = *next,
            _ => self.now.tell(told),
        }
        let accepted = self.best().since(before);
        if change.as_ref() == Some(&accepted) {
            // Also where nothing is taken away: the text between tokens may be another one.
            asked.map(|question| question.candidate)
        } else if accepted.is_empty() {
            None
        } else {
            let mut best = Candidate::default();
            self.now.render.render(&Edits::default(), &mut best);
            Some(Arc::new(best))
        }
    }

    /// The search as it is, without its futures.
    pub(crate) fn snapshot(&self) -> Snapshot<S, R> {
        let Future { search, render, question, .. } = &self.now;
        let (search, render, question) = (search.clone(), render.clone(), question.clone());
        let (queued, next) = (None, [None, None]);
        Snapshot(Future { search, render, question, queued, told: None, next })
    }

    /// Goes back to what was.
    pub(crate) fn restore(&mut self, snapshot: Snapshot<S, R>) {
        self.now = snapshot.0;
    }

    /// The search, at its end.
    pub(crate) fn into_search(self) -> S {
        self.now.search
    }

    /// Forgets the futures that cannot come any more; the candidates of those that are left.
    pub(crate) fn prune(&mut self, state: &impl Fn(Key) -> State) -> HashSet<Key> {
        let mut left = HashSet::new();
        self.now.prune(state, &mut left);
        left
    }

    /// The candidate that is likeliest to be asked about, of those that nobody has run or runs; and
    /// the chance that it is. `guess` is what an uninteresting one is taken to be told as.
    pub(crate) fn likeliest(
        &mut self,
        state: &impl Fn(Key) -> State,
        guess: Told,
    ) -> Option<(Question, f64)> {
        let view = View { correction: self.correction, state, guess };
        let mut places = BinaryHeap::new();
        self.now.look(1.0, &view, &mut Vec::new(), &mut places);
        for _ in 0..MOST {
            let Place { chance, mut path, what } = places.pop()?;
            let mut place = &mut self.now;
            for edge in &path {
                place = place.next[*edge].as_mut().expect("the path was found in the tree");
            }
            let found = place.go(what);
            if found.is_some() {
                return found.map(|question| (question, chance));
            }
            if let What::LookFurther(told) = what {
                let edge = edge(told.verdict);
                path.push(edge);
                place = place.next[edge].as_mut().expect("it was just looked at");
            }
            place.look(chance, &view, &mut path, &mut places);
        }
        None
    }
}

impl<S, R> Future<S, R>
where
    S: Search<Change = Edits>,
    R: Render + Clone,
{
    fn new(search: S, mut render: R) -> Future<S, R> {
        let question = search.ask().map(|query| Question::new(query, &mut render));
        Future { search, render, question, queued: None, told: None, next: [None, None] }
    }

    /// Whether it comes after this was told.
    fn is_after(&self, told: Told) -> bool {
        self.told == Some(told)
    }

    fn tell(&mut self, told: Told) {
        let was_queued = !self.search.queued().is_empty();
        let before = self.search.best().counts();
        self.search.tell(&told.into());
        let accepted = self.search.best().since(before);
        if !accepted.is_empty() {
            self.render.accept(&accepted);
        }
        let first = self.queued.as_mut().and_then(VecDeque::pop_front).filter(|_| was_queued);
        if first.is_none() {
            self.queued = None;
        }
        let ask = || self.search.ask().map(|query| Question::new(query, &mut self.render));
        self.question = first.or_else(ask);
        self.next = [None, None];
    }

    fn is_worth_testing(&mut self) -> bool {
        self.question.as_mut().is_some_and(|question| question.is_worth_testing(&mut self.render))
    }

    /// Does what can be done; the question, if that is one that can be run.
    fn go(&mut self, what: What) -> Option<Question> {
        let question = match what {
            What::Ask => self.question.as_mut()?,
            What::AskQueued(at) => self.queued.as_mut()?.get_mut(at)?,
            What::LookAtQueue => {
                let queued = self.search.queued().iter();
                let questions = queued.map(|query| Question::new(query, &mut self.render));
                self.queued = Some(questions.collect());
                return None;
            }
            What::LookFurther(told) => {
                self.look_further(told);
                return None;
            }
        };
        question.is_worth_testing(&mut self.render).then(|| question.clone())
    }

    /// The search's copy that was told this.
    fn after(&self, told: Told) -> Future<S, R> {
        let (search, render) = (self.search.clone(), self.render.clone());
        let (queued, next) = (self.queued.clone(), [None, None]);
        let mut future = Future { search, render, question: None, queued, told: Some(told), next };
        future.tell(told);
        future
    }

    fn look_further(&mut self, told: Told) {
        self.next[edge(told.verdict)] = Some(Box::new(self.after(told)));
    }

    /// Makes the future after `told` anew that was made after a wrong guess of it, as far as it was
    /// looked at: much of what is asked there may be the same.
    fn correct(&mut self, told: Told) {
        let edge = edge(told.verdict);
        if let Some(wrong) = self.next[edge].take_if(|next| !next.is_after(told)) {
            self.look_further(told);
            if let Some(right) = &mut self.next[edge] {
                right.grow_like(&wrong);
            }
        }
    }

    fn grow_like(&mut self, other: &Future<S, R>) {
        for next in other.next.iter().flatten() {
            let Some(told) = next.told.filter(|_| self.question.is_some()) else { continue };
            let mut same = self.after(told);
            same.grow_like(next);
            self.next[edge(told.verdict)] = Some(Box::new(same));
        }
    }

    fn prune(&mut self, state: &impl Fn(Key) -> State, left: &mut HashSet<Key>) {
        let Some(question) = &self.question else { return };
        left.insert(question.key);
        left.extend(self.queued.iter().flatten().map(|question| question.key));
        if let State::Known(told) = question.state(state) {
            self.next[1 - edge(told.verdict)] = None;
            self.correct(told);
        }
        self.next.iter_mut().flatten().for_each(|next| next.prune(state, left));
    }

    /// Finds all places where something can be done, here and below.
    fn look(
        &self,
        chance: f64,
        view: &View<impl Fn(Key) -> State>,
        path: &mut Vec<Edge>,
        places: &mut BinaryHeap<Place>,
    ) {
        let Some(question) = &self.question else { return };
        let mut add = |path: &[Edge], chance, what| {
            places.push(Place { chance, path: path.to_vec(), what });
        };
        let interesting = Told::from(Verdict::Interesting);
        let (chances, told) = match question.state(view.state) {
            State::Open => return add(path, chance, What::Ask),
            State::Known(told) if told.is_interesting() => ([1.0, 0.0], [told, view.guess]),
            State::Known(told) => ([0.0, 1.0], [interesting, told]),
            State::Running => {
                let hit = view.correction.chance(self.search.ask());
                ([hit, 1.0 - hit], [interesting, view.guess])
            }
        };
        if let Some(what) = self.look_into_queue(view.state) {
            return add(path, chance, what);
        }
        for edge in [INTERESTING, UNINTERESTING] {
            let chance = chance * chances[edge];
            match &self.next[edge] {
                _ if chance < LEAST => {}
                Some(next) => {
                    path.push(edge);
                    next.look(chance, view, path, places);
                    path.pop();
                }
                None => places.push(Place {
                    chance,
                    path: path.clone(),
                    what: What::LookFurther(told[edge]),
                }),
            }
        }
    }
}

impl<S: Search<Change = Edits>, R> Future<S, R> {
    /// What can be done for what is queued behind the question.
    fn look_into_queue(&self, state: &impl Fn(Key) -> State) -> Option<What> {
        match &self.queued {
            None => (!self.search.queued().is_empty()).then_some(What::LookAtQueue),
            Some(queued) => {
                let is_open = |it: &Question| it.state(state) == State::Open;
                queued.iter().position(is_open).map(What::AskQueued)
            }
        }
    }
}

impl Question {
    fn is_worth_testing(&mut self, render: &mut impl Render) -> bool {
        *self.is_worth_testing.get_or_insert_with(|| render.is_worth_testing(&self.candidate))
    }

    /// What is known of the candidate; of one that is not worth a test, that it is uninteresting.
    fn state(&self, state: &impl Fn(Key) -> State) -> State {
        match state(self.key) {
            State::Open if self.is_worth_testing == Some(false) => {
                State::Known(Told::UNINTERESTING)
            }
            known => known,
        }
    }

    fn new(query: &Query<Edits>, render: &mut impl Render) -> Question {
        let mut candidate = Candidate::default();
        render.render(&query.change, &mut candidate);
        let key = Key::of(&candidate.bytes);
        Question { key, candidate: Arc::new(candidate), is_worth_testing: None }
    }
}

#[cfg(test)]
mod tests;
