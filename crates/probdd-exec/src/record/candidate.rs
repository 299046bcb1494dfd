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
static SPARE: Mutex<Spare> = Mutex::new(Spare { buffers: Vec::new() });

impl Candidate {
    /// Makes a candidate with a function that writes it.
    pub(crate) fn rendered(write: impl FnOnce(&mut Candidate)) -> Candidate {
        let bytes = spare().take();
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
            spare().keep(mem::take(&mut self.bytes));
        }
    }
}

/// Whether a text is large, and fills much of its buffer.
fn is_worth_keeping(bytes: &Vec<u8>) -> bool {
    bytes.len() >= LARGE.max(bytes.capacity() / 4)
}

fn spare() -> MutexGuard<'static, Spare> {
    SPARE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Empty buffers that were large candidates.
#[derive(Default)]
struct Spare {
    buffers: Vec<Vec<u8>>,
}

impl Spare {
    /// A buffer for the next candidate.
    fn take(&mut self) -> Vec<u8> {
        self.buffers.pop().unwrap_or_default()
    }

    /// Keeps the buffer of a candidate, unless enough wait.
    fn keep(&mut self, mut buffer: Vec<u8>) {
        if self.buffers.len() < MOST_SPARE {
            buffer.clear();
            self.buffers.push(buffer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_candidate_leaves_its_memory_to_the_next_one() {
        let mut spare = Spare::default();
        spare.keep(vec![b'x'; 8 * LARGE]);
        let buffer = spare.take();
        assert!(buffer.is_empty() && buffer.capacity() >= 8 * LARGE);
        spare.keep(buffer);
        spare.keep(vec![b'x'; 9 * LARGE]);
        assert_eq!(spare.buffers.len(), MOST_SPARE);
        assert!(spare.take().capacity() < 9 * LARGE, "only so many wait");
        assert_eq!(spare.take().capacity(), 0);
    }

    // Other tests share the buffers of the process, so nothing is said here of how large they are.
    #[test]
    fn a_small_candidate_takes_no_more_memory_than_it_needs() {
        drop(Candidate { bytes: vec![b'x'; 8 * LARGE], tokens: 0 });
        for bytes in [10, LARGE] {
            let candidate = Candidate::rendered(|candidate| {
                assert!(candidate.bytes.is_empty());
                candidate.bytes.resize(bytes, b'x');
            });
            assert_eq!(candidate.bytes.len(), bytes);
            assert!(candidate.bytes.capacity() < bytes + 2 * LARGE);
        }
    }

    #[test]
    fn a_text_is_worth_keeping_if_it_is_large_and_fills_its_buffer() {
        let with = |capacity: usize, bytes: usize| {
            let mut buffer = Vec::with_capacity(capacity);
            buffer.resize(bytes, b'x');
            is_worth_keeping(&buffer)
        };
        assert!(with(LARGE, LARGE) && with(4 * LARGE, LARGE));
        assert!(!with(LARGE, LARGE - 1) && !with(8 * LARGE, LARGE));
    }
}
