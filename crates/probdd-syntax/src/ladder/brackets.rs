//! Removes brackets in pairs: with what is in them, or without, or only what is in them. In a text without a
//! grammar, also with the word before them (`f(a)` becomes `a`), and other delimiters are removed like
//! brackets: tags, environments, `begin` and `end`.

use super::regions::delimiters;
use super::source::{Source, erase, writing};
use probdd_core::Edits;
use std::ops::Range;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let mut offers = Vec::new();
    for (open, close) in pairs(source).into_iter().rev() {
        let inside = open.end..close.start;
        let called = has_name(source, open.start).then(|| open.start - 1..open.end);
        offers.push(writing([erase(open.start..close.end)]));
        offers.push(writing([erase(open), erase(close.clone())]));
        offers.extend(called.map(|name| writing([erase(name), erase(close)])));
        if !inside.is_empty() {
            offers.push(writing([erase(inside)]));
        }
    }
    offers
}

/// Whether a word stands before a bracket. With a grammar, `hoist` knows what a call is.
fn has_name(source: &Source, open: usize) -> bool {
    let is_word = |token: usize| source.token(token).last().is_some_and(u8::is_ascii_alphanumeric);
    source.language.is_none() && open > 0 && is_word(open - 1)
}

/// Where brackets and other delimiters open and close, in the order in which they open.
fn pairs(source: &Source) -> Vec<(Range<usize>, Range<usize>)> {
    let one = |token: usize| token..token + 1;
    let brackets = brackets(source).into_iter().map(|(open, close)| (one(open), one(close)));
    let mut pairs: Vec<_> = brackets.chain(groups(source)).collect();
    pairs.sort_unstable_by_key(|(open, _)| (open.start, open.end));
    pairs.dedup();
    pairs
}

/// The groups of a text without a grammar.
fn groups(source: &Source) -> Vec<(Range<usize>, Range<usize>)> {
    let has_grammar = source.language.is_some() && source.document.fallback().is_none();
    if has_grammar { Vec::new() } else { delimiters(source) }
}

/// Where brackets open and close.
fn brackets(source: &Source) -> Vec<(usize, usize)> {
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    // How many of each kind are open: a bracket that closes none is not looked for.
    let mut counts = [0_usize; 256];
    for token in 0..source.tree.token_count() {
        let opening = match source.token(token) {
            &[sign @ (b'(' | b'[' | b'{' | b'<')] => {
                open.push((sign, token));
                counts[usize::from(sign)] += 1;
                continue;
            }
            b")" => b'(',
            b"]" => b'[',
            b"}" => b'{',
            b">" => b'<',
            _ => continue,
        };
        while counts[usize::from(opening)] > 0
            && let Some((sign, start)) = open.pop()
        {
            counts[usize::from(sign)] -= 1;
            if sign == opening {
                pairs.push((start, token));
                break;
            }
        }
    }
    pairs
}
