//! What was asked in this run: no bytes are tested twice.
//!
//! An entry takes 21 bytes of a hash table that is between 7/16 and 7/8 full, so 24 to 48 bytes a
//! query, and as much again of a test that is made of checks; its size does not depend on that of
//! the candidate. What can no longer be asked about is
//! forgotten ([`History::shrink`]).

use crate::oracle::{CheckStates, PackedFeedback};
use probdd_core::Verdict;
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

/// The identity of some bytes: the first half of their BLAKE3 hash. A collision within 2^40
/// candidates has a chance of 2^-49.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u8; 16]);

impl Key {
    /// The identity of these bytes.
    pub fn of(bytes: &[u8]) -> Key {
        let hash = blake3::hash(bytes);
        let mut half = [0; 16];
        half.copy_from_slice(&hash.as_bytes()[..16]);
        Key(half)
    }

    /// What [`Display`] has written.
    pub(crate) fn parse(text: &str) -> Option<Key> {
        u128::from_str_radix(text, 16).ok().map(|number| Key(number.to_be_bytes()))
    }
}

impl Display for Key {
    /// In hexadecimal digits.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

/// The verdicts of a run by the content of the candidates.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    verdicts: HashMap<Key, Entry>,
    /// What checks said, of those whose search was told.
    states: HashMap<Key, CheckStates>,
    /// How many entries there were when the dead ones were last taken out.
    kept: usize,
}

/// A verdict, and how many bytes of the candidate are not blank, in four bytes without alignment.
#[derive(Clone, Copy, Debug)]
struct Entry([u8; 4]);

/// The greatest size that an entry holds; what is larger counts as this large.
const MOST: usize = (1 << 30) - 1;

/// Below so many entries nothing is gained by forgetting.
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
    /// The verdict on the bytes of this identity, if they were asked about.
    pub(crate) fn verdict(&self, key: Key) -> Option<Verdict> {
        self.verdicts.get(&key).map(|entry| entry.verdict())
    }

    /// The same with what was told of the checks.
    pub(crate) fn feedback(&self, key: Key) -> Option<PackedFeedback> {
        let verdict = self.verdict(key)?;
        Some(PackedFeedback { verdict, states: self.states.get(&key).copied().unwrap_or_default() })
    }

    /// Notes what was told of these bytes, whose identity is `key`.
    pub(crate) fn insert(&mut self, key: Key, bytes: &[u8], feedback: PackedFeedback) {
        self.verdicts.insert(key, Entry::new(feedback.verdict, solid(bytes)));
        if feedback.states != CheckStates::NONE {
            self.states.insert(key, feedback.states);
        }
    }

    /// Forgets what was told of some bytes.
    pub(crate) fn remove(&mut self, key: Key) {
        self.verdicts.remove(&key);
        self.states.remove(&key);
    }

    /// Forgets what cannot be asked about any more, now that this is the best candidate.
    ///
    /// A deletion takes something away: rendering may put blanks between what is left, but nothing
    /// else. So no candidate after it has more bytes that are not blank than the best has now, and
    /// the entries of those that have can go. Where a rung of the ladder saves tokens for bytes, a
    /// text may come back that was forgotten; then it is tested again. They are looked for only when
    /// the table has doubled, so that a reduction costs nothing on average.
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

/// How many bytes of a text are not blank.
fn solid(bytes: &[u8]) -> usize {
    bytes.iter().map(|byte| usize::from(!byte.is_ascii_whitespace())).sum()
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
    fn what_is_larger_than_the_best_but_for_blanks_is_forgotten() {
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
