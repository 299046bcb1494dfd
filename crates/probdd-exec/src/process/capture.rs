//! The first bytes that a process wrote; what comes after them is counted as lost.

/// A buffer that keeps the beginning of a stream, up to a limit.
#[derive(Debug)]
pub(super) struct Capture {
    bytes: Vec<u8>,
    limit: usize,
    is_truncated: bool,
}

impl Capture {
    pub(super) fn new(limit: usize) -> Capture {
        Capture { bytes: Vec::new(), limit, is_truncated: false }
    }

    /// Takes the next piece of the stream and keeps as much of it as there is room for.
    pub(super) fn push(&mut self, piece: &[u8]) {
        let room = self.limit - self.bytes.len();
        let kept = piece.len().min(room);
        self.bytes.extend_from_slice(&piece[..kept]);
        self.is_truncated |= kept < piece.len();
    }

    /// Whether something was not kept.
    pub(super) fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(limit: usize, pieces: &[&[u8]]) -> (Vec<u8>, bool) {
        let mut capture = Capture::new(limit);
        for piece in pieces {
            capture.push(piece);
        }
        (capture.bytes.clone(), capture.is_truncated())
    }

    #[test]
    fn what_fits_exactly_is_not_truncated() {
        assert_eq!(captured(4, &[b"ab", b"cd"]), (b"abcd".to_vec(), false));
    }

    #[test]
    fn the_first_bytes_are_kept_and_the_rest_is_dropped() {
        assert_eq!(captured(3, &[b"ab", b"cd", b"ef"]), (b"abc".to_vec(), true));
        assert_eq!(captured(0, &[b"a"]), (Vec::new(), true));
    }
}
