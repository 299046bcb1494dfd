//! Writes a candidate, and puts right what it says about itself.
//!
//! Numbers of variable length come first, the last of them before the others: a length stands
//! before what it measures. Then the kept bytes are written, with padding. Then every place is
//! known, and the numbers of fixed length and the checksums are written over the old ones.

use super::moved::Moved;
use super::number::{Number, Value, Written};
use super::regions::Regions;
use super::{Checksum, Coding, Repairs};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::Write as _;
use std::ops::Range;

/// Writes the kept ranges of a text, in ascending order, into `out`.
pub(crate) fn write(
    repairs: &Repairs,
    text: &[u8],
    kept: impl Iterator<Item = Range<usize>>,
    out: &mut Vec<u8>,
) {
    let writer = Writer::new(repairs, text, kept);
    let moved = writer.copy(&writer.variable_numbers(), out);
    writer.fixed_numbers(&moved, out);
    writer.checksums(&moved, out);
    if repairs.coding == Coding::Bits {
        pack(out);
    }
}

/// Notes where the text stands in the file, and forgets checksums that are wrong in the file.
/// Returns whether the text with everything kept is written as the file.
pub(crate) fn settle(repairs: &mut Repairs, text: &[u8], file: &[u8]) -> bool {
    let all = || std::iter::once(0..text.len());
    let writer = Writer::new(repairs, text, all());
    let mut out = Vec::new();
    let unchanged = writer.copy(&writer.variable_numbers(), &mut out);
    let sums = repairs.checksums.iter().map(|checksum| writer.sum(checksum, &unchanged, &out));
    let sums: Vec<u64> = sums.collect();
    let mut sums = sums.into_iter();
    let says = |checksum: &Checksum| checksum.form.read(&text[checksum.at.clone()]);
    repairs.checksums.retain(|checksum| sums.next() == Some(says(checksum)));
    repairs.unchanged = unchanged;
    let mut written = Vec::new();
    write(repairs, text, all(), &mut written);
    written == file
}

/// How many elements are left before each one, and in all.
fn left_before(list: &[usize], kept: &Regions) -> Vec<usize> {
    let mut left = vec![0];
    left.extend(list.iter().scan(0, |count, place| {
        *count += usize::from(kept.contains(*place));
        Some(*count)
    }));
    left
}

struct Writer<'a> {
    repairs: &'a Repairs,
    text: &'a [u8],
    kept: Regions,
    /// For each list, how many elements are left before each one, and in all.
    left: Vec<Vec<usize>>,
}

impl<'a> Writer<'a> {
    fn new(
        repairs: &'a Repairs,
        text: &'a [u8],
        kept: impl Iterator<Item = Range<usize>>,
    ) -> Writer<'a> {
        let kept = Regions::new(kept, &repairs.followers);
        let left = repairs.lists.iter().map(|list| left_before(list, &kept)).collect();
        Writer { repairs, text, kept, left }
    }

    /// The numbers of variable length: their indices among all numbers, and their bytes; the last
    /// one first.
    fn variable_numbers(&self) -> Vec<(usize, Written)> {
        let numbers = &self.repairs.numbers;
        let mut written = Vec::new();
        // The places of these numbers, the last one first, and by how many bytes they and the
        // later ones have grown.
        let mut grown: Vec<(usize, isize)> = Vec::new();
        for (index, number) in numbers.iter().enumerate().rev() {
            if !number.form.is_variable() || !self.kept.contains(number.at.start) {
                continue;
            }
            let old = &self.text[number.at.clone()];
            let was = number.form.read(old);
            let value = match &number.value {
                Value::Length { of, .. } => {
                    let growth = growth_from(&grown, of.start) - growth_from(&grown, of.end);
                    let shrunk = of.len() - self.kept.count(of);
                    was.wrapping_add_signed(growth as i64).wrapping_sub(shrunk as u64)
                }
                value => self.counted(value, was),
            };
            let is_same = value == was;
            let new = if is_same {
                Written::of(old.iter().copied())
            } else {
                number.form.write(value, old)
            };
            let growth = new.bytes().len().cast_signed() - old.len().cast_signed();
            grown.push((number.at.start, grown.last().map_or(0, |(_, all)| *all) + growth));
            written.push((index, new));
        }
        written
    }

    /// A number that counts elements of a list, or bytes of the text.
    fn counted(&self, value: &Value, was: u64) -> u64 {
        match value {
            Value::Count { list } => {
                let (left, all) = (&self.left[*list], self.repairs.lists[*list].len());
                was.wrapping_sub((all - left[all]) as u64)
            }
            Value::Index { list } => {
                let places = &self.repairs.lists[*list];
                let element = usize::try_from(was).ok().filter(|at| *at < places.len());
                match element {
                    Some(at) if self.kept.contains(places[at]) => self.left[*list][at] as u64,
                    Some(_) => 0,
                    None => was,
                }
            }
            Value::TextLength { of } => was.wrapping_sub((of.len() - self.kept.count(of)) as u64),
            _ => was,
        }
    }

    /// Writes the kept bytes, the numbers of variable length, padding, and compressed parts.
    fn copy(&self, variable: &[(usize, Written)], out: &mut Vec<u8>) -> Moved {
        let mut moved = Moved::default();
        let mut variable = variable.iter().rev().peekable();
        let mut cursor = 0;
        for (index, number) in self.repairs.numbers.iter().enumerate() {
            let written = variable.next_if(|(at, _)| *at == index).map(|(_, written)| written);
            if written.is_none() && number.value.owner().is_none() {
                continue;
            }
            self.copy_range(cursor..number.at.start, &mut moved, out);
            let start = out.len();
            match (written, number.value.owner()) {
                (Some(written), _) => out.extend_from_slice(written.bytes()),
                (None, Some(owner)) if self.kept.contains(owner) => self.rewrite(number, out),
                (None, _) => {}
            }
            moved.push(number.at.clone(), start..out.len());
            cursor = number.at.end;
        }
        self.copy_range(cursor..self.text.len(), &mut moved, out);
        moved
    }

    /// Writes padding or a compressed part.
    fn rewrite(&self, number: &Number, out: &mut Vec<u8>) {
        match &number.value {
            Value::Padding { align, .. } => {
                if out.len() == number.at.start {
                    return out.extend_from_slice(&self.text[number.at.clone()]);
                }
                let missing = (number.at.end % align + align - out.len() % align) % align;
                out.resize(out.len() + missing, 0);
            }
            Value::Compressed { original, .. } => {
                if self.kept.count(&number.at) == number.at.len() {
                    return out.extend_from_slice(original);
                }
                let mut encoder = DeflateEncoder::new(out, Compression::default());
                for piece in self.kept.inside(number.at.clone()) {
                    let written = encoder.write_all(&self.text[piece]);
                    written.expect("a vector takes all bytes");
                }
                encoder.finish().expect("a vector takes all bytes");
            }
            _ => {}
        }
    }

    fn copy_range(&self, range: Range<usize>, moved: &mut Moved, out: &mut Vec<u8>) {
        for piece in self.kept.inside(range) {
            let start = out.len();
            out.extend_from_slice(&self.text[piece.clone()]);
            moved.push(piece, start..out.len());
        }
    }

    /// Writes the numbers of fixed length over the old ones.
    fn fixed_numbers(&self, moved: &Moved, out: &mut [u8]) {
        for number in &self.repairs.numbers {
            let is_fixed = !number.form.is_variable() && number.value.owner().is_none();
            if !is_fixed || !self.kept.contains(number.at.start) {
                continue;
            }
            let was = number.form.read(&self.text[number.at.clone()]);
            let value = match &number.value {
                Value::Length { of, unit, with_padding } => {
                    let length = |moved: &Moved| moved.length(of, *with_padding);
                    was.wrapping_add_signed(self.change(length, moved, *unit))
                }
                Value::Offset { from, to, unit } => {
                    let distance =
                        |moved: &Moved| moved.start(*to).wrapping_sub(moved.start(*from));
                    was.wrapping_add_signed(self.change(distance, moved, *unit))
                }
                value => self.counted(value, was),
            };
            if value != was {
                number.form.overwrite(value, &mut out[moved.range(&number.at)]);
            }
        }
    }

    /// By how many units a measure has changed.
    fn change(&self, measure: impl Fn(&Moved) -> usize, moved: &Moved, unit: usize) -> i64 {
        let change = measure(moved).wrapping_sub(measure(&self.repairs.unchanged));
        (change as u64).cast_signed() / (unit as u64).cast_signed()
    }

    fn checksums(&self, moved: &Moved, out: &mut [u8]) {
        for checksum in &self.repairs.checksums {
            if self.kept.contains(checksum.at.start) {
                let sum = self.sum(checksum, moved, out);
                checksum.form.overwrite(sum, &mut out[moved.range(&checksum.at)]);
            }
        }
    }

    fn sum(&self, checksum: &Checksum, moved: &Moved, out: &[u8]) -> u64 {
        if !checksum.is_of_text {
            return checksum.sum.of(&out[moved.range(&checksum.of)]);
        }
        let pieces = self.kept.inside(checksum.of.clone());
        let bytes: Vec<u8> = pieces.flat_map(|piece| &self.text[piece]).copied().collect();
        checksum.sum.of(&bytes)
    }
}

/// By how much numbers at or after a place have grown, given those of all, the last place first.
fn growth_from(grown: &[(usize, isize)], place: usize) -> isize {
    let after = grown.partition_point(|(start, _)| *start >= place);
    after.checked_sub(1).map_or(0, |at| grown[at].1)
}

/// Turns a text of bits into one of bytes.
fn pack(bits: &mut Vec<u8>) {
    let len = bits.len().div_ceil(8);
    for at in 0..len {
        let end = (8 * at + 8).min(bits.len());
        bits[at] = bits[8 * at..end].iter().rev().fold(0, |byte, bit| byte << 1 | bit);
    }
    bits.truncate(len);
}
