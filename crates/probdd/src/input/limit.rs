//! How large an input may be.

use crate::error::Failure;
use indicatif::HumanCount;

/// The size of the largest input: places in a text are numbers of 32 bits.
pub(super) const MOST_BYTES: u64 = u32::MAX as u64;

/// An input with so many bytes, or with an unknown number, is refused.
pub(super) fn too_large(shown: &str, bytes: Option<u64>) -> Failure {
    let has = bytes.map(|bytes| format!(": it has {} bytes", HumanCount(bytes)));
    let message = format!("the input `{shown}` is too large{}", has.unwrap_or_default());
    Failure::usage(message).hint(format!(
        "an input has at most {} bytes (4 GiB); reduce a part of it that is still interesting: \
         `split -b 2G` or `head -c 2G` cut it",
        HumanCount(MOST_BYTES)
    ))
}
