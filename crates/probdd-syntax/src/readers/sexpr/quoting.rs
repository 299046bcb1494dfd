//! Backquotes and commas: a comma stands in a backquote, and what has a comma stays in one.

use super::lexer::{Class, Token};
use crate::language::dialect::{ATOM, KIND_NAMES, LIST, Prefix};
use fixedbitset::FixedBitSet;
use probdd_core::{Kind, Slot};

/// So many backquotes are told from fewer; nobody nests them deeper.
const MOST: u8 = 3;

/// How many backquotes data need around them, for as many commas that stand in none of their own.
pub(super) struct Needs {
    /// By the first token of each datum behind its prefixes; 0 for other tokens.
    pub(super) of_data: Vec<u8>,
    /// What the top level needs, and does not have.
    pub(super) of_text: u8,
}

/// What all data need.
pub(super) fn needs(tokens: &[Token]) -> Needs {
    let mut of_data = vec![0; tokens.len()];
    // The lists that are open, and what they need so far.
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

/// What a datum needs with the prefixes that these tokens end with, by what it needs without.
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

/// How many backquotes are around what stands behind prefixes, by how many are before them.
pub(super) fn within(quotes: u8, prefixes: &[Token]) -> u8 {
    prefixes.iter().fold(quotes, |quotes, token| match token.class {
        Class::Prefix(Prefix::Backquote) => MOST.min(quotes + 1),
        Class::Prefix(Prefix::Comma) => quotes.saturating_sub(1),
        _ => quotes,
    })
}

/// A kind of terms that need so many backquotes around them.
pub(super) fn quoted(kind: Kind, quotes: u8) -> Kind {
    Kind(kind.0 + u16::from(quotes) * KIND_NAMES.len() as u16)
}

/// Where terms stand inside so many backquotes.
pub(super) fn slot_within(quotes: u8) -> Slot {
    Slot(u16::from(quotes))
}

/// The kinds that may stand at each slot: terms that need no more backquotes than there are.
pub(super) fn fits() -> Vec<FixedBitSet> {
    let terms = |quotes| [LIST, ATOM].map(|kind| quoted(kind, quotes).0 as usize);
    let within = |most| (0..=most).flat_map(terms).collect();
    (0..=MOST).map(within).collect()
}
