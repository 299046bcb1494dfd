//! Fields that contain fields, each with the length of its content before it: ASN.1 and protobuf.

use super::layout::Layout;
use crate::document::repairs::number::Form;
use std::ops::Range;

/// How deep fields are read; what is inside deeper ones is payload.
pub(super) const MAX_DEPTH: usize = 100;

/// A field takes about so many times the memory of a byte, with what is made of it: the parts, the
/// numbers, the tree.
const BYTES_OF_FIELD: usize = 256;

/// A file of few bytes may have so many fields, however short they are.
const FEW: usize = 1 << 18;

/// The most fields that are read of a text. One with more, which are hardly longer than their tags, is read
/// as runs of bytes: its fields would take many times its memory.
pub(super) fn most_fields(text: &[u8]) -> usize {
    FEW.max(text.len() / BYTES_OF_FIELD)
}

/// A field.
#[derive(Debug)]
pub(super) struct Field {
    /// The whole field.
    pub(super) range: Range<usize>,
    /// Where the length of its content stands, if it says one.
    pub(super) length: Option<Range<usize>>,
    /// Its content.
    pub(super) content: Range<usize>,
    /// The fields that its content consists of, if it does.
    pub(super) inner: Vec<Field>,
    /// Whether parts of the content may be removed.
    pub(super) is_divisible: bool,
}

/// Adds fields to a layout.
pub(super) fn add(fields: Vec<Field>, form: Form, layout: &mut Layout) {
    for field in fields {
        if let Some(length) = field.length {
            layout.length(length, form, field.content.clone());
        }
        layout.piece(field.range, |layout| {
            if !field.inner.is_empty() {
                add(field.inner, form, layout);
            } else if field.is_divisible {
                layout.payload(field.content);
            }
        });
    }
}
