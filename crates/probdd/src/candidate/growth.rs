//! How large a candidate may be. Every candidate of every pass is checked here, whatever made it: no result
//! is larger than the input, and no candidate has more bytes than the best unless it has fewer tokens. Only
//! a layout may add bytes for the same tokens; [`format`](super::format) bounds it.

use probdd_exec::Candidate;

/// The sizes that candidates of a pass may have.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    /// The most bytes of any candidate: those of the input.
    most: usize,
    best: Best,
}

/// What is known of the best candidate of a pass.
#[derive(Clone, Debug)]
enum Best {
    /// Its size does not matter: a layout adds bytes.
    Any,
    /// Nothing: it was not rendered.
    Unknown,
    /// Its bytes, and its tokens once they were counted.
    Sized { bytes: usize, tokens: Option<usize> },
}

impl Bound {
    /// The bound of a pass over a best candidate of so many bytes. If its tokens are not known, they are
    /// counted once they matter.
    pub(crate) fn of_best(most: usize, bytes: usize, tokens: Option<usize>) -> Bound {
        Bound { most, best: Best::Sized { bytes, tokens } }
    }

    /// The bound of a layout.
    pub(crate) fn of_layout(most: usize) -> Bound {
        Bound { most, best: Best::Any }
    }

    /// Whether a candidate is too large. `best` renders the best, which is done only where the answer
    /// depends on it.
    pub(crate) fn is_exceeded(
        &mut self,
        candidate: &Candidate,
        mut best: impl FnMut() -> Candidate,
    ) -> bool {
        let bytes = candidate.bytes.len();
        if bytes > self.most {
            return true;
        }
        if let Best::Unknown = self.best {
            self.follow(&best());
        }
        match &mut self.best {
            Best::Sized { bytes: before, tokens } if bytes > *before => {
                candidate.tokens >= *tokens.get_or_insert_with(|| best().tokens)
            }
            Best::Sized { .. } | Best::Any | Best::Unknown => false,
        }
    }

    /// Goes on with a new best.
    pub(crate) fn follow(&mut self, best: &Candidate) {
        self.best = Best::Sized { bytes: best.bytes.len(), tokens: Some(best.tokens) };
    }

    /// Forgets the best: another one follows it.
    pub(crate) fn forget(&mut self) {
        self.best = Best::Unknown;
    }
}
