//! The bytes that divide a text: newlines, commas, semicolons, and brackets with a partner, outside
//! of quoted strings.
//!
//! The marks take a bit for each byte, so an eighth of the text's size, whatever it contains.

use crate::text::tokens::is_word;
use fixedbitset::FixedBitSet;
use memchr::memchr3;
use std::ops::Range;

const BITS: usize = usize::BITS as usize;

/// A bracket inside of this many open ones counts as an ordinary character.
const MOST_OPEN: usize = 1 << 16;

/// How many bytes are read before `stop` is asked again.
const STRIDE: usize = 1 << 20;

/// A text and its marked bytes.
pub(super) struct Marks<'a> {
    pub(super) text: &'a [u8],
    bits: FixedBitSet,
}

impl<'a> Marks<'a> {
    /// Marks a text, or the part of it that was read before `stop` returned true.
    pub(super) fn of(text: &'a [u8], stop: &dyn Fn() -> bool) -> Marks<'a> {
        let mut scan = Scan::new(text);
        while scan.at < text.len() && !stop() {
            scan.read_until(text.len().min(scan.at + STRIDE));
        }
        Marks { text, bits: scan.bits }
    }

    /// The marks in a range that stand in none of its brackets, with these brackets themselves.
    pub(super) fn outermost(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        let mut depth = 0_usize;
        self.within(range).filter(move |at| match self.text[*at] {
            b'(' | b'[' | b'{' => {
                depth += 1;
                depth == 1
            }
            b')' | b']' | b'}' => {
                depth = depth.saturating_sub(1);
                depth == 0
            }
            _ => depth == 0,
        })
    }

    fn within(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        let words = self.bits.as_slice();
        (range.start / BITS..range.end.div_ceil(BITS)).flat_map(move |at| {
            let before = range.start.saturating_sub(at * BITS);
            let after = ((at + 1) * BITS).saturating_sub(range.end);
            let mut word = words[at] & (usize::MAX << before) & (usize::MAX >> after);
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                word &= word.checked_sub(1)?;
                Some(at * BITS + bit)
            })
        })
    }
}

/// What a byte does to the marks.
#[derive(Clone, Copy)]
enum Class {
    Other,
    Divider,
    /// An opening bracket, by the byte that closes it.
    Open(u8),
    Close,
    Quote,
}

/// The class of each byte.
const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    classes[b'\n' as usize] = Class::Divider;
    classes[b',' as usize] = Class::Divider;
    classes[b';' as usize] = Class::Divider;
    classes[b'(' as usize] = Class::Open(b')');
    classes[b'[' as usize] = Class::Open(b']');
    classes[b'{' as usize] = Class::Open(b'}');
    classes[b')' as usize] = Class::Close;
    classes[b']' as usize] = Class::Close;
    classes[b'}' as usize] = Class::Close;
    classes[b'"' as usize] = Class::Quote;
    classes[b'\'' as usize] = Class::Quote;
    classes
};

/// The marks of the text up to a byte.
struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    bits: FixedBitSet,
    /// The open brackets: where they stand, and what closes them.
    open: Vec<(usize, u8)>,
    /// The number of open brackets for each closing byte.
    waiting: [usize; 256],
    /// For each quote, the byte up to which no string ends: an unclosed quote is looked at once.
    unclosed: [usize; 256],
}

impl<'a> Scan<'a> {
    fn new(text: &'a [u8]) -> Scan<'a> {
        let bits = FixedBitSet::with_capacity(text.len());
        Scan { text, at: 0, bits, open: Vec::new(), waiting: [0; 256], unclosed: [0; 256] }
    }

    fn read_until(&mut self, end: usize) {
        while self.at < end {
            let byte = self.text[self.at];
            match CLASSES[usize::from(byte)] {
                Class::Other => {}
                Class::Divider => self.bits.insert(self.at),
                Class::Open(close) => self.open(close),
                Class::Close => self.close(byte),
                Class::Quote => self.at = self.end_of_string(byte).unwrap_or(self.at),
            }
            self.at += 1;
        }
    }

    fn open(&mut self, close: u8) {
        if self.open.len() < MOST_OPEN {
            self.open.push((self.at, close));
            self.waiting[usize::from(close)] += 1;
        }
    }

    /// Marks a closing bracket and its partner. Brackets that were opened between them have none.
    fn close(&mut self, byte: u8) {
        while self.waiting[usize::from(byte)] > 0
            && let Some((start, wanted)) = self.open.pop()
        {
            self.waiting[usize::from(wanted)] -= 1;
            if wanted == byte {
                self.bits.insert(start);
                self.bits.insert(self.at);
                return;
            }
        }
    }

    /// The last byte of a string that begins here and ends on its line. An apostrophe inside of a
    /// word begins no string.
    fn end_of_string(&mut self, quote: u8) -> Option<usize> {
        let is_in_word = quote == b'\'' && self.at > 0 && is_word(self.text[self.at - 1]);
        if is_in_word || self.at < self.unclosed[usize::from(quote)] {
            return None;
        }
        let mut at = self.at + 1;
        loop {
            at += memchr3(quote, b'\\', b'\n', self.text.get(at..)?).unwrap_or(self.text.len());
            match self.text.get(at) {
                Some(b'\\') => at += 2,
                Some(byte) if *byte == quote => return Some(at),
                end => {
                    self.unclosed[usize::from(quote)] = end.map_or(usize::MAX, |_| at);
                    return None;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with all bytes blank that are not marked.
    fn marked(text: &str) -> String {
        let marks = Marks::of(text.as_bytes(), &|| false);
        let shown = |at: usize| if marks.bits.contains(at) { text.as_bytes()[at] } else { b' ' };
        (0..text.len()).map(|at| char::from(shown(at))).collect()
    }

    #[test]
    fn dividers_and_paired_brackets_are_marked() {
        assert_eq!(marked("f(a, b); }"), " ( ,  );  ");
        assert_eq!(marked("([)"), "( )");
    }

    #[test]
    fn strings_have_no_marks_and_an_apostrophe_in_a_word_begins_none() {
        assert_eq!(marked(r#"("a,\"(", ')')"#), "(       ,    )");
        assert_eq!(marked("can't (a, b) won't"), "      ( ,  )      ");
        assert_eq!(marked("\"a,\n,"), "  ,\n,");
    }

    #[test]
    fn the_outermost_marks_of_a_range_leave_out_what_its_brackets_contain() {
        let marks = Marks::of(b"[a, (b, c), d]", &|| false);
        assert_eq!(marks.outermost(1..13).collect::<Vec<_>>(), [2, 4, 9, 10]);
        assert_eq!(marks.outermost(0..14).collect::<Vec<_>>(), [0, 13]);
    }
}
