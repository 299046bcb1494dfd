//! Writes the kept tokens of a document with as little text between them as the language allows.
//!
//! A space stands where two tokens would fuse, and where a space has a meaning and there was one; a
//! newline where one is required. Where indentation matters, a line is indented by one space for
//! each line around it.

use super::newlines::RequiredNewline;
use super::seams::Seams;
use crate::text::lines;
use crate::text::tokens::BYTE_ORDER_MARK;

pub(super) fn write(seams: &Seams<'_>, out: &mut Vec<u8>) {
    if seams.text.starts_with(BYTE_ORDER_MARK) {
        out.extend_from_slice(BYTE_ORDER_MARK);
    }
    let mut newlines = seams.joints.newlines.as_slice();
    let mut last = None;
    let mut is_directive = false;
    for token in seams.kept.ones() {
        let bytes = seams.token(token);
        let begins_line = match last {
            None => true,
            Some(last) => between(seams, &mut newlines, (last, token), is_directive, out),
        };
        if begins_line {
            is_directive = seams.starts_directive(token);
        }
        out.extend_from_slice(bytes);
        last = Some(token);
    }
    if last.is_some() && seams.text.ends_with(b"\n") {
        out.extend_from_slice(newline(seams));
    }
}

/// Writes the text between two tokens. Returns whether that is a newline.
fn between(
    seams: &Seams<'_>,
    newlines: &mut &[RequiredNewline],
    (a, b): (usize, usize),
    is_directive: bool,
    out: &mut Vec<u8>,
) -> bool {
    let (after, before) = (seams.tokens.gap_after(a), seams.tokens.gap_before(b));
    let (after, before) = (&seams.text[after], &seams.text[before]);
    if is_inside_string(seams, a, b) {
        // The mark that ends a heredoc begins a line.
        let begins_line = before.contains(&b'\n') && !after.contains(&b'\n');
        let is_before = begins_line || before.len() <= after.len();
        out.extend_from_slice(if is_before { before } else { after });
        return false;
    }
    let joins_lines = after.contains(&b'\\') || before.contains(&b'\\');
    let may_need = a + 1 < b || after.contains(&b'\n') || seams.tokens.is_line_comment(a);
    if may_need && !joins_lines && seams.needs_newline(newlines, a, b) {
        out.extend_from_slice(newline(seams));
        if seams.joints.spacing.is_indented() {
            out.resize(out.len() + depth(seams, b), b' ');
        }
        return true;
    }
    let has_meaning = seams.joints.spacing.has_meaning;
    // What was removed may have had a blank on one side only: `ENV A=1 B=2` without `1`.
    let blanks = [after, before].into_iter().filter(|gap| !gap.is_empty()).count();
    let had_space = blanks == 2 || (blanks == 1 && has_meaning);
    let keeps_space = has_meaning || is_directive;
    let would_fuse = || {
        let was_apart = a + 1 < b || !after.is_empty();
        was_apart && seams.fuse(seams.token(a), seams.token(b))
    };
    if keeps_space && had_space || would_fuse() {
        out.push(b' ');
    }
    false
}

/// Whether two tokens stand in the same string, so that nothing comes between them.
fn is_inside_string(seams: &Seams<'_>, a: usize, b: usize) -> bool {
    let lines = &seams.joints.lines;
    lines.is_inside_verbatim(b) && (a + 1 == b || seams.is_verbatim(seams.hole(a, b).around))
}

/// How many lines of which something is kept are around the line of a token.
fn depth(seams: &Seams<'_>, token: usize) -> usize {
    let lines = &seams.joints.lines;
    let mut line = lines.line(lines.of(token));
    let mut depth = 0;
    while line.parent != lines::NONE {
        let parent = line.parent as usize;
        let outer = lines.line(parent);
        depth += usize::from(line.columns > outer.columns && seams.is_line_left(parent));
        line = outer;
    }
    depth
}

fn newline(seams: &Seams<'_>) -> &'static [u8] {
    let is_crlf = seams.text.ends_with(b"\r\n");
    if is_crlf { b"\r\n" } else { b"\n" }
}
