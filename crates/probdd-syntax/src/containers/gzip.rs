//! gzip: a header, data in the deflate format, the CRC-32 and the length of the text.

use super::bytes::Bytes;
use super::inflate::inflate;
use super::layout::Layout;
use crate::document::repairs::number::{Form, Value};

const MAGIC: &[u8] = b"\x1f\x8b\x08";

/// The flags of optional parts of the header.
const EXTRA: u8 = 4;
const NAME: u8 = 8;
const COMMENT: u8 = 16;
const HEADER_SUM: u8 = 2;

/// The header and the text of a file with one member.
pub(super) fn read(file: &[u8]) -> Option<Layout> {
    file.starts_with(MAGIC).then_some(())?;
    let header = header(file)?;
    let (text, size) = inflate(file.get(header..file.len().checked_sub(8)?)?)?;
    (header + size + 8 == file.len()).then_some(())?;
    let data = header..header + text.len();
    let mut layout = Layout::default();
    let original = file[header..header + size].to_vec();
    let owner = 0;
    layout.number(data.clone(), Form::Zeros, Value::Compressed { original, owner });
    layout.crc32_of_text(data.end..data.end + 4, Form::Little, data.clone());
    layout.number(data.end + 4..data.end + 8, Form::Little, Value::TextLength { of: data.clone() });
    layout.payload(data);
    layout.text = Some([&file[..header], &text, &file[header + size..]].concat());
    Some(layout)
}

/// The length of the header.
fn header(file: &[u8]) -> Option<usize> {
    let mut bytes = Bytes::new(file, 0..file.len())?;
    let flags = file[bytes.take(10)?][3];
    if flags & EXTRA != 0 {
        let (_, size) = bytes.number(2, Form::Little)?;
        bytes.take(size)?;
    }
    for flag in [NAME, COMMENT] {
        if flags & flag != 0 {
            while bytes.byte()? != 0 {}
        }
    }
    if flags & HEADER_SUM != 0 {
        bytes.take(2)?;
    }
    Some(bytes.at)
}
