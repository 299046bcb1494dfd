//! What a rung has done so far, and which of its offers come next.

use super::offer::Offer;
use super::rungs::AnyRung;
use crate::candidate::Simplicity;
use crate::command_line::Polish;
use crate::reduction::memory::{Refusals, is_part};
use crate::settings::Structure;
use crate::transformers::Transformers;
use probdd_syntax::{Document, LOOSENING_RUNGS, Language, Manner, Needs, RUNGS, Rung, Stage};
use std::collections::HashSet;
use std::sync::Arc;

/// Without a grammar, every rung is expected to save at least so many tokens per token tested, ...
const LEAST_WITHOUT_GRAMMAR: f64 = 0.0008;

/// ... and more if it knows some structure, so that it comes before single tokens, which destroy structure. In XML
/// that is read as text, `brackets` saved 0.0025.
const OF_STRUCTURE_WITHOUT_GRAMMAR: f64 = 0.004;

/// Every rung begins as if it had already tested the best this many times, with its expected yield.
/// Texts differ much: what a rung does in its first turn says more than its average over many texts.
const BELIEF: f64 = 3.0;

/// A rung rests if it promises to save fewer tokens than this per token tested. This does not depend on the
/// size of the text, so small texts are tried as thoroughly as large ones. With 0.0004, 8 subjects took 4 % more
/// queries for results of the same size.
const LEAST: f64 = 0.0006;

/// An offer that changes more than this part of the text is doubtful: after deletion, most of the text is needed.
const LARGE: usize = 2;

/// How many offers a rung makes per turn, ...
const TURN: usize = 4;

/// ... or how many if it saves only bytes: with fewer, `chars` leaves blanks in comments that could go, ...
const TURN_OF_BYTES: usize = 8;

/// ... or for large texts, one offer for this many tokens.
const TOKENS_PER_OFFER: usize = 8;

/// The expected yield of a transformer that the user has named, ...
const EXPECTED: f64 = 0.01;

/// ... and of one of many that come together.
const EXPECTED_OF_MANY: f64 = 0.004;

/// All rungs.
#[derive(Debug, Default)]
pub(in crate::reduction) struct Ladder {
    pub(super) records: Vec<Record>,
    /// The measure of the simplest text so far. A deletion is accepted whatever its measure: if the
    /// rest is read as more tokens, the best becomes less simple. Other rungs only accept simpler
    /// texts than this.
    pub(super) simplest: Option<Arc<Simplicity>>,
}

impl Ladder {
    /// All rungs for a text.
    pub(in crate::reduction) fn new(
        structure: Structure,
        polish: Polish,
        transformers: &Transformers,
    ) -> Ladder {
        Ladder { records: records(structure, polish, transformers), simplest: None }
    }
}

/// The record of a rung.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) rung: AnyRung,
    expected: f64,
    pub(super) saved: f64,
    pub(super) tested: f64,
    /// Failed queries since it last changed the text.
    pub(super) failed: u64,
    /// The signatures of its refused offers.
    pub(super) refused: HashSet<u64>,
    /// The text for which it has no new offers of this extent.
    idle: Option<(Extent, Vec<u8>)>,
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
    /// text. Without refusals, no offer is doubtful.
    pub(super) fn chosen(
        &mut self,
        mut offers: Vec<Offer>,
        document: &Document,
        extent: Extent,
        refusals: Option<&Refusals>,
    ) -> Vec<Offer> {
        if extent.is_new() {
            offers.retain(|offer| !self.refused.contains(&offer.signature));
        }
        let most = match self.rung.stage {
            _ if self.rung.is_grouped() => usize::MAX,
            Stage::Plain => offers_per_turn(document).max(TURN_OF_BYTES),
            _ => offers_per_turn(document),
        };
        if let Some(refusals) = refusals.filter(|_| self.rung.has_doubts()) {
            offers = self.without_doubtful(offers, document, extent, refusals);
        }
        if extent.is_new() {
            offers.truncate(most);
        }
        self.refused.extend(offers.iter().map(|offer| offer.signature));
        offers
    }

    /// The offers of an extent, without the doubtful ones that wait. Where only doubtful ones are left, `New` has
    /// them.
    fn without_doubtful(
        &self,
        mut offers: Vec<Offer>,
        document: &Document,
        extent: Extent,
        refusals: &Refusals,
    ) -> Vec<Offer> {
        let name = self.rung.name;
        let changed = |offer: &Offer| refusals.changed_by(&offer.edits);
        let is_large = |tokens: &[u32]| tokens.len() * LARGE > document.tree().token_count();
        match extent {
            Extent::Likely | Extent::New => {
                let is_doubtful =
                    |tokens: &[u32]| is_large(tokens) || refusals.cast_doubt(name, tokens);
                let wanted = offers_per_turn(document);
                let (likely, doubtful) = likely_first(offers, wanted, changed, is_doubtful);
                let is_last = likely.is_empty() && extent == Extent::New;
                if is_last { doubtful } else { likely }
            }
            Extent::Alike | Extent::Undoubted => {
                offers.retain(|offer| !refusals.cast_doubt(name, &changed(offer)));
                offers
            }
            Extent::Everything => offers,
        }
    }

    /// Whether the rung removes single nodes.
    pub(super) fn is_deletion(&self) -> bool {
        self.rung.manner == Manner::Removal
    }

    /// Notes that the rung has no new offers of some extent for a text.
    pub(super) fn rest(&mut self, best: &[u8], extent: Extent) {
        let extent = if self.rung.has_doubts() { extent } else { Extent::New };
        self.idle = Some((extent, best.to_vec()));
    }

    /// Whether the rung may have new offers for a text.
    pub(super) fn is_open(&self, best: &[u8], extent: Extent) -> bool {
        let is_idle = |(of, text): &(Extent, Vec<u8>)| {
            (*of == Extent::New || *of == extent) && text.as_slice() == best
        };
        !self.idle.as_ref().is_some_and(is_idle) && self.failed < self.rung.patience()
    }

    /// Forgets its refused offers.
    pub(super) fn wake(&mut self) {
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
    // The yields are those of texts with a grammar.
    let least = |rung: &Rung| match rung.manner {
        _ if has_grammar => 0.0,
        Manner::Rewriting => OF_STRUCTURE_WITHOUT_GRAMMAR,
        _ => LEAST_WITHOUT_GRAMMAR,
    };
    let expected =
        |rung: &Rung| if rung.stage == Stage::Save { rung.expected.max(least(rung)) } else { 0.0 };
    let rungs = rungs.map(|rung| Record::new(AnyRung::of(rung), expected(rung)));
    let others = transformers.rungs().enumerate().map(|(at, name)| {
        let expected = if transformers.is_one_of_many(at) { EXPECTED_OF_MANY } else { EXPECTED };
        Record::new(AnyRung::of_transformer(at, name), expected)
    });
    rungs.chain(others).collect()
}

/// Which of its offers a rung makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// A few that were not refused and are not doubtful.
    Likely,
    /// A few that were not refused.
    New,
    /// All that are not doubtful, but after a refused one no others that do the same.
    Alike,
    /// All that are not doubtful.
    Undoubted,
    /// All of them, for a certificate.
    Everything,
}

impl Extent {
    /// Whether it is a few offers that were not refused.
    pub(super) fn is_new(self) -> bool {
        matches!(self, Extent::Likely | Extent::New)
    }
}

/// Whether it is the turn of a rung that saves tokens and may have new offers.
fn may_save(record: &Record, best: &[u8], extent: Extent) -> bool {
    record.rung.stage == Stage::Save && record.is_open(best, extent)
}

/// The first rung of those that save tokens and may have new offers.
pub(super) fn first(records: &[Record], best: &[u8], _: usize, extent: Extent) -> Option<usize> {
    records.iter().position(|record| may_save(record, best, extent))
}

/// The most promising rung of those that save tokens and may have new offers.
pub(super) fn most_promising(
    records: &[Record],
    best: &[u8],
    tokens: usize,
    extent: Extent,
) -> Option<usize> {
    let is_open =
        |record: &Record| may_save(record, best, extent) && record.promise(tokens) >= LEAST;
    let open = records.iter().enumerate().filter(|(_, record)| is_open(record));
    let promise = |at: usize| records[at].promise(tokens);
    open.map(|(at, _)| at).reduce(|most, at| if promise(at) > promise(most) { at } else { most })
}

/// How many offers a rung makes per turn.
pub(super) fn offers_per_turn(document: &Document) -> usize {
    TURN.max(document.token_count() / TOKENS_PER_OFFER)
}

/// The first `wanted` offers that are not doubtful, and the doubtful ones before them. Offers that change what an
/// earlier one of the same turn changes wait, too, so that a turn tries different places before other texts at the
/// same place.
fn likely_first(
    offers: Vec<Offer>,
    wanted: usize,
    changed: impl Fn(&Offer) -> Vec<u32>,
    is_doubtful: impl Fn(&[u32]) -> bool,
) -> (Vec<Offer>, Vec<Offer>) {
    let (mut likely, mut doubtful) = (Vec::new(), Vec::new());
    let mut taken: Vec<Vec<u32>> = Vec::new();
    for offer in offers {
        if likely.len() == wanted {
            break;
        }
        let tokens = changed(&offer);
        if is_doubtful(&tokens) || taken.iter().any(|earlier| is_part(earlier, &tokens)) {
            doubtful.push(offer);
        } else {
            taken.push(tokens);
            likely.push(offer);
        }
    }
    (likely, doubtful)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduction::text::Parsed;
    use probdd_core::{Edits, NodeId};
    use probdd_syntax::{Unit, units};
    use std::rc::Rc;

    /// An offer that removes some tokens; the first one is its signature.
    fn offer(tokens: &[u32]) -> Offer {
        let removed = tokens.iter().map(|token| NodeId(token + 1)).collect();
        Offer { edits: Edits::removal(removed), signature: tokens[0].into() }
    }

    fn signatures(offers: &[Offer]) -> Vec<u64> {
        offers.iter().map(|offer| offer.signature).collect()
    }

    fn hoist() -> Record {
        let rung = RUNGS.iter().find(|rung| rung.name == "hoist").expect("it is a rung");
        Record::new(AnyRung::of(rung), rung.expected)
    }

    fn parsed() -> Rc<Parsed> {
        let document = units(Unit::Token, b"a b c d e f g h");
        Rc::new(Parsed { document, number: 0 })
    }

    #[test]
    fn doubtful_offers_and_those_that_change_more_than_an_earlier_one_wait() {
        let mut refusals = Refusals::default();
        refusals.follow(&parsed());
        let changed = |offer: &Offer| refusals.changed_by(&offer.edits);
        let offers =
            || vec![offer(&[0, 1]), offer(&[2, 3]), offer(&[1, 2, 3]), offer(&[4]), offer(&[5])];
        let is_doubtful = |tokens: &[u32]| tokens[0] == 0;
        let (likely, doubtful) = likely_first(offers(), 9, changed, is_doubtful);
        assert_eq!(signatures(&likely), [2, 4, 5]);
        assert_eq!(signatures(&doubtful), [0, 1]);
        let (likely, doubtful) = likely_first(offers(), 1, changed, is_doubtful);
        assert_eq!((signatures(&likely), signatures(&doubtful)), (vec![2], vec![0]));
    }

    #[test]
    fn doubtful_offers_are_made_where_no_others_are_left() {
        let parsed = parsed();
        let mut refusals = Refusals::default();
        refusals.follow(&parsed);
        refusals.learn("hoist", &[Edits::removal(vec![NodeId(2)])]);
        let mut hoist = hoist();
        let mut chosen = |extent, refusals| {
            // The second token was removed in vain. The last offer changes more than half of the text.
            let offers = vec![offer(&[0, 1]), offer(&[2, 3]), offer(&[3, 4, 5, 6, 7])];
            signatures(&hoist.chosen(offers, &parsed.document, extent, refusals))
        };
        assert_eq!(chosen(Extent::Likely, Some(&refusals)), [2]);
        assert!(chosen(Extent::Likely, Some(&refusals)).is_empty());
        assert_eq!(chosen(Extent::New, Some(&refusals)), [0, 3]);
        assert!(chosen(Extent::New, Some(&refusals)).is_empty());
        assert_eq!(chosen(Extent::Undoubted, Some(&refusals)), [2, 3]);
        assert_eq!(chosen(Extent::Everything, Some(&refusals)), [0, 2, 3]);
        assert_eq!(chosen(Extent::Undoubted, None), [0, 2, 3]);
    }

    #[test]
    fn a_rung_without_likely_offers_may_still_have_doubtful_ones() {
        let mut hoist = hoist();
        hoist.rest(b"a", Extent::Likely);
        assert!(!hoist.is_open(b"a", Extent::Likely) && hoist.is_open(b"a", Extent::New));
        assert!(hoist.is_open(b"b", Extent::Likely));
        hoist.rest(b"a", Extent::New);
        assert!(!hoist.is_open(b"a", Extent::Likely) && !hoist.is_open(b"a", Extent::New));
    }
}
