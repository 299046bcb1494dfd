//! Makes literals small: numbers become 0, or else 1 or shorter, strings empty; equal ones together,
//! then each alone.

use super::source::{Source, writing_at};
use probdd_core::Edits;

/// The simplest text for every literal comes first, then the second of each, so that all first
/// choices can be tested together.
pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let texts = source.texts();
    let zero = source.three_address().map(|facts| facts.zero);
    let simpler = |text| simpler(text, zero);
    let repeated = || texts.iter().filter(|(_, tokens)| tokens.len() > 1);
    let together = texts.iter().map(|(text, tokens)| (simpler(text), tokens.as_slice()));
    let alone =
        repeated().flat_map(|(text, tokens)| tokens.chunks(1).map(|token| (simpler(text), token)));
    let literals: Vec<_> = together.chain(alone).collect();
    let most = literals.iter().map(|(choices, _)| choices.len()).max().unwrap_or(0);
    let offers_of = |place: usize| {
        let texts = literals.iter().map(move |(choices, tokens)| (choices.get(place), *tokens));
        texts.filter_map(|(text, tokens)| Some(writing_at(tokens, text?)))
    };
    (0..most).flat_map(offers_of).collect()
}

/// What may take a literal's place, the simplest first. `zero` is a longer way to write 0.
fn simpler(text: &[u8], zero: Option<&[u8]>) -> Vec<Vec<u8>> {
    let is_number = text.first().is_some_and(u8::is_ascii_digit);
    let choices: Vec<Vec<u8>> = match text {
        [quote @ (b'"' | b'\'' | b'`'), .., last] if quote == last && text.len() > 2 => {
            vec![vec![*quote, *quote]]
        }
        _ if is_number => {
            let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            vec![b"0".to_vec(), b"1".to_vec(), text[..digits].to_vec(), text[..1].to_vec()]
        }
        _ if zero == Some(text) => vec![b"0".to_vec()],
        _ => Vec::new(),
    };
    let is_simpler = |new: &Vec<u8>| (new.len(), new.as_slice()) < (text.len(), text);
    let mut simpler: Vec<Vec<u8>> = choices.into_iter().filter(is_simpler).collect();
    simpler.dedup();
    simpler
}
