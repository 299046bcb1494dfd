//! Signatures tell offers apart: by the text that is removed, the text that is written, and how often the
//! names in the removed text occur elsewhere. Between two places, the first and the last token of what stays
//! count, too: a pair of brackets differs from one around something else. Two offers with the same signature
//! count as the same, even for different documents.

use super::source::begins_name;
use crate::document::Document;
use probdd_core::{Edits, Kept};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// How often a name occurs elsewhere is counted up to this.
const MOST: usize = 2;

/// Offers that change more tokens are told apart by where they begin and how they begin and end. There are few
/// such offers of one text, or the text is a deep nest and all of their tokens would be too many.
const LONG: usize = 4096;

/// How many tokens at each end of a long offer count.
const ENDS: usize = 64;

/// The signature of each of some edits of a document.
pub fn signatures(document: &Document, offers: &[Edits]) -> Vec<u64> {
    let tree = document.tree();
    let mut counts: HashMap<&[u8], usize> = HashMap::new();
    for token in 0..tree.token_count() {
        *counts.entry(document.token(token)).or_default() += 1;
    }
    offers.iter().map(|edits| signature(document, &counts, edits)).collect()
}

fn signature(document: &Document, counts: &HashMap<&[u8], usize>, edits: &Edits) -> u64 {
    let changed = Kept::changed_by(document.tree(), edits);
    let mut hasher = DefaultHasher::new();
    let tokens = || changed.iter().cloned().flatten();
    let count: usize = changed.iter().map(ExactSizeIterator::len).sum();
    if count > LONG {
        let ends = tokens().take(ENDS).chain(tokens().rev().take(ENDS));
        ends.for_each(|token| document.token(token).hash(&mut hasher));
        (count, tokens().next(), &edits.written).hash(&mut hasher);
        return hasher.finish();
    }
    let mut inside: HashMap<&[u8], usize> = HashMap::new();
    let mut last = None;
    for token in tokens() {
        let text = document.token(token);
        text.hash(&mut hasher);
        let gap = last.map_or(token..token, |last| last + 1..token);
        if !gap.is_empty() {
            [gap.start, gap.end - 1].map(|end| document.token(end)).hash(&mut hasher);
        }
        last = Some(token);
        if begins_name(text) {
            *inside.entry(text).or_default() += 1;
        }
    }
    // Sorted, because the order of a hash map is arbitrary.
    let mut outside: Vec<(&[u8], usize)> =
        inside.into_iter().map(|(text, count)| (text, (counts[text] - count).min(MOST))).collect();
    outside.sort_unstable();
    outside.hash(&mut hasher);
    for written in &edits.written {
        written.text.hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ladder::source::{erase, writing};
    use crate::readers::units::{Unit, units};

    #[test]
    fn a_pair_of_brackets_is_told_from_one_around_something_else() {
        let document = units(Unit::Bracket, b"f(a, x); f(b, x); f(a, y); f(a, x);");
        let pairs: Vec<Edits> = (0..document.tree().token_count())
            .filter(|token| document.token(*token) == b"(")
            .map(|open| writing([erase(open..open + 1), erase(open + 4..open + 5)]))
            .collect();
        let signatures = signatures(&document, &pairs);
        assert_eq!(signatures[0], signatures[3]);
        let different: std::collections::HashSet<u64> = signatures.into_iter().collect();
        assert_eq!(different.len(), 3);
    }
}
