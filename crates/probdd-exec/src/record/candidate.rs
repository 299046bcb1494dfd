//! The bytes of a query.
//!
//! The system takes long to give a process memory that it has not had before, longer than it takes to
//! copy the bytes. So large candidates leave their memory to those that follow.

use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The bytes of a query, and their size in tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidate {
    /// The text.
    pub bytes: Vec<u8>,
    /// How many tokens of the parsed text are kept.
    pub tokens: usize,
}

/// A candidate of fewer bytes leaves nothing.
const LARGE: usize = 1 << 20;

/// At most so many buffers wait for a candidate: each takes as much memory as the input.
const MOST_SPARE: usize = 1;

/// Buffers of large candidates that are no longer needed.
static SPARE: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

impl Candidate {
    /// Makes a candidate with a function that writes it.
    pub(crate) fn rendered(write: impl FnOnce(&mut Candidate)) -> Candidate {
        let bytes = spare().pop().unwrap_or_default();
        let mut candidate = Candidate { bytes, tokens: 0 };
        write(&mut candidate);
        if !is_worth_keeping(&candidate.bytes) {
            // The best candidate may stay for long.
            candidate.bytes.shrink_to_fit();
        }
        candidate
    }
}

impl Drop for Candidate {
    fn drop(&mut self) {
        if is_worth_keeping(&self.bytes) {
            let mut spare = spare();
            if spare.len() < MOST_SPARE {
                self.bytes.clear();
                spare.push(mem::take(&mut self.bytes));
            }
        }
    }
}

/// Whether a text is large, and fills much of its buffer.
fn is_worth_keeping(bytes: &Vec<u8>) -> bool {
    bytes.len() >= LARGE.max(bytes.capacity() / 4)
}

fn spare() -> MutexGuard<'static, Vec<Vec<u8>>> {
    SPARE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A candidate of so many bytes, and the size of its buffer before they were written.
    fn candidate(bytes: usize) -> (Candidate, usize) {
        let mut before = 0;
        let candidate = Candidate::rendered(|candidate| {
            assert!(candidate.bytes.is_empty());
            before = candidate.bytes.capacity();
            candidate.bytes.resize(bytes, b'x');
        });
        (candidate, before)
    }

    // One test: all tests share the buffers.
    #[test]
    fn a_large_candidate_leaves_its_memory_to_the_next_and_a_small_one_frees_it() {
        let first = candidate(8 * LARGE).0;
        assert_eq!(first.bytes.len(), 8 * LARGE);
        drop(first);
        let (second, before) = candidate(7 * LARGE);
        assert!(before >= 8 * LARGE && second.bytes.capacity() == before, "{before}");
        let copies = [second.clone(), second.clone(), second.clone()];
        drop((second, copies));
        assert_eq!(spare().len(), MOST_SPARE);
        let (small, before) = candidate(10);
        assert!(before >= 7 * LARGE && small.bytes.capacity() < LARGE, "{before}");
        let (other, _) = candidate(LARGE);
        assert!(other.bytes.capacity() < 2 * LARGE, "the memory of a much larger one is freed");
        drop(small);
        assert_eq!(spare().len(), 0);
    }
}
