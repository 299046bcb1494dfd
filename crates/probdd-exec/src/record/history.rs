//! The verdicts of a run by content: a query about bytes with a known verdict is answered without a
//! test.
//!
//! The test runs more than once on the same bytes only to confirm a verdict (the input, `--confirm`,
//! rates, the best candidate now and then, checks that were deferred), if the test was killed from
//! outside, if a guess ran other checks than the query needs, and if the bytes were forgotten.
//!
//! An entry takes 21 bytes of a hash table that is between 7/16 and 7/8 full, so 24 to 48 bytes for each
//! query, and as much again if the test is made of checks; the size of the candidate does not matter. What a test
//! says about names takes up to 256 bytes more.
//! Candidates that can no longer be asked about are forgotten ([`History::shrink`]).

use crate::oracle::{CheckStates, PackedFeedback};
use probdd_core::Verdict;
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

/// The identity of some bytes: the first half of their BLAKE3 hash. The chance of a collision within
/// 2^40 candidates is 2^-49.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u8; 16]);

impl Key {
    /// Returns the identity of these bytes.
    pub fn of(bytes: &[u8]) -> Key {
        let hash = blake3::hash(bytes);
        let mut half = [0; 16];
        half.copy_from_slice(&hash.as_bytes()[..16]);
        Key(half)
    }

    /// Parses what [`Display`] writes.
    pub(crate) fn parse(text: &str) -> Option<Key> {
        u128::from_str_radix(text, 16).ok().map(|number| Key(number.to_be_bytes()))
    }
}

impl Display for Key {
    /// Writes hexadecimal digits.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

/// The verdicts of a run by the content of the candidates.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    verdicts: HashMap<Key, Entry>,
    /// The states of the checks, where a search was told of them.
    states: HashMap<Key, CheckStates>,
    /// How many entries remained when some were last forgotten.
    kept: usize,
}

/// A verdict, and the number of bytes of the candidate that are not blank, in four unaligned bytes.
#[derive(Clone, Copy, Debug)]
struct Entry([u8; 4]);

/// The greatest size that an entry holds; larger candidates count as this large.
const MOST: usize = (1 << 30) - 1;

/// With fewer entries than this none is forgotten.
const FEW: usize = 1024;

impl Entry {
    fn new(verdict: Verdict, size: usize) -> Entry {
        let verdict = match verdict {
            Verdict::Interesting => 0,
            Verdict::Uninteresting => 1,
            Verdict::Unresolved => 2,
        };
        Entry((verdict << 30 | size.min(MOST) as u32).to_ne_bytes())
    }

    fn size(self) -> usize {
        u32::from_ne_bytes(self.0) as usize & MOST
    }

    fn verdict(self) -> Verdict {
        match u32::from_ne_bytes(self.0) >> 30 {
            0 => Verdict::Interesting,
            1 => Verdict::Uninteresting,
            _ => Verdict::Unresolved,
        }
    }
}

impl History {
    /// Returns the verdict on the bytes of this identity, if they were asked about.
    pub(crate) fn verdict(&self, key: Key) -> Option<Verdict> {
        self.verdicts.get(&key).map(|entry| entry.verdict())
    }

    /// Returns the verdict, with the states of the checks.
    pub(crate) fn feedback(&self, key: Key) -> Option<PackedFeedback> {
        let verdict = self.verdict(key)?;
        let states = self.states.get(&key).copied().unwrap_or_default();
        Some(PackedFeedback { verdict, states })
    }

    /// Adds the answer to a query about these bytes, whose identity is `key`.
    pub(crate) fn insert(&mut self, key: Key, bytes: &[u8], feedback: PackedFeedback) {
        self.verdicts.insert(key, Entry::new(feedback.verdict, solid(bytes)));
        if feedback.states != CheckStates::NONE {
            self.states.insert(key, feedback.states);
        }
    }

    /// Forgets the answer about some bytes.
    pub(crate) fn remove(&mut self, key: Key) {
        self.verdicts.remove(&key);
        self.states.remove(&key);
    }

    /// Forgets candidates that can no longer be asked about, now that this is the best one.
    ///
    /// A deletion adds nothing but blanks between the tokens that are kept. So no later candidate has
    /// more bytes that are not blank than the best has now, and larger ones are forgotten. A rung of
    /// the ladder may save tokens at the cost of bytes, so that a forgotten text comes back; then it is
    /// tested again. The table is searched only when it has doubled, so that a reduction costs nothing
    /// on average.
    pub(crate) fn shrink(&mut self, best: &[u8]) {
        if self.verdicts.len() < 2 * self.kept.max(FEW) {
            return;
        }
        let most = solid(best).min(MOST);
        self.verdicts.retain(|_, entry| entry.size() <= most);
        self.states.retain(|key, _| self.verdicts.contains_key(key));
        self.states.shrink_to(2 * self.states.len());
        self.kept = self.verdicts.len();
        self.verdicts.shrink_to(2 * self.kept.max(FEW));
    }
}

/// Returns how many bytes of a text are not blank. Control characters count as blanks: one comparison
/// for each byte, and sums that fit into a byte, are much faster, and texts may be large.
fn solid(bytes: &[u8]) -> usize {
    let solid = |byte: &u8| u8::from(*byte > b' ');
    let some = |bytes: &[u8]| usize::from(bytes.iter().map(solid).sum::<u8>());
    bytes.chunks(u8::MAX.into()).map(some).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    impl History {
        /// About how many bytes of memory it takes: a slot has its entry and one byte more.
        fn memory(&self) -> usize {
            let slots = |capacity: usize| (capacity * 8 / 7).next_power_of_two();
            slots(self.verdicts.capacity()) * (size_of::<(Key, Entry)>() + 1)
        }
    }

    fn insert(history: &mut History, bytes: &[u8], verdict: Verdict) {
        history.insert(Key::of(bytes), bytes, verdict.into());
    }

    #[test]
    fn a_verdict_belongs_to_the_bytes_and_to_no_others() {
        let mut history = History::default();
        insert(&mut history, b"a", Verdict::Interesting);
        insert(&mut history, b"", Verdict::Unresolved);
        insert(&mut history, b"c", Verdict::Uninteresting);
        assert_eq!(history.verdict(Key::of(b"a")), Some(Verdict::Interesting));
        assert_eq!(history.verdict(Key::of(b"")), Some(Verdict::Unresolved));
        assert_eq!(history.verdict(Key::of(b"c")), Some(Verdict::Uninteresting));
        assert_eq!(history.verdict(Key::of(b"b")), None);
    }

    #[test]
    fn candidates_larger_than_the_best_without_blanks_are_forgotten() {
        let mut history = History::default();
        let text = |number: usize| format!("{number:05} {}", "x".repeat(number % 10));
        for number in 0..4 * FEW {
            insert(&mut history, text(number).as_bytes(), Verdict::Uninteresting);
        }
        history.shrink(b"00000    \n  xxx");
        assert_eq!(history.verdicts.len(), (0..4 * FEW).filter(|number| number % 10 <= 3).count());
        assert!(history.verdict(Key::of(text(13).as_bytes())).is_some());
        assert!(history.verdict(Key::of(text(14).as_bytes())).is_none());
    }

    #[test]
    fn a_query_takes_less_than_fifty_bytes() {
        let mut history = History::default();
        for number in 0..100_000 {
            insert(&mut history, format!("{number}").as_bytes(), Verdict::Uninteresting);
            let queries = number + 1;
            assert!(queries < 1000 || history.memory() < 50 * queries, "{queries}");
        }
    }
}
