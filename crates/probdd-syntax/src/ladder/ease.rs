//! How much a run believes of an offer before it has asked any: the weight of a rung's prior, and the ease of the offer.

/// A prior counts like so many offers: what a rung does in a text soon says more than an average over others. With 4,
/// 18 subjects took 0.92 of the queries, but two results had 3 and 19 tokens more.
pub const PRIOR_WEIGHT: f64 = 8.0;

/// The share of a text that an offer removes is that of a text of at least so many tokens: of a smaller one, every offer
/// removes a large part, ...
const LITTLE: f64 = 24.0;

/// ... of more without a grammar, where pairs of words around nearly all of a text may go.
const LITTLE_WITHOUT_GRAMMAR: f64 = 96.0;

/// The chance of an offer that saves some of the tokens of a text, relative to that of a small offer of the same rung.
///
/// The larger the share that an offer removes, the likelier it removes something needed. On 23 subjects, the successes
/// of all rungs by share fit (1 - share)^8; (1 - share)^4 predicts four to seven times as many above a share of 0.15
/// (the table is in `docs/ladder.md`).
pub fn ease(saved: f64, tokens: f64, has_grammar: bool) -> f64 {
    let little = if has_grammar { LITTLE } else { LITTLE_WITHOUT_GRAMMAR };
    let share = (saved / tokens.max(little)).clamp(0.0, 1.0);
    // Not `powi`, which platforms may round differently.
    (0..3).fold(1.0 - share, |power, _| power * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_removes_much_hardly_succeeds_and_a_little_text_counts_as_larger() {
        assert!((ease(0.0, 100.0, true) - 1.0).abs() < f64::EPSILON);
        assert!((ease(50.0, 100.0, true) - 1.0 / 256.0).abs() < 1e-12);
        assert!((ease(12.0, 12.0, true) - 1.0 / 256.0).abs() < 1e-12);
        assert!(ease(12.0, 12.0, false) > 0.3);
        assert!(ease(200.0, 100.0, true) < f64::EPSILON);
    }
}
