//! The ladder: what is done to a small text when nothing more of it can be deleted as it stands.
//!
//! A *rung* is a way to make a text simpler; it knows what to offer for a text. The ladder is climbed
//! in four stages:
//!
//! 1. Names and literals become small, in a few queries for all of them: this early, so that the
//!    texts that follow need not be tested again with other names.
//! 2. Rungs that save tokens. Which comes next is decided by what each has saved so far for what it
//!    has tested, both in tokens: counts, so that every run decides alike. It makes a few offers and
//!    then waits for its turn. What was offered in vain is not offered again unless it is about other
//!    text, or its names stand elsewhere more or less often than they did: after a success only that
//!    is tried again which the success may have set free. Who promises too little, or has asked in
//!    vain for long, rests.
//! 3. Rungs that make tokens plainer, until all of them rest.
//! 4. The sweep over the tree, and every token alone; then the rungs that have earned anything forget
//!    what they offered in vain, and take their turns again. If that changes the text, it begins at 1
//!    again; if it does not, that is the end.

use super::rendering::{Climb, Measure, View, measure};
use super::{Halted, Reduction};
use crate::settings::{Polish, Structure};
use crate::transformers::Transformers;
use probdd_core::Edits;
use probdd_core::tree::{Grouping, Offers};
use probdd_exec::{Elements, Oracle, Pass};
use probdd_syntax::{Document, Language, Manner, Needs, RUNGS, Rung, Stage, signature};
use std::collections::HashSet;
use std::sync::Arc;

/// A rung is believed to have tested so many times the best already, with the yield that is expected
/// of it: how soon what it does outweighs that.
const BELIEF: f64 = 12.0;

/// The yield that is expected of the first rung; the n-th has an n-th of it.
const EXPECTED: f64 = 0.1;

/// How many offers a rung makes before it waits for its next turn, ...
const TURN: usize = 8;

/// ... or for large texts, one for so many tokens.
const TOKENS_PER_OFFER: usize = 8;

/// A rung rests when it has asked so many queries in vain, one after another, ...
const PATIENCE: u64 = 24;

/// ... fewer if it only knows tokens and goes through many combinations of them, ...
const PATIENCE_WITH_WINDOWS: u64 = 8;

/// ... or saves no tokens.
const PATIENCE_WITH_BYTES: u64 = 8;

/// A rung that promises fewer tokens than this for a query rests until everything is tried.
const LEAST: f64 = 0.1;

/// A rung, of ours or of a transformer.
#[derive(Clone, Copy, Debug)]
struct Step {
    name: &'static str,
    stage: Stage,
    manner: Manner,
    source: Source,
}

/// Where the offers of a rung come from.
#[derive(Clone, Copy, Debug)]
enum Source {
    Rung(&'static Rung),
    /// The n-th rung of the transformers.
    Transformer(usize),
}

impl Step {
    fn of(rung: &'static Rung) -> Step {
        let Rung { name, stage, manner, .. } = *rung;
        Step { name, stage, manner, source: Source::Rung(rung) }
    }

    fn of_transformer(at: usize, name: &'static str) -> Step {
        let source = Source::Transformer(at);
        Step { name, stage: Stage::Save, manner: Manner::Rewriting, source }
    }

    fn is_grouped(self) -> bool {
        self.manner == Manner::Together
    }
}

/// What a rung has come to.
#[derive(Debug)]
struct Record {
    rung: Step,
    expected: f64,
    saved: f64,
    tested: f64,
    /// Its queries since it last changed the text.
    vain: u64,
    /// What it offered in vain.
    refused: HashSet<u64>,
    /// The text for which it has nothing new to offer.
    idle: Option<Vec<u8>>,
}

impl Record {
    fn new(rung: Step, place: usize) -> Record {
        Record {
            rung,
            expected: EXPECTED / (1.0 + place as f64),
            saved: 0.0,
            tested: 0.0,
            vain: 0,
            refused: HashSet::new(),
            idle: None,
        }
    }

    /// What of some offers it makes now; they are not made again as something new.
    fn chosen(
        &mut self,
        mut offers: Vec<(Edits, u64)>,
        document: &Document,
        extent: Extent,
    ) -> Vec<Edits> {
        if extent == Extent::New {
            offers.retain(|(_, signature)| !self.refused.contains(signature));
            if !self.rung.is_grouped() {
                offers.truncate(turn(document));
            }
        }
        self.refused.extend(offers.iter().map(|(_, signature)| *signature));
        offers.into_iter().map(|(edits, _)| edits).collect()
    }

    /// Whether it may have something new to offer for a text.
    fn is_open(&self, best: &[u8]) -> bool {
        self.idle.as_deref() != Some(best) && self.vain < patience(self.rung)
    }

    /// Forgets what it offered in vain.
    fn wake(&mut self) {
        self.vain = 0;
        self.refused.clear();
        self.idle = None;
    }

    /// What it may be expected to save for each token tested of a text so large.
    fn promise(&self, tokens: usize) -> f64 {
        let belief = BELIEF * (1 + tokens) as f64;
        (self.saved + self.expected * belief) / (self.tested + belief)
    }
}

/// All rungs.
#[derive(Debug)]
struct Ladder {
    structure: Structure,
    records: Vec<Record>,
    /// The simplest text so far. Deletions are made without a look at it, and may lead to a text that
    /// is less simple, where it has more tokens than were kept; a rung does not go back above it.
    least: Arc<Measure>,
}

impl<O: Oracle> Reduction<'_, O> {
    /// Goes up the ladder as far as it leads, after deletion has ended.
    pub(super) fn climb(&mut self, structure: Structure, polish: Polish) -> Result<(), Halted> {
        let least = Arc::new(measure(structure, &self.best));
        let records = records(structure, polish, &self.transformers);
        let mut ladder = Ladder { structure, records, least };
        loop {
            self.make_plainer(&mut ladder, Step::is_grouped)?;
            self.save_tokens(&mut ladder)?;
            self.make_plainer(&mut ladder, |_| true)?;
            let before = self.best.clone();
            self.sweep_tree(structure)?;
            self.try_tokens(&mut ladder)?;
            if self.best == before {
                ladder.wake();
                self.save_tokens(&mut ladder)?;
            }
            if self.best == before {
                return Ok(());
            }
        }
    }

    /// The rungs that save tokens take turns, until all that have anything new to offer rest.
    fn save_tokens(&mut self, ladder: &mut Ladder) -> Result<(), Halted> {
        let tokens = |reduction: &Self| reduction.recorder.tally.best.tokens;
        while let Some(at) = next(&ladder.records, &self.best, tokens(self)) {
            let before = tokens(self);
            self.turn(ladder, at, Extent::New)?;
            if tokens(self) < before {
                ladder.records.iter_mut().for_each(|record| record.vain /= 2);
            }
        }
        Ok(())
    }

    /// Some rungs that make tokens plainer, one after another, until all rest.
    fn make_plainer(
        &mut self,
        ladder: &mut Ladder,
        is_wanted: impl Fn(Step) -> bool,
    ) -> Result<(), Halted> {
        let is_next = |record: &Record, best: &[u8]| {
            record.rung.stage == Stage::Plain && is_wanted(record.rung) && record.is_open(best)
        };
        while let Some(at) = ladder.records.iter().position(|it| is_next(it, &self.best)) {
            self.turn(ladder, at, Extent::New)?;
        }
        Ok(())
    }

    /// Every token goes alone, whatever the parse says of that.
    fn try_tokens(&mut self, ladder: &mut Ladder) -> Result<(), Halted> {
        match ladder.records.iter().position(|record| record.rung.manner == Manner::AnyToken) {
            Some(at) => self.turn(ladder, at, Extent::Everything),
            None => Ok(()),
        }
    }

    /// One pass of a rung.
    fn turn(&mut self, ladder: &mut Ladder, at: usize, extent: Extent) -> Result<(), Halted> {
        let structure = ladder.structure;
        let parsed = self.parsed(structure);
        let record = &mut ladder.records[at];
        let rung = record.rung;
        let offers = match rung.source {
            Source::Rung(rung) => offers(rung, &parsed.document, structure),
            Source::Transformer(at) => {
                self.transformed(at, &parsed.document, structure, &record.refused)?
            }
        };
        let offers = record.chosen(offers, &parsed.document, extent);
        if offers.is_empty() {
            record.idle = Some(self.best.clone());
            return Ok(());
        }
        let tree = Arc::clone(parsed.document.tree());
        let grouping = if rung.is_grouped() {
            Grouping::Groups { patience: patience(rung) as usize }
        } else {
            Grouping::Single
        };
        let search = Offers::search(tree, offers, grouping);
        let mut view = View::new(&self.settings.strategy, &parsed.document, self.format);
        let is_climbing = match rung.manner {
            Manner::Removal => false,
            Manner::AnyToken => extent == Extent::New,
            Manner::Combination | Manner::Together | Manner::Rewriting => true,
        };
        if is_climbing {
            view = view.climbing(Climb::new(structure, &ladder.least, &self.best));
        }
        let tally = &self.recorder.tally;
        let (tokens, tested) = (tally.best.tokens, tally.tokens_tested);
        let (queries, before) = (tally.queries.committed, self.best.clone());
        let elements = Elements::Tree { tree: parsed.number };
        self.run_pass(&Pass { name: rung.name, elements }, view, search)?;
        let tally = &self.recorder.tally;
        record.tested += (tally.tokens_tested - tested) as f64;
        record.saved += tokens.saturating_sub(tally.best.tokens) as f64;
        let asked = tally.queries.committed - queries;
        record.vain = if self.best == before { record.vain + asked } else { 0 };
        let reached = measure(structure, &self.best);
        if reached < *ladder.least {
            ladder.least = Arc::new(reached);
        }
        Ok(())
    }
}

impl Ladder {
    /// Those that have saved tokens may offer again what they offered in vain: the text is another.
    fn wake(&mut self) {
        self.records.iter_mut().filter(|record| record.saved > 0.0).for_each(Record::wake);
    }
}

/// How many offers a rung makes before it waits for its next turn.
pub(super) fn turn(document: &Document) -> usize {
    TURN.max(document.token_count() / TOKENS_PER_OFFER)
}

/// How many queries in vain, one after another, let a rung rest.
fn patience(rung: Step) -> u64 {
    match (rung.manner, rung.stage) {
        (Manner::Combination, _) => PATIENCE_WITH_WINDOWS,
        (_, Stage::Plain) => PATIENCE_WITH_BYTES,
        (_, Stage::Save) => PATIENCE,
    }
}

/// Which of its offers a rung makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// A few that it has not made in vain.
    New,
    /// All.
    Everything,
}

/// What a rung offers, with what tells it from other offers.
fn offers(rung: &Rung, document: &Document, structure: Structure) -> Vec<(Edits, u64)> {
    let language: Option<&Language> = match structure {
        Structure::Grammar(language) => Some(language),
        Structure::Units(_) => None,
    };
    let mut known = HashSet::new();
    let offers = rung.offers(document, language);
    let signatures = signature::signatures(document, &offers);
    let offers = offers.into_iter().zip(signatures);
    offers.filter(|(_, signature)| known.insert(*signature)).collect()
}

/// The rungs of a level, the most promising first.
fn records(structure: Structure, polish: Polish, transformers: &Transformers) -> Vec<Record> {
    let has_grammar = matches!(structure, Structure::Grammar(_));
    let is_used = |rung: &&Rung| match rung.needs {
        Needs::Tokens => true,
        Needs::Grammar => has_grammar && polish == Polish::Full,
    };
    let rungs = RUNGS.iter().filter(is_used).enumerate();
    let rungs = rungs.map(|(place, rung)| Record::new(Step::of(rung), place));
    let others = transformers.rungs().enumerate().map(|(at, name)| {
        let place = if transformers.is_one_of_many(at) { RUNGS.len() } else { 0 };
        Record::new(Step::of_transformer(at, name), place)
    });
    rungs.chain(others).collect()
}

/// The rung that promises most of those that save tokens and may have something new to offer.
fn next(records: &[Record], best: &[u8], tokens: usize) -> Option<usize> {
    let is_open = |record: &Record| {
        record.rung.stage == Stage::Save
            && record.is_open(best)
            && record.promise(tokens) * tokens as f64 >= LEAST
    };
    let open = records.iter().enumerate().filter(|(_, record)| is_open(record));
    let promise = |at: usize| records[at].promise(tokens);
    open.map(|(at, _)| at).reduce(|most, at| if promise(at) > promise(most) { at } else { most })
}
