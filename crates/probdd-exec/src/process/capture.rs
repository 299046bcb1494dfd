//! The beginning of what a process writes; the rest is dropped.

/// Keeps the first bytes of a stream, up to a limit.
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

    /// Adds the next piece of the stream.
    pub(super) fn push(&mut self, piece: &[u8]) {
        let room = self.limit - self.bytes.len();
        let kept = piece.len().min(room);
        self.bytes.extend_from_slice(&piece[..kept]);
        self.is_truncated |= kept < piece.len();
    }

    /// Returns the bytes, and whether more were dropped.
    pub(super) fn into_bytes(self) -> (Vec<u8>, bool) {
        (self.bytes, self.is_truncated)
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
        capture.into_bytes()
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
