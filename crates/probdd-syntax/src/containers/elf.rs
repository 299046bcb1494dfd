//! ELF (objects, programs): a header, sections, and a table with an entry for each section.
//!
//! A section is removed with its entry and its relocations. Symbols, relocations, members of groups
//! and names are parts as well. Programs keep the offsets of their segments within a page; whether
//! their addresses still fit is for the test to find out.

use super::bytes::Bytes;
use super::layout::Layout;
use crate::document::repairs::number::{Form, Value};
use std::ops::Range;

const SYMBOLS: usize = 2;
const STRINGS: usize = 3;
const RELOCATIONS_WITH_ADDENDS: usize = 4;
const NO_BITS: usize = 8;
const RELOCATIONS: usize = 9;
const GROUP: usize = 17;

/// The flag of a section that is loaded.
const IS_LOADED: usize = 2;
/// The flag of a section whose info is the index of a section.
const HAS_INFO_LINK: usize = 0x40;

/// The type of a symbol that stands for a section.
const SECTION_SYMBOL: u8 = 3;

/// The sections of a file.
pub(super) fn read(text: &[u8]) -> Option<Layout> {
    text.starts_with(b"\x7fELF").then_some(())?;
    let file = File::new(text)?;
    let mut layout = Layout::default();
    let sections = layout.list(file.sections.iter().map(Section::place).collect());
    let symbols =
        file.symbols().map(|at| layout.list(file.entries(at).map(|entry| entry.start).collect()));
    let mut writer = Writer { file: &file, layout, sections, symbols };
    writer.header();
    writer.segments()?;
    file.sections.iter().for_each(|section| writer.entry(section));
    writer.areas()?;
    Some(writer.layout)
}

/// What a file says about itself.
struct File<'a> {
    text: &'a [u8],
    form: Form,
    /// Whether numbers of addresses have 8 bytes.
    is_wide: bool,
    /// The table of sections.
    table: Range<usize>,
    sections: Vec<Section>,
    /// The section with the names of sections.
    names: usize,
}

struct Section {
    /// Its entry in the table.
    entry: Range<usize>,
    kind: usize,
    flags: usize,
    /// Its bytes in the file; empty if it has none.
    content: Range<usize>,
    link: usize,
    info: usize,
    align: usize,
}

impl Section {
    /// A place that is kept as long as the section is.
    fn place(&self) -> usize {
        if self.content.is_empty() { self.entry.start } else { self.content.start }
    }
}

impl<'a> File<'a> {
    fn new(text: &'a [u8]) -> Option<File<'a>> {
        let is_wide = *text.get(4)? == 2;
        let form = if *text.get(5)? == 2 { Form::Big } else { Form::Little };
        let mut file = File { text, form, is_wide, table: 0..0, sections: Vec::new(), names: 0 };
        let start = file.number(file.at(32, 40), file.word())?;
        let count = file.number(file.at(48, 60), 2)?;
        file.names = file.number(file.at(50, 62), 2)?;
        let size = file.at(40, 64);
        let is_usual = file.number(file.at(46, 58), 2)? == size && count > 0;
        is_usual.then_some(())?;
        file.table =
            Bytes::new(text, start..text.len().max(start))?.take(count.checked_mul(size)?)?;
        let entries = (0..count).map(|index| file.section(start + index * size));
        file.sections = entries.collect::<Option<_>>()?;
        Some(file)
    }

    /// One of two numbers, for narrow and wide files.
    fn at(&self, narrow: usize, wide: usize) -> usize {
        if self.is_wide { wide } else { narrow }
    }

    /// How many bytes an address has.
    fn word(&self) -> usize {
        self.at(4, 8)
    }

    fn number(&self, at: usize, len: usize) -> Option<usize> {
        let bytes = self.text.get(at..at.checked_add(len)?)?;
        usize::try_from(self.form.read(bytes)).ok()
    }

    fn section(&self, entry: usize) -> Option<Section> {
        let field = |narrow, wide, len| self.number(entry + self.at(narrow, wide), len);
        let kind = field(4, 4, 4)?;
        let offset = field(16, 24, self.word())?;
        let size = if kind == NO_BITS || kind == 0 { 0 } else { field(20, 32, self.word())? };
        Some(Section {
            entry: entry..entry + self.at(40, 64),
            kind,
            flags: field(8, 8, self.word())?,
            content: if size == 0 { 0..0 } else { offset..offset.checked_add(size)? },
            link: field(24, 40, 4)?,
            info: field(28, 44, 4)?,
            align: field(32, 48, self.word())?,
        })
    }

    /// The table of symbols, if there is one.
    fn symbols(&self) -> Option<usize> {
        self.sections.iter().position(|section| section.kind == SYMBOLS)
    }

    /// How long the entries of a section are, if it has any.
    fn entry_size(&self, section: &Section) -> Option<usize> {
        match section.kind {
            SYMBOLS => Some(self.at(16, 24)),
            RELOCATIONS => Some(self.at(8, 16)),
            RELOCATIONS_WITH_ADDENDS => Some(self.at(12, 24)),
            GROUP => Some(4),
            _ => None,
        }
    }

    /// The entries of a section.
    fn entries(&self, section: usize) -> impl Iterator<Item = Range<usize>> {
        let Section { content, .. } = &self.sections[section];
        let size = self.entry_size(&self.sections[section]).unwrap_or(1);
        let start = content.start;
        (0..content.len() / size).map(move |at| start + at * size..start + (at + 1) * size)
    }

    /// The index of a section of relocations' section.
    fn target(&self, section: &Section) -> Option<&Section> {
        let is_relocation = matches!(section.kind, RELOCATIONS | RELOCATIONS_WITH_ADDENDS);
        self.sections.get(section.info).filter(|_| is_relocation && section.info > 0)
    }
}

struct Writer<'a> {
    file: &'a File<'a>,
    layout: Layout,
    /// The list of sections.
    sections: usize,
    /// The list of symbols.
    symbols: Option<usize>,
}

impl Writer<'_> {
    fn number(&mut self, at: usize, len: usize, value: Value) {
        self.layout.number(at..at + len, self.file.form, value);
    }

    /// Adds the numbers of the header.
    fn header(&mut self) {
        let file = self.file;
        let (list, to) = (self.sections, file.table.start);
        self.number(file.at(32, 40), file.word(), Value::Offset { from: 0, to, unit: 1 });
        self.number(file.at(48, 60), 2, Value::Count { list });
        self.number(file.at(50, 62), 2, Value::Index { list });
    }

    /// Adds the offsets and sizes of segments.
    fn segments(&mut self) -> Option<()> {
        let file = self.file;
        let start = file.number(file.at(28, 32), file.word())?;
        let (size, count) = (file.number(file.at(42, 54), 2)?, file.number(file.at(44, 56), 2)?);
        for index in 0..count {
            let entry = start.checked_add(index * size)?;
            let (at, length) = (entry + file.at(4, 8), entry + file.at(16, 32));
            let to = file.number(at, file.word())?;
            let of = to..to.checked_add(file.number(length, file.word())?)?;
            self.number(at, file.word(), Value::Offset { from: 0, to, unit: 1 });
            self.number(length, file.word(), Value::length(of));
        }
        Some(())
    }

    /// Adds the numbers in the entry of a section, which is removed with the section.
    fn entry(&mut self, section: &Section) {
        let (file, list) = (self.file, self.sections);
        let at = |narrow, wide| section.entry.start + file.at(narrow, wide);
        if let Some(names) = file.sections.get(file.names) {
            self.name(section.entry.start, names);
        }
        if !section.content.is_empty() {
            let value = Value::Offset { from: 0, to: section.content.start, unit: 1 };
            self.number(at(16, 24), file.word(), value);
            self.number(at(20, 32), file.word(), Value::length(section.content.clone()));
            self.layout.follower(section.entry.clone(), section.content.start);
        }
        self.number(at(24, 40), 4, Value::Index { list });
        let symbols = self.symbols;
        let info = match section.kind {
            SYMBOLS => Some(Value::Count { list: self.locals(section) }),
            GROUP => symbols.map(|list| Value::Index { list }),
            _ if section.flags & HAS_INFO_LINK != 0 || file.target(section).is_some() => {
                Some(Value::Index { list })
            }
            _ => None,
        };
        if let Some(value) = info {
            self.number(at(28, 44), 4, value);
        }
        if let Some(target) = file.target(section) {
            let owner = target.place();
            self.layout.follower(section.entry.clone(), owner);
            self.layout.follower(section.content.clone(), owner);
        }
    }

    /// Adds the place of a name in a section of strings.
    fn name(&mut self, at: usize, names: &Section) {
        let from = names.content.start;
        let offset = self.file.number(at, 4).filter(|offset| *offset < names.content.len());
        if let Some(offset) = offset {
            self.number(at, 4, Value::Offset { from, to: from + offset, unit: 1 });
        }
    }

    /// The list of local symbols, which come first.
    fn locals(&mut self, section: &Section) -> usize {
        let size = self.file.entry_size(section).unwrap_or(1);
        let places = (0..section.info).map(|at| section.content.start.saturating_add(at * size));
        let places = places.take_while(|place| *place < section.content.end);
        self.layout.list(places.collect())
    }

    /// Adds the sections and their table in the order of their places.
    fn areas(&mut self) -> Option<()> {
        let file = self.file;
        let mut areas: Vec<(Range<usize>, Option<usize>)> = vec![(file.table.clone(), None)];
        for (index, section) in file.sections.iter().enumerate() {
            if !section.content.is_empty() {
                areas.push((section.content.clone(), Some(index)));
            }
        }
        areas.sort_by_key(|(range, _)| (range.start, range.end));
        let mut end = file.at(52, 64);
        for (range, section) in areas {
            let is_after = end <= range.start && range.end <= file.text.len();
            is_after.then_some(())?;
            let align = match section.map(|at| &file.sections[at]) {
                None => file.word(),
                Some(section) if section.flags & IS_LOADED != 0 => self.page().max(section.align),
                Some(section) => section.align,
            };
            self.layout.padding(end..range.start, align, range.start);
            match section {
                Some(section) => self.section(section),
                None => self.table(),
            }
            end = range.end;
        }
        Some(())
    }

    /// The greatest alignment of a segment, 1 without segments.
    fn page(&self) -> usize {
        let file = self.file;
        let number = |at, len| file.number(at, len).unwrap_or(0);
        let start = number(file.at(28, 32), file.word());
        let (size, count) = (number(file.at(42, 54), 2), number(file.at(44, 56), 2));
        let align = |index: usize| number(start + index * size + file.at(28, 48), file.word());
        (0..count).map(align).max().unwrap_or(1).max(1)
    }

    /// Adds the entries of sections without content. The first entry stands for no section.
    fn table(&mut self) {
        for section in
            self.file.sections.iter().skip(1).filter(|section| section.content.is_empty())
        {
            self.layout.piece(section.entry.clone(), |_| ());
        }
    }

    fn section(&mut self, index: usize) {
        let section = &self.file.sections[index];
        self.layout.open(section.content.start);
        match section.kind {
            SYMBOLS => self.symbols(index),
            RELOCATIONS | RELOCATIONS_WITH_ADDENDS => self.relocations(index),
            GROUP => self.group(index),
            STRINGS => self.strings(section),
            _ => self.layout.payload(section.content.clone()),
        }
        self.layout.close(section.content.end);
    }

    fn symbols(&mut self, index: usize) {
        let (file, list) = (self.file, self.sections);
        let names = file.sections.get(file.sections[index].link);
        for entry in file.entries(index).skip(1) {
            if let Some(names) = names {
                self.name(entry.start, names);
            }
            let at = entry.start + file.at(14, 6);
            self.number(at, 2, Value::Index { list });
            let kind = file.text[entry.start + file.at(12, 4)] & 0xf;
            let defined = file.number(at, 2).and_then(|index| file.sections.get(index));
            if let Some(section) = defined.filter(|_| kind == SECTION_SYMBOL) {
                self.layout.follower(entry.clone(), section.place());
            }
            self.layout.piece(entry, |_| ());
        }
    }

    fn relocations(&mut self, index: usize) {
        let file = self.file;
        // The symbol has the upper part of the second word.
        let symbol = match (file.is_wide, file.form) {
            (true, Form::Big) => 8..12,
            (true, _) => 12..16,
            (false, Form::Big) => 4..7,
            (false, _) => 5..8,
        };
        let list = self.symbols.filter(|_| Some(file.sections[index].link) == file.symbols());
        for entry in file.entries(index) {
            if let Some(list) = list {
                let at = entry.start + symbol.start;
                self.number(at, symbol.len(), Value::Index { list });
            }
            self.layout.piece(entry, |_| ());
        }
    }

    /// Adds the members of a group, after its flags.
    fn group(&mut self, index: usize) {
        let (file, list) = (self.file, self.sections);
        for entry in file.entries(index).skip(1) {
            self.number(entry.start, 4, Value::Index { list });
            let member = file.number(entry.start, 4).and_then(|index| file.sections.get(index));
            if let Some(member) = member {
                self.layout.follower(entry.clone(), member.place());
            }
            self.layout.piece(entry, |_| ());
        }
    }

    /// Adds the strings of a section; the first one is empty.
    fn strings(&mut self, section: &Section) {
        let mut start = section.content.start;
        let text = &self.file.text[section.content.clone()];
        for (index, string) in text.split_inclusive(|byte| *byte == 0).enumerate() {
            let range = start..start + string.len();
            start = range.end;
            if index > 0 {
                self.layout.piece(range, |_| ());
            }
        }
    }
}
