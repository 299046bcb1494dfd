//! The conditions of a preprocessor and their branches: what lies between `#if` and `#endif`.

use crate::text::brackets::Bracket;
use crate::text::directives::{Directive, DirectiveSyntax, Scan, head, scan};
use crate::text::lexis::Lexis;
use std::ops::Range;

/// A condition, from its first directive to its last one.
#[derive(Debug)]
pub(crate) struct Conditional {
    /// The directives: the first begins it, the last ends it.
    pub(crate) directives: Vec<Range<usize>>,
    /// The branches between the directives.
    pub(crate) branches: Vec<Branch>,
}

/// What lies between two directives of a condition.
#[derive(Debug)]
pub(crate) struct Branch {
    pub(crate) bytes: Range<usize>,
    /// Whether every bracket inside has its partner inside.
    pub(crate) is_balanced: bool,
    /// What its directive says of it.
    pub(crate) chance: Chance,
}

/// Whether a branch can be part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chance {
    /// As far as its directive tells, it may be.
    Possible,
    /// It is code for one of several languages that share the file.
    Dialect,
    /// It is never part of it: `#if 0`.
    Never,
}

impl Conditional {
    /// All its bytes.
    pub(crate) fn bytes(&self) -> Range<usize> {
        self.directives[0].start..self.directives[self.directives.len() - 1].end
    }
}

/// The conditions of a text, each before those inside it. Directives without a partner are left out.
pub(crate) fn conditionals(
    text: &[u8],
    syntax: &DirectiveSyntax,
    lexis: &Lexis,
) -> Vec<Conditional> {
    let scan = scan(text, syntax, lexis);
    let mut open: Vec<Vec<Range<usize>>> = Vec::new();
    let mut found = Vec::new();
    for (directive, bytes) in &scan.directives {
        match directive {
            Directive::Begin => open.push(vec![bytes.clone()]),
            Directive::Divide => {
                open.last_mut().into_iter().for_each(|directives| directives.push(bytes.clone()));
            }
            Directive::End => {
                if let Some(mut directives) = open.pop() {
                    directives.push(bytes.clone());
                    let branches = branches(text, &directives, &scan, syntax);
                    found.push(Conditional { directives, branches });
                }
            }
        }
    }
    found.sort_by_key(|conditional| conditional.directives[0].start);
    found
}

fn branches(
    text: &[u8],
    directives: &[Range<usize>],
    scan: &Scan,
    syntax: &DirectiveSyntax,
) -> Vec<Branch> {
    let mut was_dialect = false;
    let branch = |pair: &[Range<usize>]| {
        let bytes = pair[0].end..pair[1].start;
        let is_balanced = is_balanced(scan, &bytes);
        let chance = chance(&text[pair[0].clone()], was_dialect, syntax);
        was_dialect = chance == Chance::Dialect;
        Branch { bytes, is_balanced, chance }
    };
    directives.windows(2).map(branch).collect()
}

/// Whether the branch after a directive can be part of the program. What is not for another language
/// is for this one.
fn chance(directive: &[u8], was_dialect: bool, syntax: &DirectiveSyntax) -> Chance {
    let (head, condition) = directive.split_at(head(directive));
    let is_negated = head.ends_with(b"ndef") || condition.contains(&b'!');
    let names = |word: &str| memchr::memmem::find(condition, word.as_bytes()).is_some();
    let is_dialect = syntax.dialects.iter().any(|word| names(word));
    match (condition.trim_ascii(), is_dialect && !was_dialect) {
        (b"0", _) => Chance::Never,
        (_, true) if !is_negated => Chance::Dialect,
        _ => Chance::Possible,
    }
}

/// Whether all brackets in a part of a text have partners there.
fn is_balanced(scan: &Scan, bytes: &Range<usize>) -> bool {
    let first = scan.brackets.partition_point(|(at, _)| *at < bytes.start);
    let inside = scan.brackets[first..].iter().take_while(|(at, _)| *at < bytes.end);
    let mut open = Vec::new();
    for (_, bracket) in inside {
        match bracket {
            Bracket::Open(close) => open.push(*close),
            Bracket::Close(close) if open.pop() != Some(*close) => return false,
            Bracket::Close(_) | Bracket::None => {}
        }
    }
    open.is_empty()
}
