//! Words: runs of letters, digits and underscores. What a test prints is compared with the names of a
//! text word by word.

use std::sync::Arc;

/// The identity of a word: a hash of 32 bits. Two words that share one may cost a query, and nothing
/// else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(pub u32);

impl Word {
    /// The identity of a word, by FNV-1a, which is the same on every platform.
    pub fn of(text: &[u8]) -> Word {
        let mix = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        Word(text.iter().fold(0x811c_9dc5, mix))
    }
}

/// The words of a text, in order. All bytes that are not ASCII belong to words.
pub fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| !is_of_word(*byte)).filter(|word| !word.is_empty())
}

/// Whether a byte belongs to a word.
pub fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// What a test has said: the words of its output that may be names, ascending, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(Option<Arc<[Word]>>);

impl Words {
    /// The test has said nothing.
    pub const NONE: Words = Words(None);

    /// Words in any order.
    pub fn new(mut words: Vec<Word>) -> Words {
        words.sort_unstable();
        words.dedup();
        Words((!words.is_empty()).then(|| words.into()))
    }

    /// The words.
    pub fn iter(&self) -> impl Iterator<Item = Word> {
        self.0.iter().flat_map(|words| words.iter().copied())
    }

    /// Whether the test has said nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

/// Where the names of a text occur, by word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names(Vec<Occurrence>);

/// An occurrence of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    /// The name.
    pub word: Word,
    /// The token that it is.
    pub token: u32,
    /// Whether the token may define the name.
    pub is_definition: bool,
}

impl Names {
    /// Names from their occurrences, in any order.
    pub fn new(mut occurrences: Vec<Occurrence>) -> Names {
        occurrences.sort_unstable();
        Names(occurrences)
    }

    /// The occurrences of a word, in the order of the text.
    pub fn of(&self, word: Word) -> &[Occurrence] {
        let start = self.0.partition_point(|it| it.word < word);
        let end = self.0.partition_point(|it| it.word <= word);
        &self.0[start..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_runs_of_letters_digits_and_underscores() {
        let text = "a.c:3: error: 'size_t' \u{fc}ber `$x9`".as_bytes();
        let found: Vec<_> = words(text).map(String::from_utf8_lossy).collect();
        assert_eq!(found, ["a", "c", "3", "error", "size_t", "\u{fc}ber", "x9"]);
    }

    #[test]
    fn what_was_said_is_kept_in_order_and_once() {
        let [a, b] = [b"a", b"b"].map(|text| Word::of(text));
        assert_eq!(a, Word(0xe40c_292c));
        let said = Words::new(vec![b, a, b]);
        assert_eq!(said.iter().count(), 2);
        assert_eq!(said, Words::new(vec![a, b]));
        assert!(Words::new(Vec::new()).is_empty() && !said.is_empty());
        assert_eq!(Words::new(Vec::new()), Words::NONE);
    }

    #[test]
    fn names_are_found_by_word_in_the_order_of_the_text() {
        let [a, b] = [b"a", b"b"].map(|text| Word::of(text));
        let occurrence = |word, token| Occurrence { word, token, is_definition: token == 1 };
        let names = Names::new(vec![occurrence(b, 2), occurrence(a, 5), occurrence(a, 1)]);
        let tokens = |word| names.of(word).iter().map(|it| it.token).collect::<Vec<_>>();
        assert_eq!([tokens(a), tokens(b), tokens(Word(0))], [vec![1, 5], vec![2], vec![]]);
    }
}
