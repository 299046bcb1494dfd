//! Texts out of the deflate format.

use flate2::read::DeflateDecoder;
use std::io::Read as _;

/// The longest text that is read from a compressed part.
const MOST: u64 = 1 << 28;

/// The text of compressed data, and how many bytes of the data it takes; `None` if it is broken or
/// very large.
pub(super) fn inflate(data: &[u8]) -> Option<(Vec<u8>, usize)> {
    let mut decoder = DeflateDecoder::new(data);
    let mut text = Vec::new();
    (&mut decoder).take(MOST).read_to_end(&mut text).ok()?;
    let size = usize::try_from(decoder.total_in()).ok()?;
    ((text.len() as u64) < MOST).then_some((text, size))
}
