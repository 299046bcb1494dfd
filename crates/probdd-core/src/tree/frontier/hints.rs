//! Hints: what the test says about the definitions that a query removed.
//!
//! A test that fails often prints why: `error: 'size' was not declared`. If the query removed a
//! definition of such a word, and the word still occurs in what is left, then what is left uses the
//! definition. No language is assumed. A word says nothing once the test has printed it about a candidate that is interesting without the
//! definition, or about the best candidate at the start.

use crate::tree::configuration::TreeConfiguration;
use crate::words::{Context, Names, Occurrence, Word, Words};
use crate::{Edits, Tree};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// A word with more definitions in what was removed says too little: most of them are other things of
/// the same name.
const MOST_DEFINITIONS: usize = 3;

/// The names of the text, and which words say nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Hints {
    names: Arc<Names>,
    idle: BTreeSet<Word>,
    /// The kept definitions that the test has asked for.
    asked_for: Vec<u32>,
    counts: HintCounts,
    contexts: BTreeMap<Context, ContextCounts>,
}

/// What a search has learned of the definitions in one context.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContextCounts {
    /// How often the test asked for a definition.
    pub asked: u64,
    /// How often a candidate was interesting that uses a name without the definition that it had.
    pub undefined: u64,
}

/// What a search has learned from what the test said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HintCounts {
    /// The uninteresting queries after which the test asked for definitions.
    pub queries: u64,
    /// The definitions that it asked for.
    pub definitions: u64,
    /// How many of them were removed later.
    pub removed: u64,
}

/// A definition that the test asks for.
#[derive(Clone, Debug)]
pub(super) struct Missing {
    /// The token that defines the name.
    definition: u32,
    context: Context,
    /// The kept tokens that are the same word.
    users: Vec<u32>,
}

impl Missing {
    /// `(definition, use)` for every use.
    pub(super) fn links(&self) -> impl Iterator<Item = (u32, u32)> {
        self.users.iter().map(|user| (self.definition, *user))
    }
}

/// The tokens that a change removes.
struct Removed(Vec<Range<usize>>);

impl Removed {
    fn new(change: &Edits, tree: &Tree) -> Removed {
        let mut ranges = change.lost_tokens(tree);
        ranges.sort_unstable_by_key(|tokens| tokens.start);
        Removed(ranges)
    }

    fn contains(&self, token: u32) -> bool {
        let token = token as usize;
        let after = self.0.partition_point(|tokens| tokens.start <= token);
        after.checked_sub(1).is_some_and(|at| self.0[at].contains(&token))
    }
}

impl Hints {
    /// Hints about names. The test has said some words about the best candidate at the start.
    pub(super) fn new(names: Names, idle: &Words) -> Hints {
        Hints { names: Arc::new(names), idle: idle.iter().collect(), ..Hints::default() }
    }

    /// The words that are not idle and that removed nodes define.
    fn named<'a>(
        &'a self,
        removed: &'a Removed,
        words: &'a Words,
    ) -> impl Iterator<Item = Word> + 'a {
        let is_defined = |word: Word| {
            let definitions = self.names.of(word).iter().filter(|it| it.is_definition);
            definitions.into_iter().any(|it| removed.contains(it.token))
        };
        words.iter().filter(move |word| !self.idle.contains(word) && is_defined(*word))
    }

    /// Whether words matter after a query.
    pub(super) fn heeds(&self, change: &Edits, tree: &Tree, words: &Words) -> bool {
        !words.is_empty() && self.named(&Removed::new(change, tree), words).next().is_some()
    }

    /// Takes note of an interesting change, which is part of the best now, and of what the test said
    /// about it.
    pub(super) fn note_interesting(
        &mut self,
        change: &Edits,
        best: &TreeConfiguration,
        words: &Words,
    ) {
        let removed = Removed::new(change, best.tree());
        let after = |token: u32| best.kept().contains(token as usize);
        let before = |token| after(token) || removed.contains(token);
        for it in self.names.undefined(before, after) {
            self.contexts.entry(it.context).or_default().undefined += 1;
        }
        if !words.is_empty() {
            let idle: Vec<Word> = self.named(&removed, words).collect();
            self.idle.extend(idle);
        }
    }

    /// The definitions that the test asks for after a change that failed.
    pub(super) fn missing(
        &self,
        change: &Edits,
        best: &TreeConfiguration,
        words: &Words,
    ) -> Vec<Missing> {
        if words.is_empty() {
            return Vec::new();
        }
        let removed = Removed::new(change, best.tree());
        let mut missing = Vec::new();
        for word in self.named(&removed, words) {
            let is_kept = |it: &&Occurrence| best.kept().contains(it.token as usize);
            let kept = self.names.of(word).iter().filter(is_kept);
            let (gone, left): (Vec<&Occurrence>, Vec<_>) =
                kept.partition(|it| removed.contains(it.token));
            let definitions = gone.into_iter().filter(|it| it.is_definition);
            let users: Vec<u32> = left.into_iter().map(|it| it.token).collect();
            if !users.is_empty() && definitions.clone().count() <= MOST_DEFINITIONS {
                missing.extend(definitions.map(|it| Missing {
                    definition: it.token,
                    context: it.context,
                    users: users.clone(),
                }));
            }
        }
        missing
    }

    /// Takes note of definitions that the test asks for.
    pub(super) fn note_missing(&mut self, missing: &[Missing]) {
        self.counts.queries += u64::from(!missing.is_empty());
        for Missing { definition, context, .. } in missing {
            self.contexts.entry(*context).or_default().asked += 1;
            if !self.asked_for.contains(definition) {
                self.asked_for.push(*definition);
                self.counts.definitions += 1;
            }
        }
    }

    /// What the search has learned of the definitions in each context.
    pub(super) fn contexts(&self) -> impl Iterator<Item = (Context, ContextCounts)> {
        self.contexts.iter().map(|(context, counts)| (*context, *counts))
    }

    /// What the search has learned from what the test said.
    pub(super) fn counts(&self) -> HintCounts {
        self.counts
    }

    /// Counts the definitions that were removed after the test asked for them.
    pub(super) fn note_removed(&mut self, best: &TreeConfiguration) {
        let before = self.asked_for.len();
        self.asked_for.retain(|token| best.kept().contains(*token as usize));
        self.counts.removed += (before - self.asked_for.len()) as u64;
    }
}

#[cfg(test)]
mod tests;
