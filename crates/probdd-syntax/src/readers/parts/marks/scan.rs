//! Reads a text once from left to right, and marks what divides it.

use crate::text::pairs::{Closer, Pairs};
use crate::text::tags::{Tag, end_of_raw, has_tags, tag};
use crate::text::tokens::{Quotes, is_blank, is_word};
use fixedbitset::FixedBitSet;
use memchr::memchr2;

/// A regular expression is not longer than this.
const LONGEST_EXPRESSION: usize = 1 << 10;

/// What a byte does to the marks.
#[derive(Clone, Copy)]
enum Class {
    Other,
    Divider,
    /// An opening bracket, by the byte that closes it.
    Open(u8),
    Close,
    Quote,
    Slash,
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
    classes[b'/' as usize] = Class::Slash;
    classes
};

/// The marks of the text up to a byte.
pub(super) struct Scan<'a> {
    text: &'a [u8],
    pub(super) at: usize,
    pub(super) bits: FixedBitSet,
    pairs: Pairs,
    quotes: Quotes,
    /// Whether tags divide the text, and not brackets.
    has_tags: bool,
    /// Up to here the text has no tags.
    raw: usize,
}

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a [u8]) -> Scan<'a> {
        let (bits, pairs) = (FixedBitSet::with_capacity(text.len()), Pairs::new());
        let (quotes, has_tags) = (Quotes::default(), has_tags(text));
        Scan { text, at: 0, bits, pairs, quotes, has_tags, raw: 0 }
    }

    /// Reads up to a byte or a little further.
    pub(super) fn read_until(&mut self, end: usize) {
        while self.at < end {
            if self.has_tags && self.at >= self.raw {
                self.read_tags(end);
            } else {
                let end = if self.has_tags { end.min(self.raw) } else { end };
                self.read_brackets(end);
            }
        }
    }

    fn read_tags(&mut self, end: usize) {
        while self.at < end && self.at >= self.raw {
            let Some(found) = memchr2(b'<', b'\n', &self.text[self.at..end]) else {
                self.at = end;
                return;
            };
            self.at += found;
            if self.text[self.at] == b'\n' {
                self.bits.insert(self.at);
                self.at += 1;
            } else {
                self.tag();
            }
        }
    }

    fn tag(&mut self) {
        let (tag, end) = tag(self.text, self.at);
        match tag {
            Tag::Opening(closer) => {
                self.pairs.open(self.at, closer);
                self.raw = end_of_raw(self.text, self.at, end).unwrap_or(self.raw);
            }
            Tag::Closing(closer) => self.close(end - 1, closer),
            Tag::Empty => self.bits.insert(end - 1),
            Tag::Other => {}
        }
        self.at = end;
    }

    fn read_brackets(&mut self, end: usize) {
        while self.at < end {
            let byte = self.text[self.at];
            match CLASSES[usize::from(byte)] {
                Class::Other => {}
                Class::Divider => self.bits.insert(self.at),
                Class::Open(close) => self.pairs.open(self.at, close.into()),
                Class::Close => self.close(self.at, byte.into()),
                Class::Quote => self.at = self.end_of_string(byte).unwrap_or(self.at),
                Class::Slash => self.at = self.end_of_expression().unwrap_or(self.at),
            }
            self.at += 1;
        }
    }

    /// Marks a closing bracket or tag, and its partner.
    fn close(&mut self, at: usize, closer: Closer) {
        if let Some(start) = self.pairs.close(closer) {
            self.bits.insert(start);
            self.bits.insert(at);
        }
    }

    /// The last byte of a string that begins here and ends on its line. An apostrophe inside of a
    /// word begins no string.
    fn end_of_string(&mut self, quote: u8) -> Option<usize> {
        let is_in_word = quote == b'\'' && self.at > 0 && is_word(self.text[self.at - 1]);
        let end = if is_in_word { None } else { self.quotes.end_of_string(self.text, self.at) };
        end.map(|end| end - 1)
    }

    /// The last byte of a regular expression (`/["']/`) that begins here and ends on its line. It
    /// stands where a value is expected, so that a division is none.
    fn end_of_expression(&self) -> Option<usize> {
        let before = self.text[..self.at].iter().rev().take(8).find(|byte| !is_blank(**byte))?;
        let rest = &self.text[self.at + 1..];
        let is_comment = matches!(rest.first(), Some(b'/' | b'*'));
        if is_comment || !b"(,=:[!&|?{};".contains(before) {
            return None;
        }
        let (mut is_escaped, mut is_class) = (false, false);
        for (at, byte) in rest.iter().take(LONGEST_EXPRESSION).enumerate() {
            match byte {
                b'\n' => return None,
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'[' => is_class = true,
                b']' => is_class = false,
                b'/' if !is_class => return Some(self.at + 1 + at),
                _ => {}
            }
        }
        None
    }
}
