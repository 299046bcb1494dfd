//! What a reader of a format finds in a file: parts that may be removed, and what must be put right
//! then.
//!
//! Parts nest. What no part covers belongs to the part around it, and is kept as long as that is.

use crate::document::Document;
use crate::document::builder::DocumentBuilder;
use crate::document::joints::Joining;
use crate::document::repairs::number::{Form, Number, Value};
use crate::document::repairs::{Checksum, Coding, Follower, Repairs, Sum, write};
use probdd_core::{Kind, Role, Slot};
use std::ops::Range;
use std::sync::Arc;

use super::runs::Runs;

/// How deep parts may nest.
const MAX_DEPTH: usize = 500;

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// A chunk, member, section, field or entry.
    Piece,
    /// Bytes whose meaning is not known: any of them may be removed.
    Payload,
}

#[derive(Clone, Debug)]
struct Part {
    what: What,
    range: Range<usize>,
    /// How deep it stands in others.
    depth: usize,
}

/// The parts of a file, in order, and its repairs.
#[derive(Debug, Default)]
pub(super) struct Layout {
    parts: Vec<Part>,
    /// The indices of the open parts.
    open: Vec<usize>,
    pub(super) repairs: Repairs,
    /// The text that the places refer to, if it is not the file.
    pub(super) text: Option<Vec<u8>>,
}

impl Layout {
    /// Adds a part that can be removed; `fill` adds the parts inside it.
    pub(super) fn piece(&mut self, range: Range<usize>, fill: impl FnOnce(&mut Layout)) {
        self.open(range.start);
        fill(self);
        self.close(range.end);
    }

    /// Begins a part that can be removed.
    pub(super) fn open(&mut self, start: usize) {
        self.parts.push(Part { what: What::Piece, range: start..start, depth: self.open.len() });
        self.open.push(self.parts.len() - 1);
    }

    /// Ends the innermost open part.
    pub(super) fn close(&mut self, end: usize) {
        if let Some(part) = self.open.pop() {
            self.parts[part].range.end = end;
        }
    }

    /// Removes what was added since there were so many parts, numbers and followers.
    pub(super) fn back_to(&mut self, [parts, numbers, followers]: [usize; 3]) {
        self.parts.truncate(parts);
        self.open.retain(|part| *part < parts);
        self.repairs.numbers.truncate(numbers);
        self.repairs.followers.truncate(followers);
    }

    /// How many parts, numbers and followers there are.
    pub(super) fn size(&self) -> [usize; 3] {
        let Repairs { numbers, followers, .. } = &self.repairs;
        [self.parts.len(), numbers.len(), followers.len()]
    }

    /// Adds bytes whose meaning is not known.
    pub(super) fn payload(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.parts.push(Part { what: What::Payload, range, depth: self.open.len() });
        }
    }

    /// Puts the outermost parts, which contain no others, in the order of their places.
    pub(super) fn sort(&mut self) {
        self.parts.sort_by_key(|part| (part.range.start, part.depth));
    }

    /// Whether no more parts may stand inside the current one.
    pub(super) fn is_deep(&self) -> bool {
        self.open.len() >= MAX_DEPTH
    }

    /// Adds a number.
    pub(super) fn number(&mut self, at: Range<usize>, form: Form, value: Value) {
        self.repairs.numbers.push(Number { at, form, value });
    }

    /// Adds a length in bytes.
    pub(super) fn length(&mut self, at: Range<usize>, form: Form, of: Range<usize>) {
        self.number(at, form, Value::length(of));
    }

    /// Adds padding, which goes with the byte at `owner`.
    pub(super) fn padding(&mut self, at: Range<usize>, align: usize, owner: usize) {
        self.number(at, Form::Zeros, Value::Padding { align: align.max(1), owner });
    }

    /// Adds a list of elements, given a place in each; returns its index.
    pub(super) fn list(&mut self, places: Vec<usize>) -> usize {
        self.repairs.lists.push(places);
        self.repairs.lists.len() - 1
    }

    /// Adds a part that is removed with the byte at `owner`.
    pub(super) fn follower(&mut self, range: Range<usize>, owner: usize) {
        self.repairs.followers.push(Follower { range, owner });
    }

    /// Adds a CRC-32 of a part of the file.
    pub(super) fn crc32(&mut self, at: Range<usize>, form: Form, of: Range<usize>) {
        let sum = Sum::Crc32;
        self.repairs.checksums.push(Checksum { at, form, of, is_of_text: false, sum });
    }

    /// Adds a CRC-32 of a part of the text, which may be compressed in the file.
    pub(super) fn crc32_of_text(&mut self, at: Range<usize>, form: Form, of: Range<usize>) {
        let sum = Sum::Crc32;
        self.repairs.checksums.push(Checksum { at, form, of, is_of_text: true, sum });
    }

    /// The document of a file with these parts; `None` if they do not nest, lie outside of the text,
    /// or do not give the file when everything is kept.
    pub(super) fn document(mut self, file: &[u8]) -> Option<Document> {
        let other = self.text.take();
        let text = other.as_deref().unwrap_or(file);
        self.repairs.numbers.sort_by_key(|number| (number.at.start, number.at.end));
        let is_sound = self.is_sound(text) && write::settle(&mut self.repairs, text, file);
        let document = is_sound.then(|| self.built(text))?;
        Some(Document { file: other.is_some().then(|| file.into()), ..document })
    }

    fn built(self, text: &[u8]) -> Document {
        let unit = if self.repairs.coding == Coding::Bits { 32 } else { 1 };
        let payload = self.parts.iter().filter(|part| part.what == What::Payload);
        let runs = Runs::new(text, payload.map(|part| part.range.len()).sum(), unit);
        let mut out = DocumentBuilder::new(text, Kind::NONE, Role::Star);
        let mut open: Vec<&Part> = Vec::new();
        for part in &self.parts {
            while let Some(inner) = open.pop_if(|inner| inner.depth >= part.depth) {
                fixed(&mut out, inner.range.end);
                out.close();
            }
            fixed(&mut out, part.range.start);
            match part.what {
                What::Payload => runs.add(part.range.clone(), &mut out),
                What::Piece => {
                    out.open(kind_of(part), Role::Optional, Slot::NONE);
                    open.push(part);
                }
            }
        }
        while let Some(inner) = open.pop() {
            fixed(&mut out, inner.range.end);
            out.close();
        }
        fixed(&mut out, text.len());
        let repairs = Arc::new(self.repairs);
        out.finish([].into(), |_, _| Joining::Repaired(repairs))
    }

    /// Whether parts nest, numbers do not overlap, and everything lies in the text.
    fn is_sound(&self, text: &[u8]) -> bool {
        let Repairs { numbers, followers, lists, checksums, .. } = &self.repairs;
        let are_apart = numbers.is_sorted_by(|a, b| a.at.end <= b.at.start)
            && numbers.iter().all(|number| is_in(&number.at, text));
        let mut open: Vec<&Part> = Vec::new();
        let nest = self.parts.iter().all(|part| {
            while open.pop_if(|inner| inner.depth >= part.depth).is_some() {}
            let is_inside = |outer: &&Part| {
                outer.range.start <= part.range.start && part.range.end <= outer.range.end
            };
            let is_nested = open.last().is_none_or(is_inside);
            open.push(part);
            is_nested && !part.range.is_empty() && is_in(&part.range, text)
        });
        nest && are_apart
            && self.parts.is_sorted_by(|a, b| a.depth < b.depth || a.range.end <= b.range.start)
            && checksums.iter().all(|sum| is_in(&sum.at, text) && is_in(&sum.of, text))
            && followers
                .iter()
                .all(|follower| is_in(&follower.range, text) && follower.owner < text.len())
            && lists.iter().flatten().all(|place| *place < text.len())
    }
}

fn is_in(range: &Range<usize>, text: &[u8]) -> bool {
    range.start <= range.end && range.end <= text.len()
}

/// Parts of like depth and size are alike to a search.
fn kind_of(part: &Part) -> Kind {
    Kind((part.depth.min(20) * 64) as u16 + part.range.len().ilog2() as u16)
}

/// Adds the bytes up to a place as a token of the innermost open node.
fn fixed(out: &mut DocumentBuilder<'_>, until: usize) {
    let start = out.covered();
    if start < until {
        out.token(start..until, true);
    }
}
