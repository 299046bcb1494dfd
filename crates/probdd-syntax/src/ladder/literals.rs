//! Makes literals small: numbers become 0, or else 1 or shorter, strings empty.

use super::source::{Source, write, writing};
use probdd_core::Edits;

/// The simplest text for every literal comes first, then the second of each, so that all first
/// choices can be tested together.
pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let choices: Vec<Vec<Vec<u8>>> =
        (0..source.tree.token_count()).map(|token| simpler(source.token(token))).collect();
    let most = choices.iter().map(Vec::len).max().unwrap_or(0);
    let mut offers = Vec::new();
    for place in 0..most {
        for (token, choices) in choices.iter().enumerate() {
            let text = choices.get(place);
            offers.extend(text.map(|text| writing([write(token..token + 1, text.clone())])));
        }
    }
    offers
}

/// What may take a literal's place, the simplest first.
fn simpler(text: &[u8]) -> Vec<Vec<u8>> {
    let is_number = text.first().is_some_and(u8::is_ascii_digit);
    let choices: Vec<Vec<u8>> = match text {
        [quote @ (b'"' | b'\'' | b'`'), .., last] if quote == last && text.len() > 2 => {
            vec![vec![*quote, *quote]]
        }
        _ if is_number => {
            let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            vec![b"0".to_vec(), b"1".to_vec(), text[..digits].to_vec(), text[..1].to_vec()]
        }
        _ => Vec::new(),
    };
    let is_simpler = |new: &Vec<u8>| (new.len(), new.as_slice()) < (text.len(), text);
    let mut simpler: Vec<Vec<u8>> = choices.into_iter().filter(is_simpler).collect();
    simpler.dedup();
    simpler
}
