//! Whether a blank stands between two tokens on one line.
//!
//! Where no rule speaks, the tokens stand as they stood, apart or not; so nothing that touched is
//! read otherwise because of a rule that does not know it.

use super::gap::{Gap, closes, opens};
use super::kinds::{Manner, is_among};
use crate::document::seams::Seams;
use crate::text::layout::Colon;
use crate::text::tokens::is_word;
use probdd_core::{Node, NodeId, Role};

/// Where a token stands in the innermost node of the grammar with more tokens than it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    First,
    Between,
    Last,
}

/// A token, with what is around it.
struct Side<'a> {
    text: &'a [u8],
    place: Place,
    /// Whether an operand may end before the token.
    is_after_operand: bool,
    node: &'a Node,
    /// Whether the grammar has a node for the token alone: a name, say.
    is_leaf: bool,
}

/// The open bracket around a seam, if there is one.
pub(super) type Around = Option<u8>;

/// The text between a token and the one before it, which stands on the same line.
pub(super) fn between(seams: &Seams<'_>, manner: &Manner, token: usize, around: Around) -> Gap {
    let was_apart = !seams.gap_before(token).is_empty();
    let keeps = seams.joints.spacing.has_meaning || !manner.layout.has_rules();
    if keeps || is_in_text(seams, manner, token) {
        return if seams.gap_before(token).contains(&b'\n') { Gap::Blank(true) } else { Gap::Kept };
    }
    let (before, after) = (seams.token(token - 1), seams.token(token));
    let rule = if manner.layout.is_lisp {
        lisp(before, after)
    } else {
        let (before, after) = (side(seams, token - 1), side(seams, token));
        brackets(manner, &before, &after)
            .or_else(|| colon(manner, &before, &after, around))
            .or_else(|| operator(manner, &before, &after))
            .or_else(|| bracket_after(manner, &before, &after))
    };
    let is_apart = rule.unwrap_or(was_apart);
    // What touched may touch; what did not, only if it is not read otherwise.
    let is_safe = !was_apart || !seams.fuse(before, after) || never_fuse(before, after);
    Gap::Blank(is_apart || !is_safe)
}

/// Whether a seam lies right inside of an element of JSX, where blanks are text.
pub(super) fn is_in_text(seams: &Seams<'_>, manner: &Manner, token: usize) -> bool {
    seams.hole(token - 1, token).around.is_some_and(|node| manner.texts.hold(node))
}

/// Whether two tokens are two in every language that has rules for blanks.
fn never_fuse(before: &[u8], after: &[u8]) -> bool {
    matches!(before, b"(" | b"[")
        || matches!(after, b")" | b"]" | b"," | b";" | b"?" | b"!")
        || before == b"=" && matches!(after[0], b'"' | b'\'')
}

fn lisp(before: &[u8], after: &[u8]) -> Option<bool> {
    if opens(before) || closes(after) {
        return Some(false);
    }
    (opens(after) || closes(before)).then_some(true).filter(|_| !is_prefix_of_list(before))
}

/// Whether a token of an S-expression belongs to the list after it: `'(a)`.
fn is_prefix_of_list(token: &[u8]) -> bool {
    token.iter().all(|byte| matches!(byte, b'\'' | b'`' | b',' | b'@' | b'#' | b'^' | b'~'))
}

fn side<'a>(seams: &Seams<'a>, token: usize) -> Side<'a> {
    let own = seams.node_of(token);
    let is_leaf = own.role == Role::Regular && own.tokens().len() == 1;
    let mut around = seams.grammars_around(token);
    while let Some(id) = around
        && seams.tree.node(id).tokens().len() == 1
        && let Some(outer) = seams.grammars_above(id)
    {
        around = Some(outer);
    }
    let node = seams.tree.node(around.unwrap_or(NodeId::ROOT));
    let place = if node.tokens().start == token {
        Place::First
    } else if node.tokens().end == token + 1 {
        Place::Last
    } else {
        Place::Between
    };
    let is_after_operand = token > 0 && ends_operand(seams.token(token - 1));
    Side { text: seams.token(token), place, is_after_operand, node, is_leaf }
}

/// Whether an operand may end with a token.
fn ends_operand(token: &[u8]) -> bool {
    let is_end = |byte: &u8| matches!(byte, b')' | b']' | b'}' | b'>' | b'"' | b'\'' | b'`');
    let is_suffix = matches!(token, b"++" | b"--" | b"?" | b"!");
    is_suffix || token.last().is_some_and(|byte| is_word(*byte) || is_end(byte))
}

/// What touches brackets, commas and semicolons.
fn brackets(manner: &Manner, before: &Side<'_>, after: &Side<'_>) -> Option<bool> {
    match (before.text, after.text) {
        (b":", b";") => Some(true),
        (b"(" | b"[", _) | (_, b")" | b"]" | b"," | b";") | (b"{", b"}") => Some(false),
        (b"{", _) => Some(!manner.touching.hold(before.node)),
        (_, b"}") => Some(!manner.touching.hold(after.node)),
        (b"," | b";", _) => Some(!is_angle(after, Place::Last)),
        (_, b"{") if manner.lines.hold(after.node) => Some(true),
        (b"}", b"(" | b"[" | b"." | b">") => None,
        (b"}", _) => Some(true).filter(|_| is_word(after.text[0])),
        _ => None,
    }
}

fn colon(manner: &Manner, before: &Side<'_>, after: &Side<'_>, around: Around) -> Option<bool> {
    let (side, is_before) = match (before.text, after.text) {
        (_, b":") => (after, true),
        (b":", _) => (before, false),
        _ => return None,
    };
    if manner.touching.hold(side.node) {
        return Some(false);
    }
    if manner.divided.hold(side.node) {
        return Some(true);
    }
    let is_part = manner.lines.hold(side.node) || manner.bodies.hold(side.node);
    let is_label = is_part && around != Some(b'(');
    match manner.layout.colon {
        Colon::Kept => None,
        _ if around == Some(b'[') => None,
        Colon::Before => Some(!is_before),
        Colon::Between => Some(!(is_before && is_label)),
    }
}

fn operator(manner: &Manner, before: &Side<'_>, after: &Side<'_>) -> Option<bool> {
    let layout = manner.layout;
    let is_choice = |side: &Side<'_>| side.text == b"?" && manner.divided.hold(side.node);
    let is_spaced = |side: &Side<'_>| {
        let is_between = side.place == Place::Between && side.is_after_operand;
        (is_between && is_among(layout.infix, side.text)
            || is_among(layout.spaced, side.text)
            || is_choice(side))
            && !manner.touching.hold(side.node)
    };
    let is_tight = |side: &Side<'_>| {
        let is_between = side.place == Place::Between;
        is_between
            && (is_among(layout.tight, side.text)
                || manner.touching.hold(side.node) && is_among(layout.infix, side.text))
    };
    if is_spaced(before) || is_spaced(after) {
        return Some(true);
    }
    if is_tight(before) || is_tight(after) {
        return Some(false);
    }
    if is_prefix(manner, before) || is_angle(before, Place::First) || is_angle(after, Place::Last) {
        return Some(false);
    }
    if after.place == Place::Last && matches!(after.text, b"++" | b"--" | b"?" | b"!") {
        return Some(false);
    }
    let is_word_before = before.text.last().is_some_and(|byte| is_word(*byte));
    (is_word_before && is_prefix(manner, after) && before.node != after.node).then_some(true)
}

/// Whether a token is an operator before its operand.
fn is_prefix(manner: &Manner, side: &Side<'_>) -> bool {
    let is_before_operand = match side.place {
        Place::First => true,
        Place::Between => !side.is_after_operand,
        Place::Last => false,
    };
    is_before_operand && is_among(manner.layout.prefix, side.text)
}

/// Whether a token is an angle bracket at one end of its node.
fn is_angle(side: &Side<'_>, place: Place) -> bool {
    let bracket: &[u8] = if place == Place::First { b"<" } else { b">" };
    side.text == bracket && side.place == place
}

/// The blank before a bracket that is no brace.
fn bracket_after(manner: &Manner, before: &Side<'_>, after: &Side<'_>) -> Option<bool> {
    let is_list = manner.arguments.hold(after.node);
    let is_of_name = match after.text {
        b"(" if is_among(manner.layout.words, &before.text.to_ascii_lowercase()) => {
            return Some(true);
        }
        b"(" => is_list,
        b"<" => is_list && after.place == Place::First,
        b"[" => after.place == Place::Between,
        _ => false,
    };
    (is_of_name && before.is_leaf).then_some(false)
}
