//! The best candidates of a run so far, from the input on, as far as memory allows.
//!
//! A run whose result does not hold goes back to one of them. Any of them will do, because each is
//! tested before it is used. So some are dropped when all together take more bytes than the input and
//! a little more: every second one, which leaves them spread over the whole run.

use crate::record::Candidate;
use std::sync::Arc;

/// Beside the input, so many candidates are kept at most: 8 tests find one of 256.
const MOST: usize = 256;

/// Beside as many bytes as the input has, so many are kept.
const MORE_BYTES: usize = 1 << 20;

/// The input, and some of the best candidates after it, in order.
#[derive(Debug, Default)]
pub(super) struct Bests {
    kept: Vec<Arc<Candidate>>,
    /// The bytes of all of them but the input.
    bytes: usize,
}

impl Bests {
    /// Begins with the unmodified input.
    pub(super) fn of_input(input: Arc<Candidate>) -> Bests {
        Bests { kept: vec![input], bytes: 0 }
    }

    /// Adds a new best candidate, unless it is the last one.
    pub(super) fn push(&mut self, best: &Arc<Candidate>) {
        if self.kept.last().is_some_and(|last| last.bytes == best.bytes) {
            return;
        }
        self.kept.push(Arc::clone(best));
        self.bytes += best.bytes.len();
        let most = MORE_BYTES + self.kept[0].bytes.len();
        while self.kept.len() > 2 && (self.kept.len() > MOST + 1 || self.bytes > most) {
            self.drop_every_second();
        }
    }

    /// Keeps the input, the last candidate, and every second one before it.
    fn drop_every_second(&mut self) {
        let last = self.kept.len() - 1;
        let mut number = 0..;
        self.kept
            .retain(|_| number.next().is_some_and(|at| at == 0 || (last - at).is_multiple_of(2)));
        self.bytes = self.kept.iter().skip(1).map(|best| best.bytes.len()).sum();
    }

    /// Forgets all candidates after one of them.
    pub(super) fn go_back_to(&mut self, at: usize) {
        let dropped = self.kept.drain(at + 1..);
        self.bytes -= dropped.map(|best| best.bytes.len()).sum::<usize>();
    }

    /// The input and the last candidate; `None` before the baseline.
    pub(super) fn first_and_last(&self) -> Option<(Arc<Candidate>, Arc<Candidate>)> {
        Some((Arc::clone(self.kept.first()?), Arc::clone(self.kept.last()?)))
    }

    /// The candidate of this number; 0 is the input.
    pub(super) fn get(&self, at: usize) -> Arc<Candidate> {
        Arc::clone(&self.kept[at])
    }

    /// How many are kept, with the input.
    pub(super) fn len(&self) -> usize {
        self.kept.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(size: usize) -> Arc<Candidate> {
        Arc::new(Candidate { bytes: vec![b'x'; size], tokens: size })
    }

    fn sizes(bests: &Bests) -> Vec<usize> {
        bests.kept.iter().map(|best| best.bytes.len()).collect()
    }

    #[test]
    fn the_input_and_the_last_one_are_always_kept() {
        let mut bests = Bests::of_input(candidate(5000));
        for size in (1..5000).rev() {
            bests.push(&candidate(size));
            let kept = sizes(&bests);
            assert!(kept[0] == 5000 && kept.last() == Some(&size) && kept.len() <= MOST + 1);
            assert!(kept.is_sorted_by(|a, b| a > b));
        }
        assert!(bests.len() > MOST / 4, "they are spread over the run");
    }

    #[test]
    fn all_together_take_about_as_many_bytes_as_the_input() {
        let size = 4 * MORE_BYTES;
        let mut bests = Bests::of_input(candidate(size));
        for less in 1..50 {
            bests.push(&candidate(size - less));
            assert!(bests.bytes <= size + MORE_BYTES);
            assert_eq!(bests.bytes, sizes(&bests)[1..].iter().sum::<usize>());
        }
        bests.go_back_to(0);
        assert_eq!((bests.len(), bests.bytes), (1, 0));
    }
}
