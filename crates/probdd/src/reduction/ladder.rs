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
//!    the success may have made possible. *Doubtful* offers wait: those that change what the same rung has
//!    removed in vain (`refusals.rs`). A rung rests if it promises too little, or too many of its queries in a
//!    row failed.
//! 3. One round of the sweep, then single tokens; of tokens with the same text, the others only if the first can
//!    go. Doubtful nodes and tokens are left out. If much could go, the ladder begins again at stage 1.
//! 4. Doubtful offers, and then the rungs that make tokens plainer.
//!
//! The *proof* comes once, at the very end of a round, when nothing else has changed the text: all tokens that are
//! not doubtful, all nodes, all tokens, each alone. It ends when something changes; otherwise the text is
//! certified. Every change makes a certificate worthless, so it is the last thing to ask for.

mod record;
mod refusals;
mod rungs;

use super::filters::{Simplicity, SimplicityFilter};
use super::format::Space;
use super::offers::Offer;
use super::pass::{Parsed, Reduction};
use super::rendering::Rendering;
use crate::command_line::Part;
use crate::error::Halted;
use probdd_core::tree::{self, Grouping, Offers, Sweep};
use probdd_core::{Driver, Edits, NodeId, Search};
use probdd_exec::{Elements, Oracle, Pass};
use probdd_syntax::{Manner, Stage};
use record::{Extent, Record, first, most_promising, offers_per_turn, records};
use refusals::Refusals;
use rungs::{AnyRung, Source};
use std::sync::Arc;

/// The name of the sweep in traces and reports.
const SWEEP: &str = "sweep";

/// Stage 3 has saved little if it has saved less than one of so many tokens.
const LITTLE: usize = 50;

/// All rungs.
#[derive(Debug)]
pub(super) struct Ladder {
    records: Vec<Record>,
    /// The measure of the simplest text so far. A deletion is accepted whatever its measure: if the
    /// rest is read as more tokens, the best becomes less simple. Other rungs only accept simpler
    /// texts than this.
    simplest: Arc<Simplicity>,
    /// What passes have removed in vain.
    refusals: Refusals,
}

impl<O: Oracle> Reduction<'_, O> {
    /// A ladder for the best candidate.
    pub(super) fn ladder(&mut self) -> Ladder {
        let structure = self.structure();
        let simplest = Arc::new(self.simplicity());
        let records = records(structure, self.strategy.polish, &self.transformers);
        Ladder { records, simplest, refusals: Refusals::default() }
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
        ladder.simplest = Arc::new(self.simplicity());
        let is_next = |record: &Record, best: &[u8]| {
            record.is_deletion() && record.is_open(best, Extent::New)
        };
        while let Some(at) = ladder.records.iter().position(|it| is_next(it, &self.best)) {
            self.turn(ladder, at, Extent::New)?;
        }
        Ok(())
    }

    /// Climbs the ladder once: its certificate comes later, when nothing else changes the text.
    pub(super) fn climb(&mut self, ladder: &mut Ladder) -> Result<(), Halted> {
        ladder.simplest = Arc::new(self.simplicity());
        self.climb_to_sweep(ladder)?;
        self.save_tokens(ladder, Extent::New)?;
        self.make_plainer(ladder)
    }

    /// Repeats the first three stages until the third one saves little.
    pub(super) fn climb_to_sweep(&mut self, ladder: &mut Ladder) -> Result<(), Halted> {
        let has_turns = self.strategy.has(Part::Turns);
        loop {
            if has_turns {
                self.shorten_names(ladder)?;
                self.save_tokens(ladder, Extent::Likely)?;
            } else {
                self.make_plainer(ladder)?;
                self.save_tokens(ladder, Extent::New)?;
            }
            // The next round asks about this layout, too.
            self.lay_out(Space::OfLayout)?;
            let (before, tokens) = (self.best.clone(), self.tokens());
            self.sweep_once(ladder, Extent::Undoubted)?;
            self.try_tokens(ladder, Extent::Alike)?;
            let saved = tokens.saturating_sub(self.tokens());
            if self.best == before || saved < tokens / LITTLE {
                return Ok(());
            }
        }
    }

    /// Tries to remove each token and each node alone. If nothing changes, the text is certified. If something
    /// changes, the proof ends, because it must begin again with the new text. So it begins with the tokens whose
    /// removal is not doubtful: hardly any other one can go.
    pub(super) fn prove(&mut self, ladder: &mut Ladder) -> Result<(), Halted> {
        let before = self.best.clone();
        self.try_likely_tokens(ladder)?;
        if self.best == before {
            self.sweep_once(ladder, Extent::Everything)?;
        }
        if self.best == before {
            self.try_tokens(ladder, Extent::Everything)?;
        }
        if self.best == before {
            self.certify();
        }
        Ok(())
    }

    /// Tries to remove each node alone, once: all of them, or those whose removal is not doubtful.
    fn sweep_once(&mut self, ladder: &mut Ladder, extent: Extent) -> Result<(), Halted> {
        let parsed = self.parsed();
        let document = &parsed.document;
        let links = document.links(self.structure().language());
        let twins = self.twins(&links);
        ladder.refusals.follow(&parsed);
        let refusals = &ladder.refusals;
        let is_everything = extent == Extent::Everything || !self.strategy.has(Part::Doubts);
        let is_due = |node: NodeId| {
            let tokens = || refusals.changed_by(&Edits::removal(vec![node]));
            is_everything || !refusals.cast_doubt(SWEEP, &tokens())
        };
        let search = tree::search(Arc::clone(document.tree()), |start| {
            Sweep::among(start, links, is_due).with_twins(twins).in_one_round()
        });
        let rendering = Rendering::new(&self.strategy, document, self.format);
        let refused = self.ladder_pass(SWEEP, &parsed, rendering, search)?;
        ladder.refusals.learn(SWEEP, &refused);
        Ok(())
    }

    /// Lets the rungs that save tokens take turns, with offers of an extent, until all of them rest.
    fn save_tokens(&mut self, ladder: &mut Ladder, extent: Extent) -> Result<(), Halted> {
        let mut tokens = self.tokens();
        let order = if self.strategy.has(Part::Turns) { most_promising } else { first };
        while let Some(at) = order(&ladder.records, &self.best, tokens, extent) {
            let before = tokens;
            self.turn(ladder, at, extent)?;
            tokens = self.tokens();
            if tokens < before {
                ladder.records.iter_mut().for_each(|record| record.failed /= 2);
            }
        }
        Ok(())
    }

    /// Makes names and literals short, all of them together.
    fn shorten_names(&mut self, ladder: &mut Ladder) -> Result<(), Halted> {
        self.make_plainer_by(ladder, AnyRung::is_grouped)
    }

    /// Makes all tokens plainer.
    pub(super) fn make_plainer(&mut self, ladder: &mut Ladder) -> Result<(), Halted> {
        self.make_plainer_by(ladder, |_| true)
    }

    /// Runs some of the rungs that make tokens plainer, one after another, until all of them rest.
    fn make_plainer_by(
        &mut self,
        ladder: &mut Ladder,
        is_used: impl Fn(AnyRung) -> bool,
    ) -> Result<(), Halted> {
        let is_next = |record: &Record, best: &[u8]| {
            record.rung.stage == Stage::Plain
                && is_used(record.rung)
                && record.is_open(best, Extent::New)
        };
        while let Some(at) = ladder.records.iter().position(|it| is_next(it, &self.best)) {
            self.turn(ladder, at, Extent::New)?;
        }
        Ok(())
    }

    /// Tries to remove each token alone, but for doubtful ones.
    pub(super) fn try_likely_tokens(&mut self, ladder: &mut Ladder) -> Result<(), Halted> {
        self.try_tokens(ladder, Extent::Undoubted)
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
        let parsed = self.parsed();
        let rung = ladder.records[at].rung;
        let offers = self.offers(&ladder.records[at], &parsed, extent)?;
        ladder.refusals.follow(&parsed);
        let record = &mut ladder.records[at];
        let refusals = self.strategy.has(Part::Doubts).then_some(&ladder.refusals);
        let offers = record.chosen(offers, &parsed.document, extent, refusals);
        if offers.is_empty() {
            record.rest(&self.best, extent);
            return Ok(());
        }
        let search = self.search_offers(rung, offers, &parsed, extent);
        let rendering = self.rung_rendering(ladder, rung, &parsed, extent);
        let (tokens, before) = (self.tokens(), self.best.clone());
        let (asked, skips) = (self.recorder.asked(), self.scheduler.skips());
        let refused = self.ladder_pass(rung.name, &parsed, rendering, search)?;
        if rung.has_doubts() {
            ladder.refusals.learn(rung.name, &refused);
        }
        let now = self.recorder.asked();
        let record = &mut ladder.records[at];
        record.tested += (now.tokens - asked.tokens) as f64;
        record.saved += tokens.saturating_sub(self.tokens()) as f64;
        let queries = now.queries - asked.queries;
        record.failed = if self.best == before { record.failed + queries } else { 0 };
        if self.scheduler.skips() > skips {
            // The user wants no more of it for now.
            record.failed = rung.patience();
        }
        if rung.stage == Stage::Plain && self.best != before {
            Arc::make_mut(&mut self.failures).learn_names(&before, &self.best);
        }
        let reached = self.simplicity();
        if reached < *ladder.simplest {
            ladder.simplest = Arc::new(reached);
        }
        Ok(())
    }

    /// What a rung offers to do to the best.
    fn offers(
        &mut self,
        record: &Record,
        parsed: &Parsed,
        extent: Extent,
    ) -> Result<Vec<Offer>, Halted> {
        let (document, structure) = (&parsed.document, self.structure());
        match record.rung.source {
            Source::BuiltIn(rung) if extent.is_new() => {
                Ok(Offer::of_rung(rung, document, structure))
            }
            Source::BuiltIn(rung) => {
                Ok(Offer::by_signature(Offer::all_of_rung(rung, document, structure)))
            }
            Source::Transformer(at) => {
                let wanted = offers_per_turn(document);
                self.transformer_offers(at, document, wanted, &record.refused)
            }
        }
    }

    /// The search over some offers of a rung.
    fn search_offers(
        &self,
        rung: AnyRung,
        offers: Vec<Offer>,
        parsed: &Parsed,
        extent: Extent,
    ) -> Driver<Offers> {
        let tree = Arc::clone(parsed.document.tree());
        let (classes, offers) = offers.into_iter().map(|it| (it.signature, it.edits)).unzip();
        match extent {
            Extent::Alike => Offers::search_by_class(tree, offers, classes, self.grouping()),
            _ if rung.is_grouped() => {
                Offers::search(tree, offers, Grouping::Groups, rung.patience() as usize)
            }
            _ => Offers::search(tree, offers, self.grouping(), usize::MAX),
        }
    }

    /// How the candidates of a rung are rendered, and which of them are worth a test.
    fn rung_rendering<'d>(
        &self,
        ladder: &Ladder,
        rung: AnyRung,
        parsed: &'d Parsed,
        extent: Extent,
    ) -> Rendering<'d> {
        let mut rendering = Rendering::new(&self.strategy, &parsed.document, self.format);
        let is_climbing = match rung.manner {
            Manner::Removal => false,
            Manner::AnyToken => extent.is_new(),
            Manner::Combination | Manner::Together | Manner::Rewriting | Manner::Moving => {
                !matches!(rung.stage, Stage::Loosen | Stage::Relieve | Stage::Redirect)
            }
        };
        if is_climbing {
            let filter = SimplicityFilter::new(self.structure(), &ladder.simplest, &self.best);
            rendering = rendering.only_simpler(filter);
        }
        // The program of `--fixup` may define names, and make a candidate of one that has failed.
        if extent.is_new() && self.fixer.is_none() {
            if rung.stage == Stage::Save {
                rendering = rendering.not_among(&self.failures);
            }
            rendering = rendering.defining(self.definitions.needed(&parsed.document));
        }
        rendering
    }

    /// Runs a search of the ladder. Returns the removals that were refused.
    fn ladder_pass<S: Search<Change = Edits> + Clone>(
        &mut self,
        name: &'static str,
        parsed: &Parsed,
        rendering: Rendering,
        search: S,
    ) -> Result<Vec<Edits>, Halted> {
        let pass = Pass::new(name, Elements::Tree { tree: parsed.number });
        let mut refused = Vec::new();
        let note = &mut |edits: &Edits| {
            if edits.only_remove() {
                refused.push(edits.clone());
            }
        };
        self.run_noting(&pass, rendering, search, note)?;
        Ok(refused)
    }
}
