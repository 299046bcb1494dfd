//! What a test says: the words of its output that occur in the input.
//!
//! A word in quotes is likelier a name than one of a sentence. So the words in quotes count if there
//! are any, else all.

use probdd_core::{Word, Words, is_of_word, words};

/// At most so many words of one output count, the first ones.
const MOST_WORDS: usize = 64;

/// A quotation is at most so many bytes long, and in one line.
const LONGEST_QUOTATION: usize = 200;

/// What opens a quotation, and what may close it.
const QUOTES: [(&str, &[&str]); 5] = [
    ("'", &["'"]),
    ("\"", &["\""]),
    ("`", &["`", "'"]),
    ("\u{2018}", &["\u{2019}"]),
    ("\u{201c}", &["\u{201d}"]),
];

/// The words of an input, as a set of bits: a word that is not in the input is found in it with a
/// small chance, which costs a query at worst.
#[derive(Clone, Debug)]
pub(crate) struct Vocabulary(Vec<u64>);

impl Vocabulary {
    /// The words of an input.
    pub(crate) fn of(input: &[u8]) -> Vocabulary {
        let length = (input.len() / 8).next_power_of_two().clamp(1 << 4, 1 << 18);
        let mut vocabulary = Vocabulary(vec![0; length]);
        for word in words(input) {
            let (at, bit) = vocabulary.place(Word::of(word));
            vocabulary.0[at] |= bit;
        }
        vocabulary
    }

    /// The number of the word of the set, and the bit.
    fn place(&self, word: Word) -> (usize, u64) {
        let at = word.0 as usize;
        ((at >> 6) % self.0.len(), 1 << (at & 63))
    }

    fn contains(&self, word: Word) -> bool {
        let (at, bit) = self.place(word);
        self.0[at] & bit != 0
    }

    /// What a test has said by this output.
    pub(crate) fn said(&self, output: &[u8]) -> Words {
        let quoted = self.known(quotations(output).flat_map(words));
        Words::new(if quoted.is_empty() { self.known(words(output)) } else { quoted })
    }

    /// The first words that are in the input, each once.
    fn known<'a>(&self, words: impl Iterator<Item = &'a [u8]>) -> Vec<Word> {
        let mut known = Vec::new();
        for word in words.map(Word::of).filter(|word| self.contains(*word)) {
            if known.len() < MOST_WORDS && !known.contains(&word) {
                known.push(word);
            }
        }
        known
    }
}

/// The texts that stand in quotes.
fn quotations(output: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < output.len() {
            let Some(inside) = quotation(output, at) else {
                at += 1;
                continue;
            };
            at = inside.end + 1;
            return Some(&output[inside]);
        }
        None
    })
}

/// The text inside of the quotes that open at some place. A quote inside of a word opens nothing.
fn quotation(output: &[u8], at: usize) -> Option<std::ops::Range<usize>> {
    let opens = |quote: &&(&str, &[&str])| output[at..].starts_with(quote.0.as_bytes());
    let (open, closing) = QUOTES.iter().find(opens)?;
    let is_in_word =
        open.is_ascii() && at > 0 && is_of_word(output[at - 1]) && output[at - 1].is_ascii();
    let start = at + open.len();
    let rest = &output[start..output.len().min(start + LONGEST_QUOTATION)];
    let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let closes =
        |from: &usize| closing.iter().any(|quote| line[*from..].starts_with(quote.as_bytes()));
    let end = (0..line.len()).find(closes)?;
    (!is_in_word).then_some(start..start + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: &[u8] = b"int size(int the); class error { type value; };";

    fn said(output: &str) -> Vec<Word> {
        Vocabulary::of(INPUT).said(output.as_bytes()).iter().collect()
    }

    fn word_list(expected: &[&str]) -> Vec<Word> {
        Words::new(expected.iter().map(|word| Word::of(word.as_bytes())).collect()).iter().collect()
    }

    #[test]
    fn words_of_the_input_count() {
        assert_eq!(said("cannot find symbol: variable value"), word_list(&["value"]));
        assert_eq!(said("error: no type here"), word_list(&["error", "type"]));
        assert_eq!(said("nothing is known"), []);
    }

    #[test]
    fn if_names_stand_in_quotes_only_these_count() {
        for quoted in
            ["'size'", "`size'", "`size`", "\"size\"", "\u{2018}size\u{2019}", "'a::size()'"]
        {
            let output = format!("x.c:1: error: the {quoted} isn't declared\n");
            assert_eq!(said(&output), word_list(&["size"]), "{quoted}");
        }
        let both = said("error: 'size' has no member named 'value'");
        assert_eq!(both, word_list(&["size", "value"]));
    }

    #[test]
    fn a_quote_that_is_not_closed_in_its_line_opens_nothing() {
        assert_eq!(said("it isn't the\nvalue of 'us"), word_list(&["the", "value"]));
        assert_eq!(said("an error's 'x\ntype' error"), word_list(&["error", "type"]));
    }

    #[test]
    fn a_long_output_has_the_words_that_come_first() {
        let all: Vec<String> = (0..100).map(|number| format!("w{number:02}")).collect();
        let input = all.join(" ");
        let said = Vocabulary::of(input.as_bytes()).said(input.as_bytes());
        let first = all[..MOST_WORDS].iter().map(|word| Word::of(word.as_bytes())).collect();
        assert_eq!(said, Words::new(first));
    }
}
