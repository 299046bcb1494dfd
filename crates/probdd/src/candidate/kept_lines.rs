//! The lines of the input that have to stay, for `--keep-match`: a candidate that lacks one is not
//! tested.

use crate::input::Input;
use probdd_core::bundle::{Placed, entries};
use regex::bytes::Regex;
use std::collections::BTreeMap;

/// The lines that have to stay, without white space, and how often each is there.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptLines {
    lines: BTreeMap<Vec<u8>, usize>,
}

impl KeptLines {
    /// The lines of the input that match.
    pub(crate) fn new(pattern: Option<&Regex>, input: &Input) -> KeptLines {
        let Some(pattern) = pattern else { return KeptLines::default() };
        let texts: Vec<&[u8]> = if input.files.is_some() {
            let files = entries(&input.bytes).into_iter().filter(Placed::is_file);
            files.map(|file| &input.bytes[file.content]).collect()
        } else {
            vec![&input.bytes]
        };
        let lines = texts.into_iter().flat_map(|text| text.split(|byte| *byte == b'\n'));
        let mut counts = BTreeMap::new();
        for line in lines.filter(|line| pattern.is_match(line)) {
            *counts.entry(solid(line)).or_default() += 1;
        }
        counts.remove(&b""[..]);
        KeptLines { lines: counts }
    }

    /// Whether all of them are in a text.
    pub(crate) fn are_in(&self, text: &[u8]) -> bool {
        if self.lines.is_empty() {
            return true;
        }
        let text = solid(text);
        let count = |line: &[u8]| memchr::memmem::find_iter(&text, line).count();
        self.lines.iter().all(|(line, times)| count(line) >= *times)
    }
}

/// A text without white space.
fn solid(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stays(pattern: &str, text: &str) -> KeptLines {
        let input = Input {
            path: "/x".into(),
            dir: "/".into(),
            name: "x".into(),
            bytes: text.into(),
            files: None,
        };
        KeptLines::new(Some(&Regex::new(pattern).expect("it is valid")), &input)
    }

    #[test]
    fn matching_lines_have_to_be_there_as_often_as_before_whatever_their_white_space() {
        let stays = stays("keep", "keep (1);\nkeep (1);\n other;\nkeep 2\n");
        assert!(stays.are_in(b"keep(1);keep(1);keep 2"));
        assert!(!stays.are_in(b"keep(1);keep 2"));
        assert!(!stays.are_in(b"keep(1);keep();keep 2"));
        assert!(stays.are_in(b"keep 2; keep\n(1); x keep( 1 );"));
        assert!(KeptLines::default().are_in(b""));
    }
}
