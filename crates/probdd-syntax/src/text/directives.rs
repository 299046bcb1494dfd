//! The conditional directives of a preprocessor, found without a grammar: `#if` to `#endif`.
//!
//! Only comments, strings and brackets are known of the text. What stands in a comment or a string
//! is neither a directive nor a bracket.

use crate::text::brackets::Bracket;
use crate::text::lexis::{Asides, Lexis};
use crate::text::tokens::{is_blank, is_word};
use std::ops::Range;

/// How a language writes conditional directives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DirectiveSyntax {
    /// The sign that begins a directive.
    pub(crate) sign: u8,
    /// Where directives begin and end.
    pub(crate) extent: Extent,
    /// The words after the sign that begin, divide and end conditions.
    pub(crate) begin: &'static [&'static str],
    pub(crate) divide: &'static [&'static str],
    pub(crate) end: &'static [&'static str],
    /// Names in conditions that only hold in one language of several which share files:
    /// `__cplusplus`.
    pub(crate) dialects: &'static [&'static str],
    /// Whether the names in `dialects` are those of this language.
    pub(crate) is_dialect: bool,
    /// Whether names may stand for any syntax.
    pub(crate) has_macros: bool,
}

#[allow(dead_code, reason = "a build may leave out the languages that need it")]
impl DirectiveSyntax {
    /// The directives of C.
    pub(crate) const C: DirectiveSyntax = DirectiveSyntax {
        sign: b'#',
        extent: Extent::Line,
        begin: &["if", "ifdef", "ifndef"],
        divide: &["elif", "elifdef", "elifndef", "else"],
        end: &["endif"],
        dialects: &["__cplusplus"],
        is_dialect: false,
        has_macros: true,
    };

    /// The directives of C++.
    pub(crate) const CPP: DirectiveSyntax =
        DirectiveSyntax { is_dialect: true, ..DirectiveSyntax::C };

    /// The directives of C#.
    pub(crate) const CSHARP: DirectiveSyntax =
        DirectiveSyntax { begin: &["if"], dialects: &[], has_macros: false, ..DirectiveSyntax::C };

    /// The directives of Verilog, which may stand anywhere in a line.
    pub(crate) const VERILOG: DirectiveSyntax = DirectiveSyntax {
        sign: b'`',
        extent: Extent::Words,
        begin: &["ifdef", "ifndef"],
        divide: &["elsif", "else"],
        end: &["endif"],
        dialects: &[],
        is_dialect: false,
        has_macros: false,
    };
}

/// Where directives begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// A directive is a line, with those that a backslash joins to it.
    Line,
    /// A directive is a sign, a word, and for some the name after it.
    Words,
}

/// What a directive does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Directive {
    /// It begins a condition.
    Begin,
    /// It ends a branch and begins another one.
    Divide,
    /// It ends a condition.
    End,
}

/// What a text has, in order.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// The conditional directives, without comments after them.
    pub(crate) directives: Vec<(Directive, Range<usize>)>,
    /// The brackets outside directives.
    pub(crate) brackets: Vec<(usize, Bracket)>,
}

/// Finds the conditional directives and the brackets of a text.
pub(crate) fn scan(text: &[u8], syntax: &DirectiveSyntax, lexis: &Lexis) -> Scan {
    let mut scan = Scan::default();
    let mut at = 0;
    let mut begins_line = true;
    let mut asides = Asides::new(lexis, text);
    while let Some(byte) = text.get(at) {
        let is_sign = *byte == syntax.sign && (begins_line || syntax.extent == Extent::Words);
        if is_sign {
            let end = syntax.end_of_directive(&mut asides, text, at);
            scan.directives
                .extend(syntax.directive(&text[at..end]).map(|directive| (directive, at..end)));
            at = end.max(at + 1);
        } else if let Some(end) = asides.end_of(at) {
            at = end;
            continue;
        } else {
            let bracket = Bracket::of(&text[at..=at]);
            scan.brackets.extend((bracket != Bracket::None).then_some((at, bracket)));
            at += 1;
        }
        begins_line = *byte == b'\n' || begins_line && is_blank(*byte);
    }
    scan
}

impl DirectiveSyntax {
    /// What a directive does, if it is conditional.
    fn directive(&self, text: &[u8]) -> Option<Directive> {
        let word = word(text);
        let is_one_of = |words: &[&str]| words.iter().any(|known| known.as_bytes() == word);
        if is_one_of(self.begin) {
            Some(Directive::Begin)
        } else if is_one_of(self.divide) {
            Some(Directive::Divide)
        } else {
            is_one_of(self.end).then_some(Directive::End)
        }
    }

    /// The end of a directive that begins at a byte, without comments and blanks at its end.
    fn end_of_directive(&self, asides: &mut Asides<'_>, text: &[u8], at: usize) -> usize {
        match self.extent {
            Extent::Line => end_of_line(asides, text, at),
            Extent::Words => {
                let head = head(&text[at..]);
                let needs_name = matches!(
                    self.directive(&text[at..at + head]),
                    Some(Directive::Begin | Directive::Divide)
                ) && word(&text[at..]) != b"else";
                at + if needs_name { head + name(&text[at + head..]) } else { head }
            }
        }
    }
}

/// The end of the line with a byte, with the lines that a backslash joins to it.
fn end_of_line(asides: &mut Asides<'_>, text: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    let mut next = end;
    while let Some(byte) = text.get(next) {
        let after = &text[next + 1..];
        let is_joint = *byte == b'\\' && (after.starts_with(b"\n") || after.starts_with(b"\r\n"));
        if *byte == b'\n' {
            break;
        } else if is_joint {
            next += memchr::memchr(b'\n', &text[next..]).map_or(1, |newline| newline + 1);
        } else if let Some(comment) = asides.end_of_comment(next) {
            next = comment;
        } else {
            next = asides.end_of(next).unwrap_or(next + 1);
            end = if is_blank(*byte) { end } else { next };
        }
    }
    end
}

/// The length of the sign of a directive and of its word.
pub(crate) fn head(text: &[u8]) -> usize {
    1 + name(&text[1..])
}

fn word(text: &[u8]) -> &[u8] {
    text[1..head(text)].trim_ascii_start()
}

/// The length of the blanks and the name that a text begins with.
fn name(text: &[u8]) -> usize {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    blanks + text[blanks..].iter().take_while(|byte| is_word(**byte)).count()
}
