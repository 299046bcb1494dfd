//! Makes names short, and removes one of two names with its definition.
//!
//! Different things keep different names: so a report of a bug is easier to read.

use super::source::{Source, Text, begins_name, write, writing_at};
use crate::names::words::context;
use crate::text::tokens::is_word;
use probdd_core::{Edits, NodeId};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// How many other names are tried in a name's place.
const OTHERS: usize = 2;

/// What grammars call the kinds of nodes that are names.
const NAMES: &[&str] = &["identifier", "name", "Name", "constant", "variable", "symbol", "label"];

/// All names become `a`, `b`, `c`, in the order in which they come; in a text without a grammar, all
/// words do. What else has a name as a word in it (strings, comments) changes as well, or else only
/// the names do.
pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let texts = source.texts();
    let mut taken: BTreeSet<Vec<u8>> = texts.iter().map(|(text, _)| text.to_vec()).collect();
    let mentions = mentions(&texts);
    let (mut everywhere, mut only_names) = (Vec::new(), Vec::new());
    for (name, tokens) in names(source, &texts) {
        let new = short_names(name).find(|new| new == name || !taken.contains(new));
        let Some(new) = new.filter(|new| new != name) else { continue };
        let others = mentions.get(name).into_iter().flatten();
        let others: Vec<usize> =
            others.filter(|token| tokens.binary_search(token).is_err()).copied().collect();
        let mut edits = writing_at(&tokens, &new);
        if !others.is_empty() {
            only_names.push(edits.clone());
        }
        let renamed = |token: usize| with_name(source.token(token), name, &new);
        edits
            .written
            .extend(others.into_iter().map(|token| write(token..token + 1, renamed(token))));
        everywhere.push(edits);
        taken.insert(new);
    }
    everywhere.extend(only_names);
    everywhere
}

/// The names of a text, and the tokens where they stand.
fn names<'a>(source: &Source<'a>, texts: &[Text<'a>]) -> Vec<Text<'a>> {
    if source.is_of_units() {
        let is_word = |text: &&Text| text.0.len() > 1 && begins_name(text.0);
        return texts.iter().filter(is_word).cloned().collect();
    }
    let named = source.words().into_iter().map(|(text, leaves)| {
        let names = leaves.into_iter().filter(|leaf| is_name(source, *leaf));
        (text, names.map(|leaf| source.tokens(leaf).start).collect())
    });
    named.filter(|(_, tokens): &Text| !tokens.is_empty()).collect()
}

/// The tokens in which each word stands, alone or with others.
fn mentions<'a>(texts: &[Text<'a>]) -> BTreeMap<&'a [u8], BTreeSet<usize>> {
    let mut mentions: BTreeMap<&[u8], BTreeSet<usize>> = BTreeMap::new();
    for (text, tokens) in texts {
        words(text).for_each(|word| mentions.entry(word).or_default().extend(tokens));
    }
    mentions
}

/// A text with a new name in the place of a word.
fn with_name(text: &[u8], word: &[u8], new: &[u8]) -> Vec<u8> {
    let parts = text.chunk_by(|a, b| is_word(*a) && is_word(*b));
    parts.flat_map(|part| if part == word { new } else { part }).copied().collect()
}

/// Of two names that are defined alike, one is removed with what defines it, and the other one
/// takes its place where it is used.
pub(super) fn unified(source: &Source) -> Vec<Edits> {
    let names: Vec<(Vec<NodeId>, Vec<NodeId>)> =
        source.words().iter().map(|(_, leaves)| defined(source, leaves)).collect();
    let context_of = |leaf: NodeId| context(source.tree, leaf);
    let mut offers = Vec::new();
    for (at, (definitions, uses)) in names.iter().enumerate().rev() {
        let context = context_of(definitions[0]);
        let is_removable = definitions.iter().all(|leaf| source.removable(*leaf).is_some());
        if uses.is_empty() || !is_removable {
            continue;
        }
        let others = names.iter().enumerate().filter(|(place, _)| *place != at);
        let others = others.map(|(_, (definitions, _))| definitions[0]);
        let others = others.filter(|other| context_of(*other) == context);
        let removed =
            source.outermost(definitions.iter().filter_map(|leaf| source.removable(*leaf)));
        let is_removed = |leaf: NodeId| removed.iter().any(|id| source.tree.contains(*id, leaf));
        let left: Vec<NodeId> = uses.iter().copied().filter(|leaf| !is_removed(*leaf)).collect();
        for other in others.take(OTHERS).filter(|_| !left.is_empty()) {
            if !is_removed(other) {
                let written = source.write_all(&left, source.text_of(other));
                offers.push(Edits { written, ..Edits::removal(removed.clone()) });
            }
        }
    }
    offers
}

/// The names of a text and where they are defined.
pub(super) struct Defined<'a> {
    names: BTreeSet<&'a [u8]>,
    /// The tokens that define one.
    definitions: BTreeSet<usize>,
}

impl<'a> Defined<'a> {
    pub(super) fn of(source: &Source<'a>) -> Defined<'a> {
        let mut found = Defined { names: BTreeSet::new(), definitions: BTreeSet::new() };
        for (text, leaves) in source.words().iter().filter(|(_, leaves)| are_names(source, leaves))
        {
            found.names.extend(words(text));
            let definitions = defined(source, leaves).0;
            found.definitions.extend(definitions.iter().map(|leaf| source.tokens(*leaf).start));
        }
        found
    }

    /// Whether a text is a name.
    pub(super) fn is_name(&self, text: &[u8]) -> bool {
        self.names.contains(text)
    }

    /// A text of the same kind as some tokens, in which what they define keeps its names: as many of the
    /// text's names, from the first on, become the defined ones where these are not longer.
    pub(super) fn keeping_names(
        &self,
        source: &Source,
        tokens: Range<usize>,
        text: &[u8],
    ) -> Vec<u8> {
        let own = source.text(tokens.clone());
        let mut definitions = self.definitions.range(tokens).map(|token| source.token(*token));
        let mut definition = definitions.next();
        let mut out = Vec::with_capacity(text.len());
        for word in text.chunk_by(|a, b| is_word(*a) && is_word(*b)) {
            let is_other = self.names.contains(word) && words(own).all(|own| own != word);
            match definition.filter(|name| is_other && name.len() <= word.len()) {
                Some(name) => {
                    out.extend_from_slice(name);
                    definition = definitions.next();
                }
                None => out.extend_from_slice(word),
            }
        }
        out
    }
}

/// The words of a text, without signs.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| !is_word(*byte)).filter(|word| !word.is_empty())
}

/// The leaves of a name that define it, as far as can be told, and those that use it: a leaf in the
/// same context as the first one defines.
fn defined(source: &Source, leaves: &[NodeId]) -> (Vec<NodeId>, Vec<NodeId>) {
    let first = context(source.tree, leaves[0]);
    leaves.iter().partition(|leaf| context(source.tree, **leaf) == first)
}

/// Whether all leaves are names, as far as their kinds tell.
fn are_names(source: &Source, leaves: &[NodeId]) -> bool {
    leaves.iter().all(|leaf| is_name(source, *leaf))
}

fn is_name(source: &Source, leaf: NodeId) -> bool {
    let kind = source.kind_name(leaf);
    NAMES.iter().any(|name| kind.contains(name))
}

/// Names of one letter that begin as a name does: capital or small, after the same sign. For longer
/// names, also those of two letters.
fn short_names(text: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let signs = text.iter().take_while(|byte| !begins_name(&[**byte]) || **byte == b'_').count();
    let sign: Vec<u8> = text.iter().take(1).filter(|b| b"$@%".contains(b)).copied().collect();
    let is_capital = text.get(signs).is_some_and(u8::is_ascii_uppercase);
    let letters = if is_capital { b'A'..=b'Z' } else { b'a'..=b'z' };
    let has_room = text.len() > sign.len() + 2;
    let pairs = letters.clone().filter(move |_| has_room);
    let pairs = pairs.flat_map(move |first| (b'a'..=b'z').map(move |second| vec![first, second]));
    let names = letters.map(|letter| vec![letter]).chain(pairs);
    names.map(move |name| [sign.as_slice(), &name].concat())
}
