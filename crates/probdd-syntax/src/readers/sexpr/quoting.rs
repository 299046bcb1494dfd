//! Backquotes and commas: a comma stands in a backquote, and what has a comma stays in one.

use super::Mark;
use super::lexer::{Class, Token};

/// So many backquotes are told from fewer; nobody nests them deeper.
pub(super) const MOST: u8 = 3;

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
        Mark::Backquote => need.saturating_sub(1),
        Mark::Comma => MOST.min(need + 1),
        _ => need,
    })
}

/// How many backquotes are around what stands behind prefixes, by how many are before them.
pub(super) fn within(quotes: u8, prefixes: &[Token]) -> u8 {
    prefixes.iter().fold(quotes, |quotes, token| match token.class {
        Class::Prefix(Mark::Backquote) => MOST.min(quotes + 1),
        Class::Prefix(Mark::Comma) => quotes.saturating_sub(1),
        _ => quotes,
    })
}
