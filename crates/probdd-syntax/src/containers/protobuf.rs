//! The wire format of protocol buffers: fields of a tag and a number, or of a tag, a length and a
//! content that may be a message.
//!
//! Nothing tells that a file is such a message, so it must consist of fields to its last byte.

use super::bytes::Bytes;
use super::fields::{Field, MAX_DEPTH, add, most_fields};
use super::layout::Layout;
use crate::document::repairs::number::Form;
use std::ops::Range;

/// The highest number of a field.
const LAST_FIELD: usize = (1 << 29) - 1;

/// A file is a message only if most of it lies in fields with a length.
const LEAST_SHARE: usize = 2;

/// The fields of a file that is a message.
pub(super) fn read(text: &[u8]) -> Option<Layout> {
    let fields = message(text, 0..text.len(), 0, &mut most_fields(text))?;
    let has_length = |field: &&Field| field.length.is_some();
    let inside: usize = fields.iter().filter(has_length).map(|field| field.content.len()).sum();
    (inside * LEAST_SHARE > text.len()).then_some(())?;
    let mut layout = Layout::default();
    add(fields, Form::Leb128, &mut layout);
    Some(layout)
}

/// The fields that a part of a text consists of, if they are not more than are `left`.
fn message(text: &[u8], range: Range<usize>, depth: usize, left: &mut usize) -> Option<Vec<Field>> {
    let mut bytes = Bytes::new(text, range)?;
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        match field(text, &mut bytes, depth, left)? {
            Read::Field(field) => fields.push(field),
            Read::EndOfGroup(_) => return None,
        }
    }
    Some(fields)
}

enum Read {
    Field(Field),
    /// The end of the group of this number.
    EndOfGroup(usize),
}

fn field(text: &[u8], bytes: &mut Bytes<'_>, depth: usize, left: &mut usize) -> Option<Read> {
    *left = left.checked_sub(1)?;
    let start = bytes.at;
    let (_, tag) = bytes.leb128()?;
    let number = tag >> 3;
    (1..=LAST_FIELD).contains(&number).then_some(())?;
    let mut length = None;
    let mut inner = Vec::new();
    let content = match tag & 7 {
        0 => bytes.leb128()?.0,
        1 => bytes.take(8)?,
        2 => {
            let (at, size) = bytes.leb128()?;
            length = Some(at);
            let content = bytes.take(size)?;
            inner = inside(text, &content, depth, left).unwrap_or_default();
            content
        }
        3 => {
            let content;
            (inner, content) = group(text, bytes, number, depth, left)?;
            content
        }
        4 => return Some(Read::EndOfGroup(number)),
        5 => bytes.take(4)?,
        _ => return None,
    };
    let is_divisible = length.is_some();
    Some(Read::Field(Field { range: start..bytes.at, length, content, inner, is_divisible }))
}

/// The fields of a group, and where they stand.
fn group(
    text: &[u8],
    bytes: &mut Bytes<'_>,
    number: usize,
    depth: usize,
    left: &mut usize,
) -> Option<(Vec<Field>, Range<usize>)> {
    (depth < MAX_DEPTH).then_some(())?;
    let start = bytes.at;
    let mut fields = Vec::new();
    loop {
        let end = bytes.at;
        match field(text, bytes, depth + 1, left)? {
            Read::Field(field) => fields.push(field),
            Read::EndOfGroup(other) => return (other == number).then_some((fields, start..end)),
        }
    }
}

/// The fields of a content, unless it is a text or too deep.
fn inside(
    text: &[u8],
    content: &Range<usize>,
    depth: usize,
    left: &mut usize,
) -> Option<Vec<Field>> {
    let is_text = |bytes: &[u8]| {
        let is_plain = |character: char| !character.is_control() || character.is_ascii_whitespace();
        std::str::from_utf8(bytes).is_ok_and(|text| text.chars().all(is_plain))
    };
    let is_open = depth < MAX_DEPTH && !is_text(&text[content.clone()]);
    is_open.then(|| message(text, content.clone(), depth + 1, left))?
}
