//! The bytes that divide a text: newlines, commas, semicolons, and brackets with a partner, outside
//! of quoted strings. In a text with tags: newlines, and tags with a partner.
//!
//! The marks take a bit for each byte, so an eighth of the text's size, whatever it contains.

mod scan;

use crate::text::tags::{end_of_tag, is_empty_tag};
use fixedbitset::FixedBitSet;
use memchr::memrchr;
use scan::Scan;
use std::ops::Range;

const BITS: usize = usize::BITS as usize;

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
        self.within(range).filter(move |at| {
            if self.is_opening(*at) {
                depth += 1;
                depth == 1
            } else {
                depth = depth.saturating_sub(usize::from(self.is_closing(*at)));
                depth == 0
            }
        })
    }

    /// Whether a marked byte begins an opening bracket or tag.
    pub(super) fn is_opening(&self, at: usize) -> bool {
        matches!(self.text[at], b'(' | b'[' | b'{' | b'<')
    }

    /// Whether a marked byte ends a closing bracket or tag.
    pub(super) fn is_closing(&self, at: usize) -> bool {
        self.ends_item(at) && !(self.text[at] == b'>' && is_empty_tag(self.text, at))
    }

    /// Whether a marked byte ends a pair of brackets or tags, or an element that is one tag.
    pub(super) fn ends_item(&self, at: usize) -> bool {
        matches!(self.text[at], b')' | b']' | b'}' | b'>')
    }

    /// What stands between an opening bracket or tag and the closing one.
    pub(super) fn inside(&self, opening: usize, closing: usize) -> Range<usize> {
        if self.text[opening] != b'<' {
            return opening + 1..closing;
        }
        let end = end_of_tag(self.text, opening).unwrap_or(closing);
        let start_of_closing = memrchr(b'<', &self.text[..closing]).unwrap_or(closing);
        end.min(start_of_closing)..start_of_closing
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
    fn brackets_and_quotes_in_a_regular_expression_are_no_marks() {
        assert_eq!(marked(r#"f(/["'(]/, a / b, c)"#), " (       ,      ,  )");
        assert_eq!(marked("f(/*c*/ a, 1)/2;"), " (       ,  )  ;");
    }

    #[test]
    fn tags_with_a_partner_and_empty_elements_are_marked() {
        assert_eq!(marked("<a><b c='>'>x, (</b><d/></a>"), "<  <               >   >   >");
        assert_eq!(marked("<a><p>don't<p>\"</a>"), "<                 >");
        assert_eq!(marked("<a><script>f(a, b)</script></a>"), "<  <        ( ,  )        >   >");
    }

    #[test]
    fn what_stands_between_tags_is_inside_of_them() {
        let text = b"<a b='>'>x</a>";
        let marks = Marks::of(text, &|| false);
        assert_eq!(&text[marks.inside(0, text.len() - 1)], b"x");
    }

    #[test]
    fn the_outermost_marks_of_a_range_leave_out_what_its_brackets_contain() {
        let marks = Marks::of(b"[a, (b, c), d]", &|| false);
        assert_eq!(marks.outermost(1..13).collect::<Vec<_>>(), [2, 4, 9, 10]);
        assert_eq!(marks.outermost(0..14).collect::<Vec<_>>(), [0, 13]);
    }
}
