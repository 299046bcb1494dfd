//! Divides S-expressions into tokens.

use crate::language::dialect::{Dialect, Escapes, Prefix};
use crate::text::tokens::BYTE_ORDER_MARK;
use crate::text::tokens::is_blank;
use std::ops::Range;

/// The class of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// An opening bracket, by the byte that closes it.
    Open(u8),
    /// A closing bracket.
    Close(u8),
    /// A symbol, a number, a string, ...
    Atom,
    /// A prefix of the datum after it.
    Prefix(Prefix),
    /// A comment.
    Comment,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) class: Class,
    start: u32,
    end: u32,
}

impl Token {
    pub(super) fn bytes(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The tokens of a text, by number.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'a> {
    pub(super) dialect: &'static Dialect,
    pub(super) text: &'a [u8],
    pub(super) all: &'a [Token],
}

impl<'a> Tokens<'a> {
    /// The text of a token; empty after the last one.
    pub(super) fn text_at(&self, at: usize) -> &'a [u8] {
        self.all.get(at).map_or(b"", |token| &self.text[token.bytes()])
    }

    pub(super) fn class_at(&self, at: usize) -> Option<Class> {
        self.all.get(at).map(|token| token.class)
    }

    pub(super) fn is_keyword(&self, at: usize) -> bool {
        let text = self.text_at(at);
        let begins = |start: &&[u8]| text.starts_with(start) && text.len() > start.len();
        self.class_at(at) == Some(Class::Atom) && self.dialect.keywords.iter().any(begins)
    }
}

/// The tokens of a text, from left to right.
pub(super) fn tokens(dialect: &Dialect, text: &[u8]) -> Vec<Token> {
    let at = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut lexer = Lexer { dialect, text, at, has_open_quote: false, has_open_comment: false };
    let mut tokens = Vec::new();
    while let Some(class) = lexer.skip_blanks().and_then(|()| lexer.class()) {
        let start = lexer.at as u32;
        lexer.at += lexer.length(class);
        let class = lexer.final_class(class, start as usize);
        tokens.push(Token { class, start, end: lexer.at as u32 });
    }
    with_joined_data(dialect, text, &tokens)
}

struct Lexer<'a> {
    dialect: &'a Dialect,
    text: &'a [u8],
    at: usize,
    /// Whether a quote was found that is not closed. From then on quotes are ordinary characters,
    /// so that no text is searched twice.
    has_open_quote: bool,
    /// Whether a comment was found that is not closed; likewise.
    has_open_comment: bool,
}

impl Lexer<'_> {
    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }

    /// Skips blanks, and in Clojure commas before blanks.
    fn skip_blanks(&mut self) -> Option<()> {
        while let Some(byte) = self.text.get(self.at) {
            let is_comma = *byte == b','
                && self.dialect.has_more_brackets
                && self.text.get(self.at + 1).is_none_or(|next| is_blank(*next));
            if !is_blank(*byte) && !is_comma {
                return Some(());
            }
            self.at += 1;
        }
        None
    }

    /// The class of the token here, as far as its beginning tells.
    fn class(&mut self) -> Option<Class> {
        let rest = self.rest();
        let first = *rest.first()?;
        if rest.starts_with(self.dialect.line_comment) || self.begins_block_comment() {
            return Some(Class::Comment);
        }
        if let Some((_, mark)) = self.prefix() {
            return Some(Class::Prefix(mark));
        }
        Some(match first {
            b'(' => Class::Open(b')'),
            b')' => Class::Close(b')'),
            b'[' if self.dialect.has_more_brackets => Class::Open(b']'),
            b'{' if self.dialect.has_more_brackets => Class::Open(b'}'),
            b']' | b'}' if self.dialect.has_more_brackets => Class::Close(first),
            _ => Class::Atom,
        })
    }

    fn begins_block_comment(&self) -> bool {
        let begins = |[open, _]: [&[u8]; 2]| self.rest().starts_with(open);
        !self.has_open_comment && self.dialect.block_comment.is_some_and(begins)
    }

    /// The prefix here, if it stands right before a datum.
    fn prefix(&self) -> Option<(usize, Prefix)> {
        let rest = self.rest();
        let (prefix, mark) =
            self.dialect.prefixes.iter().find(|(prefix, _)| rest.starts_with(prefix))?;
        let next = rest.get(prefix.len())?;
        let is_datum = !is_blank(*next) && !self.is_bracket(*next, b")", b"]}");
        is_datum.then_some((prefix.len(), *mark))
    }

    /// Whether a byte is one of some round brackets, or of some others where those are brackets.
    fn is_bracket(&self, byte: u8, round: &[u8], others: &[u8]) -> bool {
        round.contains(&byte) || self.dialect.has_more_brackets && others.contains(&byte)
    }

    fn length(&mut self, class: Class) -> usize {
        match class {
            Class::Open(_) | Class::Close(_) => 1,
            Class::Prefix(_) => self.prefix().map_or(1, |(length, _)| length),
            Class::Comment => self.comment_length(),
            Class::Atom if self.rest()[0] == b'"' => self.string_length(),
            Class::Atom => self.symbol_length(),
        }
    }

    fn comment_length(&mut self) -> usize {
        let rest = &self.text[self.at..];
        if rest.starts_with(self.dialect.line_comment) {
            let line = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            return line - usize::from(rest[..line].ends_with(b"\r"));
        }
        let Some([open, close]) = self.dialect.block_comment else { return 1 };
        let (mut depth, mut at) = (0_usize, 0);
        while at < rest.len() {
            if rest[at..].starts_with(open) {
                depth += 1;
                at += open.len();
            } else if rest[at..].starts_with(close) {
                depth -= 1;
                at += close.len();
                if depth == 0 {
                    return at;
                }
            } else {
                at += 1;
            }
        }
        self.has_open_comment = true;
        1
    }

    /// The length of a string, or of its quote if the string is not closed.
    fn string_length(&mut self) -> usize {
        let rest = &self.text[self.at..];
        let mut at = 1;
        while let Some(byte) = rest.get(at).filter(|_| !self.has_open_quote) {
            match byte {
                b'\\' if self.dialect.escapes != Escapes::DoubledQuotes => at += 2,
                b'"' if self.is_doubled(rest.get(at + 1)) => at += 2,
                b'"' => return at + 1,
                _ => at += 1,
            }
        }
        self.has_open_quote = true;
        1
    }

    fn is_doubled(&self, next: Option<&u8>) -> bool {
        self.dialect.escapes == Escapes::DoubledQuotes && next == Some(&b'"')
    }

    fn symbol_length(&self) -> usize {
        let rest = self.rest();
        let mut at = 0;
        while let Some(byte) = rest.get(at) {
            match byte {
                b'\\' if self.dialect.escapes == Escapes::Anywhere => {
                    let next = rest.get(at + 1).filter(|next| !matches!(next, b'\n' | b'\r'));
                    at += 1 + next.map_or(0, |first| character_length(*first, &rest[at + 1..]));
                }
                b'|' if self.dialect.has_bars => {
                    at += 1;
                    at += memchr::memchr(b'|', &rest[at..]).map_or(0, |length| length + 1);
                }
                _ if at > 0 && self.ends_symbol(&rest[at..]) => break,
                _ => at += 1,
            }
        }
        at
    }

    fn ends_symbol(&self, rest: &[u8]) -> bool {
        let byte = rest[0];
        let is_comment = matches!(self.dialect.line_comment, [first, ..] if *first == byte)
            && rest.starts_with(self.dialect.line_comment);
        let is_comma = byte == b',' && self.dialect.has_more_brackets;
        let is_bracket = self.is_bracket(byte, b"()", b"[]{}");
        is_blank(byte) || byte == b'"' || is_comment || is_comma || is_bracket
    }

    /// Corrects the class of a token at its end: an unclosed comment is no comment, and `#` before
    /// a bracket or a string, as in `#u8(1)`, is a prefix.
    fn final_class(&self, class: Class, start: usize) -> Class {
        let is_open_comment = class == Class::Comment
            && self.has_open_comment
            && self.at == start + 1
            && !self.text[start..].starts_with(self.dialect.line_comment);
        if is_open_comment {
            return if self.text[start] == b'(' { Class::Open(b')') } else { Class::Atom };
        }
        let is_sharp = self.dialect.has_more_brackets && self.text[start] == b'#';
        let next = self.text.get(self.at);
        if class == Class::Atom && is_sharp && next.is_some_and(|next| b"([{\"".contains(next)) {
            return Class::Prefix(Prefix::Quote);
        }
        class
    }
}

/// The length of a character of UTF-8 by its first byte, up to the end of the text.
fn character_length(first: u8, rest: &[u8]) -> usize {
    let length = match first {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xff => 4,
        _ => 1,
    };
    length.min(rest.len())
}

/// Joins the tokens of each datum comment (`#;` and the datum after it) to one comment, and those
/// of each condition (`#+` and the features after it) to one prefix.
fn with_joined_data(dialect: &Dialect, text: &[u8], tokens: &[Token]) -> Vec<Token> {
    let joined = |token: &Token| match token.class {
        Class::Prefix(Prefix::Condition) => Some(token.class),
        Class::Prefix(_) => {
            let is_comment = dialect.datum_comments.contains(&&text[token.bytes()]);
            is_comment.then_some(Class::Comment)
        }
        _ => None,
    };
    let mut out = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let Some(class) = joined(token) else {
            out.push(*token);
            at += 1;
            continue;
        };
        let end = at + 1 + datum_length(&tokens[at + 1..]);
        out.push(Token { class, end: tokens[end - 1].end, ..*token });
        at = end;
    }
    out
}

/// The number of tokens of the datum at the beginning.
pub(super) fn datum_length(tokens: &[Token]) -> usize {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        match token.class {
            Class::Open(_) => depth += 1,
            Class::Close(_) if depth == 0 => return index,
            Class::Close(_) => depth -= 1,
            Class::Prefix(_) | Class::Comment => continue,
            Class::Atom => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    tokens.len()
}
