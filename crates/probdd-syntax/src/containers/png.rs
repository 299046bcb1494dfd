//! PNG: a signature, then chunks of length, type, data and CRC-32.

use super::bytes::Bytes;
use super::layout::Layout;
use crate::document::repairs::number::Form;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The chunks of a PNG file. What follows the last whole chunk is payload.
pub(super) fn read(text: &[u8]) -> Option<Layout> {
    text.starts_with(SIGNATURE).then_some(())?;
    let mut layout = Layout::default();
    let mut bytes = Bytes::new(text, SIGNATURE.len()..text.len())?;
    let mut rest = bytes.at;
    while chunk(&mut bytes, &mut layout).is_some() {
        rest = bytes.at;
    }
    layout.payload(rest..text.len());
    Some(layout)
}

fn chunk(bytes: &mut Bytes<'_>, layout: &mut Layout) -> Option<()> {
    let start = bytes.at;
    let (length, size) = bytes.number(4, Form::Big)?;
    let kind = bytes.take(4)?;
    let data = bytes.take(size)?;
    let crc = bytes.take(4)?;
    layout.length(length, Form::Big, data.clone());
    layout.crc32(crc, Form::Big, kind.start..data.end);
    layout.piece(start..bytes.at, |layout| layout.payload(data));
    Some(())
}
