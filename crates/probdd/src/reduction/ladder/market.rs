//! The market: every offer of every rung has a value, and the best one is asked next.
//!
//! The value of an offer is what it is expected to save per query: its gain, times the chance that it is interesting,
//! over the cost of the query. The gain is in tokens, or in bytes for rungs that save only bytes. The cost is the start
//! of a test and the tokens that it reads, as in frontier, in units of a test of the empty text.
//!
//! The chance is the product of two factors. One belongs to the rung: how often its offers succeed, which begins as a
//! prior and is counted in this round. The other is the *ease* of the offer: the larger the share of the text that it
//! removes, the likelier it removes something needed ([`ease`](probdd_syntax::ease::ease)). An offer that
//! changes all that a refused offer of the same rung has removed hardly ever succeeds.

use super::available::{AnyRung, rungs};
use super::offer::Offer;
use crate::candidate::Simplicity;
use crate::command_line::Polish;
use crate::reduction::memory::is_part;
use crate::settings::Structure;
use crate::transformers::Transformers;
use probdd_core::{Kept, START_OF_TEST};
use probdd_syntax::ease::PRIOR_WEIGHT;
use probdd_syntax::{Document, Stage, count_tokens};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// Offers that are expected to save fewer tokens per query are not asked. On 23 subjects, 0.03 took 1 % more queries for
/// 2 % fewer tokens, all of them in one result; with 0.05, one result had 22 tokens instead of 17, another 45 instead
/// of 38.
const LEAST: f64 = 0.04;

/// The same for offers that save bytes only. With 0.03, 5 % more queries; with 0.1, results had 13 % more bytes.
const LEAST_BYTES: f64 = 0.06;

/// How often an offer succeeds that changes all that a refused one has removed, relative to others: of 2,416 in 39 runs,
/// 3 did.
const AFTER_REFUSAL: f64 = 0.05;

/// In a text of fewer tokens than this, bytes are worth more: somebody reads each of them. Without it, the result of a
/// test that needs the word `needle` is `tneedle`.
const VERY_LITTLE: f64 = 12.0;

/// How many of its offers a rung makes at once, ...
const TURN: usize = 4;

/// ... or for large texts, one for this many tokens.
const TOKENS_PER_OFFER: usize = 8;

/// All rungs for a text.
#[derive(Debug, Default)]
pub(in crate::reduction) struct Ladder {
    pub(super) classes: Vec<Class>,
    /// The measure of the simplest text so far. A deletion is accepted whatever its measure: if the
    /// rest is read as more tokens, the best becomes less simple. Other rungs only accept simpler
    /// texts than this.
    pub(super) simplest: Option<Arc<Simplicity>>,
}

impl Ladder {
    /// Rungs that have done nothing yet.
    pub(in crate::reduction) fn new(
        structure: Structure,
        polish: Polish,
        transformers: &Transformers,
    ) -> Ladder {
        let rungs = rungs(structure, polish, transformers);
        Ladder { classes: rungs.into_iter().map(Class::new).collect(), simplest: None }
    }

    pub(super) fn positions(&self, is_used: impl Fn(AnyRung) -> bool) -> Vec<usize> {
        (0..self.classes.len()).filter(|at| is_used(self.classes[*at].rung)).collect()
    }

    /// The rung whose best offer is worth most, the first of equal ones; `None` if nothing is worth a query.
    pub(super) fn best(&self, among: &[usize]) -> Option<usize> {
        let valued = among.iter().filter_map(|at| Some((*at, self.classes[*at].value()?)));
        let best = valued.reduce(|best, other| if other.1 > best.1 { other } else { best });
        best.map(|(at, _)| at)
    }
}

/// A rung, what it has done, and what it offers.
#[derive(Debug)]
pub(super) struct Class {
    pub(super) rung: AnyRung,
    /// The ease of the offers that were asked, in sum.
    asked: f64,
    succeeded: f64,
    /// The signatures of offers that were asked.
    pub(super) known: HashSet<u64>,
    stock: Stock,
}

/// What a rung offers for a text.
#[derive(Debug, Default)]
struct Stock {
    /// The number of the text's tree.
    text: Option<usize>,
    /// The best one last.
    offers: Vec<Priced>,
}

/// An offer, and what is known of it.
#[derive(Debug)]
pub(super) struct Priced {
    pub(super) offer: Offer,
    /// The tokens that it changes.
    changed: Vec<Range<usize>>,
    /// Its chance if the rung always succeeded with the smallest offers.
    pub(super) ease: f64,
    /// Its value in the same case.
    worth: f64,
    has_refused: bool,
}

impl Priced {
    fn new(offer: Offer, rung: AnyRung, document: &Document) -> Priced {
        let tree = document.tree();
        let total = f64::from(tree.weight_of(0..tree.token_count())).max(1.0);
        let changed = Kept::changed_by(tree, &offer.edits);
        let lost: u32 = changed.iter().map(|range| tree.weight_of(range.clone())).sum();
        let written: usize =
            offer.edits.written.iter().map(|written| count_tokens(&written.text)).sum();
        let saved = (f64::from(lost) - written as f64).max(0.0);
        let gain = match rung.stage {
            Stage::ShorterTokens => {
                (saved + saved_bytes(&offer, &changed, document)) * (VERY_LITTLE / total).max(1.0)
            }
            _ => saved.max(rung.least_gain()),
        };
        let ease = rung.ease(saved, total);
        let worth = gain * ease * START_OF_TEST / (START_OF_TEST + total - saved);
        Priced { offer, changed, ease, worth, has_refused: false }
    }

    fn tokens(&self) -> Vec<u32> {
        self.changed.iter().cloned().flatten().map(|token| token as u32).collect()
    }
}

/// How many offers a rung makes per turn.
pub(super) fn offers_per_turn(document: &Document) -> usize {
    TURN.max(document.token_count() / TOKENS_PER_OFFER)
}

/// How many bytes of tokens an offer saves, and half a byte if it only writes others.
fn saved_bytes(offer: &Offer, changed: &[Range<usize>], document: &Document) -> f64 {
    let tokens = changed.iter().cloned().flatten();
    let before: usize = tokens.map(|token| document.token(token).len()).sum();
    let after: usize = offer.edits.written.iter().map(|written| written.text.len()).sum();
    (before as f64 - after as f64).max(0.5)
}

impl Class {
    pub(super) fn new(rung: AnyRung) -> Class {
        let (known, stock) = (HashSet::new(), Stock::default());
        Class { rung, asked: 0.0, succeeded: 0.0, known, stock }
    }

    /// The least value of an offer that is asked.
    fn least(&self) -> f64 {
        if self.rung.stage == Stage::ShorterTokens { LEAST_BYTES } else { LEAST }
    }

    /// How often its offers succeed if they are small, after others with so much ease together have failed.
    fn rate_after(&self, failed: f64) -> f64 {
        (self.rung.chance * PRIOR_WEIGHT + self.succeeded) / (PRIOR_WEIGHT + self.asked + failed)
    }

    /// The value of its best offer, if that is worth a query.
    pub(super) fn value(&self) -> Option<f64> {
        let best = self.stock.offers.last()?;
        Some(best.worth * self.rate_after(0.0)).filter(|value| *value >= self.least())
    }

    /// Whether it has to be asked what it offers for the text with this tree.
    pub(super) fn is_out_of_stock(&self, text: usize) -> bool {
        self.stock.text != Some(text)
    }

    /// Takes what it offers for a text. What is not worth a query now never is, until the text changes.
    pub(super) fn stock_up(&mut self, text: usize, offers: Vec<Offer>, document: &Document) {
        let (rate, least) = (self.rate_after(0.0), self.least());
        let new = offers.into_iter().filter(|offer| !self.known.contains(&offer.signature));
        let priced = new.map(|offer| Priced::new(offer, self.rung, document));
        let mut offers: Vec<Priced> =
            priced.filter(|priced| priced.worth * rate >= least).collect();
        // Of equal ones, the first is the best.
        offers.reverse();
        offers.sort_by(|one, other| one.worth.total_cmp(&other.worth));
        self.stock = Stock { text: Some(text), offers };
    }

    /// Takes its best offers for one turn, as long as they are worth a query. They change different places: an offer
    /// that changes all that another one changes waits for the next turn.
    pub(super) fn take(
        &mut self,
        document: &Document,
        has_refused: impl Fn(&[u32]) -> bool,
    ) -> Vec<Priced> {
        let most = offers_per_turn(document);
        let (least, mut failed) = (self.least(), 0.0);
        let (mut taken, mut waiting) = (Vec::new(), Vec::new());
        let mut places: Vec<Vec<u32>> = Vec::new();
        while let Some(mut next) = self.stock.offers.pop() {
            if next.worth * self.rate_after(failed) < least || taken.len() == most {
                self.stock.offers.push(next);
                break;
            }
            let tokens = next.tokens();
            if !next.has_refused && has_refused(&tokens) {
                (next.has_refused, next.ease) = (true, next.ease * AFTER_REFUSAL);
                next.worth *= AFTER_REFUSAL;
                self.put_back(next);
            } else if places.iter().any(|earlier| is_part(earlier, &tokens)) {
                waiting.push(next);
                if waiting.len() > most {
                    break;
                }
            } else {
                failed += next.ease;
                places.push(tokens);
                taken.push(next);
            }
        }
        self.stock.offers.extend(waiting.into_iter().rev());
        self.known.extend(taken.iter().map(|priced: &Priced| priced.offer.signature));
        taken
    }

    fn put_back(&mut self, priced: Priced) {
        if priced.worth * self.rate_after(0.0) >= self.least() {
            let at = self.stock.offers.partition_point(|other| other.worth < priced.worth);
            self.stock.offers.insert(at, priced);
        }
    }

    /// Whether all that it offered for the text was asked.
    pub(super) fn is_sold_out(&self) -> bool {
        self.stock.offers.is_empty()
    }

    /// Learns how often offers of an ease succeeded.
    pub(super) fn learn(&mut self, ease: f64, queries: f64, succeeded: f64) {
        self.asked += ease * queries;
        self.succeeded += succeeded;
    }

    /// Lets it say again what it offers for the text.
    pub(super) fn forget_stock(&mut self) {
        self.stock = Stock::default();
    }

    /// Lets it make all its offers again.
    pub(super) fn forget(&mut self) {
        self.known.clear();
        self.forget_stock();
    }

    /// The user wants no more of it for now: as if a thousand offers had failed.
    pub(super) fn skip(&mut self) {
        self.asked += 1000.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_core::{Edits, NodeId};
    use probdd_syntax::{Document, RUNGS, Unit, units};

    fn document() -> Document {
        units(Unit::Token, b"a b c d e f g h i j k l m n o p")
    }

    /// An offer that removes some tokens; the first one is its signature.
    fn offer(tokens: &[u32]) -> Offer {
        let removed = tokens.iter().map(|token| NodeId(token + 1)).collect();
        Offer { edits: Edits::removal(removed), signature: tokens[0].into() }
    }

    fn class(name: &str, offers: &[&[u32]]) -> Class {
        let rung = RUNGS.iter().find(|rung| rung.name == name).expect("it is a rung");
        let mut class = Class::new(AnyRung::of(rung));
        class.stock_up(0, offers.iter().map(|tokens| offer(tokens)).collect(), &document());
        class
    }

    fn taken(class: &mut Class, has_refused: impl Fn(&[u32]) -> bool) -> Vec<u64> {
        let priced = class.take(&document(), has_refused);
        priced.iter().map(|priced| priced.offer.signature).collect()
    }

    #[test]
    fn what_gains_most_for_its_chance_comes_first_and_what_hardly_succeeds_is_left_out() {
        // Two of sixteen tokens are worth more than one; most of the text is not worth a query.
        let most: Vec<u32> = (4..16).collect();
        let mut hoist = class("hoist", &[&[0], &[1, 2], &most]);
        assert_eq!(taken(&mut hoist, |_| false), [1, 0]);
        assert_eq!(taken(&mut hoist, |_| false), [0u64; 0]);
    }

    #[test]
    fn a_turn_tries_different_places() {
        // The first two remove the same tokens.
        let mut hoist = class("hoist", &[&[1, 2], &[2, 1], &[5]]);
        assert_eq!(taken(&mut hoist, |_| false), [1, 5]);
        assert_eq!(taken(&mut hoist, |_| false), [2]);
    }

    #[test]
    fn offers_that_change_all_that_was_refused_are_worth_no_query() {
        let mut hoist = class("hoist", &[&[0, 1], &[2, 3]]);
        assert_eq!(taken(&mut hoist, |tokens| tokens[0] == 0), [2]);
        assert!(hoist.value().is_none() && hoist.is_sold_out());
    }

    #[test]
    fn an_offer_is_asked_until_its_rung_has_failed_too_often_and_again_after_successes() {
        let mut hoist = class("hoist", &[&[0]]);
        let before = hoist.value().expect("it is worth a query");
        hoist.learn(1.0, 1.0, 0.0);
        assert!(hoist.value().is_some_and(|value| value < before));
        hoist.learn(1.0, 40.0, 0.0);
        assert!(hoist.value().is_none());
        hoist.learn(1.0, 8.0, 8.0);
        assert!(hoist.value().is_some());
    }

    #[test]
    fn what_was_asked_is_not_offered_again_for_another_text() {
        let mut hoist = class("hoist", &[&[0], &[5]]);
        assert_eq!(taken(&mut hoist, |_| false), [0, 5]);
        hoist.stock_up(1, vec![offer(&[0]), offer(&[7])], &document());
        assert!(hoist.is_out_of_stock(2) && !hoist.is_out_of_stock(1));
        assert_eq!(taken(&mut hoist, |_| false), [7]);
    }
}
