//! The last offers about a small text: to remove every pair of brackets and every window of
//! neighbouring tokens, whatever the grammar says.

use super::brackets;
use super::source::{Source, erase, writing};
use crate::document::Document;
use crate::text::brackets::Bracket;
use probdd_core::Edits;
use std::iter::once;
use std::ops::{Range, RangeInclusive};

/// Of a text with at most this many tokens, every window is offered.
const SMALL: usize = 40;

/// How many offers are made about a text of twice that size; fewer about a larger one.
const SOME: usize = 200;

/// Offers to remove brackets in pairs, with and without what is in them, and windows of neighbouring
/// tokens, in two parts: the promising ones, and the others. Of at most 40 tokens, all windows, the
/// shortest first: of 2,181 small texts, windows of two tokens could go in 44, of three in 17, of
/// four to six in 9, and longer ones in none. Of a larger text, lines, then what lies between
/// brackets, commas and semicolons, then short windows; fewer the larger the text is, but at least as
/// many as it has tokens. No single tokens, which the certificate asks about.
pub fn offers(document: &Document) -> [Vec<Edits>; 2] {
    let source = Source::new(document, None);
    let count = source.tree.token_count();
    let mut offers = brackets::offers(&source);
    if count <= SMALL {
        offers.extend(windows(count, 2..=SHORT).map(remove));
        return [offers, windows(count, SHORT + 1..=SMALL).map(remove).collect()];
    }
    let most = (SOME * 2 * SMALL / count).max(count);
    let lines = cuts(&source, |token| source.begins_line(token));
    let pieces = cuts(&source, |token| begins_piece(&source, token));
    let windows = between(&lines).chain(between(&pieces)).chain(windows(count, 2..=SHORT));
    offers.extend(windows.map(remove));
    offers.truncate(most);
    [offers, Vec::new()]
}

fn remove(window: Range<usize>) -> Edits {
    writing(once(erase(window)))
}

/// Windows of so many tokens, but not the whole text, the shortest first, each from the end.
fn windows(count: usize, lengths: RangeInclusive<usize>) -> impl Iterator<Item = Range<usize>> {
    let lengths = lengths.take_while(move |length| *length < count);
    lengths.flat_map(move |length| (0..=count - length).rev().map(move |at| at..at + length))
}

/// How many lines or pieces are removed together at most.
const TOGETHER: usize = 4;

/// Windows from one cut to another one, few cuts away first, each from the end.
fn between(cuts: &[usize]) -> impl Iterator<Item = Range<usize>> {
    (1..=TOGETHER.min(cuts.len() - 1))
        .flat_map(move |pieces| cuts.windows(pieces + 1).rev().map(move |cut| cut[0]..cut[pieces]))
}

/// Where tokens are cut into parts: at both ends of the text, and where a predicate says so.
fn cuts(source: &Source, is_cut: impl Fn(usize) -> bool) -> Vec<usize> {
    let count = source.tree.token_count();
    let inner = (1..count).filter(|token| is_cut(*token));
    once(0).chain(inner).chain(once(count)).collect()
}

/// Whether a piece begins at a token: it or the one before is a bracket, a comma or a semicolon, or
/// it begins a line.
fn begins_piece(source: &Source, token: usize) -> bool {
    let is_mark = |token: usize| {
        let text = source.token(token);
        Bracket::of(text) != Bracket::None || matches!(text, b"," | b";")
    };
    is_mark(token) || is_mark(token - 1) || source.begins_line(token)
}

/// How many tokens the longest of the promising windows has.
const SHORT: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readers::units::{Unit, units};
    use probdd_core::Kept;
    use std::collections::BTreeSet;

    /// What is left of a text after each offer.
    fn left(text: &str) -> Vec<String> {
        let document = units(Unit::Bracket, text.as_bytes());
        let rendered = |edits: Edits| {
            let mut kept = Kept::all(document.tree());
            kept.apply(document.tree(), &edits);
            let mut out = Vec::new();
            document.render(&kept, &mut out);
            String::from_utf8(out).unwrap().split_whitespace().collect()
        };
        offers(&document).into_iter().flatten().map(rendered).collect()
    }

    #[test]
    fn every_window_and_every_pair_of_brackets_of_a_small_text_is_removed() {
        let left: BTreeSet<String> = left("a ( b ) c").into_iter().collect();
        let tokens = ["a", "(", "b", ")", "c"];
        for start in 0..tokens.len() {
            for end in start + 2..=tokens.len() {
                let rest = tokens[..start].concat() + &tokens[end..].concat();
                assert!(rest.is_empty() || left.contains(&rest), "{start}..{end}: {rest}");
            }
        }
        assert!(left.contains("abc"));
        // The word before a bracket, and the pair.
        assert!(left.contains("bc"));
    }

    #[test]
    fn of_a_larger_text_some_windows_are_removed() {
        let text = "f ( a , b ) ;\n".repeat(20);
        let left = left(&text);
        let tokens = 20 * 7;
        assert!((tokens..3 * tokens).contains(&left.len()), "{}", left.len());
        let line: String = "f(a,b);".repeat(19);
        assert!(left.contains(&line));
    }
}
