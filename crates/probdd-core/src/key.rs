//! Keys of configurations.
//!
//! A configuration is a set of elements. Its key is the sum (mod 2^128) of one pseudo-random key for
//! each element. Keys of disjoint sets add up, so the key of a candidate is that of the best
//! configuration minus that of the removed elements. Two different configurations share a key with a
//! chance of about 2^-128. The keys are fixed, so runs repeat.

/// The key of one element.
pub(crate) fn element(index: usize) -> u128 {
    let high = mix(2 * index as u64);
    let low = mix(2 * index as u64 + 1);
    u128::from(high) << 64 | u128::from(low)
}

/// The key of a set of elements.
pub(crate) fn of(elements: impl IntoIterator<Item = u32>) -> u128 {
    elements.into_iter().fold(0, |sum, e| sum.wrapping_add(element(e as usize)))
}

/// The finalizer of `SplitMix64` on a Weyl sequence (Steele, Lea, Flood, OOPSLA'14).
pub(crate) fn mix(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
