//! Variants of T-PDD and of frontier on real inputs.

use super::record::{self, Record, Reduced};
use crate::known::property::verdict;
use crate::records::Log;
use crate::subject::{Selection, Subject};
use anyhow::Result;
use fs_err as fs;
use probdd_core::tree::{self, Tpdd, TreeConfiguration};
use probdd_core::{Edits, FeedbackSettings, Frontier, Kept, Links, Search};
use probdd_syntax::{Document, Language};
use std::collections::{BTreeSet, HashMap};

/// A run ends after so many tests.
const MOST_QUERIES: u64 = 3000;

/// A variant of a search.
#[derive(Clone, Copy)]
pub(super) struct Variant {
    pub(super) name: &'static str,
    /// The name of the search as it is.
    pub(super) of: &'static str,
    make: Make,
}

/// How a variant's search begins.
#[derive(Clone, Copy)]
enum Make {
    Tpdd(fn(&TreeConfiguration) -> Tpdd),
    /// From what is known of the names in a text.
    Frontier(fn(&TreeConfiguration, Links) -> Frontier),
}

/// T-PDD as it is, and variants. Without any factor it would ask about a wide list again and again;
/// with 1.01 it asks for the same as with ever smaller ones, as repeats take no query. Then frontier as it
/// is, and without a part of what it knows.
pub(super) const VARIANTS: [Variant; 10] = [
    of_tpdd("T-PDD", tpdd),
    of_tpdd("T-PDD, factor 1.01", |start| tpdd(start).rising_by(1.01)),
    of_tpdd("T-PDD, factor 1.25", |start| tpdd(start).rising_by(1.25)),
    of_tpdd("T-PDD, factor 2", |start| tpdd(start).rising_by(2.0)),
    of_tpdd("T-PDD, priors of the text", |start| {
        Tpdd::with_priors_of_the_text(start, Tpdd::SIGMA, FeedbackSettings::BINARY)
    }),
    of_tpdd("T-PDD, until E < 1", |start| tpdd(start).stopping_below(1.0)),
    of_frontier("frontier", Frontier::new),
    of_frontier("frontier, no names", |start, _| Frontier::new(start, Links::default())),
    of_frontier("frontier, no tails", |start, links| {
        Frontier::new(start, links).with_tails_from(u32::MAX)
    }),
    of_frontier("frontier, no reach", |start, links| {
        Frontier::new(start, links).with_unreached_from(u32::MAX)
    }),
];

const fn of_tpdd(name: &'static str, make: fn(&TreeConfiguration) -> Tpdd) -> Variant {
    Variant { name, of: "T-PDD", make: Make::Tpdd(make) }
}

const fn of_frontier(
    name: &'static str,
    make: fn(&TreeConfiguration, Links) -> Frontier,
) -> Variant {
    Variant { name, of: "frontier", make: Make::Frontier(make) }
}

fn tpdd(start: &TreeConfiguration) -> Tpdd {
    Tpdd::new(start, Tpdd::SIGMA, FeedbackSettings::BINARY)
}

/// Runs all variants on the subjects that are interesting here and have a grammar, but for the runs that
/// are done.
pub(super) fn measure(subjects: &Selection, done: &BTreeSet<String>, log: &Log) -> Result<()> {
    for subject in subjects.all()? {
        let is_wanted =
            |variant: &&Variant| !done.contains(&record::name(&subject.name, variant.name));
        let variants: Vec<&Variant> = VARIANTS.iter().filter(is_wanted).collect();
        if variants.is_empty() {
            continue;
        }
        let Some(language) = Language::by_path(&subject.input) else { continue };
        if let Err(reason) = subject.check() {
            eprintln!("{} is left out: {reason}", subject.name);
            continue;
        }
        let text = fs::read(&subject.input)?;
        let mut bench = Bench { subject, language, text, answers: HashMap::new() };
        for variant in variants {
            log.add(&Record::Tree(bench.reduced(variant)?))?;
        }
    }
    Ok(())
}

/// A subject, and what its test has answered.
struct Bench {
    subject: Subject,
    language: &'static Language,
    text: Vec<u8>,
    answers: HashMap<blake3::Hash, bool>,
}

impl Bench {
    /// One pass over the whole input.
    fn reduced(&mut self, variant: &Variant) -> Result<Reduced> {
        let document = probdd_syntax::parse(self.language, &self.text);
        let tree = document.tree();
        match variant.make {
            Make::Tpdd(make) => self.run(variant, &document, tree::search(tree.clone(), make)),
            Make::Frontier(make) => {
                let make = |start: &_| make(start, document.links(Some(self.language)));
                self.run(variant, &document, tree::search(tree.clone(), make))
            }
        }
    }

    fn run(
        &mut self,
        variant: &Variant,
        document: &Document,
        mut search: impl Search<Change = Edits>,
    ) -> Result<Reduced> {
        let tree = document.tree();
        let mut kept = Kept::all(tree);
        let mut reduced = Reduced {
            subject: self.subject.name.clone(),
            variant: variant.name.to_owned(),
            input_tokens: kept.weight(tree) as u64,
            queries: 0,
            tokens_tested: 0,
            result_tokens: 0,
            is_stopped: false,
        };
        let mut bytes = Vec::new();
        while let Some(query) = search.ask() {
            reduced.is_stopped = reduced.queries == MOST_QUERIES;
            if reduced.is_stopped {
                break;
            }
            let mut candidate = kept.clone();
            candidate.apply(tree, &query.change);
            bytes.clear();
            document.render(&candidate, &mut bytes);
            reduced.queries += 1;
            reduced.tokens_tested += candidate.weight(tree) as u64;
            let is_interesting = self.answer(&bytes)?;
            if is_interesting {
                kept = candidate;
            }
            search.tell(&verdict(is_interesting));
        }
        reduced.result_tokens = kept.weight(tree) as u64;
        Ok(reduced)
    }

    fn answer(&mut self, bytes: &[u8]) -> Result<bool> {
        let key = blake3::hash(bytes);
        if let Some(known) = self.answers.get(&key) {
            return Ok(*known);
        }
        let is_interesting = self.subject.test(bytes)?.status.success();
        self.answers.insert(key, is_interesting);
        Ok(is_interesting)
    }
}
