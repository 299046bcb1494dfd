//! What is kept of a document, as bytes.
//!
//! Runs of kept tokens are copied with the text between them as it was. Where tokens went between
//! two kept ones, the text on one side of the hole stays: no empty lines are left behind, no two
//! tokens become one, and a newline that separates is not lost.

use crate::document::{Document, Joining, TokenTable};
use crate::tokens::is_word;
use fixedbitset::FixedBitSet;
use memchr::memchr;
use probdd_core::Kept;
use std::ops::Range;

/// The mark that some editors begin UTF-8 files with; it stays first.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A newline that separates what stands on both sides, as long as both belong to the node around
/// it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequiredNewline {
    /// The token that it follows.
    pub(crate) after: u32,
    /// The tokens of the node around it.
    pub(crate) within: Range<u32>,
}

impl Document {
    /// Writes what is kept into `out`, which is cleared first. The bytes are those of the text
    /// when everything is kept.
    pub fn render(&self, kept: &Kept, out: &mut Vec<u8>) {
        out.clear();
        let bits = kept.tokens();
        if bits.count_ones(..) == self.tokens.len() {
            out.extend_from_slice(&self.text);
            return;
        }
        match &self.joining {
            Joining::Concatenated => {
                for run in Runs::new(bits) {
                    let bytes =
                        self.tokens.bytes(run.start).start..self.tokens.bytes(run.end - 1).end;
                    out.extend_from_slice(&self.text[bytes]);
                }
            }
            Joining::Seams { newlines, is_newline_sensitive, are_all_words } => {
                let seams = Seams {
                    text: &self.text,
                    tokens: &self.tokens,
                    newlines,
                    is_newline_sensitive: *is_newline_sensitive,
                    are_all_words: *are_all_words,
                };
                seams.render(bits, out);
            }
        }
    }
}

/// Maximal runs of set bits.
struct Runs<'a> {
    words: &'a [usize],
    length: usize,
    at: usize,
}

impl<'a> Runs<'a> {
    fn new(bits: &'a FixedBitSet) -> Self {
        Runs { words: bits.as_slice(), length: bits.len(), at: 0 }
    }

    /// The first position from `at` on whose bit is `wanted`, or the end.
    fn first_bit(&self, wanted: bool) -> usize {
        const BITS: usize = usize::BITS as usize;
        let mut index = self.at / BITS;
        let mut mask = usize::MAX << (self.at % BITS);
        while let Some(word) = self.words.get(index) {
            let word = if wanted { *word } else { !*word } & mask;
            if word != 0 {
                return (index * BITS + word.trailing_zeros() as usize).min(self.length);
            }
            mask = usize::MAX;
            index += 1;
        }
        self.length
    }
}

impl Iterator for Runs<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.first_bit(true);
        if start >= self.length {
            return None;
        }
        self.at = start;
        self.at = self.first_bit(false);
        Some(start..self.at)
    }
}

/// Renders a document whose text between tokens is chosen at every seam.
struct Seams<'a> {
    text: &'a [u8],
    tokens: &'a TokenTable,
    newlines: &'a [RequiredNewline],
    is_newline_sensitive: bool,
    are_all_words: bool,
}

/// What is known of the hole between two kept tokens.
struct Need {
    newline: bool,
    /// The indentation is that before the hole: what comes takes the place of what went.
    is_replacement: bool,
}

impl<'a> Seams<'a> {
    fn render(&self, bits: &FixedBitSet, out: &mut Vec<u8>) {
        let mut last = None;
        let mut newlines = self.newlines;
        for run in Runs::new(bits) {
            match last {
                None => out.extend_from_slice(self.opening(run.start)),
                Some(last) => {
                    let need = self.need(&mut newlines, last, run.start);
                    self.seam(last, run.start, &need, out);
                }
            }
            let bytes = self.tokens.bytes(run.start).start..self.tokens.bytes(run.end - 1).end;
            out.extend_from_slice(&self.text[bytes]);
            last = Some(run.end - 1);
        }
        if let Some(last) = last {
            out.extend_from_slice(self.closing(last));
        }
    }

    /// The text before the first kept token.
    fn opening(&self, first: usize) -> &'a [u8] {
        match first {
            0 => &self.text[..self.tokens.bytes(0).start],
            _ if self.text.starts_with(BYTE_ORDER_MARK) => BYTE_ORDER_MARK,
            _ => b"",
        }
    }

    /// The text after the last kept token.
    fn closing(&self, last: usize) -> &'a [u8] {
        let end = self.tokens.bytes(self.tokens.len() - 1).end;
        if last + 1 == self.tokens.len() {
            &self.text[end..]
        } else if self.text.ends_with(b"\r\n") {
            b"\r\n"
        } else if self.text.ends_with(b"\n") {
            b"\n"
        } else {
            b""
        }
    }

    /// Whether a newline between two kept tokens is required. `newlines` are those from the last
    /// seam on.
    fn need(&self, newlines: &mut &[RequiredNewline], a: usize, b: usize) -> Need {
        let (a, b) = (a as u32, b as u32);
        let skipped = newlines.partition_point(|newline| newline.after < a);
        *newlines = &newlines[skipped..];
        let hole = &newlines[..newlines.partition_point(|newline| newline.after < b)];
        let covers =
            |newline: &RequiredNewline| newline.within.start <= a && b < newline.within.end;
        let is_line_comment = self.tokens.is_line_comment(a as usize);
        let starts_there = hole.first().is_some_and(|newline| newline.after == a);
        let ends_here = hole.last().filter(|newline| newline.after + 1 == b);
        Need {
            newline: is_line_comment || starts_there || hole.iter().any(covers),
            is_replacement: starts_there && ends_here.is_some_and(|newline| !covers(newline)),
        }
    }

    fn seam(&self, a: usize, b: usize, need: &Need, out: &mut Vec<u8>) {
        let gap_a = &self.text[self.tokens.gap_after(a)];
        let gap_b = &self.text[self.tokens.gap_after(b - 1)];
        let has_newline = |gap: &[u8]| memchr(b'\n', gap).is_some();
        let avoids_newline = self.is_newline_sensitive && !need.newline;
        match (has_newline(gap_a), has_newline(gap_b)) {
            (true, true) => {
                let indented_like = if need.is_replacement { gap_a } else { gap_b };
                let count = newline_count(gap_a).min(newline_count(gap_b));
                push_newlines(count, indented_like, out);
            }
            (true, false) if !avoids_newline => push_newlines(newline_count(gap_a), gap_a, out),
            (false, true) if !avoids_newline => push_newlines(newline_count(gap_b), gap_b, out),
            (false, false) if need.newline => {
                let newline: &[u8] = if self.text.ends_with(b"\r\n") { b"\r\n" } else { b"\n" };
                out.extend_from_slice(newline);
            }
            (newline_a, newline_b) => {
                let gap = match (newline_a, newline_b) {
                    (true, _) => gap_b,
                    (_, true) => gap_a,
                    _ if gap_a.len() <= gap_b.len() => gap_a,
                    _ => gap_b,
                };
                out.extend_from_slice(gap);
                if gap.is_empty() && self.fuse(a, b) {
                    out.push(b' ');
                }
            }
        }
    }

    /// Whether two tokens without text between them would be read as others.
    fn fuse(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.text[self.tokens.bytes(a)], &self.text[self.tokens.bytes(b)]);
        let (Some(last), Some(first)) = (a.last(), b.first()) else { return false };
        if self.are_all_words {
            return !is_bracket(*last) && !is_bracket(*first);
        }
        let is_number = a[0].is_ascii_digit();
        is_word(*last) && (is_word(*first) || is_quote(*first))
            || is_quote(*last) && (is_word(*first) || is_quote(*first))
            || is_operator(*last) && is_operator(*first)
            || is_number && *first == b'.'
            || *last == b'.' && first.is_ascii_digit()
    }
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

fn is_bracket(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}')
}

fn is_operator(byte: u8) -> bool {
    matches!(
        byte,
        b'+' | b'-'
            | b'*'
            | b'/'
            | b'%'
            | b'&'
            | b'|'
            | b'^'
            | b'!'
            | b'='
            | b'<'
            | b'>'
            | b'~'
            | b'?'
            | b':'
            | b'.'
            | b'#'
            | b'@'
            | b'$'
            | b'\\'
    )
}

fn newline_count(gap: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', gap).count()
}

/// At most one empty line, then the last line of a gap. A gap that joins lines stays as it is.
fn push_newlines(count: usize, gap: &[u8], out: &mut Vec<u8>) {
    if memchr(b'\\', gap).is_some() {
        return out.extend_from_slice(gap);
    }
    let newline: &[u8] = if memchr(b'\r', gap).is_some() { b"\r\n" } else { b"\n" };
    for _ in 0..count.clamp(1, 2) {
        out.extend_from_slice(newline);
    }
    let line = memchr::memrchr(b'\n', gap).map_or(0, |at| at + 1);
    out.extend_from_slice(&gap[line..]);
}
