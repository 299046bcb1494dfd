//! Which element of the input each remaining element of a list is, for the trace.

use probdd_core::{Edits, NodeId};
use probdd_syntax::{Unit, count_tokens};
use std::collections::HashSet;

/// The indices in the input of the remaining elements.
///
/// Lines and tokens are tracked through passes over either unit; characters and bytes only through
/// passes over themselves, because no other passes run with them.
#[derive(Debug)]
pub(super) struct Origins {
    /// The line of each token in the input.
    line_of: Vec<u32>,
    /// The index in the input of every remaining line.
    lines: Vec<u32>,
    /// The index in the input of every remaining token.
    tokens: Vec<u32>,
    /// The index in the input of every remaining character or byte, once such a pass has begun.
    finest: Option<Vec<u32>>,
}

impl Origins {
    /// Begins with the whole input.
    pub(super) fn new(input: &[u8]) -> Origins {
        let mut line_of = Vec::new();
        let lines = lines(input);
        for (index, line) in lines.iter().enumerate() {
            line_of.resize(line_of.len() + count_tokens(line), index as u32);
        }
        Origins {
            lines: (0..lines.len() as u32).collect(),
            tokens: (0..line_of.len() as u32).collect(),
            line_of,
            finest: None,
        }
    }

    /// The indices in the input of the `n` units of a text.
    pub(super) fn of(&mut self, unit: Unit, n: usize, text: &[u8]) -> Vec<u32> {
        let origin = match unit {
            Unit::Line => {
                self.track_lines(text);
                &self.lines
            }
            Unit::Token => &self.tokens,
            Unit::Char | Unit::Byte | Unit::Bracket => {
                self.finest.get_or_insert_with(|| (0..n as u32).collect())
            }
        };
        // A removal can change the tokens of the rest, for example if it removes one of two quotes.
        // Then the elements are numbered anew.
        if origin.len() == n { origin.clone() } else { (0..n as u32).collect() }
    }

    /// Forgets what a pass over units has removed.
    pub(super) fn remove(&mut self, unit: Unit, edits: &Edits) {
        let is_root = |node: &NodeId| *node == NodeId::ROOT;
        let all = edits.removed.iter().any(is_root);
        let places: HashSet<usize> = edits
            .removed
            .iter()
            .filter(|node| !is_root(node))
            .map(|node| node.index() - 1)
            .collect();
        let left = |origin: &[u32]| -> Vec<u32> {
            let numbered = origin.iter().enumerate();
            numbered.filter(|(i, _)| !all && !places.contains(i)).map(|(_, o)| *o).collect()
        };
        match unit {
            Unit::Line => {
                self.lines = left(&self.lines);
                let lines: HashSet<u32> = self.lines.iter().copied().collect();
                self.tokens.retain(|token| lines.contains(&self.line_of[*token as usize]));
            }
            Unit::Token => self.tokens = left(&self.tokens),
            Unit::Char | Unit::Byte | Unit::Bracket => {
                self.finest = self.finest.as_deref().map(left);
            }
        }
    }

    /// After a pass over tokens: each line is the one that its first token comes from; an empty
    /// line follows the line before it.
    fn track_lines(&mut self, text: &[u8]) {
        let lines = lines(text);
        if lines.len() == self.lines.len() {
            return;
        }
        let mut token = 0;
        let mut next = 0;
        self.lines.clear();
        for line in lines {
            let count = count_tokens(line);
            let first = self.tokens.get(token).filter(|_| count > 0);
            let origin = first.map_or(next, |first| self.line_of[*first as usize]);
            self.lines.push(origin);
            next = origin + 1;
            token += count;
        }
    }
}

/// The lines of a text, each with its newline.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn removal(elements: &[u32]) -> Edits {
        Edits::removal(elements.iter().map(|element| NodeId(element + 1)).collect())
    }

    #[test]
    fn tokens_are_tracked_through_a_pass_over_lines() {
        let mut origins = Origins::new(b"a b\nc\nd e\n");
        assert_eq!(origins.of(Unit::Line, 3, b"a b\nc\nd e\n"), [0, 1, 2]);
        origins.remove(Unit::Line, &removal(&[1]));
        assert_eq!(origins.of(Unit::Token, 4, b"a b\nd e\n"), [0, 1, 3, 4]);
    }

    #[test]
    fn lines_are_tracked_through_a_pass_over_tokens() {
        let mut origins = Origins::new(b"a b\nc\nd e\n");
        origins.remove(Unit::Token, &removal(&[2, 3]));
        assert_eq!(origins.of(Unit::Line, 2, b"a b\ne\n"), [0, 2]);
        assert_eq!(origins.of(Unit::Token, 3, b"a b\ne\n"), [0, 1, 4]);
    }
}
