//! How far lines are indented.
//!
//! A line is indented by one step more than the line on which the innermost node around its first
//! token begins, unless that token closes the node, or continues what the node begins with
//! (`else`).

use super::gap::{Gap, closes, is_end};
use super::kinds::Manner;
use crate::document::seams::Seams;
use fixedbitset::FixedBitSet;
use probdd_core::{Kind, Node, Role};

/// Words that are indented as the line that begins the node around them.
const BESIDE: [&[u8]; 11] = [
    b"else", b"elif", b"elsif", b"elseif", b"catch", b"except", b"finally", b"rescue", b"ensure",
    b"then", b"where",
];

/// A line is not indented further: people hardly nest as deep, and the blanks of a deep nest would be many
/// times its text.
const DEEPEST: usize = 20;

/// The level of a line is found among so many of the nodes around it. In all but strange texts, that is one
/// of the first few; looking at all would take quadratic time in a deep nest.
const MOST_AROUND: usize = 1000;

/// The usual steps of indentation.
const STEPS: [&[u8]; 4] = [b"\t", b"  ", b"    ", b"        "];

/// Whether a word continues the statement before it.
pub(super) fn continues(token: &[u8]) -> bool {
    BESIDE.contains(&token)
}

/// One step of indentation: the smallest usual one that the text has now, or else that of the
/// language.
pub(super) fn step(seams: &Seams<'_>, usual: &'static str) -> &'static [u8] {
    let lines = (1..seams.tokens.len()).filter(|token| {
        let lines = &seams.joints.lines;
        !lines.is_inside_verbatim(*token) && !seams.starts_directive(*token)
    });
    let indented = lines.filter_map(|token| {
        let gap = seams.gap_before(token);
        let blanks = &gap[memchr::memrchr(b'\n', gap)? + 1..];
        STEPS.into_iter().find(|step| *step == blanks)
    });
    indented.min_by_key(|step| step.len()).unwrap_or(usual.as_bytes())
}

/// By how many steps the line of each token is indented.
pub(super) fn levels(seams: &Seams<'_>, manner: &Manner, gaps: &[Gap]) -> Vec<usize> {
    let mut levels = vec![0; gaps.len()];
    let nodes: Vec<&Node> = seams.tree.nodes().map(|(_, node)| node).collect();
    let mut next = 0;
    let mut open: Vec<&Node> = Vec::new();
    let elements = elements(seams);
    // Whether an element begins with the token, or with a comment before it: that belongs to the element.
    let mut begins_item = false;
    for token in 0..gaps.len() {
        let is_after_comment = token > 0 && !seams.tree.counted().contains(token - 1);
        begins_item = elements.contains(token) || is_after_comment && begins_item;
        while open.pop_if(|node| node.tokens().end <= token).is_some() {}
        let starting = next;
        while next < nodes.len() && nodes[next].tokens().start <= token {
            next += 1;
        }
        levels[token] = if token == 0 {
            0
        } else if matches!(gaps[token], Gap::Line { .. }) {
            let starting = &nodes[starting..next];
            level((seams, manner), (token, begins_item), (&open, starting), &levels)
        } else {
            levels[token - 1]
        };
        open.extend(&nodes[starting..next]);
    }
    levels
}

/// The tokens with which elements of lists and comments begin.
fn elements(seams: &Seams<'_>) -> FixedBitSet {
    let nodes = seams.tree.nodes().map(|(_, node)| node);
    let parts = nodes.filter(|node| matches!(node.role, Role::Item | Role::Extra));
    let mut elements = FixedBitSet::with_capacity(seams.tokens.len() + 1);
    elements.extend(parts.map(|node| node.first_token as usize + usize::from(node.lead)));
    elements
}

/// The level of a line, by the nodes around its first token and those that begin with it.
fn level(
    (seams, manner): (&Seams<'_>, &Manner),
    (token, begins_item): (usize, bool),
    (open, starting): (&[&Node], &[&Node]),
    levels: &[usize],
) -> usize {
    if seams.starts_directive(token) {
        return 0;
    }
    let mut is_item = begins_item;
    let mut list = None;
    for (depth, node) in open.iter().enumerate().rev().take(MOST_AROUND) {
        if node.is_list() {
            list.get_or_insert(node.first_token);
        }
        if node.role != Role::Regular || node.kind == Kind::NONE {
            continue;
        }
        if depth == 0 {
            return 0;
        }
        // A list without a bracket before it, or a declaration with an annotation before it.
        let is_bare = is_item && list == Some(node.first_token);
        if is_bare || is_annotated(seams, node) || seams.token(node.first_token as usize) == b";" {
            is_item = false;
            continue;
        }
        let base = levels[node.first_token as usize];
        let is_beside = closes_node(seams.token(token), token, node)
            || BESIDE.contains(&seams.token(token))
            || seams.token(token) == b"{" && !begins_item && seams.token(token - 1) != b","
            || starting.iter().any(|node| manner.clauses.hold(node) || manner.labels.hold(node));
        return (base + usize::from(!is_beside)).min(DEEPEST);
    }
    0
}

/// Whether a node begins with an annotation, which usually has a line of its own.
fn is_annotated(seams: &Seams<'_>, node: &Node) -> bool {
    let first = node.first_token as usize;
    begins_annotation(seams, first) || seams.token(first) == b"template"
}

/// Whether an annotation or a directive begins with a token.
pub(super) fn begins_annotation(seams: &Seams<'_>, token: usize) -> bool {
    match seams.token(token) {
        b"[" => seams.joints.spacing.has_directives(),
        // A lone one is a delay of Verilog.
        b"@" | b"#" => !seams.joints.spacing.has_directives(),
        token => matches!(token[0], b'@' | b'#'),
    }
}

/// Whether a token closes the node around it: a bracket, an end tag, an `end`.
fn closes_node(text: &[u8], token: usize, node: &Node) -> bool {
    let is_last = token + 1 == node.tokens().end;
    closes(text) || text.starts_with(b"</") || is_last && is_end(text)
}
