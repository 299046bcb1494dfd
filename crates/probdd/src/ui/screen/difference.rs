//! What differs between two texts, word by word in lines that differ. It is for people to look at: it
//! may say more than the least.

use crate::difference::by_lines;
use std::ops::Range;

/// Parts up to this size are compared; of larger ones, all counts as changed. That takes at most about
/// 0.2 s, and hardly anything for a change that only removes.
const MOST_BYTES: usize = 1 << 20;

/// The beginning of a line is looked for in so many bytes.
const LONG_LINE: usize = 400;

/// What went and what came between two texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Difference {
    /// The bytes of the first text that are not in the second, in order.
    pub(super) gone: Vec<Range<usize>>,
    /// The bytes of the second text that are not in the first, in order.
    pub(super) new: Vec<Range<usize>>,
    /// Where in the second text something is missing.
    pub(super) cuts: Vec<usize>,
}

impl Difference {
    /// Compares two texts line by line, and lines that differ word by word, unless too much differs.
    pub(super) fn between(before: &[u8], after: &[u8]) -> Difference {
        let start = before.iter().zip(after).take_while(|(a, b)| a == b).count();
        let start = start_of_line(before, start);
        let (old, young) = (&before[start..], &after[start..]);
        let same_end = old.iter().rev().zip(young.iter().rev()).take_while(|(a, b)| a == b).count();
        let same_end = whole_lines(before, same_end).min(whole_lines(after, same_end));
        let texts = [before, after];
        let parts = texts.map(|text| start..text.len() - same_end);
        let mut found = Difference::default();
        if parts.iter().any(|part| part.is_empty() || part.len() > MOST_BYTES) {
            let [gone, new] = parts;
            found.add(gone, new);
        } else {
            for (gone, new) in by_lines(texts, parts) {
                found.add(gone, new);
            }
        }
        found
    }

    fn add(&mut self, gone: Range<usize>, new: Range<usize>) {
        if !gone.is_empty() {
            self.gone.push(gone);
            self.cuts.push(new.start);
        }
        if !new.is_empty() {
            self.new.push(new);
        }
    }

    /// What is left of some bytes of the first text, as bytes of the second.
    pub(super) fn left(&self, bytes: &Range<usize>) -> Vec<Range<usize>> {
        let first = self.gone.partition_point(|gone| gone.end <= bytes.start);
        let mut left = Vec::new();
        let mut start = bytes.start;
        for gone in self.gone[first..].iter().take_while(|gone| gone.start < bytes.end) {
            left.push(start..gone.start.max(start));
            start = gone.end;
        }
        left.push(start..bytes.end.max(start));
        left.retain(|part| !part.is_empty());
        left.into_iter().map(|part| self.place(part.start)..self.place(part.end - 1) + 1).collect()
    }

    /// Where a byte of the first text stands in the second.
    fn place(&self, byte: usize) -> usize {
        let gone = self.gone.iter().take_while(|gone| gone.end <= byte);
        let mut place = byte - gone.map(Range::len).sum::<usize>();
        for new in self.new.iter().take_while(|new| new.start <= byte) {
            if new.start <= place {
                place += new.len();
            }
        }
        place
    }
}

/// The place where the line begins that contains this one, unless that is far away.
fn start_of_line(text: &[u8], at: usize) -> usize {
    let near = &text[at.saturating_sub(LONG_LINE)..at];
    memchr::memrchr(b'\n', near).map_or(at - near.len(), |newline| at - near.len() + newline + 1)
}

/// At most so many of the last bytes, so that they begin with a line, unless the next one is far away.
fn whole_lines(text: &[u8], last: usize) -> usize {
    let cut = text.len() - last;
    let near = &text[cut..text.len().min(cut + LONG_LINE)];
    match memchr::memchr(b'\n', near) {
        Some(newline) if cut > 0 && text[cut - 1] != b'\n' => last - newline - 1,
        _ => last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gone<'a>(before: &'a str, after: &str) -> Vec<&'a str> {
        let found = Difference::between(before.as_bytes(), after.as_bytes());
        found.gone.into_iter().map(|range| &before[range]).collect()
    }

    #[test]
    fn what_went_is_found_wherever_it_was() {
        assert_eq!(gone("int a; int b; int c;", "int a; int c;"), ["; int b"]);
        assert_eq!(gone("f(1, 2, 3)", "f(2)"), ["1, ", ", 3"]);
        assert_eq!(gone("a\n  f(12);\n  f(13);\n", "a\n  f(13);\n"), ["  f(12);\n"]);
        assert_eq!(gone("x10 y10", "y10"), ["x10 "]);
        assert_eq!(gone("abc", ""), ["abc"]);
        assert_eq!(gone("abc", "abc"), [""; 0]);
        let lines = (0..20_000).fold(String::new(), |text, line| text + &format!("line {line}\n"));
        let after = lines.replace("line 77\n", "").replace("line 19000\n", "");
        assert_eq!(gone(&lines, &after).concat(), "line 77\nline 19000\n");
    }

    #[test]
    fn a_large_part_that_differs_counts_as_changed() {
        let line = "a line of some length\n";
        let before = format!("first\n{}last\n", line.repeat(60_000));
        let after = format!("1st\n{}l\n", line.repeat(60_000));
        assert_eq!(gone(&before, &after), [before.as_str()]);
        // What is only removed is found, however large it is.
        assert_eq!(gone(&before, "first\nlast\n").concat().len(), before.len() - 11);
    }

    #[test]
    fn what_is_left_of_some_bytes_is_found_in_the_second_text() {
        let (before, after) = ("keep(1, 2); drop; keep(3);", "keep(2); new(9); keep(3);");
        let difference = Difference::between(before.as_bytes(), after.as_bytes());
        let left = |part: &str| {
            let at = before.find(part).expect("it is there");
            let left = difference.left(&(at..at + part.len()));
            left.into_iter().map(|range| &after[range]).collect::<String>()
        };
        assert_eq!(left("keep(3)"), "keep(3)");
        assert_eq!(left("2"), "2");
        assert_eq!(left("drop"), "");
        assert_eq!(left("keep(1, 2)"), "keep(2)");
    }

    #[test]
    fn what_came_and_the_places_of_cuts_lie_in_the_second_text() {
        let found = Difference::between(b"a = long_name + 1;", b"a = b;");
        assert_eq!(found.new, vec![4..5]);
        assert_eq!(found.cuts.first(), Some(&4));
        assert_eq!(Difference::between(b"ab", b"").cuts, [0]);
    }
}
