//! What was asked in this run: no bytes are tested twice.

use probdd_core::Verdict;
use std::collections::HashMap;

/// The verdicts of a run by the content of the candidates.
#[derive(Clone, Debug, Default)]
pub struct History {
    verdicts: HashMap<u128, Verdict>,
}

impl History {
    /// The verdict on these bytes, if they were asked about.
    pub fn verdict(&self, bytes: &[u8]) -> Option<Verdict> {
        self.verdicts.get(&identity(bytes)).copied()
    }

    /// Notes the verdict on these bytes.
    pub fn insert(&mut self, bytes: &[u8], verdict: Verdict) {
        self.verdicts.insert(identity(bytes), verdict);
    }
}

/// The first half of the BLAKE3 hash: a collision within 2^40 candidates has a chance of 2^-49.
fn identity(bytes: &[u8]) -> u128 {
    let hash = blake3::hash(bytes);
    let (half, _) = hash.as_bytes().split_first_chunk().expect("a hash has 32 bytes");
    u128::from_le_bytes(*half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_belongs_to_the_bytes_and_to_no_others() {
        let mut history = History::default();
        history.insert(b"a", Verdict::Interesting);
        history.insert(b"", Verdict::Unresolved);
        assert_eq!(history.verdict(b"a"), Some(Verdict::Interesting));
        assert_eq!(history.verdict(b""), Some(Verdict::Unresolved));
        assert_eq!(history.verdict(b"b"), None);
    }
}
