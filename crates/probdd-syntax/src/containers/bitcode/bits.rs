//! Reads numbers, abbreviations and records from a text of bits.

use std::ops::Range;

/// The most operands of a record; more are a sign that the stream is broken.
const MAX_OPERANDS: u64 = 1 << 24;

/// A place in a text of bits, and the end of the part that is read.
pub(super) struct Bits<'a> {
    text: &'a [u8],
    /// The place of the next bit.
    pub(super) at: usize,
    end: usize,
}

impl<'a> Bits<'a> {
    /// A part of a text, in which it must lie.
    pub(super) fn new(text: &'a [u8], part: Range<usize>) -> Bits<'a> {
        Bits { text, at: part.start, end: part.end }
    }

    /// A part of the same text.
    pub(super) fn part(&self, part: Range<usize>) -> Bits<'a> {
        Bits::new(self.text, part)
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.at >= self.end
    }

    /// Takes some bits.
    pub(super) fn take(&mut self, len: usize) -> Option<Range<usize>> {
        let end = self.at.checked_add(len).filter(|end| *end <= self.end)?;
        Some(std::mem::replace(&mut self.at, end)..end)
    }

    /// Takes the bits up to a multiple of some bits.
    pub(super) fn align(&mut self, multiple: usize) -> Option<Range<usize>> {
        self.take(self.at.next_multiple_of(multiple) - self.at)
    }

    /// Takes a number of some bits, and returns where it stands.
    pub(super) fn number(&mut self, width: usize) -> Option<(Range<usize>, u64)> {
        let at = self.take(width).filter(|_| width <= 64)?;
        let bits = self.text[at.clone()].iter().rev();
        let value = bits.fold(0, |all, bit| all << 1 | u64::from(*bit));
        Some((at, value))
    }

    /// Takes a number of some bits.
    pub(super) fn fixed(&mut self, width: usize) -> Option<u64> {
        self.number(width).map(|(_, value)| value)
    }

    /// Takes a number in digits of some bits, of which the highest says whether more follow.
    pub(super) fn vbr(&mut self, width: usize) -> Option<u64> {
        (2..=32).contains(&width).then_some(())?;
        let more = 1 << (width - 1);
        let (mut value, mut shift) = (0_u64, 0);
        loop {
            let digit = self.fixed(width)?;
            value |= (digit & (more - 1)).checked_shl(shift).unwrap_or(0);
            shift += width as u32 - 1;
            if digit & more == 0 || shift > 64 {
                return (shift <= 64 + 32).then_some(value);
            }
        }
    }
}

/// How an operand is written.
#[derive(Clone, Copy, Debug)]
enum Operand {
    /// It is always the same, and is not written.
    Literal(u64),
    Fixed(usize),
    Vbr(usize),
    /// A number of elements, written as the next operand says.
    Array,
    Char6,
    Blob,
}

/// An abbreviation: how the code and the operands of a record are written.
#[derive(Clone, Debug)]
pub(super) struct Shape(Vec<Operand>);

impl Shape {
    /// Reads the definition of an abbreviation.
    pub(super) fn read(bits: &mut Bits<'_>) -> Option<Shape> {
        let count = bits.vbr(5).filter(|count| *count < MAX_OPERANDS)?;
        (0..count).map(|_| operand(bits)).collect::<Option<_>>().map(Shape)
    }

    /// Reads a record of this form.
    pub(super) fn record(&self, bits: &mut Bits<'_>) -> Option<Record> {
        let mut record = Record::default();
        let mut operands = self.0.iter().copied();
        while let Some(operand) = operands.next() {
            match operand {
                Operand::Array => {
                    let element = operands.next()?;
                    let count = bits.vbr(6).filter(|count| *count < MAX_OPERANDS)?;
                    for _ in 0..count {
                        record.push(bits, element)?;
                    }
                }
                Operand::Blob => {
                    let len = usize::try_from(bits.vbr(6)?).ok()?.checked_mul(8)?;
                    record.paddings.push(bits.align(32)?);
                    bits.take(len)?;
                    record.paddings.push(bits.align(32)?);
                }
                operand => record.push(bits, operand)?,
            }
        }
        Some(record.with_code())
    }
}

fn operand(bits: &mut Bits<'_>) -> Option<Operand> {
    if bits.fixed(1)? == 1 {
        return bits.vbr(8).map(Operand::Literal);
    }
    let width = |bits: &mut Bits<'_>| {
        bits.vbr(5).and_then(|width| usize::try_from(width).ok()).filter(|width| *width <= 64)
    };
    Some(match bits.fixed(3)? {
        1 => Operand::Fixed(width(bits)?),
        2 => Operand::Vbr(width(bits)?),
        3 => Operand::Array,
        4 => Operand::Char6,
        5 => Operand::Blob,
        _ => return None,
    })
}

/// A record.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) code: u64,
    /// Where the operands stand, and what they say.
    pub(super) operands: Vec<(Range<usize>, u64)>,
    /// Where bits without a meaning stand.
    pub(super) paddings: Vec<Range<usize>>,
}

impl Record {
    /// Reads a record that is not abbreviated.
    pub(super) fn unabbreviated(bits: &mut Bits<'_>) -> Option<Record> {
        let code = bits.vbr(6)?;
        let count = bits.vbr(6).filter(|count| *count < MAX_OPERANDS)?;
        let mut record = Record { code, ..Record::default() };
        for _ in 0..count {
            record.push(bits, Operand::Vbr(6))?;
        }
        Some(record)
    }

    fn push(&mut self, bits: &mut Bits<'_>, operand: Operand) -> Option<()> {
        let start = bits.at;
        let value = match operand {
            Operand::Literal(value) => value,
            // A number of no bits is 0.
            Operand::Fixed(0) | Operand::Vbr(0) => 0,
            Operand::Fixed(width) => bits.fixed(width)?,
            Operand::Vbr(width) => bits.vbr(width)?,
            Operand::Char6 => bits.fixed(6)?,
            Operand::Array | Operand::Blob => return None,
        };
        self.operands.push((start..bits.at, value));
        Some(())
    }

    /// The first operand is the code.
    fn with_code(mut self) -> Record {
        if !self.operands.is_empty() {
            self.code = self.operands.remove(0).1;
        }
        self
    }
}
