//! ASN.1 in the distinguished encoding (certificates, keys): values of tag, length and content.

use super::bytes::Bytes;
use super::fields::{Field, MAX_DEPTH, add, most_fields};
use super::layout::Layout;
use crate::document::repairs::number::Form;
use std::ops::Range;

const SEQUENCE: u8 = 0x30;
const BIT_STRING: u8 = 0x03;
const OCTET_STRING: u8 = 0x04;

/// The values of a file that is one sequence.
pub(super) fn read(text: &[u8]) -> Option<Layout> {
    (text.first() == Some(&SEQUENCE)).then_some(())?;
    let mut left = most_fields(text);
    let values = values(text, 0..text.len(), 0, &mut left).filter(|values| values.len() == 1)?;
    let mut layout = Layout::default();
    add(values, Form::Der, &mut layout);
    Some(layout)
}

/// The values that a part of a text consists of, if they are not more than are `left`.
fn values(text: &[u8], range: Range<usize>, depth: usize, left: &mut usize) -> Option<Vec<Field>> {
    let mut bytes = Bytes::new(text, range)?;
    let mut values = Vec::new();
    while !bytes.is_empty() {
        values.push(value(text, &mut bytes, depth, left)?);
    }
    Some(values)
}

fn value(text: &[u8], bytes: &mut Bytes<'_>, depth: usize, left: &mut usize) -> Option<Field> {
    *left = left.checked_sub(1)?;
    let start = bytes.at;
    let tag = bytes.byte()?;
    if tag & 0x1f == 0x1f {
        while bytes.byte()? & 0x80 != 0 {}
    }
    let length = length(bytes)?;
    let content = bytes.take(length.1)?;
    let inner = inside(text, tag, &content, depth, left);
    let is_constructed = tag & 0x20 != 0;
    if is_constructed && inner.is_none() && depth < MAX_DEPTH {
        return None;
    }
    Some(Field {
        range: start..bytes.at,
        length: Some(length.0),
        content,
        inner: inner.unwrap_or_default(),
        is_divisible: true,
    })
}

/// Takes a length.
fn length(bytes: &mut Bytes<'_>) -> Option<(Range<usize>, usize)> {
    let start = bytes.at;
    let first = bytes.byte()?;
    if first < 0x80 {
        return Some((start..bytes.at, usize::from(first)));
    }
    let digits = usize::from(first & 0x7f);
    (1..=8).contains(&digits).then_some(())?;
    let (_, value) = bytes.number(digits, Form::Big)?;
    Some((start..bytes.at, value))
}

/// The values inside a value: those of a sequence or set, or a sequence in a string, as extensions
/// of certificates have it.
fn inside(
    text: &[u8],
    tag: u8,
    content: &Range<usize>,
    depth: usize,
    left: &mut usize,
) -> Option<Vec<Field>> {
    if depth >= MAX_DEPTH {
        return None;
    }
    let hidden = match (tag, &text[content.clone()]) {
        (BIT_STRING, [0, SEQUENCE, ..]) => content.start + 1..content.end,
        (OCTET_STRING, [SEQUENCE, ..]) => content.clone(),
        _ if tag & 0x20 != 0 => content.clone(),
        _ => return None,
    };
    values(text, hidden, depth + 1, left)
}
