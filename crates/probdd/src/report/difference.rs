//! How a query changes the text before it, for the trace: whole words and signs wherever that is quick,
//! and always the same for the same two texts.

use crate::files::OsText;
use imara_diff::{Algorithm, Diff, InternedInput};
use serde::Serialize;
use std::ops::Range;

/// A part of the text before, and what takes its place: `[offset, length, text]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Change(pub(super) usize, pub(super) usize, pub(super) OsText);

/// Up to so many bytes of the text before, parts that a rejected query left out are looked for one
/// by one. Most queries of a long run are below that, and each takes less than a millisecond.
const MOST_BYTES_TRIED: usize = 1 << 14;

/// A rejected query that left out more parts is noted as one, from the first to the last.
const MOST_TRIED: usize = 16;

/// Parts up to this size are compared by words, larger ones by lines first.
const MOST_BYTES_BY_WORDS: usize = 1 << 17;

/// The beginning and the end of a word are looked for in so many bytes.
const LONG_WORD: usize = 64;

/// What leads from one text to the other, in order.
pub(super) fn changes(before: &[u8], after: &[u8]) -> Vec<Change> {
    let [old, new] = differing(before, after);
    let change = |(old, new): (Range<usize>, Range<usize>)| {
        Change(old.start, old.len(), OsText::new(&after[new]))
    };
    compare(before, old, after, new).into_iter().map(change).collect()
}

/// The parts of the text before, from and up to, that a candidate does not have.
pub(super) fn tried(before: &[u8], after: &[u8]) -> Vec<[usize; 2]> {
    let [old, new] = differing(before, after);
    let whole = vec![[old.start, old.end]];
    if new.is_empty() || old.len() > MOST_BYTES_TRIED {
        return whole;
    }
    let parts = compare(before, old, after, new);
    let parts: Vec<_> = parts.into_iter().map(|(old, _)| [old.start, old.end]).collect();
    if parts.len() > MOST_TRIED { whole } else { parts }
}

/// Where two texts differ: all but a beginning and an end that both have, in whole words.
fn differing(before: &[u8], after: &[u8]) -> [Range<usize>; 2] {
    let shorter = before.len().min(after.len());
    let same = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let start = if same == shorter && before.len() == after.len() {
        same
    } else {
        beginning_of_word(before, same)
    };
    let ends = before[start..].iter().rev().zip(after[start..].iter().rev());
    let same_end = ends.take_while(|(a, b)| a == b).count();
    let end = end_of_word(before, before.len() - same_end);
    let longer = end - (before.len() - same_end);
    [start..end, start..after.len() - same_end + longer]
}

/// The places that differ inside of two parts, in order: first by lines if the parts are large.
fn compare(
    before: &[u8],
    old: Range<usize>,
    after: &[u8],
    new: Range<usize>,
) -> Vec<(Range<usize>, Range<usize>)> {
    if old.is_empty() && new.is_empty() {
        return Vec::new();
    }
    if old.is_empty() || new.is_empty() {
        return vec![(old, new)];
    }
    if old.len().max(new.len()) <= MOST_BYTES_BY_WORDS {
        return hunks(before, &words(before, old), after, &words(after, new));
    }
    let by_lines = hunks(before, &lines(before, old), after, &lines(after, new));
    let refine = |(old, new): (Range<usize>, Range<usize>)| {
        let is_small = old.len().max(new.len()) <= MOST_BYTES_BY_WORDS;
        if is_small { compare(before, old, after, new) } else { vec![(old, new)] }
    };
    by_lines.into_iter().flat_map(refine).collect()
}

/// The runs of units that differ, as ranges of bytes.
fn hunks(
    before: &[u8],
    old: &[Range<usize>],
    after: &[u8],
    new: &[Range<usize>],
) -> Vec<(Range<usize>, Range<usize>)> {
    let mut input = InternedInput::default();
    input.update_before(old.iter().map(|unit| &before[unit.clone()]));
    input.update_after(new.iter().map(|unit| &after[unit.clone()]));
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let hunk = |hunk: imara_diff::Hunk| (bytes(old, hunk.before), bytes(new, hunk.after));
    diff.hunks().map(hunk).collect()
}

/// The bytes of some neighbouring units. None of them stand before the unit with their number.
fn bytes(units: &[Range<usize>], numbers: Range<u32>) -> Range<usize> {
    let place = |number: u32| {
        let end = || units.last().map_or(0, |unit| unit.end);
        units.get(number as usize).map_or_else(end, |unit| unit.start)
    };
    place(numbers.start)..place(numbers.end)
}

/// Cuts a part of a text into words, runs of blanks, and signs.
fn words(text: &[u8], part: Range<usize>) -> Vec<Range<usize>> {
    cut(text, part, |a, b| kind(a) != kind(b) || kind(a) == Kind::Sign)
}

fn lines(text: &[u8], part: Range<usize>) -> Vec<Range<usize>> {
    cut(text, part, |a, _| a == b'\n')
}

/// Cuts wherever two neighbours are to be apart.
fn cut(text: &[u8], part: Range<usize>, is_apart: impl Fn(u8, u8) -> bool) -> Vec<Range<usize>> {
    let mut start = part.start;
    let units = text[part].chunk_by(|a, b| !is_apart(*a, *b)).map(|unit| {
        start += unit.len();
        start - unit.len()..start
    });
    units.collect()
}

#[derive(PartialEq, Eq)]
enum Kind {
    Word,
    Blank,
    Sign,
}

fn kind(byte: u8) -> Kind {
    match byte {
        b'_' | 0x80.. => Kind::Word,
        _ if byte.is_ascii_alphanumeric() => Kind::Word,
        _ if byte.is_ascii_whitespace() => Kind::Blank,
        _ => Kind::Sign,
    }
}

/// Goes back from inside of a word to its beginning.
fn beginning_of_word(text: &[u8], place: usize) -> usize {
    let back = text[..place].iter().rev().take(LONG_WORD);
    place - back.take_while(|byte| kind(**byte) == Kind::Word).count()
}

/// Goes on from inside of a word to its end.
fn end_of_word(text: &[u8], place: usize) -> usize {
    let on = text[place..].iter().take(LONG_WORD);
    place + on.take_while(|byte| kind(**byte) == Kind::Word).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(before: &[u8], changes: &[Change]) -> Vec<u8> {
        let mut after = Vec::new();
        let mut place = 0;
        for Change(offset, length, text) in changes {
            after.extend_from_slice(&before[place..*offset]);
            after.extend_from_slice(text.as_bytes());
            place = offset + length;
        }
        after.extend_from_slice(&before[place..]);
        after
    }

    #[test]
    fn changes_lead_from_one_text_to_the_other() {
        let texts: [&[u8]; 12] = [
            b"",
            b"a",
            b"int main() { return f(1) + f(2); }\n",
            b"int main() { return f(2); }\n",
            b"int main() { }\n",
            b"int main() { return f(1) + f(1) + f(2); }\n",
            "gr\u{fc}n gr\u{f6}n".as_bytes(),
            "gr\u{f6}n".as_bytes(),
            b"\xff\xfe\x00\x01\x02",
            b"\xff\x01\x01\x02",
            b"aaaaaaaaaa",
            b"aaaa",
        ];
        for before in texts {
            for after in texts {
                assert_eq!(apply(before, &changes(before, after)), after, "{before:?} {after:?}");
            }
        }
    }

    #[test]
    fn changes_of_large_texts_lead_from_one_to_the_other() {
        let line = |number: usize| format!("line {number} of the text, {}\n", number % 7);
        let before: String = (0..20_000).map(line).collect();
        let kept = (0..20_000).filter(|it| it % 97 > 40 && it % 5 > 0);
        let shortened = |it: usize| match it % 3 {
            0 => line(it).replace(" the", ""),
            _ => line(it),
        };
        let after: String = kept.map(shortened).collect();
        let changes = changes(before.as_bytes(), after.as_bytes());
        assert_eq!(apply(before.as_bytes(), &changes), after.as_bytes());
        assert!(changes.len() > 1000, "{}", changes.len());
    }

    #[test]
    fn what_a_query_left_out_is_named_in_whole_words() {
        let before = b"foo(first); foo(fifth); bar(x);";
        // What stands twice may be named at either place.
        assert_eq!(tried(before, b"foo(fifth); bar(x);"), [[4, 16]]);
        assert_eq!(tried(before, b"foo(first); foo(fifth); (x);"), [[24, 27]]);
        assert_eq!(tried(before, b"foo(); foo(); bar(x);"), [[4, 9], [16, 21]]);
        assert!(tried(before, before).iter().all(|[from, to]| from == to));
    }
}
