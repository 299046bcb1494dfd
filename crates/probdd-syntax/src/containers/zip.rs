//! ZIP (also JAR, DOCX, APK): members, then a directory with an entry for each of them, then the end.
//!
//! A member is removed with its entry. Deflated members are read, and deflated again when they have
//! changed. Encrypted members, and those of other methods, are removed whole. An archive with
//! numbers of 64 bits, or with something before its first member that shifts its places, is not
//! read.

use super::bytes::Bytes;
use super::inflate::inflate;
use super::layout::Layout;
use crate::document::repairs::number::{Form, Value};
use std::ops::Range;

const MEMBER: &[u8] = b"PK\x03\x04";
const ENTRY: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const DESCRIPTOR: &[u8] = b"PK\x07\x08";

/// The length of the end without its comment.
const END_SIZE: usize = 22;

/// A member and its entry, by their places in the file.
struct Member {
    /// The entry in the directory.
    entry: Range<usize>,
    /// The header of the member.
    header: Range<usize>,
    data: Range<usize>,
    /// The sizes and the sum after the data, if there are any; the sum comes first.
    descriptor: Option<Range<usize>>,
    /// The end of the member.
    end: usize,
    /// The text, if the data are deflated.
    text: Option<Vec<u8>>,
    /// Whether parts of the data may be removed.
    is_divisible: bool,
}

/// The members of an archive.
pub(super) fn read(file: &[u8]) -> Option<Layout> {
    file.starts_with(MEMBER).then_some(())?;
    let at = memchr::memmem::rfind(file, END)?;
    let mut end = Bytes::new(file, at..file.len())?;
    end.take(8)?;
    let counts = [end.number(2, Form::Little)?, end.number(2, Form::Little)?];
    let (size, offset) = (end.number(4, Form::Little)?, end.number(4, Form::Little)?);
    let directory = offset.1..offset.1.checked_add(size.1).filter(|end| *end <= at)?;
    let mut bytes = Bytes::new(file, directory.clone())?;
    let mut members = Vec::new();
    while !bytes.is_empty() {
        members.push(member(file, &mut bytes)?);
    }
    (members.len() == counts[1].1).then_some(())?;
    members.sort_by_key(|member| member.header.start);
    let places = Places::new(&members);
    let mut layout = Layout::default();
    for member in &members {
        add_member(file, member, &places, &mut layout);
    }
    for member in &members {
        add_entry(file, member, &places, &mut layout);
    }
    let list = layout.list(members.iter().map(|member| places.of(member.header.start)).collect());
    for (at, _) in counts {
        layout.number(places.range(&at), Form::Little, Value::Count { list });
    }
    layout.length(places.range(&size.0), Form::Little, places.range(&directory));
    let to = places.of(directory.start);
    let value = Value::Offset { from: 0, to, unit: 1 };
    layout.number(places.range(&offset.0), Form::Little, value);
    let comment = Bytes::new(file, at + END_SIZE - 2..file.len())?.number(2, Form::Little)?.0;
    let text = places.range(&(at + END_SIZE..file.len()));
    layout.length(places.range(&comment), Form::Little, text.clone());
    // The entries stand in the order of the directory, which need not be that of the members.
    layout.sort();
    layout.payload(text);
    layout.text = Some(inflated(file, &members));
    Some(layout)
}

/// Reads an entry and its member.
fn member(file: &[u8], bytes: &mut Bytes<'_>) -> Option<Member> {
    let start = bytes.at;
    let fixed = bytes.take(46)?;
    let entry = &file[fixed];
    entry.starts_with(ENTRY).then_some(())?;
    let number = |at: usize, len: usize| Form::Little.read(&entry[at..at + len]) as usize;
    bytes.take(number(28, 2) + number(30, 2) + number(32, 2))?;
    let mut member = Bytes::new(file, number(42, 4)..file.len().max(number(42, 4)))?;
    let header = member.at;
    let fixed = member.take(30)?;
    file[fixed.clone()].starts_with(MEMBER).then_some(())?;
    let names = Form::Little.read(&file[fixed.start + 26..fixed.start + 28])
        + Form::Little.read(&file[fixed.start + 28..fixed.start + 30]);
    member.take(names as usize)?;
    let header = header..member.at;
    let data = member.take(number(20, 4))?;
    let (flags, method) = (number(8, 2), number(10, 2));
    let is_plain = flags & 1 == 0;
    let text = (is_plain && method == 8).then(|| inflate(&file[data.clone()])).flatten();
    let text = text.filter(|(_, size)| *size == data.len()).map(|(text, _)| text);
    let descriptor = (flags & 8 != 0).then(|| descriptor(file, &mut member)).flatten();
    Some(Member {
        entry: start..bytes.at,
        header,
        is_divisible: is_plain && (method == 0 || text.is_some()),
        data,
        descriptor,
        end: member.at,
        text,
    })
}

/// The sum and the sizes after the data of a member.
fn descriptor(file: &[u8], member: &mut Bytes<'_>) -> Option<Range<usize>> {
    if file[member.at..].starts_with(DESCRIPTOR) {
        member.take(4)?;
    }
    member.take(12)
}

/// Where the places of a file stand in the text with inflated members.
struct Places {
    /// The end of each member's data in the file, and by how much the text is longer up to there.
    grown: Vec<(usize, isize)>,
}

impl Places {
    fn new(members: &[Member]) -> Places {
        let mut all = 0;
        let grown = members.iter().map(|member| {
            let growth =
                |text: &Vec<u8>| text.len().cast_signed() - member.data.len().cast_signed();
            all += member.text.as_ref().map_or(0, growth);
            (member.data.end, all)
        });
        Places { grown: grown.collect() }
    }

    /// A place that does not lie in data.
    fn of(&self, place: usize) -> usize {
        let after = self.grown.partition_point(|(end, _)| *end <= place);
        place.saturating_add_signed(after.checked_sub(1).map_or(0, |at| self.grown[at].1))
    }

    fn range(&self, range: &Range<usize>) -> Range<usize> {
        self.of(range.start)..self.of(range.end)
    }
}

fn add_member(file: &[u8], member: &Member, places: &Places, layout: &mut Layout) {
    let header = places.range(&member.header);
    let len = member.text.as_ref().map_or(member.data.len(), Vec::len);
    let data = header.end..header.end + len;
    if member.text.is_some() {
        let original = file[member.data.clone()].to_vec();
        let value = Value::Compressed { original, owner: header.start };
        layout.number(data.clone(), Form::Zeros, value);
    }
    let has_descriptor = member.descriptor.is_some();
    if !has_descriptor {
        add_sizes(header.start + 14, &data, layout);
    }
    if let Some(descriptor) = &member.descriptor {
        add_sizes(places.of(descriptor.start), &data, layout);
    }
    let extra = header.end - extra_length(file, member.header.start + 28)..header.end;
    layout.length(header.start + 28..header.start + 30, Form::Little, extra.clone());
    layout.piece(header.start..places.of(member.end), |layout| {
        layout.payload(extra);
        if member.is_divisible {
            layout.payload(data);
        }
    });
}

/// Adds a CRC-32, and the sizes of data and text after it.
fn add_sizes(at: usize, data: &Range<usize>, layout: &mut Layout) {
    layout.crc32_of_text(at..at + 4, Form::Little, data.clone());
    layout.length(at + 4..at + 8, Form::Little, data.clone());
    layout.number(at + 8..at + 12, Form::Little, Value::TextLength { of: data.clone() });
}

fn extra_length(file: &[u8], at: usize) -> usize {
    Form::Little.read(&file[at..at + 2]) as usize
}

fn add_entry(file: &[u8], member: &Member, places: &Places, layout: &mut Layout) {
    let (entry, header) = (places.range(&member.entry), places.range(&member.header));
    let len = member.text.as_ref().map_or(member.data.len(), Vec::len);
    add_sizes(entry.start + 16, &(header.end..header.end + len), layout);
    let value = Value::Offset { from: 0, to: header.start, unit: 1 };
    layout.number(entry.start + 42..entry.start + 46, Form::Little, value);
    layout.follower(entry.clone(), header.start);
    let [extra, comment] = [30, 32].map(|at| extra_length(file, member.entry.start + at));
    let comment = entry.end - comment..entry.end;
    let extra = comment.start - extra..comment.start;
    layout.length(entry.start + 30..entry.start + 32, Form::Little, extra.clone());
    layout.length(entry.start + 32..entry.start + 34, Form::Little, comment.clone());
    layout.payload(extra);
    layout.payload(comment);
}

/// The file with inflated members.
fn inflated(file: &[u8], members: &[Member]) -> Vec<u8> {
    let mut text = Vec::with_capacity(file.len());
    let mut at = 0;
    for member in members {
        let Some(inflated) = &member.text else { continue };
        text.extend_from_slice(&file[at..member.data.start]);
        text.extend_from_slice(inflated);
        at = member.data.end;
    }
    text.extend_from_slice(&file[at..]);
    text
}
