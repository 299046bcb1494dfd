//! Masked texts: directives and branches of conditions become blanks, and every other byte stays
//! where it is. What was masked is put back into the parse tree, as nodes of their own.

use crate::parser::masks::{Mask, Masked};
use crate::text::conditionals::{Branch, Chance, Conditional};
use crate::text::directives::{Directive, DirectiveSyntax};
use crate::text::tokens::is_blank;
use std::ops::Range;

/// Which conditions are masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Those that a grammar cannot read: with brackets that have no partner in their branch, or
    /// with code for another language.
    Unreadable,
    /// All of them, with every branch that can be read.
    All,
    /// All of them: one branch of those at errors, and every branch of the others that can be read.
    OneBranch,
}

/// What is masked in a manner, in order, without overlaps. `errors` are where the parse before had
/// errors.
pub(super) fn masks(
    text: &[u8],
    conditionals: &[Conditional],
    syntax: &DirectiveSyntax,
    (manner, errors): (Manner, &[Range<usize>]),
) -> Vec<Mask> {
    let mut masks = Vec::new();
    let mut hidden: Vec<Range<usize>> = Vec::new();
    for conditional in conditionals {
        let start = conditional.directives[0].start;
        if hidden.iter().any(|bytes| bytes.contains(&start)) {
            continue;
        }
        let is_at_error = errors.iter().any(|error| touch(error, &conditional.bytes()));
        let manner = if is_at_error || manner != Manner::OneBranch { manner } else { Manner::All };
        let Some(kept) = kept(text, conditional, syntax, manner) else { continue };
        for (at, branch) in conditional.branches.iter().enumerate() {
            let directive = conditional.directives[at].clone();
            if kept[at] {
                masks.push(Mask::directive(directive, division(at)));
                continue;
            }
            let content = trimmed(text, branch.bytes.clone());
            hidden.push(branch.bytes.clone());
            if at > 0 {
                let head = directive.len();
                masks.push(Mask {
                    bytes: directive.start..content.end,
                    what: Masked::Hidden { head },
                });
                continue;
            }
            masks.push(Mask::directive(directive, Directive::Begin));
            if !content.is_empty() {
                masks.push(Mask { bytes: content, what: Masked::Hidden { head: 0 } });
            }
        }
        let end = conditional.directives.last().cloned();
        masks.extend(end.map(|end| Mask::directive(end, Directive::End)));
    }
    // The directives of a condition surround those of the conditions inside.
    masks.sort_by_key(|mask| mask.bytes.start);
    masks
}

/// A text with blanks in the place of what is masked. Newlines stay.
pub(super) fn masked(text: &[u8], masks: &[Mask]) -> Vec<u8> {
    let mut out = text.to_vec();
    for mask in masks {
        let bytes = out[mask.bytes.clone()].iter_mut();
        bytes.filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    }
    out
}

pub(super) fn touch(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start <= b.end && b.start <= a.end
}

fn division(at: usize) -> Directive {
    if at == 0 { Directive::Begin } else { Directive::Divide }
}

/// Which branches of a condition are read; `None` if nothing of the condition is masked.
fn kept(
    text: &[u8],
    conditional: &Conditional,
    syntax: &DirectiveSyntax,
    manner: Manner,
) -> Option<Vec<bool>> {
    let branches = &conditional.branches;
    let is_readable = |branch: &Branch| match branch.chance {
        Chance::Possible => true,
        Chance::Dialect => syntax.is_dialect && branch.is_balanced,
        Chance::Never => false,
    };
    let readable: Vec<bool> = branches.iter().map(is_readable).collect();
    let is_balanced = branches
        .iter()
        .zip(&readable)
        .all(|(branch, is_readable)| branch.is_balanced || !is_readable);
    let is_wanted = is_balanced && readable.iter().all(|is_readable| *is_readable);
    match manner {
        Manner::Unreadable if is_wanted => None,
        Manner::Unreadable | Manner::All if is_balanced => Some(readable),
        _ => Some(only_first(text, branches, &readable)),
    }
}

/// Of the branches that are read, only the first one with text.
fn only_first(text: &[u8], branches: &[Branch], readable: &[bool]) -> Vec<bool> {
    let has_text =
        |at: &usize| readable[*at] && !trimmed(text, branches[*at].bytes.clone()).is_empty();
    let first = (0..branches.len()).find(has_text);
    (0..branches.len()).map(|at| Some(at) == first).collect()
}

/// Bytes without the blanks around them.
fn trimmed(text: &[u8], bytes: Range<usize>) -> Range<usize> {
    let content = &text[bytes.clone()];
    let leading = content.iter().take_while(|byte| is_blank(**byte)).count();
    let content = &content[leading..];
    let trailing = content.iter().rev().take_while(|byte| is_blank(**byte)).count();
    let start = bytes.start + leading;
    start..start + content.len() - trailing
}
