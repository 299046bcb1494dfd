//! Decides conditions of a preprocessor: a condition is removed, or replaced by what is in one of its
//! branches, or loses a branch.

use super::source::{Source, erase, writing};
use crate::text::conditionals::{Conditional, conditionals};
use probdd_core::Edits;
use std::iter::once;
use std::ops::Range;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let Some(facts) = source.language.map(|language| &language.facts) else { return Vec::new() };
    let Some(syntax) = facts.directives else { return Vec::new() };
    let conditionals = conditionals(source.document.text(), syntax, &facts.lexis);
    conditionals.iter().flat_map(|conditional| decisions(source, conditional)).collect()
}

/// The decisions about a condition, those that remove most first.
fn decisions(source: &Source, conditional: &Conditional) -> Vec<Edits> {
    let all = conditional.bytes();
    let branches = &conditional.branches;
    let without = |bytes: Range<usize>| vec![bytes];
    let only = |at: usize| {
        let branch = &branches[at].bytes;
        vec![all.start..branch.start, branch.end..all.end]
    };
    // A branch begins with its directive; the first one leaves it to the next branch.
    let dropped = |at: usize| match at {
        0 => branches[0].bytes.clone(),
        _ => conditional.directives[at].start..branches[at].bytes.end,
    };
    let taken = (0..branches.len()).map(only);
    let others = (0..branches.len()).filter(|_| branches.len() > 1).map(dropped).map(without);
    let parts = once(without(all.clone())).chain(taken).chain(others);
    parts.filter_map(|parts| removal(source, &parts)).collect()
}

/// The removal of some parts of the text, if they consist of whole tokens.
fn removal(source: &Source, parts: &[Range<usize>]) -> Option<Edits> {
    let tokens: Option<Vec<Range<usize>>> =
        parts.iter().map(|bytes| tokens(source, bytes)).collect();
    let tokens = tokens?.into_iter().filter(|tokens| !tokens.is_empty());
    let edits = writing(tokens.map(erase));
    (!edits.is_empty()).then_some(edits)
}

/// The tokens in a part of the text, if none of them is cut.
fn tokens(source: &Source, bytes: &Range<usize>) -> Option<Range<usize>> {
    let table = &source.document.tokens;
    let first = table.first_from(bytes.start);
    let end = table.first_from(bytes.end);
    let is_cut = |token: usize, at: usize| token > 0 && table.bytes(token - 1).end > at;
    (!is_cut(first, bytes.start) && !is_cut(end, bytes.end)).then_some(first..end)
}
