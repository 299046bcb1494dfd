//! Backquotes and commas: a datum with a comma needs a backquote around it.

use super::lexer::{Class, Token};
use crate::language::dialect::{ATOM, KIND_NAMES, LIST, Prefix};
use fixedbitset::FixedBitSet;
use probdd_core::{Kind, Slot};

/// The largest number of nested backquotes that is distinguished.
const MOST: u8 = 3;

/// How many backquotes data need around them: as many as they have commas without backquotes
/// inside.
pub(super) struct Needs {
    /// The need of each datum, at its first token after the prefixes; 0 for other tokens.
    pub(super) of_data: Vec<u8>,
    /// The need of the top level, which has no backquotes.
    pub(super) of_text: u8,
}

/// The needs of all data.
pub(super) fn needs(tokens: &[Token]) -> Needs {
    let mut of_data = vec![0; tokens.len()];
    // The lists that are open, and their needs so far.
    let mut open: Vec<(usize, u8)> = Vec::new();
    let mut of_text = 0;
    let mut end = |first: usize, inner: u8, open: &mut Vec<(usize, u8)>| {
        let need = with_prefixes(inner, &tokens[..first]);
        of_data[first] = need;
        let around = open.last_mut().map_or(&mut of_text, |(_, need)| need);
        *around = need.max(*around);
    };
    for (at, token) in tokens.iter().enumerate() {
        match token.class {
            Class::Open(_) => open.push((at, 0)),
            Class::Atom => end(at, 0, &mut open),
            Class::Close(_) => {
                if let Some((first, need)) = open.pop() {
                    end(first, need, &mut open);
                }
            }
            Class::Prefix(_) | Class::Comment => {}
        }
    }
    while let Some((first, need)) = open.pop() {
        end(first, need, &mut open);
    }
    Needs { of_data, of_text }
}

/// The need of a datum with the prefixes before it, by its need without.
fn with_prefixes(need: u8, before: &[Token]) -> u8 {
    let marks = before.iter().rev().map_while(|token| match token.class {
        Class::Prefix(mark) => Some(mark),
        _ => None,
    });
    marks.fold(need, |need, mark| match mark {
        Prefix::Backquote => need.saturating_sub(1),
        Prefix::Comma => MOST.min(need + 1),
        _ => need,
    })
}

/// How many backquotes are around a datum after prefixes, by how many are around the prefixes.
pub(super) fn within(quotes: u8, prefixes: &[Token]) -> u8 {
    prefixes.iter().fold(quotes, |quotes, token| match token.class {
        Class::Prefix(Prefix::Backquote) => MOST.min(quotes + 1),
        Class::Prefix(Prefix::Comma) => quotes.saturating_sub(1),
        _ => quotes,
    })
}

/// The kind of terms that need so many backquotes around them.
pub(super) fn quoted(kind: Kind, quotes: u8) -> Kind {
    Kind(kind.0 + u16::from(quotes) * KIND_NAMES.len() as u16)
}

/// The slot of terms inside so many backquotes.
pub(super) fn slot_within(quotes: u8) -> Slot {
    Slot(u16::from(quotes))
}

/// The kinds that fit each slot: terms that need no more backquotes than there are.
pub(super) fn fits() -> Vec<FixedBitSet> {
    let terms = |quotes| [LIST, ATOM].map(|kind| quoted(kind, quotes).0 as usize);
    let within = |most| (0..=most).flat_map(terms).collect();
    (0..=MOST).map(within).collect()
}
