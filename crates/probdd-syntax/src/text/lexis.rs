//! The tokens of a text in a language that has no tree: comments and strings are whole, as the
//! language writes them. Nothing else is known of the language.

use crate::text::tokens::{Quotes, is_blank, is_word, token_length};
use memchr::memmem;
use std::ops::Range;

/// How a language writes comments and strings, apart from strings in `"` or `'` that end on their
/// line: those are known of all languages.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lexis {
    /// What begins a comment that ends with its line.
    pub(crate) line_comments: &'static [&'static str],
    /// Whether a backslash at the end of such a comment joins the next line to it.
    pub(crate) joins_lines: bool,
    /// Other comments.
    pub(crate) comments: &'static [Enclosed],
    /// Strings that may span lines.
    pub(crate) strings: &'static [Enclosed],
    /// What encloses text that is read like the text around it: the body of a function in `$$`.
    pub(crate) bodies: &'static [Enclosed],
    /// Whether `'` encloses one character only: elsewhere it is a sign like others.
    pub(crate) has_characters: bool,
}

/// Text between two signs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Enclosed {
    /// It ends with the first such sign.
    Plain(&'static str, &'static str),
    /// It ends with the first such sign after which no backslash stands.
    Escaped(&'static str, &'static str),
    /// It may contain text like itself.
    Nested(&'static str, &'static str),
    /// The sign that ends it repeats a part of the sign that begins it: `R"x(` and `)x"`.
    Fenced {
        open: (&'static str, &'static str),
        close: (&'static str, &'static str),
        /// The byte that this part consists of; if there is none, it is a word.
        fence: Option<u8>,
    },
}

use Enclosed::{Escaped, Fenced, Nested, Plain};

#[allow(dead_code, reason = "a build may leave out the languages that need one")]
impl Lexis {
    /// Strings that end on their line, no comments.
    pub(crate) const NONE: Lexis = Lexis {
        line_comments: &[],
        joins_lines: false,
        comments: &[],
        strings: &[],
        bodies: &[],
        has_characters: false,
    };

    /// `//` and `/* */`.
    pub(crate) const SLASHES: Lexis =
        Lexis { line_comments: &["//"], comments: &[Plain("/*", "*/")], ..Lexis::NONE };

    /// The same, and strings of several lines in `"""`.
    pub(crate) const TEXT_BLOCKS: Lexis =
        Lexis { strings: &[Escaped(r#"""""#, r#"""""#)], ..Lexis::SLASHES };

    /// The same with comments in comments.
    pub(crate) const NESTED_SLASHES: Lexis =
        Lexis { comments: &[Nested("/*", "*/")], ..Lexis::TEXT_BLOCKS };

    /// Comments and strings of C and C++.
    pub(crate) const C: Lexis = Lexis {
        joins_lines: true,
        strings: &[Fenced { open: ("R\"", "("), close: (")", "\""), fence: None }],
        ..Lexis::SLASHES
    };

    /// `#`.
    pub(crate) const HASH: Lexis = Lexis { line_comments: &["#"], ..Lexis::NONE };

    /// `<!-- -->`.
    pub(crate) const MARKUP: Lexis =
        Lexis { comments: &[Plain("<!--", "-->")], has_characters: true, ..Lexis::NONE };

    /// Whether a token is a comment.
    pub(crate) fn is_comment(&self, token: &[u8]) -> bool {
        let begins = |sign: &str| token.len() > sign.len() && token.starts_with(sign.as_bytes());
        self.line_comments.iter().any(|sign| token.starts_with(sign.as_bytes()))
            || self.comments.iter().any(|comment| begins(comment.signs().0))
    }

    /// The signs that enclose bodies, in order of those that open them.
    pub(crate) fn body_signs(&self, text: &[u8]) -> Vec<(Range<usize>, Range<usize>)> {
        let mut signs = Vec::new();
        let mut end = 0;
        for token in self.tokens(text).filter(|_| !self.bodies.is_empty()) {
            let rest = &text[token.start..];
            let found = self.bodies.iter().find_map(|body| match body.length(rest)? {
                Length::Closed(length) => Some((body.opening(rest), length)),
                Length::Unclosed => None,
            });
            if let Some((opening, length)) = found.filter(|_| token.start >= end) {
                end = token.start + length;
                signs.push((token.start..token.start + opening, end - opening..end));
            }
        }
        signs
    }

    /// The tokens of a text, from left to right.
    pub(crate) fn tokens<'t>(&'t self, text: &'t [u8]) -> impl Iterator<Item = Range<usize>> + 't {
        let (mut at, mut asides) = (0, Asides::new(self, text));
        std::iter::from_fn(move || {
            at += text[at..].iter().take_while(|byte| is_blank(**byte)).count();
            let start = at;
            at = asides.end_of(at).or_else(|| asides.end_of_other(at))?;
            Some(start..at)
        })
    }
}

impl Enclosed {
    fn signs(&self) -> (&'static str, &'static str) {
        match self {
            Plain(open, close) | Escaped(open, close) | Nested(open, close) => (open, close),
            Fenced { open, close, .. } => (open.0, close.0),
        }
    }

    /// The length of the sign that a text begins with; the one that ends it is as long.
    fn opening(&self, text: &[u8]) -> usize {
        match self {
            Plain(open, _) | Escaped(open, _) | Nested(open, _) => open.len(),
            Fenced { open, fence, .. } => {
                let is_part = |byte: &&u8| fence.map_or(is_word(**byte), |fence| fence == **byte);
                let part = text[open.0.len()..].iter().take_while(is_part).count();
                open.0.len() + part + open.1.len()
            }
        }
    }

    /// The end of what begins with a text; `None` if it does not begin so.
    fn length(&self, text: &[u8]) -> Option<Length> {
        let (open, close) = self.signs();
        let rest = text.strip_prefix(open.as_bytes())?;
        let length = match self {
            Plain(..) => memmem::find(rest, close.as_bytes()).map(|at| at + close.len()),
            Escaped(..) => escaped(rest, close.as_bytes()),
            Nested(..) => nested(rest, open.as_bytes(), close.as_bytes()),
            Fenced { open, close, fence } => {
                let is_part = |byte: &&u8| fence.map_or(is_word(**byte), |fence| fence == **byte);
                let (part, rest) = rest.split_at(rest.iter().take_while(is_part).count());
                let inside = rest.strip_prefix(open.1.as_bytes())?;
                let close = [close.0.as_bytes(), part, close.1.as_bytes()].concat();
                memmem::find(inside, &close).map(|at| part.len() + open.1.len() + at + close.len())
            }
        };
        Some(length.map_or(Length::Unclosed, |length| Length::Closed(open.len() + length)))
    }
}

enum Length {
    Closed(usize),
    Unclosed,
}

/// The length of a text up to and with a sign, apart from those after a backslash. A single
/// backslash between two signs is taken for itself: `ESCAPE '\'`.
fn escaped(text: &[u8], close: &[u8]) -> Option<usize> {
    let lone = text.strip_prefix(b"\\").and_then(|rest| rest.strip_prefix(close));
    if lone.is_some_and(|rest| !rest.starts_with(close)) {
        return Some(1 + close.len());
    }
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        at += memchr::memchr2(close[0], b'\\', rest)?;
        if text[at] == b'\\' {
            at += 2;
        } else if text[at..].starts_with(close) {
            return Some(at + close.len());
        } else {
            at += 1;
        }
    }
}

/// The length of a text up to and with the sign that closes it.
fn nested(text: &[u8], open: &[u8], close: &[u8]) -> Option<usize> {
    let (mut depth, mut at) = (1, 0);
    while depth > 0 {
        at += memchr::memchr2(open[0], close[0], text.get(at..)?)?;
        at += if text[at..].starts_with(close) {
            depth -= 1;
            close.len()
        } else if text[at..].starts_with(open) {
            depth += 1;
            open.len()
        } else {
            1
        };
    }
    Some(at)
}

/// The comments and strings of a text that is read from left to right.
pub(crate) struct Asides<'t> {
    lexis: &'t Lexis,
    text: &'t [u8],
    quotes: Quotes,
    /// The signs that nothing closes any more. Another search would read the same bytes.
    unclosed: u32,
}

impl<'t> Asides<'t> {
    pub(crate) fn new(lexis: &'t Lexis, text: &'t [u8]) -> Asides<'t> {
        Asides { lexis, text, quotes: Quotes::default(), unclosed: 0 }
    }

    /// The end of the comment at a byte, if one begins there.
    pub(crate) fn end_of_comment(&mut self, at: usize) -> Option<usize> {
        let rest = &self.text[at..];
        let begins = |sign: &str| rest.starts_with(sign.as_bytes());
        // `--[[` begins another comment than `--`.
        let other = self.end_of_enclosed(at, self.lexis.comments, 0);
        other.or_else(|| {
            self.lexis
                .line_comments
                .iter()
                .any(|sign| begins(sign))
                .then(|| at + if self.lexis.joins_lines { logical_line(rest) } else { line(rest) })
        })
    }

    /// The end of the comment or the string at a byte, if one begins there.
    pub(crate) fn end_of(&mut self, at: usize) -> Option<usize> {
        if at >= self.text.len() {
            return None;
        }
        let end = self.end_of_comment(at);
        let strings = self.lexis.strings;
        let is_in_word = || self.text[..at].last().is_some_and(|last| is_word(*last));
        let begins_word = is_word(self.text[at]);
        let end = end.or_else(|| {
            (!begins_word || !is_in_word()).then(|| self.end_of_enclosed(at, strings, 16))?
        });
        end.or_else(|| self.end_of_quoted(at))
    }

    /// The end of the token that is neither comment nor string.
    fn end_of_other(&mut self, at: usize) -> Option<usize> {
        let is_plain = self.lexis.has_characters && self.text.get(at) == Some(&b'\'');
        let length = if is_plain { 1 } else { token_length(self.text, at, &mut self.quotes)? };
        Some(at + length)
    }

    fn end_of_enclosed(&mut self, at: usize, all: &[Enclosed], first: usize) -> Option<usize> {
        for (index, enclosed) in all.iter().enumerate() {
            let bit = 1 << (first + index);
            if self.unclosed & bit != 0 {
                continue;
            }
            match enclosed.length(&self.text[at..]) {
                Some(Length::Closed(length)) => return Some(at + length),
                Some(Length::Unclosed) => self.unclosed |= bit,
                None => {}
            }
        }
        None
    }

    /// The end of the string in `"` or `'` at a byte, which ends on its line.
    fn end_of_quoted(&mut self, at: usize) -> Option<usize> {
        let is_quote = matches!(self.text[at], b'"' | b'\'');
        if self.text[at] == b'\'' && self.lexis.has_characters {
            return Some(at + character(&self.text[at..])?);
        }
        let length = is_quote.then(|| token_length(self.text, at, &mut self.quotes))??;
        (length > 1).then_some(at + length)
    }
}

/// The length of a character in `'`.
fn character(text: &[u8]) -> Option<usize> {
    let inside = match text {
        [_, b'\\', ..] => 2 + memchr::memchr(b'\'', text.get(3..)?)?,
        [_, first, ..] => match first {
            b'\'' | b'\n' => return None,
            0xf0.. => 4,
            0xe0.. => 3,
            0xc0.. => 2,
            _ => 1,
        },
        _ => return None,
    };
    // `'\u{10ffff}'` is the longest.
    (inside <= 12 && text.get(1 + inside) == Some(&b'\'')).then_some(inside + 2)
}

fn line(text: &[u8]) -> usize {
    let end = memchr::memchr(b'\n', text).unwrap_or(text.len());
    text[..end].trim_ascii_end().len()
}

/// The length of a line without its newline, with those that a backslash joins to it.
fn logical_line(text: &[u8]) -> usize {
    let ends = memchr::memchr_iter(b'\n', text);
    let joins =
        |end: &usize| !text[..*end].strip_suffix(b"\r").unwrap_or(&text[..*end]).ends_with(b"\\");
    let end = ends.into_iter().find(joins).unwrap_or(text.len());
    text[..end].trim_ascii_end().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split<'t>(lexis: &'t Lexis, text: &'t str) -> Vec<&'t str> {
        lexis.tokens(text.as_bytes()).map(|token| &text[token]).collect()
    }

    #[test]
    fn comments_are_whole() {
        assert_eq!(
            split(&Lexis::C, "a /* b\n c */ d // e \\\n f\ng"),
            ["a", "/* b\n c */", "d", "// e \\\n f", "g"]
        );
        assert_eq!(
            split(&Lexis::NESTED_SLASHES, "/* a /* b */ c */ d"),
            ["/* a /* b */ c */", "d"]
        );
        assert!(Lexis::C.is_comment(b"/* b */") && !Lexis::C.is_comment(b"/"));
    }

    #[test]
    fn a_comment_that_nothing_closes_is_no_comment() {
        assert_eq!(split(&Lexis::C, "/* a 'b' c"), ["/", "*", "a", "'b'", "c"]);
        let text = "/* ".repeat(1 << 20);
        assert_eq!(Lexis::NESTED_SLASHES.tokens(text.as_bytes()).count(), 1 << 21);
    }

    #[test]
    fn strings_may_span_lines_where_the_language_has_such() {
        assert_eq!(
            split(&Lexis::C, "x = R\"y(a\n)\" b)y\"; \"c // d\""),
            ["x", "=", "R\"y(a\n)\" b)y\"", ";", "\"c // d\""]
        );
        let sql = Lexis { strings: &[Escaped("'", "'")], ..Lexis::NONE };
        assert_eq!(
            split(&sql, "N'a\nb\\'c' ESCAPE '\\' d"),
            ["N", "'a\nb\\'c'", "ESCAPE", "'\\'", "d"]
        );
    }

    #[test]
    fn bodies_are_read_like_the_text_around_them() {
        let fence = Fenced { open: ("$", "$"), close: ("$", "$"), fence: None };
        let sql = Lexis { bodies: Box::leak(Box::new([fence])), ..Lexis::NONE };
        let text = b"do $x$ a $$ b $x$; $1 $$c$$ $$";
        assert_eq!(sql.body_signs(text), [(3..6, 14..17), (22..24, 25..27)]);
    }

    #[test]
    fn where_an_apostrophe_encloses_characters_it_begins_no_string() {
        let rust = Lexis { has_characters: true, ..Lexis::NESTED_SLASHES };
        assert_eq!(
            split(&rust, "<'a> 'b' '\\'' 'c"),
            ["<", "'", "a", ">", "'b'", "'\\''", "'", "c"]
        );
    }

    #[test]
    fn without_facts_the_tokens_are_those_of_any_text() {
        let text = "it's 'a b' x\"y\nz\" /* c */ // d";
        let plain: Vec<_> = crate::text::tokens::tokens(text.as_bytes()).collect();
        assert_eq!(Lexis::NONE.tokens(text.as_bytes()).collect::<Vec<_>>(), plain);
    }
}
