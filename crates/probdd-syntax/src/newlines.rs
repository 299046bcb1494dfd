//! Which newlines of a text must not be lost between what they separate.

use crate::document::{Joining, TokenTable};
use crate::language::Newlines;
use crate::render::RequiredNewline;
use probdd_core::{Kind, Node, Tree};

/// How the tokens of a text in a language are joined.
pub(crate) fn joining(rule: Newlines, tree: &Tree, table: &TokenTable, text: &[u8]) -> Joining {
    let newlines = match rule {
        Newlines::Free => Vec::new(),
        Newlines::Directives => around_directives(table, text),
        Newlines::Statements { free_inside } => between_statements(tree, table, text, free_inside),
    };
    let is_newline_sensitive = matches!(rule, Newlines::Statements { .. });
    Joining::Seams { newlines, is_newline_sensitive, are_all_words: false }
}

/// All newlines: where no grammar tells what they mean.
pub(crate) fn all(table: &TokenTable, text: &[u8]) -> Vec<RequiredNewline> {
    let gaps = 0..table.len().saturating_sub(1);
    gaps.filter(|token| text[table.gap_after(*token)].contains(&b'\n'))
        .map(|token| RequiredNewline { after: token as u32, within: 0..u32::MAX })
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
            newlines.push(RequiredNewline { after: token as u32, within: 0..u32::MAX });
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

/// Newlines outside brackets: each belongs to the innermost node around it.
fn between_statements(
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

/// Whether a node is one token that has a name in the grammar, and so is no bracket but, say, the
/// content of a string.
fn is_named_leaf(node: &Node) -> bool {
    node.kind != Kind::NONE && !node.is_list() && node.tokens().len() == 1
}

/// Keeps track of the brackets that are open.
fn follow_bracket(open: &mut Vec<u8>, token: &[u8]) {
    match token {
        [bracket @ (b'(' | b'[' | b'{')] => open.push(*bracket),
        b"${" => open.push(b'{'),
        b")" => pop(open, b'('),
        b"]" => pop(open, b'['),
        b"}" => pop(open, b'{'),
        _ => {}
    }
}

fn pop(open: &mut Vec<u8>, bracket: u8) {
    if open.last() == Some(&bracket) {
        open.pop();
    }
}
