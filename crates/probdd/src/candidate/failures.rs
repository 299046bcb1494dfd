//! What has failed before under other names or with other blanks: the ladder does not ask it again.
//!
//! The history answers a candidate that has the same bytes as an earlier one. After names were made short,
//! or lines were laid out anew, everything that a search has tried in vain has other bytes. Nearly all of it
//! would fail again. That is a guess, so no proof rests on it: the sweep and the removals of single tokens
//! ask the test.

use probdd_core::is_of_word;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Uninteresting candidates, without their blanks, and with the names that they had at first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failures {
    known: HashSet<u64>,
    /// The first name of everything that was renamed, by its present name.
    first_names: HashMap<Vec<u8>, Vec<u8>>,
}

impl Failures {
    /// Candidates with more bytes are not remembered. The ladder mostly begins with smaller texts.
    pub(crate) const MOST_BYTES: usize = 1 << 15;

    /// Remembers uninteresting candidates by their identities.
    pub(crate) fn extend(&mut self, failed: Vec<u64>) {
        self.known.extend(failed);
    }

    /// Whether a candidate like this one was uninteresting.
    pub(crate) fn contains(&self, candidate: &[u8]) -> bool {
        candidate.len() <= Self::MOST_BYTES && self.known.contains(&self.identity(candidate))
    }

    /// Equal for candidates that differ in blanks and in names that were changed.
    pub(crate) fn identity(&self, candidate: &[u8]) -> u64 {
        let mut hasher = DefaultHasher::new();
        pieces(candidate).for_each(|piece| self.first_name(piece).hash(&mut hasher));
        hasher.finish()
    }

    /// Learns new names from a change of the best that made tokens plainer, unless two things have the same
    /// name now.
    pub(crate) fn learn_names(&mut self, before: &[u8], after: &[u8]) {
        if pieces(before).count() != pieces(after).count() {
            return;
        }
        let mut renamed: HashMap<&[u8], &[u8]> = HashMap::new();
        let mut is_one_to_one = true;
        for (old, new) in pieces(before).zip(pieces(after)) {
            is_one_to_one &= *renamed.entry(new).or_insert(old) == old;
        }
        if is_one_to_one {
            let renamed = renamed.into_iter().filter(|(new, old)| new != old);
            let first = |(new, old): (&[u8], &[u8])| (new.to_vec(), self.first_name(old).to_vec());
            let first_names: Vec<_> = renamed.map(first).collect();
            self.first_names.extend(first_names);
        }
    }

    fn first_name<'a>(&'a self, name: &'a [u8]) -> &'a [u8] {
        self.first_names.get(name).map_or(name, Vec::as_slice)
    }
}

/// The words and other signs of a text, without blanks.
fn pieces(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let of_one = |left: &u8, right: &u8| is_of_word(*left) && is_of_word(*right);
    text.chunk_by(of_one).filter(|piece| !piece[0].is_ascii_whitespace())
}

#[cfg(test)]
mod tests {
    use super::Failures;

    #[test]
    fn other_blanks_and_names_make_no_difference_and_other_words_do() {
        let mut failures = Failures::default();
        failures.extend(vec![failures.identity(b"int  total = count;")]);
        assert!(failures.contains(b"int total=count;"));
        assert!(!failures.contains(b"int a = b;"));
        failures.learn_names(b"f(total, count, total)", b"f(a, b, a)");
        assert!(failures.contains(b"int a = b;"));
        assert!(!failures.contains(b"int b = a;"));
        assert!(!failures.contains(b"int a = 1;"));
    }

    #[test]
    fn a_name_that_was_changed_twice_has_its_first_name() {
        let mut failures = Failures::default();
        failures.extend(vec![failures.identity(b"x1 + y1")]);
        failures.learn_names(b"x1 y1", b"aa y1");
        failures.learn_names(b"aa y1", b"a b");
        assert!(failures.contains(b"a + b"));
    }

    #[test]
    fn two_things_that_become_one_are_no_new_name() {
        let mut failures = Failures::default();
        failures.extend(vec![failures.identity(b"x y")]);
        failures.learn_names(b"x y", b"a a");
        assert!(!failures.contains(b"a a"));
    }
}
