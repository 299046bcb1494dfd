//! RIFF (WAV, AVI, WebP): chunks of type, length and data, padded to even places; `RIFF` and `LIST`
//! contain chunks.

use super::bytes::Bytes;
use super::layout::Layout;
use crate::document::repairs::number::{Form, Value};
use std::ops::Range;

/// The chunks of a RIFF file. What follows the last whole chunk is payload.
pub(super) fn read(text: &[u8]) -> Option<Layout> {
    let form = match text.get(..4)? {
        b"RIFF" => Form::Little,
        b"RIFX" => Form::Big,
        _ => return None,
    };
    let mut layout = Layout::default();
    let mut bytes = Bytes::new(text, 4..text.len())?;
    let (length, size) = bytes.number(4, form)?;
    let name = bytes.take(4)?;
    let end = length.end.checked_add(size)?.min(text.len());
    (end >= name.end).then_some(())?;
    with_padding(&mut layout, length, form, name.start..end);
    let reader = Reader { text, form };
    reader.chunks(name.end..end, &mut layout)?;
    layout.payload(end..text.len());
    Some(layout)
}

fn with_padding(layout: &mut Layout, at: Range<usize>, form: Form, of: Range<usize>) {
    layout.number(at, form, Value::Length { of, unit: 1, with_padding: true });
}

struct Reader<'a> {
    text: &'a [u8],
    form: Form,
}

impl Reader<'_> {
    fn chunks(&self, range: Range<usize>, layout: &mut Layout) -> Option<()> {
        let mut bytes = Bytes::new(self.text, range)?;
        let mut rest = bytes.at;
        while !bytes.is_empty() && self.chunk(&mut bytes, layout).is_some() {
            rest = bytes.at;
        }
        layout.payload(rest..bytes.end);
        Some(())
    }

    fn chunk(&self, bytes: &mut Bytes<'_>, layout: &mut Layout) -> Option<()> {
        let name = bytes.take(4)?;
        let (length, size) = bytes.number(4, self.form)?;
        let data = bytes.take(size)?;
        let padding = bytes.take((size % 2).min(bytes.end - bytes.at))?;
        let nests = &self.text[name.clone()] == b"LIST" && size >= 4 && !layout.is_deep();
        if nests {
            with_padding(layout, length, self.form, data.clone());
        } else {
            layout.length(length, self.form, data.clone());
        }
        layout.padding(padding, 2, name.start);
        layout.piece(name.start..bytes.at, |layout| {
            if nests {
                self.chunks(data.start + 4..data.end, layout);
            } else {
                layout.payload(data);
            }
        });
        Some(())
    }
}
