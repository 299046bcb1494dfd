//! Names and what refers to them.

use std::ops::Range;

/// Which tokens are names that others refer to. A search may believe that a definition can go only
/// with its uses; a wrong link costs queries and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// `(definition, use)`, in order.
    pairs: Vec<(u32, u32)>,
}

impl Links {
    /// Links from `(definition, use)`, by tokens, in any order.
    pub fn new(mut pairs: Vec<(u32, u32)>) -> Links {
        pairs.sort_unstable();
        Links { pairs }
    }

    /// `(definition, use)` for every use of the names that are defined in a range of tokens.
    pub fn of(&self, tokens: Range<usize>) -> &[(u32, u32)] {
        let at = |token: usize| self.pairs.partition_point(|(name, _)| (*name as usize) < token);
        &self.pairs[at(tokens.start)..at(tokens.end)]
    }
}
