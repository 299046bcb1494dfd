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
    /// Where the token stands.
    pub context: Context,
}

/// The kinds of a token and of the nodes around it. Equal in all texts of a language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Context(pub [u16; 3]);

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

impl Names {
    /// The occurrences of each name.
    pub fn each(&self) -> impl Iterator<Item = &[Occurrence]> {
        self.0.chunk_by(|a, b| a.word == b.word)
    }

    /// The definitions that a change takes from names that are still used, each the last one of its
    /// name. `before` and `after` say which tokens are kept.
    pub fn undefined<'a>(
        &'a self,
        before: impl Fn(u32) -> bool + 'a,
        after: impl Fn(u32) -> bool + 'a,
    ) -> impl Iterator<Item = &'a Occurrence> {
        self.each().filter_map(move |all| {
            let mut definitions = all.iter().filter(|it| it.is_definition);
            let is_used = all.iter().any(|it| after(it.token));
            let is_undefined = is_used && !definitions.clone().any(|it| after(it.token));
            definitions.find(|it| is_undefined && before(it.token))
        })
    }

    /// The names that occur in some contexts, which are those of definitions.
    #[must_use]
    pub fn defined_in(&self, is_defining: impl Fn(Context) -> bool) -> Names {
        let names = self.each().filter(|all| all.iter().any(|it| is_defining(it.context)));
        let defined =
            |it: &Occurrence| Occurrence { is_definition: is_defining(it.context), ..*it };
        Names(names.flatten().map(defined).collect())
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
        let occurrence = |word, token| {
            let (is_definition, context) = (token == 1, Context::default());
            Occurrence { word, token, is_definition, context }
        };
        let names = Names::new(vec![occurrence(b, 2), occurrence(a, 5), occurrence(a, 1)]);
        let tokens = |word| names.of(word).iter().map(|it| it.token).collect::<Vec<_>>();
        assert_eq!([tokens(a), tokens(b), tokens(Word(0))], [vec![1, 5], vec![2], vec![]]);
    }

    #[test]
    fn a_name_in_use_may_lose_its_last_definition() {
        let [a, b] = [b"a", b"b"].map(|text| Word::of(text));
        let context = |token| Context([token, 0, 0]);
        let occurrence = |(word, token, is_definition)| Occurrence {
            word,
            token: u32::from(token),
            is_definition,
            context: context(token),
        };
        let all = [(a, 0, true), (a, 1, true), (a, 2, false), (b, 3, false), (b, 4, true)];
        let names = Names::new(all.map(occurrence).into());
        let undefined = |names: &Names, removed: &[u32]| {
            let lost = names.undefined(|_| true, |token| !removed.contains(&token));
            lost.map(|it| it.token).collect::<Vec<_>>()
        };
        for removed in [&[][..], &[0], &[0, 1, 2], &[3], &[3, 4]] {
            assert_eq!(undefined(&names, removed), [], "{removed:?}");
        }
        assert_eq!(undefined(&names, &[0, 1]), [0]);
        assert_eq!(undefined(&names, &[0, 1, 4]), [0, 4]);
        let has_lost_it = |token| token != 4;
        assert_eq!(names.undefined(has_lost_it, has_lost_it).count(), 0);
        let only_b = names.defined_in(|it| it == context(4));
        assert_eq!(undefined(&only_b, &[0, 1, 4]), [4]);
    }
}
