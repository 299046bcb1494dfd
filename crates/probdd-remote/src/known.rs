//! The blobs that a server is known to have, as far as that is worth remembering.
//!
//! Most blobs of a query are new and never come back, so what is not asked about for a while is
//! forgotten: two sets, of which the older one is dropped when the newer one is full.

use crate::digest::Digest;
use std::collections::HashSet;

/// How many blobs one of the sets holds.
const MOST: usize = 1 << 14;

/// Blobs that a server is known to have.
#[derive(Debug, Default)]
pub(crate) struct Known {
    newer: HashSet<Digest>,
    older: HashSet<Digest>,
}

impl Known {
    pub(crate) fn contains(&mut self, digest: &Digest) -> bool {
        let is_older = !self.newer.contains(digest) && self.older.contains(digest);
        if is_older {
            self.insert(*digest);
        }
        self.newer.contains(digest)
    }

    pub(crate) fn insert(&mut self, digest: Digest) {
        if self.newer.len() >= MOST {
            self.older = std::mem::take(&mut self.newer);
        }
        self.newer.insert(digest);
    }

    pub(crate) fn forget(&mut self) {
        *self = Known::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Function;

    #[test]
    fn what_is_asked_about_stays_and_the_rest_goes() {
        let digest = |number: usize| Function::Blake3.of(&number.to_le_bytes());
        let mut known = Known::default();
        for number in 0..10 * MOST {
            known.insert(digest(number));
            assert!(known.contains(&digest(0)), "{number}");
        }
        assert!(known.contains(&digest(10 * MOST - 1)) && !known.contains(&digest(1)));
        assert!(known.newer.len() + known.older.len() <= 2 * MOST);
        known.forget();
        assert!(!known.contains(&digest(0)));
    }
}
