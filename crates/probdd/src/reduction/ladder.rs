//! The ladder: makes a small text simpler when nothing more can be deleted.
//!
//! A *rung* is one way to make a text simpler; it makes *offers*, edits of a text that may be
//! simpler. The ladder has four stages:
//!
//! 1. Names and literals become small, in a few queries for all of them. This comes early, so that
//!    later texts need not be tested again with other names.
//! 2. Rungs that save tokens take turns, of a few offers each. The next turn goes to the rung with
//!    the best ratio of saved tokens to tested tokens; because these are counts, every run decides
//!    alike. A refused offer is not repeated unless its text has changed, or its names occur
//!    elsewhere more or less often than before. So after a success, only offers are repeated that
//!    the success may have made possible. A rung rests if it promises too little, or too many of
//!    its queries in a row failed.
//! 3. One round of the sweep over the tree, and tokens alone: of those with the same text, the others only if
//!    the first can go. If this changes nothing, all tokens follow, each alone, which certifies the text.
//! 4. The late rungs: those that save tokens but hardly ever succeed, and then those that make tokens
//!    plainer. If they change nothing, the rungs that have saved tokens repeat their refused offers.
//!
//! If stage 3 or 4 changes the text, the ladder begins again at stage 1. In a long text, a certificate costs
//! hundreds of queries, and a late rung that succeeds wastes it. So there the late rungs that save tokens belong
//! to stage 2, and all tokens are tried once, at the very end of the round. The ladder begins again only if
//! stage 3 has saved much; the next round searches the whole text anew.

use super::filters::{Simplicity, SimplicityFilter};
use super::offers::Offer;
use super::pass::Reduction;
use super::rendering::Rendering;
use crate::command_line::{Part, Polish};
use crate::error::Halted;
use crate::settings::Structure;
use crate::transformers::Transformers;
use probdd_core::Edits;
use probdd_core::tree::{Grouping, Offers};
use probdd_exec::{Elements, Oracle, Pass};
use probdd_syntax::{Document, LOOSENING_RUNGS, Language, Manner, Needs, RUNGS, Rung, Stage};
use std::collections::HashSet;
use std::sync::Arc;

/// Rungs that are expected to save fewer tokens than this per token tested are late.
const LIKELY: f64 = 0.0008;

/// Every rung begins as if it had already tested the best this many times, with its expected yield.
/// The number determines how soon its real yield outweighs the expected one.
const BELIEF: f64 = 12.0;

/// The expected yield of a transformer that the user has named, ...
const EXPECTED: f64 = 0.01;

/// ... and of one of many that come together.
const EXPECTED_OF_MANY: f64 = 0.004;

/// How many offers a rung makes per turn, ...
const TURN: usize = 8;

/// ... or for large texts, one offer for this many tokens.
const TOKENS_PER_OFFER: usize = 8;

/// A rung rests after this many failed queries in a row, ...
const PATIENCE: u64 = 24;

/// ... fewer if it tries many combinations of tokens, ...
const PATIENCE_WITH_WINDOWS: u64 = 8;

/// ... if it saves no tokens, ...
const PATIENCE_WITH_BYTES: u64 = 8;

/// ... or if it may only make a search faster.
const PATIENCE_WITH_RELIEF: u64 = 8;

/// A rung rests if it promises to save fewer tokens than this per token tested. This does not depend on the
/// size of the text, so small texts are tried as thoroughly as large ones.
const LEAST: f64 = 0.0004;

/// A text with more tokens than this is *long*. There, a certificate costs hundreds of queries, and a late rung
/// that succeeds wastes it. So the late rungs that save tokens do not wait, and the certificate comes last.
const LONG: usize = 200;

/// In a long text, stage 3 has saved little if it has saved less than one of so many tokens.
const LITTLE: usize = 50;

/// A rung, built-in or of a transformer.
#[derive(Clone, Copy, Debug)]
struct AnyRung {
    name: &'static str,
    stage: Stage,
    manner: Manner,
    source: Source,
}

/// Where the offers of a rung come from.
#[derive(Clone, Copy, Debug)]
enum Source {
    BuiltIn(&'static Rung),
    /// A rung of the transformers, by its index.
    Transformer(usize),
}

impl AnyRung {
    fn of(rung: &'static Rung) -> AnyRung {
        let Rung { name, stage, manner, .. } = *rung;
        AnyRung { name, stage, manner, source: Source::BuiltIn(rung) }
    }

    fn of_transformer(at: usize, name: &'static str) -> AnyRung {
        let source = Source::Transformer(at);
        AnyRung { name, stage: Stage::Save, manner: Manner::Rewriting, source }
    }

    fn is_grouped(self) -> bool {
        self.manner == Manner::Together
    }
}

/// The record of a rung.
#[derive(Debug)]
struct Record {
    rung: AnyRung,
    expected: f64,
    saved: f64,
    tested: f64,
    /// Failed queries since it last changed the text.
    failed: u64,
    /// The signatures of its refused offers.
    refused: HashSet<u64>,
    /// The text for which it has no new offers.
    idle: Option<Vec<u8>>,
}

impl Record {
    fn new(rung: AnyRung, expected: f64) -> Record {
        Record {
            rung,
            expected,
            saved: 0.0,
            tested: 0.0,
            failed: 0,
            refused: HashSet::new(),
            idle: None,
        }
    }

    /// Selects the offers for a turn, and notes them as refused: an accepted offer changes the
    /// text.
    fn chosen(
        &mut self,
        mut offers: Vec<Offer>,
        document: &Document,
        extent: Extent,
    ) -> Vec<Edits> {
        if extent == Extent::New {
            offers.retain(|offer| !self.refused.contains(&offer.signature));
            if !self.rung.is_grouped() {
                offers.truncate(offers_per_turn(document));
            }
        }
        self.refused.extend(offers.iter().map(|offer| offer.signature));
        offers.into_iter().map(|offer| offer.edits).collect()
    }

    /// Whether the rung removes single nodes.
    fn is_deletion(&self) -> bool {
        self.rung.manner == Manner::Removal
    }

    /// Whether the rung waits for the certificate, because its offers hardly ever succeed. Single tokens
    /// do not wait: the certificate asks about all of them.
    fn is_late(&self) -> bool {
        match self.rung.manner {
            Manner::Combination => true,
            Manner::AnyToken | Manner::Together => false,
            Manner::Removal | Manner::Rewriting => self.expected < LIKELY,
        }
    }

    /// Whether the rung may have new offers for a text.
    fn is_open(&self, best: &[u8]) -> bool {
        self.idle.as_deref() != Some(best) && self.failed < patience(self.rung)
    }

    /// Forgets its refused offers.
    fn wake(&mut self) {
        self.failed = 0;
        self.refused.clear();
        self.idle = None;
    }

    /// The expected number of saved tokens per tested token, for a text with this many tokens.
    fn promise(&self, tokens: usize) -> f64 {
        let belief = BELIEF * (1 + tokens) as f64;
        (self.saved + self.expected * belief) / (self.tested + belief)
    }
}

/// All rungs.
#[derive(Debug)]
pub(super) struct Ladder {
    records: Vec<Record>,
    /// The measure of the simplest text so far. A deletion is accepted whatever its measure: if the
    /// rest is read as more tokens, the best becomes less simple. Other rungs only accept simpler
    /// texts than this.
    simplest: Arc<Simplicity>,
    /// The text of which stage 3 could remove no node, and of equal tokens not the first.
    swept: Option<Vec<u8>>,
}

impl<O: Oracle> Reduction<'_, O> {
    /// A ladder for the best candidate.
    pub(super) fn ladder(&self) -> Ladder {
        let structure = self.structure();
        let simplest = Arc::new(Simplicity::of(&self.best, structure));
        let records = records(structure, self.strategy.polish, &self.transformers);
        Ladder { records, simplest, swept: None }
    }

    /// Notes that a search has tried to remove every node. What it removed later may have freed some
    /// of them, but then they occur elsewhere less often, or the sweep of stage 3 finds them.
    pub(super) fn note_deletions(&mut self, ladder: &mut Ladder) {
        let (parsed, structure) = (self.parsed(), self.structure());
        for record in &mut ladder.records {
            if let (true, Source::BuiltIn(rung)) = (record.is_deletion(), record.rung.source) {
                let offers = Offer::of_rung(rung, &parsed.document, structure);
                record.refused.extend(offers.iter().map(|offer| offer.signature));
            }
        }
    }

    /// Lets the rungs of a stage that make more removable have a turn each. A rung that succeeds may make
    /// all its offers again.
    pub(super) fn loosen(&mut self, ladder: &mut Ladder, stage: Stage) -> Result<(), Halted> {
        for at in 0..ladder.records.len() {
            if ladder.records[at].rung.stage == stage {
                let before = self.best.clone();
                self.turn(ladder, at, Extent::New)?;
                if self.best != before {
                    ladder.records[at].wake();
                }
            }
        }
        Ok(())
    }

    /// Removes nodes that a search could not remove, as far as later changes have made it possible.
    pub(super) fn delete_what_is_freed(&mut self, ladder: &mut Ladder) -> Result<(), Halted> {
        ladder.simplest = Arc::new(Simplicity::of(&self.best, self.structure()));
        let is_next = |record: &Record, best: &[u8]| record.is_deletion() && record.is_open(best);
        while let Some(at) = ladder.records.iter().position(|it| is_next(it, &self.best)) {
            self.turn(ladder, at, Extent::New)?;
        }
        Ok(())
    }

    /// Climbs the ladder until nothing changes, or once if the text is long. Returns how many queries the round
    /// had asked when stage 3 was done for the first time.
    pub(super) fn climb(&mut self, ladder: &mut Ladder) -> Result<u64, Halted> {
        let mut certified = None;
        ladder.simplest = Arc::new(Simplicity::of(&self.best, self.structure()));
        loop {
            self.climb_to_certificate(ladder)?;
            let asked = *certified.get_or_insert(self.recorder.asked().queries);
            let before = self.best.clone();
            self.save_tokens(ladder, Turns::All)?;
            self.make_plainer(ladder, Turns::All)?;
            if self.best == before {
                ladder.wake();
                self.save_tokens(ladder, Turns::All)?;
            }
            if self.best == before || self.is_long() {
                return Ok(asked);
            }
        }
    }

    /// Repeats the first three stages until the third one changes nothing, which certifies a text that is
    /// not long. In a long text, they are not repeated either if the third one has saved little.
    pub(super) fn climb_to_certificate(&mut self, ladder: &mut Ladder) -> Result<(), Halted> {
        let has_turns = self.strategy.has(Part::Turns);
        let turns = |is_likely| if is_likely { Turns::Likely } else { Turns::All };
        loop {
            let is_long = self.is_long();
            self.make_plainer(ladder, turns(has_turns))?;
            self.save_tokens(ladder, turns(has_turns && !is_long))?;
            // The next round asks about this layout, too.
            self.lay_out()?;
            let (before, tokens) = (self.best.clone(), self.tokens());
            self.sweep_once()?;
            self.try_tokens(ladder, Extent::Alike)?;
            if self.best == before {
                ladder.swept = Some(before.clone());
                if !self.is_long() {
                    self.prove(ladder)?;
                }
            }
            let is_little = is_long && tokens.saturating_sub(self.tokens()) < tokens / LITTLE;
            if self.best == before || is_little {
                return Ok(());
            }
        }
    }

    /// Whether the best candidate is a long text.
    pub(super) fn is_long(&mut self) -> bool {
        self.tokens() > LONG
    }

    /// Tries to remove each token alone. If that changes nothing, and the sweep before it has changed nothing
    /// either, the text is certified.
    pub(super) fn prove(&mut self, ladder: &mut Ladder) -> Result<(), Halted> {
        self.try_tokens(ladder, Extent::Everything)?;
        if ladder.swept.as_ref() == Some(&self.best) {
            self.certify();
        }
        Ok(())
    }

    /// Lets the rungs that save tokens take turns until all of them rest.
    fn save_tokens(&mut self, ladder: &mut Ladder, turns: Turns) -> Result<(), Halted> {
        let mut tokens = self.tokens();
        let order = if self.strategy.has(Part::Turns) { most_promising } else { first };
        while let Some(at) = order(&ladder.records, &self.best, tokens, turns) {
            let before = tokens;
            self.turn(ladder, at, Extent::New)?;
            tokens = self.tokens();
            if tokens < before {
                ladder.records.iter_mut().for_each(|record| record.failed /= 2);
            }
        }
        Ok(())
    }

    /// Runs the rungs that make tokens plainer, one after another, until all of them rest.
    pub(super) fn make_plainer(&mut self, ladder: &mut Ladder, turns: Turns) -> Result<(), Halted> {
        let is_next = |record: &Record, best: &[u8]| {
            record.rung.stage == Stage::Plain && turns.include(record) && record.is_open(best)
        };
        while let Some(at) = ladder.records.iter().position(|it| is_next(it, &self.best)) {
            self.turn(ladder, at, Extent::New)?;
        }
        Ok(())
    }

    /// Tries to remove each token alone, even if the rest does not parse.
    fn try_tokens(&mut self, ladder: &mut Ladder, extent: Extent) -> Result<(), Halted> {
        match ladder.records.iter().position(|record| record.rung.manner == Manner::AnyToken) {
            Some(at) => self.turn(ladder, at, extent),
            None => Ok(()),
        }
    }

    /// How offers that mostly fail are tried.
    pub(super) fn grouping(&self) -> Grouping {
        if self.strategy.has(Part::Sets) { Grouping::Growing } else { Grouping::Single }
    }

    /// Runs one pass of a rung.
    fn turn(&mut self, ladder: &mut Ladder, at: usize, extent: Extent) -> Result<(), Halted> {
        let structure = self.structure();
        let parsed = self.parsed();
        let record = &mut ladder.records[at];
        let rung = record.rung;
        let offers = match rung.source {
            Source::BuiltIn(rung) if extent == Extent::New => {
                Offer::of_rung(rung, &parsed.document, structure)
            }
            Source::BuiltIn(rung) => {
                Offer::by_signature(Offer::all_of_rung(rung, &parsed.document, structure))
            }
            Source::Transformer(at) => {
                let wanted = offers_per_turn(&parsed.document);
                self.transformer_offers(at, &parsed.document, wanted, &record.refused)?
            }
        };
        let classes = offers.iter().map(|offer| offer.signature).collect();
        let offers = record.chosen(offers, &parsed.document, extent);
        if offers.is_empty() {
            record.idle = Some(self.best.clone());
            return Ok(());
        }
        let tree = Arc::clone(parsed.document.tree());
        let (grouping, most_rejected) = if rung.is_grouped() {
            (Grouping::Groups, patience(rung) as usize)
        } else {
            (self.grouping(), usize::MAX)
        };
        let search = if extent == Extent::Alike {
            Offers::search_by_class(tree, offers, classes, grouping)
        } else {
            Offers::search(tree, offers, grouping, most_rejected)
        };
        let mut rendering = Rendering::new(&self.strategy, &parsed.document, self.format);
        let is_climbing = match rung.manner {
            Manner::Removal => false,
            Manner::AnyToken => extent == Extent::New,
            Manner::Combination | Manner::Together | Manner::Rewriting => {
                !matches!(rung.stage, Stage::Loosen | Stage::Relieve | Stage::Redirect)
            }
        };
        if is_climbing {
            let filter = SimplicityFilter::new(structure, &ladder.simplest, &self.best);
            rendering = rendering.only_simpler(filter);
        }
        let is_guess_enough = extent == Extent::New && rung.stage == Stage::Save;
        if is_guess_enough && self.fixer.is_none() {
            rendering = rendering.not_among(&self.failures);
        }
        // The program of `--fixup` may define names.
        if extent == Extent::New && self.fixer.is_none() {
            rendering = rendering.defining(self.definitions.needed(&parsed.document));
        }
        let (tokens, before) = (self.tokens(), self.best.clone());
        let (asked, skips) = (self.recorder.asked(), self.scheduler.skips());
        let elements = Elements::Tree { tree: parsed.number };
        self.run_pass(&Pass::new(rung.name, elements), rendering, search)?;
        let now = self.recorder.asked();
        record.tested += (now.tokens - asked.tokens) as f64;
        record.saved += tokens.saturating_sub(self.tokens()) as f64;
        let queries = now.queries - asked.queries;
        record.failed = if self.best == before { record.failed + queries } else { 0 };
        if self.scheduler.skips() > skips {
            // The user wants no more of it for now.
            record.failed = patience(rung);
        }
        if rung.stage == Stage::Plain && self.best != before {
            Arc::make_mut(&mut self.failures).learn_names(&before, &self.best);
        }
        let reached = Simplicity::of(&self.best, structure);
        if reached < *ladder.simplest {
            ladder.simplest = Arc::new(reached);
        }
        Ok(())
    }
}

impl Ladder {
    /// Lets the rungs that have saved tokens repeat their refused offers, because the text has
    /// changed.
    fn wake(&mut self) {
        self.records.iter_mut().filter(|record| record.saved > 0.0).for_each(Record::wake);
    }
}

/// How many offers a rung makes per turn.
fn offers_per_turn(document: &Document) -> usize {
    TURN.max(document.token_count() / TOKENS_PER_OFFER)
}

/// How many failed queries in a row let a rung rest.
fn patience(rung: AnyRung) -> u64 {
    match (rung.manner, rung.stage) {
        (Manner::Combination, _) => PATIENCE_WITH_WINDOWS,
        (_, Stage::Plain) => PATIENCE_WITH_BYTES,
        (_, Stage::Relieve) => PATIENCE_WITH_RELIEF,
        (_, Stage::Save | Stage::Loosen | Stage::Redirect) => PATIENCE,
    }
}

/// Which of its offers a rung makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// A few that were not refused.
    New,
    /// All, but after a refused one no others that do the same.
    Alike,
    /// All of them, for a certificate.
    Everything,
}

/// Which rungs take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turns {
    /// All but the late ones.
    Likely,
    All,
}

impl Turns {
    fn include(self, record: &Record) -> bool {
        self == Turns::All || !record.is_late()
    }
}

/// The rungs of a polish level.
fn records(structure: Structure, polish: Polish, transformers: &Transformers) -> Vec<Record> {
    let has_grammar = structure.language().is_some() && polish == Polish::Full;
    let is_used = |rung: &&Rung| match rung.needs {
        Needs::Tokens | Needs::Preprocessor => true,
        Needs::Grammar => has_grammar,
        Needs::Lines => !has_grammar && polish == Polish::Full,
        Needs::Instructions => {
            has_grammar && structure.language().is_some_and(Language::has_instructions)
        }
        Needs::Stubs => has_grammar && structure.language().is_some_and(Language::has_stubs),
    };
    let rungs = RUNGS.iter().chain(&LOOSENING_RUNGS).filter(is_used);
    // The yields are those of texts with a grammar. Without one, rungs save more, so none of them is late by its
    // yield: in XML that is read as text, 5 of 28 queries of `brackets` were interesting.
    let least = if has_grammar { 0.0 } else { LIKELY };
    let expected =
        |rung: &Rung| if rung.stage == Stage::Save { rung.expected.max(least) } else { 0.0 };
    let rungs = rungs.map(|rung| Record::new(AnyRung::of(rung), expected(rung)));
    let others = transformers.rungs().enumerate().map(|(at, name)| {
        let expected = if transformers.is_one_of_many(at) { EXPECTED_OF_MANY } else { EXPECTED };
        Record::new(AnyRung::of_transformer(at, name), expected)
    });
    rungs.chain(others).collect()
}

/// Whether it is the turn of a rung that saves tokens and may have new offers.
fn may_save(record: &Record, best: &[u8], turns: Turns) -> bool {
    record.rung.stage == Stage::Save && turns.include(record) && record.is_open(best)
}

/// The first rung of those that save tokens and may have new offers.
fn first(records: &[Record], best: &[u8], _: usize, turns: Turns) -> Option<usize> {
    records.iter().position(|record| may_save(record, best, turns))
}

/// The most promising rung of those that save tokens and may have new offers.
fn most_promising(records: &[Record], best: &[u8], tokens: usize, turns: Turns) -> Option<usize> {
    let is_open =
        |record: &Record| may_save(record, best, turns) && record.promise(tokens) >= LEAST;
    let open = records.iter().enumerate().filter(|(_, record)| is_open(record));
    let promise = |at: usize| records[at].promise(tokens);
    open.map(|(at, _)| at).reduce(|most, at| if promise(at) > promise(most) { at } else { most })
}
