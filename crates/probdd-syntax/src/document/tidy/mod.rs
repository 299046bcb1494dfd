//! Lays a text out as a person would: only blanks between tokens change.
//!
//! The layout of the language ([`Layout`](crate::text::layout::Layout)) says what has lines of its
//! own, and where blanks stand. The result depends on the tokens and the tree, and on the old text
//! only where both ways are usual: a block with one statement stays on its line, empty lines stay,
//! and the step of indentation is the text's. So a text that was tidied is not changed by tidying
//! it again.

mod blanks;
mod breaks;
mod gap;
mod groups;
pub(crate) mod kinds;
mod levels;

use super::Document;
use super::joints::Joining;
use super::seams::Seams;
use crate::text::tokens::BYTE_ORDER_MARK;
use gap::{Gap, is_blank};
use kinds::Manner;
use probdd_core::Kept;

impl Document {
    /// Whether the text is no program, so that as few blanks as possible are its best layout. A text
    /// that its grammar could not read counts as a program.
    pub fn is_dense(&self) -> bool {
        let is_data = matches!(&self.joining, Joining::Seams(joints) if joints.spacing.is_dense);
        is_data && self.fallback().is_none()
    }

    /// The text as a person would lay it out; `None` without a grammar or where indentation has a
    /// meaning that is not known well enough.
    pub(crate) fn tidied(&self, manner: &Manner) -> Option<Vec<u8>> {
        let Joining::Seams(joints) = &self.joining else { return None };
        if joints.spacing.is_indented() && !manner.layout.has_rules()
            || self.is_dense()
            || self.fallback().is_some()
            || self.tokens.len() == 0
        {
            return None;
        }
        let all = Kept::all(&self.tree);
        let seams = Seams::new(self, joints, all.tokens());
        has_clean_ends(&seams).then(|| write(&seams, manner))
    }

    /// Whether another document has the same tokens in the same tree, whatever stands between them,
    /// and both or neither were read by the grammar: blanks count in the share of errors.
    pub fn is_same_but_for_blanks(&self, other: &Document) -> bool {
        let same = |token| self.token(token) == other.token(token);
        self.fallback().is_some() == other.fallback().is_some()
            && self.tree.nodes().eq(other.tree.nodes())
            && (0..self.tokens.len()).all(same)
    }
}

fn write(seams: &Seams<'_>, manner: &Manner) -> Vec<u8> {
    let gaps = breaks::gaps(seams, manner);
    let levels = levels::levels(seams, manner, &gaps);
    let step = levels::step(seams, manner.layout.step);
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
