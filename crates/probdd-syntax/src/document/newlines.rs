//! Which newlines of a text must not be lost between what they separate.

use crate::document::columns::Layout;
use crate::document::render::RequiredNewline;
use crate::document::{Joining, Joints, TokenTable};
use crate::grammar::kinds::KindTable;
use crate::language::{Facts, Indentation, Newlines, Spaces};
use crate::text::lines::LineTable;
use fixedbitset::FixedBitSet;
use probdd_core::{Kind, Node, Tree};

/// How the tokens of a text in a language are joined. `verbatim` are the kinds of its strings.
pub(crate) fn joining(
    facts: &Facts,
    verbatim: FixedBitSet,
    (tree, table, text): (&Tree, &TokenTable, &[u8]),
) -> Joining {
    let newlines = match facts.newlines {
        Newlines::Free => Vec::new(),
        Newlines::Directives => around_directives(table, text),
        Newlines::Statements { free_inside } => between_statements(tree, table, text, free_inside),
    };
    let is_verbatim = |node: &Node| verbatim.contains(node.kind.0.into()) && !node.is_list();
    let has_directives = facts.newlines == Newlines::Directives;
    let is_aside = |token| has_directives && starts_directive(table, text, token);
    let lines = LineTable::new((tree, table, text), is_verbatim, is_aside);
    let layout = openers(facts).map(|openers| {
        // A directive of the preprocessor may stand anywhere, and a comment.
        let is_aside =
            |token| !tree.counted().contains(token) || text[table.bytes(token)].starts_with(b"#");
        Layout::new(&lines, (table, text), openers, is_aside)
    });
    Joining::Seams(Joints {
        newlines,
        is_newline_sensitive: matches!(facts.newlines, Newlines::Statements { .. }),
        are_all_words: false,
        is_space_sensitive: facts.spaces == Spaces::Significant,
        tight: facts.tight,
        is_indentation_sensitive: facts.indentation != Indentation::Free,
        has_directives,
        lines,
        layout,
        verbatim,
    })
}

/// What blocks begin after, where they may begin in the middle of a line.
fn openers(facts: &Facts) -> Option<&'static [&'static str]> {
    match facts.indentation {
        Indentation::Columns { openers } => Some(openers),
        Indentation::Free | Indentation::Lines => None,
    }
}

/// How the tokens of a text without a grammar are joined.
pub(crate) fn plain_joining(tree: &Tree, table: &TokenTable, text: &[u8]) -> Joining {
    Joining::Seams(Joints {
        newlines: all(table, text),
        lines: LineTable::new((tree, table, text), |_| false, |_| false),
        ..Joints::default()
    })
}

/// The kinds of a grammar whose text is no code, by what grammars call them: strings, characters,
/// regular expressions.
pub(crate) fn verbatim_kinds(kinds: &KindTable) -> FixedBitSet {
    (0..kinds.len()).filter(|id| is_verbatim_name(kinds.name(*id as u16))).collect()
}

fn is_verbatim_name(name: &str) -> bool {
    const ENDS: [&str; 10] = [
        "string",
        "string_literal",
        "string_value",
        "string_expression",
        "heredoc",
        "heredoc_body",
        "character",
        "char_literal",
        "character_literal",
        "regex",
    ];
    const WHOLE: [&str; 6] = [
        "char",
        "char_literal",
        "regex_literal",
        "quoted_attribute_value",
        "AttValue",
        "quasiquote",
    ];
    let is_composed = matches!(name, "concatenated_string" | "chained_string");
    WHOLE.contains(&name) || ENDS.iter().any(|end| name.ends_with(end)) && !is_composed
}

/// All newlines: where no grammar tells what they mean.
fn all(table: &TokenTable, text: &[u8]) -> Vec<RequiredNewline> {
    let gaps = 0..table.len().saturating_sub(1);
    gaps.filter(|token| text[table.gap_after(*token)].contains(&b'\n'))
        .map(|token| RequiredNewline { after: token as u32, within: 0..u32::MAX })
        .collect()
}

/// Newlines on both sides of preprocessor lines.
fn around_directives(table: &TokenTable, text: &[u8]) -> Vec<RequiredNewline> {
    let mut newlines = Vec::new();
    let mut is_directive = table.len() > 0 && starts_directive(table, text, 0);
    for token in 0..table.len().saturating_sub(1) {
        if !ends_line(&text[table.gap_after(token)]) {
            continue;
        }
        let was_directive = is_directive;
        is_directive = starts_directive(table, text, token + 1);
        if was_directive || is_directive {
            newlines.push(RequiredNewline { after: token as u32, within: 0..u32::MAX });
        }
    }
    newlines
}

/// Whether a token begins a directive, if it begins a line: `#define`, Verilog's `` `define ``.
fn starts_directive(table: &TokenTable, text: &[u8], token: usize) -> bool {
    matches!(text[table.bytes(token)].first(), Some(b'#' | b'`'))
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
