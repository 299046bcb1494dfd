//! WebAssembly binary: sections, most of which are vectors of entries.
//!
//! Sections, entries and the bytes of functions, data and custom sections are parts. A function is
//! removed with its type. Indices of other functions and types stay as they are, so entries in the
//! middle are removed only where nothing refers to later ones.

use super::bytes::Bytes;
use super::layout::Layout;
use crate::document::repairs::number::{Form, Value};
use std::ops::Range;

const MAGIC: &[u8] = b"\0asm\x01\0\0\0";

/// The numbers of sections.
const CUSTOM: u8 = 0;
const TYPES: u8 = 1;
const IMPORTS: u8 = 2;
const FUNCTIONS: u8 = 3;
const MEMORIES: u8 = 5;
const EXPORTS: u8 = 7;
const CODE: u8 = 10;
const DATA: u8 = 11;

/// How the type of a function begins.
const FUNCTION_TYPE: u8 = 0x60;
/// The instructions of a place in memory, and the end of an expression.
const CONSTANT: u8 = 0x41;
const END: u8 = 0x0b;

/// The sections of a file. What follows the last whole section is payload.
pub(super) fn read(text: &[u8]) -> Option<Layout> {
    text.starts_with(MAGIC).then_some(())?;
    let mut reader = Reader { text, layout: Layout::default(), functions: None };
    let mut bytes = Bytes::new(text, MAGIC.len()..text.len())?;
    let mut rest = bytes.at;
    while reader.section(&mut bytes).is_some() {
        rest = bytes.at;
    }
    reader.layout.payload(rest..text.len());
    Some(reader.layout)
}

/// The entries of a vector.
struct Vector {
    /// Where their number stands.
    count: Range<usize>,
    entries: Vec<Entry>,
}

struct Entry {
    range: Range<usize>,
    payload: Payload,
}

/// Bytes that may be removed, and where their number stands.
type Payload = Option<(Range<usize>, Range<usize>)>;

struct Reader<'a> {
    text: &'a [u8],
    layout: Layout,
    /// The types of functions, which come before the functions.
    functions: Option<Vector>,
}

impl Reader<'_> {
    fn section(&mut self, bytes: &mut Bytes<'_>) -> Option<()> {
        let start = bytes.at;
        let id = bytes.byte()?;
        let (length, size) = bytes.leb128()?;
        let content = bytes.take(size)?;
        self.layout.length(length, Form::Leb128, content.clone());
        self.layout.open(start);
        self.content(id, &content);
        self.layout.close(content.end);
        Some(())
    }

    fn content(&mut self, id: u8, content: &Range<usize>) {
        if id == CUSTOM {
            let mut bytes = Bytes::new(self.text, content.clone());
            let after = bytes.as_mut().and_then(|bytes| name(bytes).map(|()| bytes.at));
            return self.layout.payload(after.unwrap_or(content.start)..content.end);
        }
        let Some(vector) = self.vector(id, content) else {
            return self.layout.payload(content.clone());
        };
        match id {
            FUNCTIONS => self.functions = Some(vector),
            CODE => self.code(vector),
            _ => {
                self.add(vector);
            }
        }
    }

    /// The entries that a section consists of, if they are understood.
    fn vector(&self, id: u8, content: &Range<usize>) -> Option<Vector> {
        let mut bytes = Bytes::new(self.text, content.clone())?;
        let (count, size) = bytes.leb128()?;
        let mut entries = Vec::new();
        for _ in 0..size {
            let start = bytes.at;
            let entry = entry(id, start, &mut bytes)?;
            entries.push(entry);
        }
        bytes.is_empty().then_some(Vector { count, entries })
    }

    fn add(&mut self, vector: Vector) -> usize {
        let list = self.layout.list(vector.entries.iter().map(|entry| entry.range.start).collect());
        self.layout.number(vector.count, Form::Leb128, Value::Count { list });
        for Entry { range, payload } in vector.entries {
            self.layout.open(range.start);
            if let Some((bytes, length)) = payload {
                self.layout.length(length, Form::Leb128, bytes.clone());
                self.layout.payload(bytes);
            }
            self.layout.close(range.end);
        }
        list
    }

    /// Adds functions, each of which is removed with its type.
    fn code(&mut self, bodies: Vector) {
        let places: Vec<usize> = bodies.entries.iter().map(|body| body.range.start).collect();
        let types = self.functions.take().filter(|types| types.entries.len() == places.len());
        let Some(types) = types else { return };
        let list = self.add(bodies);
        self.layout.number(types.count, Form::Leb128, Value::Count { list });
        for (entry, place) in types.entries.into_iter().zip(places) {
            self.layout.follower(entry.range, place);
        }
    }
}

/// Takes an entry of a section, which begins at `start`.
fn entry(id: u8, start: usize, bytes: &mut Bytes<'_>) -> Option<Entry> {
    let mut payload = None;
    match id {
        TYPES => {
            (bytes.byte()? == FUNCTION_TYPE).then_some(())?;
            // Parameters and results, a byte each.
            name(bytes)?;
            name(bytes)?;
        }
        IMPORTS => {
            name(bytes)?;
            name(bytes)?;
            import(bytes)?;
        }
        FUNCTIONS => {
            bytes.leb128()?;
        }
        MEMORIES => limits(bytes)?,
        EXPORTS => {
            name(bytes)?;
            bytes.byte()?;
            bytes.leb128()?;
        }
        CODE => payload = Some(sized(bytes)?),
        DATA => {
            match bytes.leb128()?.1 {
                0 => {
                    (bytes.byte()? == CONSTANT).then_some(())?;
                    bytes.leb128()?;
                    (bytes.byte()? == END).then_some(())?;
                }
                1 => {}
                _ => return None,
            }
            payload = Some(sized(bytes)?);
        }
        _ => return None,
    }
    Some(Entry { range: start..bytes.at, payload })
}

/// Takes a number of bytes, and the bytes; returns them and where the number stands.
fn sized(bytes: &mut Bytes<'_>) -> Option<(Range<usize>, Range<usize>)> {
    let (length, size) = bytes.leb128()?;
    Some((bytes.take(size)?, length))
}

/// Takes a name.
fn name(bytes: &mut Bytes<'_>) -> Option<()> {
    sized(bytes).map(drop)
}

/// Takes the type of an import.
fn import(bytes: &mut Bytes<'_>) -> Option<()> {
    match bytes.byte()? {
        0 => bytes.leb128().map(drop),
        1 => {
            bytes.byte()?;
            limits(bytes)
        }
        2 => limits(bytes),
        3 => bytes.take(2).map(drop),
        _ => None,
    }
}

/// Takes the least size of a memory or table, and the greatest if there is one.
fn limits(bytes: &mut Bytes<'_>) -> Option<()> {
    let flags = bytes.byte()?;
    bytes.leb128()?;
    if flags & 1 != 0 {
        bytes.leb128()?;
    }
    Some(())
}
