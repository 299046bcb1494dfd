//! Literals: numbers become 0, or else 1 or shorter, strings empty.

use super::source::Source;
use probdd_core::Edits;
use std::ops::Range;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let mut offers = Vec::new();
    // Grouped: all first choices are made together before any second one.
    let choices: Vec<(Range<usize>, Vec<Vec<u8>>)> = (0..source.tree.token_count())
        .map(|token| (token..token + 1, simpler(source.token(token))))
        .collect();
    let most = choices.iter().map(|(_, choices)| choices.len()).max().unwrap_or(0);
    for place in 0..most {
        for (tokens, choices) in &choices {
            if let Some(text) = choices.get(place) {
                offers.push(Edits::writing(Source::range(tokens), text.clone()));
            }
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
