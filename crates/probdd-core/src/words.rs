//! Words: runs of letters, digits and underscores.

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
    fn the_identity_of_a_word_is_the_same_everywhere() {
        assert_eq!(Word::of(b"a"), Word(0xe40c_292c));
    }
}
