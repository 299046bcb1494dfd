//! What a search may ask next: a tree of its futures, as far as anybody has looked.
//!
//! The root is the search as it is. An edge is a verdict, told to a copy of the search. Which
//! candidate is worth a guess is a matter of the chance that the search will ask about it: the
//! product of the chances of the verdicts that lead there, of which those that are known have 1.
//! The search's own model says how likely a candidate is interesting. Models are mostly too shy or
//! too bold, by much the same for a while, so their odds are corrected by what the last verdicts were
//! ([`Correction`]).
//!
//! Nothing here has an influence on what the search asks.

use crate::event::Candidate;
use crate::{Key, Render};
use probdd_core::{Edits, Query, Search, Verdict};
use std::collections::HashSet;
use std::sync::Arc;

/// Verdicts are never taken for surer than this.
const DOUBT: f64 = 0.02;

/// The chance that a candidate is interesting of which the model does not know, before anything was
/// seen.
const UNKNOWN: f64 = 0.25;

/// How much one verdict moves the correction.
const STEP: f64 = 0.3;

/// So many futures are looked at before a guess.
const MOST: usize = 500;

/// A search and its futures.
#[derive(Debug)]
pub(crate) struct Futures<S, R> {
    now: Future<S, R>,
    correction: Correction,
}

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
    Known(Verdict),
    /// Somebody is finding it out.
    Running,
    Open,
}

/// A place in the tree where something can be done, and the chance that the search gets there.
struct Place {
    chance: f64,
    /// Which edges lead there.
    path: Vec<Edge>,
    /// The verdict to be told there; none if it is to be asked about.
    verdict: Option<Edge>,
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

    /// Tells the search the verdict. What it asks then may be known already.
    pub(crate) fn tell(&mut self, verdict: Verdict) {
        self.correction.learn(self.now.search.ask(), verdict);
        match self.now.next[edge(verdict)].take() {
            Some(next) => self.now = *next,
            None => self.now.tell(verdict),
        }
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
    /// the chance that it is.
    pub(crate) fn likeliest(&mut self, state: &impl Fn(Key) -> State) -> Option<(Question, f64)> {
        for _ in 0..MOST {
            let mut best = None;
            self.now.look(1.0, self.correction, state, &mut Vec::new(), &mut best);
            let Place { chance, path, verdict } = best?;
            let mut place = &mut self.now;
            for edge in path {
                place = place.next[edge].as_mut().expect("the path was found in the tree");
            }
            match verdict {
                Some(edge) => place.look_further(edge),
                None if place.is_worth_testing() => {
                    return place.question.clone().map(|question| (question, chance));
                }
                None => {}
            }
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
        Future { search, render, question, next: [None, None] }
    }

    fn tell(&mut self, verdict: Verdict) {
        if let Some(query) = self.search.ask().filter(|_| verdict.is_interesting()) {
            self.render.accept(&query.change);
        }
        self.search.tell(&verdict.into());
        self.question = self.search.ask().map(|query| Question::new(query, &mut self.render));
        self.next = [None, None];
    }

    fn is_worth_testing(&mut self) -> bool {
        let Some(question) = &mut self.question else { return false };
        let render = &mut self.render;
        *question
            .is_worth_testing
            .get_or_insert_with(|| render.is_worth_testing(&question.candidate))
    }

    /// Copies the search and tells the copy a verdict.
    fn look_further(&mut self, edge: Edge) {
        let (search, render) = (self.search.clone(), self.render.clone());
        let mut future = Future { search, render, question: None, next: [None, None] };
        future.tell(if edge == INTERESTING {
            Verdict::Interesting
        } else {
            Verdict::Uninteresting
        });
        self.next[edge] = Some(Box::new(future));
    }

    fn prune(&mut self, state: &impl Fn(Key) -> State, left: &mut HashSet<Key>) {
        let Some(question) = &self.question else { return };
        left.insert(question.key);
        if let State::Known(verdict) = question.state(state) {
            self.next[1 - edge(verdict)] = None;
        }
        self.next.iter_mut().flatten().for_each(|next| next.prune(state, left));
    }

    /// Looks for a better place than the best so far, here and below.
    fn look(
        &self,
        chance: f64,
        correction: Correction,
        state: &impl Fn(Key) -> State,
        path: &mut Vec<Edge>,
        best: &mut Option<Place>,
    ) {
        let Some(question) = &self.question else { return };
        if best.as_ref().is_some_and(|best| best.chance >= chance) {
            return;
        }
        let chances = match question.state(state) {
            State::Open => {
                *best = Some(Place { chance, path: path.clone(), verdict: None });
                return;
            }
            State::Known(Verdict::Interesting) => [1.0, 0.0],
            State::Known(_) => [0.0, 1.0],
            State::Running => {
                let hit = correction.chance(self.search.ask());
                [hit, 1.0 - hit]
            }
        };
        let likelier = usize::from(chances[INTERESTING] < chances[UNINTERESTING]);
        for edge in [likelier, 1 - likelier] {
            let chance = chance * chances[edge];
            match &self.next[edge] {
                _ if chance == 0.0 => {}
                Some(next) => {
                    path.push(edge);
                    next.look(chance, correction, state, path, best);
                    path.pop();
                }
                None if best.as_ref().is_none_or(|best| best.chance < chance) => {
                    *best = Some(Place { chance, path: path.clone(), verdict: Some(edge) });
                }
                None => {}
            }
        }
    }
}

impl Question {
    /// What is known of the candidate; of one that is not worth a test, that it is uninteresting.
    fn state(&self, state: &impl Fn(Key) -> State) -> State {
        match state(self.key) {
            State::Open if self.is_worth_testing == Some(false) => {
                State::Known(Verdict::Uninteresting)
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
