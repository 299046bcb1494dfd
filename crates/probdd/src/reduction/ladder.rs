//! The ladder: makes a small text simpler when nothing more can be deleted.
//!
//! A *rung* is one way to make a text simpler; it makes *offers*, edits of a text that may be simpler. What is asked
//! next is the offer of the greatest value among those of all rungs ([`market`]). A refused offer is not repeated
//! unless its text has changed, or its names occur elsewhere more or less often than before. So after a success, only
//! offers are repeated that the success may have made possible.
//!
//! Names and literals become short in a few queries for all of them, before other rungs: so later texts need not be
//! tested again with other names.

mod available;
mod market;
mod offer;

use super::ask::{LONG_PATIENCE, PATIENCE};
use super::search::SWEEP;
use super::state::Reduction;
use super::text::Parsed;
use crate::candidate::{Rendering, Simplicity, SimplicityFilter};
use crate::command_line::Part;
use crate::error::Halted;
use available::{AnyRung, Source};
pub(super) use market::Ladder;
use market::{Priced, offers_per_turn};
pub(super) use offer::Offer;
use probdd_core::{Edits, Grouping, NodeId, Offers, Sweep, tree};
use probdd_exec::Oracle;
use probdd_syntax::{Manner, Stage};
use std::rc::Rc;
use std::sync::Arc;

/// How offers are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The best of several rungs, one by one, and several at once while they succeed.
    Market,
    /// All together first, then in groups.
    Groups,
    /// For a certificate: one by one, whatever the result is like.
    Alone,
    /// The same, but of those that do the same, no others after a refused one.
    Distinct,
}

impl<O: Oracle> Reduction<'_, O> {
    /// Notes that a search has tried to remove every node. What it removed later may have freed some
    /// of them, but then they occur elsewhere less often, or the sweep finds them.
    pub(super) fn note_deletions(&mut self) {
        for at in self.ladder.positions(|rung| rung.manner == Manner::Removal) {
            let parsed = self.parsed();
            let class = &mut self.ladder.classes[at];
            if let Source::BuiltIn(rung) = class.rung.source {
                let offers = Offer::of_rung(rung, &parsed.document, self.text.structure);
                class.known.extend(offers.iter().map(|offer| offer.signature));
            }
        }
    }

    /// Lets the rungs of a stage that make more removable have a turn each. A rung that succeeds may make
    /// all its offers again.
    pub(super) fn ask_search_rungs(&mut self, stage: Stage) -> Result<(), Halted> {
        for at in self.ladder.positions(|rung| rung.stage == stage) {
            if self.ask_together(at)? {
                self.ladder.classes[at].forget();
            }
        }
        Ok(())
    }

    /// Makes names and literals short, all of them together, until nothing changes.
    pub(super) fn shorten_names(&mut self) -> Result<(), Halted> {
        for at in
            self.ladder.positions(|rung| rung.stage == Stage::ShorterTokens && rung.is_grouped())
        {
            while self.ask_together(at)? {}
        }
        Ok(())
    }

    /// Removes nodes that a search could not remove, as far as later changes have made it possible.
    pub(super) fn delete_what_is_freed(&mut self) -> Result<(), Halted> {
        self.trade(|rung| rung.manner == Manner::Removal)
    }

    /// Asks what rungs offer that save tokens.
    pub(super) fn save_tokens(&mut self) -> Result<(), Halted> {
        self.trade(|rung| rung.stage == Stage::FewerTokens)
    }

    /// Asks what rungs offer that save bytes.
    pub(super) fn save_bytes(&mut self) -> Result<(), Halted> {
        self.trade(|rung| rung.stage == Stage::ShorterTokens && !rung.is_grouped())
    }

    /// Asks the best offers of some rungs, as long as one is worth a query.
    fn trade(&mut self, is_used: fn(AnyRung) -> bool) -> Result<(), Halted> {
        let among = self.ladder.positions(is_used);
        loop {
            let parsed = self.parsed();
            self.memory.refusals.follow(&parsed);
            self.stock_up(&among, &parsed)?;
            let Some(at) = self.ladder.best(&among) else { return Ok(()) };
            let (class, refusals) = (&mut self.ladder.classes[at], &self.memory.refusals);
            let rung = class.rung;
            let heeds_refusals = rung.heeds_refusals() && self.text.strategy.has(Part::Refusals);
            let priced = class.take(&parsed.document, |changed| {
                heeds_refusals && refusals.has_refused_part(rung.name, changed)
            });
            if !priced.is_empty() {
                self.ask_best(at, &parsed, priced)?;
            }
        }
    }

    /// Lets rungs say what they offer for the text, if they have not.
    fn stock_up(&mut self, among: &[usize], parsed: &Parsed) -> Result<(), Halted> {
        for &at in among {
            if self.ladder.classes[at].is_out_of_stock(parsed.number) {
                let offers = self.offers(at, parsed)?;
                self.ladder.classes[at].stock_up(parsed.number, offers, &parsed.document);
            }
        }
        Ok(())
    }

    /// Asks some offers of a rung, and learns how many succeed.
    fn ask_best(
        &mut self,
        at: usize,
        parsed: &Rc<Parsed>,
        priced: Vec<Priced>,
    ) -> Result<(), Halted> {
        let ease = priced.iter().map(|priced| priced.ease).sum::<f64>() / priced.len() as f64;
        let offers = priced.into_iter().map(|priced| priced.offer).collect();
        let (queries, succeeded) = self.ask_offers(at, parsed, offers, Way::Market)?;
        let class = &mut self.ladder.classes[at];
        class.learn(ease, queries as f64, succeeded as f64);
        if class.is_sold_out() && matches!(class.rung.source, Source::Transformer(_)) {
            // It has more.
            class.forget_stock();
        }
        Ok(())
    }

    /// Asks all new offers of a rung together. Returns whether some have succeeded.
    fn ask_together(&mut self, at: usize) -> Result<bool, Halted> {
        let parsed = self.parsed();
        let mut offers = self.offers(at, &parsed)?;
        let known = &mut self.ladder.classes[at].known;
        offers.retain(|offer| known.insert(offer.signature));
        Ok(self.ask_offers(at, &parsed, offers, Way::Groups)?.1 > 0)
    }

    /// Tries to remove each token alone, even if the rest does not parse: all of them, or those that no refused removal
    /// was about.
    pub(super) fn try_tokens(&mut self, is_everything: bool) -> Result<(), Halted> {
        self.ask_tokens(Way::Alone, is_everything)
    }

    /// The same without those that were refused, and of tokens with the same text, the others only if the first can go.
    pub(super) fn try_distinct_tokens(&mut self) -> Result<(), Halted> {
        self.ask_tokens(Way::Distinct, false)
    }

    fn ask_tokens(&mut self, way: Way, is_everything: bool) -> Result<(), Halted> {
        let parsed = self.parsed();
        self.memory.refusals.follow(&parsed);
        let is_everything = is_everything || !self.text.strategy.has(Part::Refusals);
        for at in self.ladder.positions(|rung| rung.manner == Manner::AnyToken) {
            let (name, refusals) = (self.ladder.classes[at].rung.name, &self.memory.refusals);
            let Source::BuiltIn(rung) = self.ladder.classes[at].rung.source else { continue };
            let offers = Offer::all_of_rung(rung, &parsed.document, self.text.structure);
            let mut offers = Offer::by_signature(offers);
            let has_refused =
                |offer: &Offer| refusals.has_refused_part(name, &refusals.changed_by(&offer.edits));
            offers.retain(|offer| is_everything || !has_refused(offer));
            self.ask_offers(at, &parsed, offers, way)?;
        }
        Ok(())
    }

    /// Tries to remove each node alone, once: all of them, or those that have no part that was refused.
    pub(super) fn sweep_once(&mut self, is_everything: bool) -> Result<(), Halted> {
        let parsed = self.parsed();
        let links = parsed.document.links(self.language());
        let twins = self.twins(&links);
        self.memory.refusals.follow(&parsed);
        let refusals = &self.memory.refusals;
        let is_everything = is_everything || !self.text.strategy.has(Part::Refusals);
        let is_due = |node: NodeId| {
            let changed = || refusals.changed_by(&Edits::removal(vec![node]));
            is_everything || !refusals.has_refused_part(SWEEP, &changed())
        };
        let search = tree::search(Arc::clone(parsed.tree()), |start| {
            Sweep::among(start, links, is_due).with_twins(twins).in_one_round()
        });
        let rendering = Rendering::new(&self.text.strategy, &parsed.document, self.text.format);
        self.ask_remembering(SWEEP, &parsed, rendering, search, SWEEP).map(drop)
    }

    /// Runs one pass of a rung. Returns how many queries it has asked, and how many changed the text.
    fn ask_offers(
        &mut self,
        at: usize,
        parsed: &Rc<Parsed>,
        offers: Vec<Offer>,
        way: Way,
    ) -> Result<(u64, u64), Halted> {
        let rung = self.ladder.classes[at].rung;
        let tree = Arc::clone(parsed.tree());
        let growing = Grouping::Growing;
        let (classes, offers) =
            offers.into_iter().map(|offer| (offer.signature, offer.edits)).unzip();
        let search = match way {
            Way::Distinct => Offers::search_by_class(tree, offers, classes, growing),
            Way::Groups => {
                let patience = if rung.is_of_search() { LONG_PATIENCE } else { PATIENCE };
                Offers::search(tree, offers, Grouping::Groups, patience)
            }
            Way::Market | Way::Alone => Offers::search(tree, offers, growing, usize::MAX),
        };
        let rendering = self.rung_rendering(rung, parsed, way);
        let (before, revision) = (self.text.best.clone(), self.revision);
        let (asked, skips) = (self.recorder.asked(), self.scheduler.skips());
        self.ask_remembering(rung.name, parsed, rendering, search, rung.name)?;
        if self.scheduler.skips() > skips {
            self.ladder.classes[at].skip();
        }
        let succeeded = self.revision - revision;
        if rung.stage == Stage::ShorterTokens && succeeded > 0 {
            Arc::make_mut(&mut self.memory.failures).learn_names(&before, &self.text.best);
        }
        self.note_simplicity();
        Ok((self.recorder.asked().queries - asked.queries, succeeded))
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
    fn offers(&mut self, at: usize, parsed: &Parsed) -> Result<Vec<Offer>, Halted> {
        let (document, class) = (&parsed.document, &self.ladder.classes[at]);
        match class.rung.source {
            Source::BuiltIn(rung) => Ok(Offer::of_rung(rung, document, self.text.structure)),
            Source::Transformer(rung) => {
                let known = class.known.clone();
                self.transformer_offers(rung, document, offers_per_turn(document), known)
            }
        }
    }

    /// How the candidates of a rung are rendered, and which of them are worth a test.
    fn rung_rendering<'d>(&mut self, rung: AnyRung, parsed: &'d Parsed, way: Way) -> Rendering<'d> {
        let mut rendering = Rendering::new(&self.text.strategy, &parsed.document, self.text.format);
        let is_last_check = matches!(way, Way::Alone | Way::Distinct);
        if is_last_check {
            return rendering;
        }
        if rung.manner != Manner::Removal && !rung.is_of_search() {
            self.note_simplicity();
            let simplest = self.ladder.simplest.as_ref().expect("it was measured");
            let filter = SimplicityFilter::new(self.text.structure, simplest, &self.text.best);
            rendering = rendering.only_simpler(filter);
        }
        // The program of `--fixup` may define names, and make a candidate of one that has failed.
        if self.fixer.is_none() && rung.stage == Stage::FewerTokens {
            rendering = rendering.not_among(&self.memory.failures);
        }
        rendering
    }
}
