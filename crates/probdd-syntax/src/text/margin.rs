//! What lines begin with that is no part of the text on them, such as the `/// ` of a comment.

use memchr::memchr_iter;

/// What every line of a text but the first begins with, in the text around it. Lines without text
/// lose the blanks at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Margin(Vec<u8>);

impl Margin {
    /// A margin of some bytes, none of which is a newline.
    pub(crate) fn new(bytes: Vec<u8>) -> Margin {
        Margin(bytes)
    }

    /// How many bytes stand before a line with text.
    pub(crate) fn width(&self) -> usize {
        self.0.len()
    }

    /// A text with this margin.
    pub fn put(&self, text: &[u8]) -> Vec<u8> {
        let mut lines = text.split(|byte| *byte == b'\n');
        let mut out = lines.next().unwrap_or_default().to_vec();
        for line in lines {
            out.push(b'\n');
            out.extend_from_slice(self.of_line(line));
            out.extend_from_slice(line);
        }
        out
    }

    /// The beginning of a text with this margin: its last line goes on after it.
    pub fn put_before(&self, text: &[u8]) -> Vec<u8> {
        let mut out = self.put(text);
        if text.ends_with(b"\n") {
            out.truncate(out.len() - self.of_line(b"").len());
            out.extend_from_slice(&self.0);
        }
        out
    }

    /// A text that has this margin without it.
    pub fn strip(&self, text: &[u8]) -> Vec<u8> {
        let mut lines = text.split(|byte| *byte == b'\n');
        let mut out = lines.next().unwrap_or_default().to_vec();
        for line in lines {
            out.push(b'\n');
            out.extend_from_slice(self.strip_line(line).unwrap_or(line));
        }
        out
    }

    /// A line without this margin; `None` if it has another one.
    pub(crate) fn strip_line<'t>(&self, line: &'t [u8]) -> Option<&'t [u8]> {
        let short = self.0.trim_ascii_end();
        line.strip_prefix(&self.0[..])
            .or_else(|| (line.trim_ascii_end() == short).then(|| &line[line.len()..]))
    }

    /// Where a byte of a text stands once the text has this margin.
    pub fn place(&self, text: &[u8], at: usize) -> usize {
        let newlines = memchr_iter(b'\n', &text[..at]);
        let margin = |newline: usize| {
            let line = text[newline + 1..].split(|byte| *byte == b'\n').next();
            self.of_line(line.unwrap_or_default()).len()
        };
        at + newlines.map(margin).sum::<usize>()
    }

    fn of_line(&self, line: &[u8]) -> &[u8] {
        if line.is_empty() { self.0.trim_ascii_end() } else { &self.0 }
    }

    /// The margin of a text that has a margin inside of a text with this one.
    #[must_use]
    pub fn before(&self, inner: &Margin) -> Margin {
        Margin([&self.0[..], &inner.0].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn margin(bytes: &str) -> Margin {
        Margin::new(bytes.as_bytes().to_vec())
    }

    #[test]
    fn a_margin_stands_before_every_line_but_the_first() {
        let comment = margin("    /// ");
        assert_eq!(comment.put(b"a\n\n b"), b"a\n    ///\n    ///  b");
        assert_eq!(comment.put(b""), b"");
        assert_eq!(comment.put_before(b"a\n"), b"a\n    /// ");
        assert_eq!(comment.put_before(b"a\nb"), b"a\n    /// b");
        assert_eq!(margin("").put(b"a\nb\n"), b"a\nb\n");
    }

    #[test]
    fn a_text_with_a_margin_loses_it_again() {
        for text in ["", "a", "a\nb", "\n", "a\n\n\n  b\n", " \n \n", "/// a\n/// b"] {
            for bytes in ["", " ", "/// ", "  ... ", "#"] {
                let margin = margin(bytes);
                let put = margin.put(text.as_bytes());
                assert_eq!(margin.strip(&put), text.as_bytes(), "{text:?} {bytes:?}");
                for at in 0..text.len() {
                    assert_eq!(put[margin.place(text.as_bytes(), at)], text.as_bytes()[at]);
                }
            }
        }
    }

    #[test]
    fn a_line_with_another_margin_is_told_apart() {
        let comment = margin("/// ");
        assert_eq!(comment.strip_line(b"/// a"), Some(&b"a"[..]));
        assert_eq!(comment.strip_line(b"///"), Some(&b""[..]));
        assert_eq!(comment.strip_line(b"///a"), None);
        assert_eq!(comment.strip_line(b"// a"), None);
    }
}
