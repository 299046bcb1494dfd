//! Numbers in a file: what they say, and how they are written.

use std::ops::Range;

/// A number in a file that depends on other parts of it.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    /// Where it stands.
    pub(crate) at: Range<usize>,
    /// How it is written.
    pub(crate) form: Form,
    /// What it says.
    pub(crate) value: Value,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A fixed number of bytes, the lowest first.
    Little,
    /// A fixed number of bytes, the highest first.
    Big,
    /// A fixed number of bits, the lowest first, in a text of bits.
    Bits,
    /// Seven bits in each byte, the lowest first: LEB128, varint.
    Leb128,
    /// The length of a value of ASN.1 in the distinguished encoding.
    Der,
    /// Bytes without meaning, as many as it takes.
    Zeros,
}

/// What a number says.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// The length of a part, in units of some bytes.
    Length {
        /// The part.
        of: Range<usize>,
        /// The unit.
        unit: usize,
        /// Whether padding at the end of the part belongs to it.
        with_padding: bool,
    },
    /// The number of elements of a list that are left.
    Count {
        /// The index of the list.
        list: usize,
    },
    /// The index of an element of a list among those that are left; 0 if it was removed.
    Index {
        /// The index of the list.
        list: usize,
    },
    /// The distance from one place to another.
    Offset {
        /// Where it is counted from.
        from: usize,
        /// Where it leads.
        to: usize,
        /// The unit.
        unit: usize,
    },
    /// The length of what is kept of a part of the text, also of one that is compressed.
    TextLength {
        /// The part.
        of: Range<usize>,
    },
    /// Not a number but a compressed part: the file has it in the deflate format.
    Compressed {
        /// What stands in the file.
        original: Vec<u8>,
        /// A byte with which the part is removed.
        owner: usize,
    },
    /// Not a number but padding: what follows is as far from a multiple of some bytes as before.
    Padding {
        /// The multiple.
        align: usize,
        /// A byte with which the padding is removed.
        owner: usize,
    },
}

impl Value {
    /// The length of a part in bytes.
    pub(crate) fn length(of: Range<usize>) -> Value {
        Value::Length { of, unit: 1, with_padding: false }
    }

    /// The byte with which padding or a compressed part is removed.
    pub(super) fn owner(&self) -> Option<usize> {
        match self {
            Value::Padding { owner, .. } | Value::Compressed { owner, .. } => Some(*owner),
            _ => None,
        }
    }
}

/// The bytes of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    bytes: [u8; 10],
    len: u8,
}

impl Written {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    pub(super) fn of(bytes: impl IntoIterator<Item = u8>) -> Written {
        let mut written = Written::default();
        for (at, byte) in bytes.into_iter().take(10).enumerate() {
            written.bytes[at] = byte;
            written.len = at as u8 + 1;
        }
        written
    }
}

impl Form {
    /// Whether a number may take more or fewer bytes than before.
    pub(super) fn is_variable(self) -> bool {
        matches!(self, Form::Leb128 | Form::Der)
    }

    /// Reads a number.
    pub(crate) fn read(self, bytes: &[u8]) -> u64 {
        let big = |bytes: &[u8]| bytes.iter().fold(0_u64, |all, byte| all << 8 | u64::from(*byte));
        match self {
            Form::Little => bytes.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)),
            Form::Bits => bytes.iter().rev().fold(0, |all, bit| all << 1 | u64::from(*bit)),
            Form::Leb128 => {
                bytes.iter().rev().fold(0, |all, byte| all << 7 | u64::from(*byte & 0x7f))
            }
            Form::Der if bytes.len() > 1 => big(&bytes[1..]),
            Form::Big | Form::Der => big(bytes),
            Form::Zeros => 0,
        }
    }

    /// Writes a number of variable length. One that was longer than necessary stays as long.
    pub(super) fn write(self, value: u64, old: &[u8]) -> Written {
        let (is_der, was) = (self == Form::Der, self.read(old));
        let shortest = if is_der { der(value, 0) } else { leb128(value, 0) };
        let was_shortest = if is_der { der(was, 0) } else { leb128(was, 0) };
        if old.len() <= was_shortest.bytes().len() || old.len() <= shortest.bytes().len() {
            return shortest;
        }
        if is_der { der(value, old.len()) } else { leb128(value, old.len()) }
    }

    /// Writes a number of fixed length over the old one.
    pub(super) fn overwrite(self, value: u64, place: &mut [u8]) {
        let len = place.len();
        for (at, byte) in place.iter_mut().enumerate() {
            let shift = |digit: usize, bits: usize| value.checked_shr((digit * bits) as u32);
            *byte = match self {
                Form::Big => shift(len - 1 - at, 8).unwrap_or(0) as u8,
                Form::Bits => shift(at, 1).unwrap_or(0) as u8 & 1,
                _ => shift(at, 8).unwrap_or(0) as u8,
            };
        }
    }
}

fn leb128(value: u64, least: usize) -> Written {
    let digits = (64 - value.leading_zeros()).div_ceil(7).max(1) as usize;
    let len = digits.max(least).min(10);
    Written::of((0..len).map(|at| {
        let digit = (value.checked_shr(7 * at as u32).unwrap_or(0) & 0x7f) as u8;
        digit | if at + 1 < len { 0x80 } else { 0 }
    }))
}

fn der(value: u64, least: usize) -> Written {
    if value < 0x80 && least < 2 {
        return Written::of([value as u8]);
    }
    let digits = (64 - value.leading_zeros()).div_ceil(8).max(1) as usize;
    let digits = digits.max(least.min(9).saturating_sub(1));
    let bytes = (0..digits).rev().map(|at| value.checked_shr(8 * at as u32).unwrap_or(0) as u8);
    Written::of(std::iter::once(0x80 | digits as u8).chain(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_possible_unless_they_were_longer() {
        assert_eq!(Form::Leb128.write(5, &[0x80, 0x01]).bytes(), [5]);
        assert_eq!(Form::Leb128.write(5, &[0x80, 0x80, 0x80, 0x00]).bytes(), [0x85, 0x80, 0x80, 0]);
        assert_eq!(Form::Leb128.write(300, &[5]).bytes(), [0xac, 0x02]);
        assert_eq!(Form::Der.write(200, &[0x05]).bytes(), [0x81, 200]);
        assert_eq!(Form::Der.write(5, &[0x82, 1, 0]).bytes(), [5]);
        assert_eq!(Form::Der.write(5, &[0x82, 0, 0x90]).bytes(), [0x82, 0, 5]);
    }

    #[test]
    fn what_is_written_is_read() {
        for value in [0, 1, 0x7f, 0x80, 0x1234, 0xffff_ffff] {
            for form in [Form::Leb128, Form::Der] {
                assert_eq!(form.read(form.write(value, &[0]).bytes()), value);
            }
            for form in [Form::Little, Form::Big] {
                let mut bytes = [0; 4];
                form.overwrite(value, &mut bytes);
                assert_eq!(form.read(&bytes), value);
            }
            let mut bits = [0; 40];
            Form::Bits.overwrite(value, &mut bits);
            assert_eq!(Form::Bits.read(&bits), value);
        }
    }
}
