//! Which newlines of a text must not be lost between what they separate.

use crate::text::brackets::Bracket;
use crate::text::token_table::TokenTable;
use probdd_core::{Kind, Node, Tree};
use std::ops::Range;

/// A newline that separates two tokens, as long as both belong to the node around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequiredNewline {
    /// The token before the newline.
    pub(crate) after: u32,
    /// The tokens of the node around the newline.
    pub(crate) within: Range<u32>,
}

/// All newlines, for a text without a grammar.
pub(super) fn all(table: &TokenTable, text: &[u8]) -> Vec<RequiredNewline> {
    let gaps = 0..table.len().saturating_sub(1);
    gaps.filter(|token| text[table.gap_after(*token)].contains(&b'\n'))
        .map(|token| RequiredNewline { after: token as u32, within: 0..u32::MAX })
        .collect()
}

/// The newlines before and after preprocessor lines.
pub(super) fn around_directives(table: &TokenTable, text: &[u8]) -> Vec<RequiredNewline> {
    let mut newlines = Vec::new();
    let mut is_directive = table.len() > 0 && starts_directive(&text[table.bytes(0)]);
    for token in 0..table.len().saturating_sub(1) {
        if !ends_line(&text[table.gap_after(token)]) {
            continue;
        }
        let was_directive = is_directive;
        is_directive = starts_directive(&text[table.bytes(token + 1)]);
        if was_directive || is_directive {
            newlines.push(RequiredNewline { after: token as u32, within: 0..u32::MAX });
        }
    }
    newlines
}

/// Whether a token begins a directive, if it begins a line: `#define`, Verilog's `` `define ``.
pub(super) fn starts_directive(token: &[u8]) -> bool {
    // A lone `#` is a delay of Verilog.
    matches!(token, [b'#', _, ..] | [b'`', ..])
}

/// Whether a gap has a newline that no backslash joins.
fn ends_line(gap: &[u8]) -> bool {
    memchr::memchr_iter(b'\n', gap).any(|at| {
        let before = gap[..at].strip_suffix(b"\r").unwrap_or(&gap[..at]);
        !before.ends_with(b"\\")
    })
}

/// The newlines outside brackets: each belongs to the innermost node around it.
pub(super) fn between_statements(
    tree: &Tree,
    table: &TokenTable,
    text: &[u8],
    free_inside: &[u8],
) -> Vec<RequiredNewline> {
    let mut newlines = Vec::new();
    let mut nodes = tree.nodes().map(|(_, node)| node).peekable();
    let mut open: Vec<&Node> = Vec::new();
    let mut brackets = Vec::new();
    for token in 0..table.len().saturating_sub(1) {
        while let Some(node) = nodes.next_if(|node| node.tokens().start <= token) {
            open.push(node);
        }
        if !open.last().is_some_and(|node| is_named_leaf(node)) {
            follow_bracket(&mut brackets, &text[table.bytes(token)]);
        }
        while open.pop_if(|node| node.tokens().end <= token + 1).is_some() {}
        let is_free = brackets.last().is_some_and(|bracket| free_inside.contains(bracket));
        let has_newline = !is_free && text[table.gap_after(token)].contains(&b'\n');
        if let Some(node) = open.last().filter(|_| has_newline) {
            let within = node.first_token..node.end_token;
            newlines.push(RequiredNewline { after: token as u32, within });
        }
    }
    newlines
}

/// Whether a node is one named token, and so no bracket but the content of a string, say.
fn is_named_leaf(node: &Node) -> bool {
    node.kind != Kind::NONE && !node.is_list() && node.tokens().len() == 1
}

/// Keeps track of the brackets that are open.
fn follow_bracket(open: &mut Vec<u8>, token: &[u8]) {
    let token = token.strip_prefix(b"$").filter(|rest| *rest == b"{").unwrap_or(token);
    match (Bracket::of(token), open.last()) {
        (Bracket::Open(_), _) => open.push(token[0]),
        (Bracket::Close(close), Some(last)) if Bracket::of(&[*last]) == Bracket::Open(close) => {
            open.pop();
        }
        _ => {}
    }
}
