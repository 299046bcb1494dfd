//! OPDD: one-pass delta debugging (Gharachorlu, Sumner, QRS'18), also known as complement-only with
//! continuation (Hodován, Kiss, ICSOFT-EA'16).
//!
//! OPDD is ddmin without the queries that keep a single chunk. After a success it continues with the
//! next chunk, where ddmin starts over with the first. A pass cuts the kept elements into consecutive
//! chunks, the last one shorter, and tries to remove each once. The chunks of the first pass are half
//! the list; those of every later pass are half as long as before, but no longer than half of the
//! kept elements. The pass of single elements is the last.
//!
//! Choices: chunks have a length, not a number, so a pass cuts the survivors where the pass before cut
//! them. No chunk is tried again at the same length, whatever was removed after it ("one pass"). So
//! OPDD ends one-minimal on a monotone property, and may not on others.
//!
//! Bound: 2n + log2(n) + 1 queries. Counted from the last pass, the j-th has chunks of 2^j elements or
//! more, so n / 2^j + 1 queries or fewer, and there are at most log2(n) + 1 passes, of which the last
//! has n. A step costs the size of its chunk and, for each run of neighbours in it, O(log n).

use super::Subset;
use super::configuration::ListConfiguration;
use super::runs::Runs;
use crate::driver::{Best, Strategy};
use crate::{Feedback, Query};

/// The algorithm. Elements are `0..n`; the empty configuration is asked about when one chunk is
/// left.
#[derive(Clone, Debug)]
pub struct Opdd {
    /// The length of the chunks of this pass.
    length: usize,
    /// The elements that the pass has not tried yet.
    ahead: Runs,
    /// The elements that the pass has kept.
    behind: Runs,
}

impl Opdd {
    /// A search over `n` elements.
    pub fn new(n: usize) -> Opdd {
        let (ahead, behind) = (Runs::from(0..n as u32), Runs::default());
        Opdd { length: (n / 2).max(1), ahead, behind }
    }
}

impl Strategy for Opdd {
    type Configuration = ListConfiguration;

    fn propose(&mut self, _: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        let chunk = self.ahead.take_first(self.length);
        Subset(chunk.into_iter().flatten().collect()).query(None)
    }

    /// Begins the next pass.
    fn next_stage(&mut self, _: &Best<ListConfiguration>) -> bool {
        let is_last = self.length == 1;
        self.length = (self.length / 2).min(self.behind.len() / 2).max(1);
        self.ahead = std::mem::take(&mut self.behind);
        !is_last
    }

    fn rejected(&mut self, _: &Best<ListConfiguration>, change: &Subset, _: &Feedback) {
        self.behind.insert_all(&change.0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::script::{run, sizes};
    use super::*;

    #[test]
    fn every_pass_halves_the_chunks() {
        let (asked, _) = run(Opdd::new(8), 8, |kept| kept.len() == 8);
        assert_eq!(sizes(&asked), [4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn the_search_continues_behind_a_removed_chunk() {
        let (asked, left) = run(Opdd::new(8), 8, |kept| kept.contains(&0) && kept.contains(&5));
        let expected: [&[u32]; 10] = [
            &[0, 1, 2, 3],
            &[4, 5, 6, 7],
            &[0, 1],
            &[2, 3],
            &[4, 5],
            &[6, 7],
            &[0],
            &[1],
            &[4],
            &[5],
        ];
        assert_eq!(asked, expected);
        assert_eq!(left, [0, 5]);
    }

    #[test]
    fn the_last_element_is_tried_too() {
        let (asked, left) = run(Opdd::new(3), 3, |_| true);
        assert_eq!(asked, [[0], [1], [2]]);
        assert!(left.is_empty());
    }
}
