//! Which newlines of a text must not be lost between what they separate.

use crate::document::{Joining, TokenTable};
use crate::language::Newlines;
use crate::render::RequiredNewline;
use probdd_core::{NodeId, Role, Tree};
use std::ops::Range;

/// How the tokens of a text in a language are joined.
pub(crate) fn joining(rule: Newlines, tree: &Tree, table: &TokenTable, text: &[u8]) -> Joining {
    let newlines = match rule {
        Newlines::Free => Vec::new(),
        Newlines::Directives => around_directives(table, text),
        Newlines::Statements { free_inside } => between_statements(tree, table, text, free_inside),
    };
    let is_newline_sensitive = matches!(rule, Newlines::Statements { .. });
    Joining::Seams { newlines, is_newline_sensitive }
}

/// All newlines: where no grammar tells what they mean.
pub(crate) fn all(table: &TokenTable, text: &[u8]) -> Vec<RequiredNewline> {
    let gaps = 0..table.len().saturating_sub(1);
    gaps.filter(|token| text[table.gap_after(*token)].contains(&b'\n'))
        .map(|token| RequiredNewline { after: token as u32, list: 0..u32::MAX })
        .collect()
}

/// Newlines on both sides of preprocessor lines.
fn around_directives(table: &TokenTable, text: &[u8]) -> Vec<RequiredNewline> {
    let mut newlines = Vec::new();
    let starts_directive = |token: usize| text[table.bytes(token)].starts_with(b"#");
    let mut is_directive = table.len() > 0 && starts_directive(0);
    for token in 0..table.len().saturating_sub(1) {
        if !ends_line(&text[table.gap_after(token)]) {
            continue;
        }
        let was_directive = is_directive;
        is_directive = starts_directive(token + 1);
        if was_directive || is_directive {
            newlines.push(RequiredNewline { after: token as u32, list: 0..u32::MAX });
        }
    }
    newlines
}

/// Whether a gap has a newline that no backslash joins.
fn ends_line(gap: &[u8]) -> bool {
    memchr::memchr_iter(b'\n', gap).any(|at| {
        let before = gap[..at].strip_suffix(b"\r").unwrap_or(&gap[..at]);
        !before.ends_with(b"\\")
    })
}

/// Newlines before and after the items of lists without separators, outside brackets.
fn between_statements(
    tree: &Tree,
    table: &TokenTable,
    text: &[u8],
    free_inside: &[u8],
) -> Vec<RequiredNewline> {
    let mut lists: Vec<Option<Range<u32>>> = vec![None; table.len()];
    for (id, node) in tree.nodes().filter(|(_, node)| node.is_list()) {
        for (before, after) in boundaries(tree, id) {
            for token in [before, after].into_iter().flatten() {
                widen(&mut lists[token], node.first_token..node.end_token);
            }
        }
    }
    let free = free_gaps(table, text, free_inside);
    let gaps = lists.into_iter().enumerate().take(table.len().saturating_sub(1));
    gaps.filter(|(token, _)| !free[*token] && text[table.gap_after(*token)].contains(&b'\n'))
        .filter_map(|(token, list)| Some(RequiredNewline { after: token as u32, list: list? }))
        .collect()
}

/// For each item of a list the token before it and its last one, where no separator tells.
fn boundaries(tree: &Tree, list: NodeId) -> Vec<(Option<usize>, Option<usize>)> {
    let items: Vec<_> =
        tree.children(list).map(|id| tree.node(id)).filter(|n| n.role == Role::Item).collect();
    let boundary = |(index, item): (usize, &&probdd_core::Node)| {
        let is_separated_after = items.get(index + 1).is_some_and(|next| next.lead > 0);
        let before = (item.lead == 0).then(|| item.tokens().start.checked_sub(1)).flatten();
        let last = (!is_separated_after).then(|| item.tokens().end.checked_sub(1)).flatten();
        (before, last)
    };
    items.iter().enumerate().map(boundary).collect()
}

fn widen(list: &mut Option<Range<u32>>, other: Range<u32>) {
    *list = Some(match list.take() {
        Some(list) => list.start.min(other.start)..list.end.max(other.end),
        None => other,
    });
}

/// For each token, whether the gap after it lies inside brackets that free its newlines.
fn free_gaps(table: &TokenTable, text: &[u8], free_inside: &[u8]) -> Vec<bool> {
    let mut open: Vec<u8> = Vec::new();
    let mut free = Vec::with_capacity(table.len());
    for token in 0..table.len() {
        match &text[table.bytes(token)] {
            [open_bracket @ (b'(' | b'[' | b'{')] => open.push(*open_bracket),
            b"${" => open.push(b'{'),
            b")" => pop(&mut open, b'('),
            b"]" => pop(&mut open, b'['),
            b"}" => pop(&mut open, b'{'),
            _ => {}
        }
        free.push(open.last().is_some_and(|bracket| free_inside.contains(bracket)));
    }
    free
}

fn pop(open: &mut Vec<u8>, bracket: u8) {
    if open.last() == Some(&bracket) {
        open.pop();
    }
}
