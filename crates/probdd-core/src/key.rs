//! Keys of configurations: who was asked about is never asked about again.
//!
//! A configuration is a set of elements; its key is the sum (mod 2^128) of one pseudo-random key
//! per element. Keys of disjoint sets add up, so a search keeps the key of its best configuration
//! and gets that of a candidate by one subtraction, whatever its size. Two different
//! configurations share a key with a chance of about 2^-128; the keys are fixed, so runs repeat.

use crate::{CheckState, Feedback, Verdict};
use std::collections::{HashMap, HashSet};

/// The key of one element.
pub(crate) fn element(index: usize) -> u128 {
    let high = mix(2 * index as u64);
    let low = mix(2 * index as u64 + 1);
    u128::from(high) << 64 | u128::from(low)
}

/// The finalizer of `SplitMix64` on a Weyl sequence (Steele, Lea, Flood, OOPSLA'14).
fn mix(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The configurations that a search has asked about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tried {
    // Only membership is asked, never the order.
    keys: HashSet<u128>,
    /// What checks said of uninteresting ones, as far as that is known. Only looked up.
    checks: HashMap<u128, Vec<CheckState>>,
}

impl Tried {
    /// Notes a configuration; whether it is new.
    pub(crate) fn insert(&mut self, key: u128) -> bool {
        self.keys.insert(key)
    }

    /// Whether a configuration was noted.
    pub(crate) fn contains(&self, key: u128) -> bool {
        self.keys.contains(&key)
    }

    /// Notes what was said about an uninteresting configuration.
    pub(crate) fn learn(&mut self, key: u128, feedback: &Feedback) {
        if !feedback.checks.is_empty() {
            self.checks.insert(key, feedback.checks.clone());
        }
    }

    /// What is known of a configuration that counts as uninteresting.
    pub(crate) fn recall(&self, key: u128) -> Feedback {
        let checks = self.checks.get(&key).cloned().unwrap_or_default();
        Feedback { verdict: Verdict::Uninteresting, checks }
    }
}
