//! LLVM bitcode: a stream of bits with nested blocks, each with its length, and records, whose form
//! may be abbreviated.
//!
//! Blocks and records are parts. Definitions of abbreviations stay, because the others are referred
//! to by their order. The offsets of functions and of the symbol table are put right. The index of
//! metadata is removed as one part: readers do without it. Other references between records, such
//! as the numbers of values, stay as they are.

mod bits;

use super::layout::Layout;
use crate::document::repairs::Coding;
use crate::document::repairs::number::{Form, Value};
use bits::{Bits, Record, Shape};
use std::collections::BTreeMap;
use std::ops::Range;

const MAGIC: &[u8] = b"BC\xc0\xde";

/// The first bits of what stands in a block.
const END_BLOCK: u64 = 0;
const ENTER_BLOCK: u64 = 1;
const DEFINE_ABBREVIATION: u64 = 2;
const RECORD: u64 = 3;

/// How wide these first bits are outside of all blocks.
const OUTER_WIDTH: usize = 2;

/// Everything is aligned to words of so many bits.
const WORD: usize = 32;

/// Blocks nest only a few levels deep in practice.
const MAX_DEPTH: usize = 50;

/// The numbers of blocks and of records in them that matter here.
const BLOCK_INFO: u64 = 0;
const MODULE: u64 = 8;
const SYMBOLS: u64 = 14;
const METADATA: u64 = 15;
const SET_BLOCK: u64 = 1;
const SYMBOLS_OFFSET: u64 = 13;
const FUNCTION_ENTRY: u64 = 3;
const INDEX_OFFSET: u64 = 38;
const INDEX: u64 = 39;

/// The blocks and records of a file.
pub(super) fn read(file: &[u8]) -> Option<Layout> {
    file.starts_with(MAGIC).then_some(())?;
    let text: Vec<u8> =
        file.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1)).collect();
    let mut reader = Reader::default();
    let mut bits = Bits::new(&text, 8 * MAGIC.len()..text.len());
    let mut rest = bits.at;
    while !bits.is_empty() && reader.outer_block(&mut bits).is_some() {
        rest = bits.at;
    }
    let mut layout = reader.layout;
    (rest > 8 * MAGIC.len()).then_some(())?;
    layout.payload(rest..text.len());
    layout.repairs.coding = Coding::Bits;
    layout.text = Some(text);
    Some(layout)
}

#[derive(Default)]
struct Reader {
    layout: Layout,
    /// The abbreviations that every block of a number begins with.
    common: BTreeMap<u64, Vec<Shape>>,
    depth: usize,
}

/// What is known inside a block.
struct Block {
    id: u64,
    /// How wide the first bits are of what stands in the block.
    width: usize,
    shapes: Vec<Shape>,
    /// For blocks that describe others: the number of the block that is described.
    described: u64,
    /// A place in the record that says where the index of metadata is.
    index: Option<usize>,
}

impl Reader {
    fn outer_block(&mut self, bits: &mut Bits<'_>) -> Option<()> {
        let start = bits.at;
        (bits.fixed(OUTER_WIDTH)? == ENTER_BLOCK).then_some(())?;
        self.block(start, bits)
    }

    /// Reads a block after its first bits. If its content makes no sense, it is payload.
    fn block(&mut self, start: usize, bits: &mut Bits<'_>) -> Option<()> {
        let (id, width) = (bits.vbr(8)?, bits.vbr(4)? as usize);
        let padding = bits.align(WORD)?;
        let (length, words) = bits.number(WORD)?;
        let content = bits.take(usize::try_from(words).ok()?.checked_mul(WORD)?)?;
        self.layout.open(start);
        self.layout.padding(padding, WORD, start);
        let value = Value::Length { of: content.clone(), unit: WORD, with_padding: true };
        self.layout.number(length, Form::Bits, value);
        let inside = self.layout.size();
        let shapes = self.common.get(&id).cloned().unwrap_or_default();
        let block = Block { id, width, shapes, described: 0, index: None };
        self.depth += 1;
        if self.content(block, &mut bits.part(content.clone())).is_none() {
            self.layout.back_to(inside);
            self.layout.payload(content.clone());
        }
        self.depth -= 1;
        self.layout.close(content.end);
        Some(())
    }

    fn content(&mut self, mut block: Block, bits: &mut Bits<'_>) -> Option<()> {
        (self.depth < MAX_DEPTH && (2..=WORD).contains(&block.width)).then_some(())?;
        let owner = bits.at.checked_sub(1)?;
        loop {
            let start = bits.at;
            match bits.fixed(block.width)? {
                END_BLOCK => {
                    let padding = bits.align(WORD)?;
                    self.layout.padding(padding, WORD, owner);
                    return bits.is_empty().then_some(());
                }
                ENTER_BLOCK => self.block(start, bits)?,
                DEFINE_ABBREVIATION => {
                    let shape = Shape::read(bits)?;
                    if block.id == BLOCK_INFO {
                        self.common.entry(block.described).or_default().push(shape);
                    } else {
                        block.shapes.push(shape);
                    }
                }
                RECORD => {
                    let record = Record::unabbreviated(bits)?;
                    self.record(&mut block, start..bits.at, &record)?;
                }
                shape => {
                    let shape = usize::try_from(shape).ok()?.checked_sub(4)?;
                    let record = block.shapes.get(shape)?.record(bits)?;
                    self.record(&mut block, start..bits.at, &record)?;
                }
            }
        }
    }

    /// Adds a record.
    fn record(&mut self, block: &mut Block, range: Range<usize>, record: &Record) -> Option<()> {
        for padding in &record.paddings {
            self.layout.padding(padding.clone(), WORD, range.start);
        }
        match (block.id, record.code) {
            (BLOCK_INFO, SET_BLOCK) => {
                block.described = record.operands.first()?.1;
                return Some(());
            }
            (BLOCK_INFO, _) => return Some(()),
            (MODULE, SYMBOLS_OFFSET) => self.offset(record.operands.first()),
            (SYMBOLS, FUNCTION_ENTRY) => self.offset(record.operands.get(1)),
            (METADATA, INDEX_OFFSET) => block.index = Some(range.start),
            (METADATA, INDEX) => {
                if let Some(owner) = block.index {
                    self.layout.follower(range, owner);
                    return Some(());
                }
            }
            _ => {}
        }
        self.layout.piece(range, |_| ());
        Some(())
    }

    /// Adds a place in the file, in words.
    fn offset(&mut self, operand: Option<&(Range<usize>, u64)>) {
        let Some((at, words)) = operand else { return };
        let to = usize::try_from(*words).ok().and_then(|words| words.checked_mul(WORD));
        if let Some(to) = to.filter(|_| at.len() == WORD) {
            self.layout.number(at.clone(), Form::Bits, Value::Offset { from: 0, to, unit: WORD });
        }
    }
}
