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

mod offer;
mod record;
mod rungs;

use super::search::SWEEP;
use super::state::Reduction;
use super::text::Parsed;
use crate::candidate::{Rendering, Simplicity, SimplicityFilter};
use crate::command_line::Part;
use crate::error::Halted;
use crate::settings::Strategy;
pub(super) use offer::Offer;
use probdd_core::tree::{self, Grouping, Offers, Sweep};
use probdd_core::{Driver, Edits, NodeId};
use probdd_exec::Oracle;
use probdd_syntax::{Manner, Stage};
pub(super) use record::Ladder;
use record::{Extent, Record, first, most_promising, offers_per_turn};
use rungs::{AnyRung, Source};
use std::sync::Arc;

impl<O: Oracle> Reduction<'_, O> {
    /// Notes that a search has tried to remove every node. What it removed later may have freed some
    /// of them, but then they occur elsewhere less often, or the sweep finds them.
    pub(super) fn note_deletions(&mut self) {
        let (parsed, structure) = (self.parsed(), self.text.structure);
        for record in &mut self.ladder.records {
            if let (true, Source::BuiltIn(rung)) = (record.is_deletion(), record.rung.source) {
                let offers = Offer::of_rung(rung, &parsed.document, structure);
                record.refused.extend(offers.iter().map(|offer| offer.signature));
            }
        }
    }

    /// Lets the rungs of a stage that make more removable have a turn each. A rung that succeeds may make
    /// all its offers again.
    pub(super) fn loosen(&mut self, stage: Stage) -> Result<(), Halted> {
        for at in 0..self.ladder.records.len() {
            if self.ladder.records[at].rung.stage == stage {
                let before = self.revision;
                self.turn(at, Extent::New)?;
                if self.revision != before {
                    self.ladder.records[at].wake();
                }
            }
        }
        Ok(())
    }

    /// Removes nodes that a search could not remove, as far as later changes have made it possible.
    pub(super) fn delete_what_is_freed(&mut self) -> Result<(), Halted> {
        self.take_turns(Record::is_deletion)
    }

    /// Makes names and literals short, all of them together.
    pub(super) fn shorten_names(&mut self) -> Result<(), Halted> {
        self.take_turns(|record| record.rung.stage == Stage::Plain && record.rung.is_grouped())
    }

    /// Makes all tokens plainer.
    pub(super) fn make_plainer(&mut self) -> Result<(), Halted> {
        self.take_turns(|record| record.rung.stage == Stage::Plain)
    }

    /// Runs some rungs, one after another, until all of them rest.
    fn take_turns(&mut self, is_used: impl Fn(&Record) -> bool) -> Result<(), Halted> {
        let is_next =
            |record: &Record, best: &[u8]| is_used(record) && record.is_open(best, Extent::New);
        while let Some(at) = self.ladder.records.iter().position(|it| is_next(it, &self.text.best))
        {
            self.turn(at, Extent::New)?;
        }
        Ok(())
    }

    /// Tries to remove each node alone, once: all of them, or those whose removal is not doubtful.
    pub(super) fn sweep_once(&mut self, is_everything: bool) -> Result<(), Halted> {
        let parsed = self.parsed();
        let links = parsed.document.links(self.language());
        let twins = self.twins(&links);
        self.memory.refusals.follow(&parsed);
        let refusals = &self.memory.refusals;
        let is_everything = is_everything || !self.text.strategy.has(Part::Doubts);
        let is_due = |node: NodeId| {
            let tokens = || refusals.changed_by(&Edits::removal(vec![node]));
            is_everything || !refusals.cast_doubt(SWEEP, &tokens())
        };
        let search = tree::search(Arc::clone(parsed.tree()), |start| {
            Sweep::among(start, links, is_due).with_twins(twins).in_one_round()
        });
        let rendering = Rendering::new(&self.text.strategy, &parsed.document, self.text.format);
        self.ask_remembering(SWEEP, &parsed, rendering, search, SWEEP).map(drop)
    }

    /// Lets the rungs that save tokens take turns, with doubtful offers or without, until all of them rest.
    pub(super) fn save_tokens(&mut self, with_doubtful: bool) -> Result<(), Halted> {
        let has_turns = self.text.strategy.has(Part::Turns);
        let extent = if with_doubtful || !has_turns { Extent::New } else { Extent::Likely };
        let order = if has_turns { most_promising } else { first };
        let mut tokens = self.tokens();
        while let Some(at) = order(&self.ladder.records, &self.text.best, tokens, extent) {
            let before = tokens;
            self.turn(at, extent)?;
            tokens = self.tokens();
            if tokens < before {
                self.ladder.records.iter_mut().for_each(|record| record.failed /= 2);
            }
        }
        Ok(())
    }

    /// Tries to remove each token alone, even if the rest does not parse: all of them, or those whose removal is not
    /// doubtful.
    pub(super) fn try_tokens(&mut self, is_everything: bool) -> Result<(), Halted> {
        self.turn_of_tokens(if is_everything { Extent::Everything } else { Extent::Undoubted })
    }

    /// The same without doubtful ones, and of tokens with the same text, the others only if the first can go.
    pub(super) fn try_distinct_tokens(&mut self) -> Result<(), Halted> {
        self.turn_of_tokens(Extent::Alike)
    }

    fn turn_of_tokens(&mut self, extent: Extent) -> Result<(), Halted> {
        let is_of_tokens = |record: &Record| record.rung.manner == Manner::AnyToken;
        match self.ladder.records.iter().position(is_of_tokens) {
            Some(at) => self.turn(at, extent),
            None => Ok(()),
        }
    }

    /// Runs one pass of a rung.
    fn turn(&mut self, at: usize, extent: Extent) -> Result<(), Halted> {
        let parsed = self.parsed();
        let rung = self.ladder.records[at].rung;
        let offers = self.offers(at, &parsed, extent)?;
        self.memory.refusals.follow(&parsed);
        let refusals = self.text.strategy.has(Part::Doubts).then_some(&self.memory.refusals);
        let record = &mut self.ladder.records[at];
        let offers = record.chosen(offers, &parsed.document, extent, refusals);
        if offers.is_empty() {
            record.rest(&self.text.best, extent);
            return Ok(());
        }
        let search = search_offers(rung, offers, &parsed, extent, grouping(&self.text.strategy));
        let rendering = self.rung_rendering(rung, &parsed, extent);
        let (tokens, before, revision) = (self.tokens(), self.text.best.clone(), self.revision);
        let (asked, skips) = (self.recorder.asked(), self.scheduler.skips());
        self.ask_remembering(rung.name, &parsed, rendering, search, rung.name)?;
        let (now, left, has_changed) =
            (self.recorder.asked(), self.tokens(), self.revision != revision);
        let record = &mut self.ladder.records[at];
        record.tested += (now.tokens - asked.tokens) as f64;
        record.saved += tokens.saturating_sub(left) as f64;
        let queries = now.queries - asked.queries;
        record.failed = if has_changed { 0 } else { record.failed + queries };
        if self.scheduler.skips() > skips {
            // The user wants no more of it for now.
            record.failed = rung.patience();
        }
        if rung.stage == Stage::Plain && has_changed {
            Arc::make_mut(&mut self.memory.failures).learn_names(&before, &self.text.best);
        }
        self.note_simplicity();
        Ok(())
    }

    /// The simplest text so far, which is not measured until the first rung asks for it.
    fn note_simplicity(&mut self) {
        let reached = self.simplicity();
        if self.ladder.simplest.as_ref().is_none_or(|simplest| reached < **simplest) {
            self.ladder.simplest = Some(Arc::new(reached));
        }
    }

    /// How simple the text is.
    pub(super) fn simplicity(&mut self) -> Simplicity {
        Simplicity::of_document(&self.parsed().document)
    }

    /// What a rung offers to do to the text.
    fn offers(&mut self, at: usize, parsed: &Parsed, extent: Extent) -> Result<Vec<Offer>, Halted> {
        let (document, structure) = (&parsed.document, self.text.structure);
        let record = &self.ladder.records[at];
        match record.rung.source {
            Source::BuiltIn(rung) if extent.is_new() => {
                Ok(Offer::of_rung(rung, document, structure))
            }
            Source::BuiltIn(rung) => {
                Ok(Offer::by_signature(Offer::all_of_rung(rung, document, structure)))
            }
            Source::Transformer(rung) => {
                let (wanted, refused) = (offers_per_turn(document), record.refused.clone());
                self.transformer_offers(rung, document, wanted, refused)
            }
        }
    }

    /// How the candidates of a rung are rendered, and which of them are worth a test.
    fn rung_rendering<'d>(
        &mut self,
        rung: AnyRung,
        parsed: &'d Parsed,
        extent: Extent,
    ) -> Rendering<'d> {
        let mut rendering = Rendering::new(&self.text.strategy, &parsed.document, self.text.format);
        let is_climbing = match rung.manner {
            Manner::Removal => false,
            Manner::AnyToken => extent.is_new(),
            Manner::Combination | Manner::Together | Manner::Rewriting | Manner::Moving => {
                !matches!(rung.stage, Stage::Loosen | Stage::Relieve | Stage::Redirect)
            }
        };
        if is_climbing {
            self.note_simplicity();
            let simplest = self.ladder.simplest.as_ref().expect("it was measured");
            let filter = SimplicityFilter::new(self.text.structure, simplest, &self.text.best);
            rendering = rendering.only_simpler(filter);
        }
        // The program of `--fixup` may define names, and make a candidate of one that has failed.
        if extent.is_new() && self.fixer.is_none() {
            if rung.stage == Stage::Save {
                rendering = rendering.not_among(&self.memory.failures);
            }
            rendering = rendering.defining(self.memory.definitions.needed(&parsed.document));
        }
        rendering
    }
}

/// The search over some offers of a rung.
fn search_offers(
    rung: AnyRung,
    offers: Vec<Offer>,
    parsed: &Parsed,
    extent: Extent,
    grouping: Grouping,
) -> Driver<Offers> {
    let tree = Arc::clone(parsed.tree());
    let (classes, offers) = offers.into_iter().map(|it| (it.signature, it.edits)).unzip();
    match extent {
        Extent::Alike => Offers::search_by_class(tree, offers, classes, grouping),
        _ if rung.is_grouped() => {
            Offers::search(tree, offers, Grouping::Groups, rung.patience() as usize)
        }
        _ => Offers::search(tree, offers, grouping, usize::MAX),
    }
}

/// How offers that mostly fail are tried.
pub(super) fn grouping(strategy: &Strategy) -> Grouping {
    if strategy.has(Part::Sets) { Grouping::Growing } else { Grouping::Single }
}
