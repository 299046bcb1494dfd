//! How a query changes the text before it, for the trace: whole words and signs wherever that is quick,
//! and always the same for the same two texts.

use crate::difference::{MOST_BYTES_BY_WORDS, by_lines, by_words, is_word};
use crate::files::OsText;
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
    let is_small = old.len().max(new.len()) <= MOST_BYTES_BY_WORDS;
    let compare = if is_small { by_words } else { by_lines };
    compare([before, after], [old, new])
}

/// Goes back from inside of a word to its beginning.
fn beginning_of_word(text: &[u8], place: usize) -> usize {
    let back = text[..place].iter().rev().take(LONG_WORD);
    place - back.take_while(|byte| is_word(**byte)).count()
}

/// Goes on from inside of a word to its end.
fn end_of_word(text: &[u8], place: usize) -> usize {
    let on = text[place..].iter().take(LONG_WORD);
    place + on.take_while(|byte| is_word(**byte)).count()
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
        let kept = (0..20_000).filter(|number| number % 97 > 40 && number % 5 > 0);
        let shortened = |number: usize| match number % 3 {
            0 => line(number).replace(" the", ""),
            _ => line(number),
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
