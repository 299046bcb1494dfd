//! What a binary file says about itself, in lengths, counts, offsets and checksums, so that a
//! candidate says it about itself as well.
//!
//! Places are offsets in the text of the document. Numbers that do not change keep their bytes.

pub(crate) mod moved;
pub(crate) mod number;
mod regions;
pub(crate) mod write;

use moved::Moved;
use number::{Form, Number};
use std::ops::Range;

/// What is put right in a candidate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repairs {
    /// The numbers, in the order of their places. They do not overlap.
    pub(crate) numbers: Vec<Number>,
    /// The parts that are removed with another part.
    pub(crate) followers: Vec<Follower>,
    /// The places of elements that are counted, or referred to by their index.
    pub(crate) lists: Vec<Vec<usize>>,
    /// The checksums, each after those that it covers.
    pub(crate) checksums: Vec<Checksum>,
    /// What a byte of the text stands for.
    pub(crate) coding: Coding,
    /// Where the text stands in the file.
    pub(crate) unchanged: Moved,
}

/// What a byte of the text stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Coding {
    /// A byte of the file.
    #[default]
    Bytes,
    /// A bit of the file; the lowest bit of a byte comes first.
    Bits,
}

/// A part of a file that is kept only while another one is.
#[derive(Clone, Debug)]
pub(crate) struct Follower {
    /// The part.
    pub(crate) range: Range<usize>,
    /// A place in the other part.
    pub(crate) owner: usize,
}

/// A checksum in a file.
#[derive(Clone, Debug)]
pub(crate) struct Checksum {
    /// Where it stands.
    pub(crate) at: Range<usize>,
    /// How it is written.
    pub(crate) form: Form,
    /// The part that it covers.
    pub(crate) of: Range<usize>,
    /// Whether it covers the text of a compressed part.
    pub(crate) is_of_text: bool,
    /// How it is computed.
    pub(crate) sum: Sum,
}

/// How a checksum is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sum {
    /// CRC-32, as in PNG and ZIP.
    Crc32,
}

impl Sum {
    /// The checksum of some bytes.
    pub(crate) fn of(self, bytes: &[u8]) -> u64 {
        match self {
            Sum::Crc32 => u64::from(crc32fast::hash(bytes)),
        }
    }
}
