//! Corrects the chances that a search's model states: models are mostly too shy or too bold, and by
//! about as much for a while.

use probdd_core::{Query, Verdict};

/// No verdict is taken to be surer than this.
const DOUBT: f64 = 0.02;

/// The chance of an interesting verdict where the model does not state one.
const UNKNOWN: f64 = 0.15;

/// How much one verdict moves the correction.
const STEP: f64 = 0.3;

/// What is added to the logarithm of a model's odds: logistic regression of the verdicts on the
/// model's log odds with weight 1, one gradient step for each verdict.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Calibration(f64);

impl Calibration {
    /// Returns the chance that a query is interesting.
    pub(super) fn chance<C>(self, query: Option<&Query<C>>) -> f64 {
        let model = query.and_then(|query| query.probability).unwrap_or(UNKNOWN);
        let model = model.clamp(DOUBT, 1.0 - DOUBT);
        let odds = model / (1.0 - model) * self.0.exp();
        (odds / (1.0 + odds)).clamp(DOUBT, 1.0 - DOUBT)
    }

    /// Learns from the verdict on a query.
    pub(super) fn learn<C>(&mut self, query: Option<&Query<C>>, verdict: Verdict) {
        let hit = f64::from(u8::from(verdict.is_interesting()));
        self.0 += STEP * (hit - self.chance(query));
    }
}
