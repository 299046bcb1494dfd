//! Indents a text as a person would: only blanks between tokens change.
//!
//! Lines are kept, with three exceptions: statements that share one are divided, a statement that is
//! broken in the middle becomes one line where that is short enough, and an operator has blanks on both
//! sides or on none. A line is indented by one step more
//! than the line on which the innermost node around its first token begins, unless that token
//! closes the node, opens its body or continues what the node begins with (`else`).

use super::Document;
use super::joints::Joining;
use super::seams::Seams;
use crate::text::tokens::BYTE_ORDER_MARK;
use fixedbitset::FixedBitSet;
use probdd_core::{Kept, Kind, Node, Role};

/// Words that are indented as the line that begins the node around them.
const BESIDE: [&[u8]; 10] = [
    b"else", b"elif", b"elsif", b"elseif", b"catch", b"except", b"finally", b"rescue", b"ensure",
    b"then",
];

/// Operators that have blanks on both sides if they have one.
const OPERATORS: [&[u8]; 33] = [
    b"=", b"==", b"!=", b"===", b"!==", b"<", b">", b"<=", b">=", b"&&", b"||", b"+", b"-", b"*",
    b"/", b"%", b"&", b"|", b"^", b"<<", b">>", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=",
    b"^=", b"<<=", b">>=", b"?", b"=>",
];

/// A statement becomes one line if that has at most this many bytes without its indentation.
const LINE: usize = 80;

/// The usual steps of indentation.
const STEPS: [&[u8]; 4] = [b"\t", b"  ", b"    ", b"        "];

impl Document {
    /// Whether the text is no program, so that as few blanks as possible are its best layout. A text
    /// that its grammar could not read counts as a program.
    pub fn is_dense(&self) -> bool {
        let is_data = matches!(&self.joining, Joining::Seams(joints) if joints.spacing.is_dense);
        is_data && self.fallback().is_none()
    }

    /// The text, indented by nesting; `None` without a grammar or where indentation has a meaning.
    /// Check with [`has_tokens_of`](Document::has_tokens_of) that it still parses to the same
    /// tokens. A tidied text is not changed by tidying it again.
    pub fn tidied(&self) -> Option<Vec<u8>> {
        let Joining::Seams(joints) = &self.joining else { return None };
        if joints.spacing.is_indented()
            || self.is_dense()
            || self.fallback().is_some()
            || self.tokens.len() == 0
        {
            return None;
        }
        let all = Kept::all(&self.tree);
        let seams = Seams::new(self, joints, all.tokens());
        has_clean_ends(&seams).then(|| write(&seams))
    }

    /// Whether another document has the same tokens, whatever stands between them.
    pub fn has_tokens_of(&self, other: &Document) -> bool {
        let same = |token| self.token(token) == other.token(token);
        self.tokens.len() == other.tokens.len() && (0..self.tokens.len()).all(same)
    }
}

/// The text between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    /// The text that was there.
    Kept,
    /// A new line, perhaps after an empty one.
    Line { is_after_empty: bool },
    /// A blank, or nothing.
    Blank(bool),
}

fn write(seams: &Seams<'_>) -> Vec<u8> {
    let gaps = gaps(seams);
    let levels = levels(seams, &gaps);
    let step = step(seams);
    let newline: &[u8] = if seams.text.ends_with(b"\r\n") { b"\r\n" } else { b"\n" };
    let mut out = Vec::with_capacity(seams.text.len());
    if seams.text.starts_with(BYTE_ORDER_MARK) {
        out.extend_from_slice(BYTE_ORDER_MARK);
    }
    for (token, gap) in gaps.iter().enumerate() {
        match gap {
            Gap::Kept => out.extend_from_slice(seams.gap_before(token)),
            Gap::Blank(is_there) => out.extend_from_slice(if *is_there { b" " } else { b"" }),
            Gap::Line { is_after_empty } => {
                if token > 0 {
                    out.extend(newline.repeat(1 + usize::from(*is_after_empty)));
                }
                out.extend(step.repeat(levels[token]));
            }
        }
        out.extend_from_slice(seams.token(token));
    }
    if seams.text.ends_with(b"\n") {
        out.extend_from_slice(newline);
    }
    out
}

/// Whether only blanks stand before the first token and after the last.
fn has_clean_ends(seams: &Seams<'_>) -> bool {
    let before = seams.gap_before(0);
    let before = before.strip_prefix(BYTE_ORDER_MARK).unwrap_or(before);
    let after = &seams.text[seams.tokens.bytes(seams.tokens.len() - 1).end..];
    before.iter().chain(after).all(|byte| is_blank(*byte))
}

/// The text before each token.
fn gaps(seams: &Seams<'_>) -> Vec<Gap> {
    let mut gaps = vec![Gap::Line { is_after_empty: false }];
    let mut is_directive = seams.starts_directive(0);
    let items = items(seams);
    let mut width = seams.token(0).len();
    // Some other directive, which ends with its line.
    let mut is_hash = seams.token(0).starts_with(b"#");
    // For each open bracket whether it is a brace that opened on an earlier line.
    let mut open = Vec::new();
    for token in 1..seams.tokens.len() {
        follow(&mut open, seams.token(token - 1));
        let gap = match gap(seams, token, is_directive) {
            Gap::Blank(_)
                if ends_statement(seams, token, &open) || ends_block(seams, token, &open) =>
            {
                Gap::Line { is_after_empty: false }
            }
            Gap::Line { .. }
                if !is_directive && !is_hash && is_broken(seams, token, &items, width) =>
            {
                Gap::Blank(is_apart(seams, token))
            }
            gap => gap,
        };
        let has_newline = seams.gap_before(token).contains(&b'\n') && !matches!(gap, Gap::Blank(_));
        width = match gap {
            Gap::Line { .. } => 0,
            Gap::Kept if has_newline => 0,
            Gap::Kept => width + seams.gap_before(token).len(),
            Gap::Blank(is_there) => width + usize::from(is_there),
        } + seams.token(token).len();
        if has_newline || matches!(gap, Gap::Line { .. }) {
            for (bracket, is_earlier) in &mut open {
                *is_earlier = *bracket == b'{';
            }
            is_directive = has_newline && seams.starts_directive(token);
            is_hash = seams.token(token).starts_with(b"#");
        }
        gaps.push(gap);
    }
    gaps
}

/// The text before a token, if no statement ends there.
fn gap(seams: &Seams<'_>, token: usize, is_directive: bool) -> Gap {
    let gap = seams.gap_before(token);
    if seams.joints.lines.is_inside_verbatim(token) || !gap.iter().all(|byte| is_blank(*byte)) {
        return Gap::Kept;
    }
    let (before, after) = (seams.token(token - 1), seams.token(token));
    let newlines = memchr::memchr_iter(b'\n', gap).count();
    if newlines > 0
        && before == b"{"
        && after == b"}"
        && !seams.joints.spacing.has_statement_lines()
    {
        return Gap::Blank(false);
    }
    if newlines > 0 {
        let is_at_an_end = matches!(before, b"{" | b"(" | b"[") || closes(after);
        return Gap::Line { is_after_empty: newlines > 1 && !is_at_an_end };
    }
    if is_directive || seams.joints.spacing.has_meaning || seams.joints.are_all_words {
        return Gap::Kept;
    }
    let is_blank = !gap.is_empty() || is_lopsided(seams, token - 1) || is_lopsided(seams, token);
    Gap::Blank(is_blank && is_apart(seams, token))
}

/// Whether a blank may stand before a token.
fn is_apart(seams: &Seams<'_>, token: usize) -> bool {
    let (before, after) = (seams.token(token - 1), seams.token(token));
    let is_tight = matches!(before, b"(" | b"[") || matches!(after, b")" | b"]" | b"," | b";");
    !is_tight || seams.fuse(before, after)
}

/// Whether a token is an operator between its operands with blanks on one side only.
fn is_lopsided(seams: &Seams<'_>, token: usize) -> bool {
    let is_inside = 0 < token && token + 1 < seams.tokens.len();
    is_inside
        && OPERATORS.contains(&seams.token(token))
        && seams.gap_before(token).is_empty() != seams.gap_before(token + 1).is_empty()
        && seams.is_infix(token)
}

/// Which tokens begin an element of a list: a statement, say.
fn items(seams: &Seams<'_>) -> FixedBitSet {
    let mut items = FixedBitSet::with_capacity(seams.tokens.len());
    for (_, node) in seams.tree.nodes() {
        if matches!(node.role, Role::Item | Role::Extra) && !node.tokens().is_empty() {
            items.insert(node.tokens().start);
        }
    }
    items
}

/// Whether the line break before a token is in the middle of what a person writes on one line.
/// `width` is the length of the line so far.
fn is_broken(seams: &Seams<'_>, token: usize, items: &FixedBitSet, width: usize) -> bool {
    let spacing = &seams.joints.spacing;
    if spacing.has_statement_lines() || spacing.has_meaning || seams.joints.are_all_words {
        return false;
    }
    let (before, after) = (seams.token(token - 1), seams.token(token));
    let is_between = matches!(before, b"{" | b"}" | b"]" | b";" | b"," | b")" | b":" | b">")
        || matches!(after, b"{" | b"}" | b"." | b"?." | b"->" | b"<")
        || [before, after].iter().any(|token| is_of_block(token))
        || token > 1 && seams.token(token - 2) == b"@"
        || after.starts_with(b"#")
        || seams.tokens.is_line_comment(token - 1)
        || [before, after].iter().any(|token| token.starts_with(b"//") || token.starts_with(b"/*"))
        || before.ends_with(b"\"") && after.starts_with(b"\"");
    !is_between && !items.contains(token) && width + rest_of_line(seams, token) < LINE
}

/// Whether a word begins, continues or ends a block.
fn is_of_block(token: &[u8]) -> bool {
    let word = token.to_ascii_lowercase();
    let is_other = matches!(&*word, b"begin" | b"do" | b"until" | b"loop" | b"declare");
    is_other || BESIDE.contains(&&*word) || word.starts_with(b"end") || word.starts_with(b"<")
}

/// The length of the text from a token up to the next line break.
fn rest_of_line(seams: &Seams<'_>, token: usize) -> usize {
    let mut width = seams.token(token).len();
    for next in token + 1..seams.tokens.len() {
        let gap = seams.gap_before(next);
        if gap.contains(&b'\n') || width > LINE {
            break;
        }
        width += usize::from(!gap.is_empty()) + seams.token(next).len();
    }
    width
}

/// Whether a statement ends before a token, and the next one begins there.
fn ends_statement(seams: &Seams<'_>, token: usize, open: &[(u8, bool)]) -> bool {
    !seams.joints.spacing.has_statement_lines()
        && seams.token(token - 1) == b";"
        && seams.tree.counted().contains(token)
        && !closes(seams.token(token))
        && open.last().is_none_or(|(_, is_earlier)| *is_earlier)
}

/// Whether a token closes a brace that opened on an earlier line.
fn ends_block(seams: &Seams<'_>, token: usize, open: &[(u8, bool)]) -> bool {
    !seams.joints.spacing.has_statement_lines()
        && seams.token(token) == b"}"
        && open.last() == Some(&(b'{', true))
}

/// One step of indentation: the smallest usual one that the text has now.
fn step(seams: &Seams<'_>) -> &'static [u8] {
    let lines = (1..seams.tokens.len()).filter(|token| {
        let lines = &seams.joints.lines;
        !lines.is_inside_verbatim(*token) && !seams.starts_directive(*token)
    });
    let indented = lines.filter_map(|token| {
        let gap = seams.gap_before(token);
        let blanks = &gap[memchr::memrchr(b'\n', gap)? + 1..];
        STEPS.into_iter().find(|step| *step == blanks)
    });
    indented.min_by_key(|step| step.len()).unwrap_or(STEPS[2])
}

/// By how many steps the line of each token is indented.
fn levels(seams: &Seams<'_>, gaps: &[Gap]) -> Vec<usize> {
    let mut levels = vec![0; gaps.len()];
    let nodes: Vec<&Node> = seams.tree.nodes().map(|(_, node)| node).collect();
    let mut next = 0;
    let mut open: Vec<&Node> = Vec::new();
    let lines: FixedBitSet =
        (0..gaps.len()).filter(|token| matches!(gaps[*token], Gap::Line { .. })).collect();
    for token in 0..gaps.len() {
        while open.pop_if(|node| node.tokens().end <= token).is_some() {}
        let starting = next;
        while next < nodes.len() && nodes[next].tokens().start <= token {
            next += 1;
        }
        levels[token] = if token == 0 {
            0
        } else if lines.contains(token) {
            level(seams, token, &open, &nodes[starting..next], &levels)
        } else {
            levels[token - 1]
        };
        open.extend(&nodes[starting..next]);
    }
    levels
}

/// The level of a line, by the nodes around its first token and those that begin with it.
fn level(
    seams: &Seams<'_>,
    token: usize,
    open: &[&Node],
    starting: &[&Node],
    levels: &[usize],
) -> usize {
    if seams.starts_directive(token) {
        return 0;
    }
    let is_part = |node: &&Node| matches!(node.role, Role::Item | Role::Extra);
    let mut is_item = starting.iter().any(is_part);
    let begins_item = is_item;
    let mut list = None;
    for (depth, node) in open.iter().enumerate().rev() {
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
        if is_item && list == Some(node.first_token) || is_annotated(seams, node) {
            is_item = false;
            continue;
        }
        let base = levels[node.first_token as usize];
        let is_beside = closes_node(seams.token(token), token, node)
            || BESIDE.contains(&seams.token(token))
            || seams.token(token) == b"{" && !begins_item
            || is_outermost(seams, node, base, &open[..depth]);
        return base + usize::from(!is_beside);
    }
    0
}

/// Whether a node begins with an annotation, which usually has a line of its own.
fn is_annotated(seams: &Seams<'_>, node: &Node) -> bool {
    let first = seams.token(node.first_token as usize);
    matches!(first[0], b'@' | b'#') || first == b"template"
}

/// Whether a node is a function, say, outside of all others: its type may have a line of its own.
fn is_outermost(seams: &Seams<'_>, node: &Node, base: usize, around: &[&Node]) -> bool {
    let is_plain = |node: &&Node| node.role != Role::Regular || node.kind == Kind::NONE;
    seams.joints.spacing.has_directives()
        && base == 0
        && around[1..].iter().all(is_plain)
        && seams.token(node.end_token as usize - 1) == b"}"
}

/// Keeps track of the open brackets.
fn follow(open: &mut Vec<(u8, bool)>, token: &[u8]) {
    match token {
        [bracket @ (b'{' | b'(' | b'[')] => open.push((*bracket, false)),
        b"}" | b")" | b"]" => {
            open.pop();
        }
        _ => {}
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

fn closes(token: &[u8]) -> bool {
    matches!(token, b"}" | b")" | b"]")
}

/// Whether a token closes the node around it: a bracket, an end tag, an `end`.
fn closes_node(text: &[u8], token: usize, node: &Node) -> bool {
    let is_last = token + 1 == node.tokens().end;
    closes(text) || text.starts_with(b"</") || is_last && text.starts_with(b"end")
}
