//! What tells offers apart: the text that goes, the text that comes, and how often the names in what
//! goes stand elsewhere. An offer with the same signature was made before, be it for another text.

use crate::document::Document;
use crate::ladder::source::begins_name;
use probdd_core::{Edits, Kept};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// Beyond this, it does not matter how often a name stands elsewhere.
const MOST: usize = 2;

/// The signatures of edits of a document.
pub fn signatures(document: &Document, offers: &[Edits]) -> Vec<u64> {
    let tree = document.tree();
    let mut counts: HashMap<&[u8], usize> = HashMap::new();
    for token in 0..tree.token_count() {
        *counts.entry(document.token(token)).or_default() += 1;
    }
    let all = Kept::all(tree);
    offers.iter().map(|edits| signature(document, &counts, &all, edits)).collect()
}

fn signature(
    document: &Document,
    counts: &HashMap<&[u8], usize>,
    all: &Kept,
    edits: &Edits,
) -> u64 {
    let mut left = all.clone();
    left.apply(document.tree(), edits);
    let mut gone = all.tokens().clone();
    gone.difference_with(left.tokens());
    for written in &edits.written {
        gone.insert(written.tokens.start as usize);
    }
    let mut hasher = DefaultHasher::new();
    let mut inside: HashMap<&[u8], usize> = HashMap::new();
    let mut last = None;
    for token in gone.ones() {
        let text = document.token(token);
        (last.map(|last| token - last == 1), text).hash(&mut hasher);
        last = Some(token);
        if begins_name(text) {
            *inside.entry(text).or_default() += 1;
        }
    }
    // In an order that does not depend on the table's.
    let mut outside: Vec<(&[u8], usize)> =
        inside.into_iter().map(|(text, count)| (text, (counts[text] - count).min(MOST))).collect();
    outside.sort_unstable();
    outside.hash(&mut hasher);
    for written in &edits.written {
        written.text.hash(&mut hasher);
    }
    hasher.finish()
}
