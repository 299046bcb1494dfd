//! The probability that an element is needed, and how probabilities of elements combine.

use std::cmp::Ordering;

/// A probability that may be a key; never NaN.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probability(pub(crate) f64);

impl Probability {
    /// A prior probability.
    ///
    /// # Panics
    /// When it is not strictly between 0 and 1.
    pub(super) fn prior(sigma: f64) -> Probability {
        assert!(0.0 < sigma && sigma < 1.0, "sigma is a probability strictly between 0 and 1");
        Probability(sigma)
    }
}

/// The probability that a removal is interesting: that none of its elements is needed.
pub(super) fn success(elements: impl Iterator<Item = Probability>) -> f64 {
    elements.fold(1.0, |held, p| held * (1.0 - p.0))
}

/// The probability that a removal fails: one minus [`success`], summed up so that nothing cancels.
pub(super) fn failure(elements: impl Iterator<Item = Probability>) -> f64 {
    elements.fold(0.0, |failed, p| failed + p.0 * (1.0 - failed))
}

impl PartialEq for Probability {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Probability {}

impl PartialOrd for Probability {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Probability {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_and_success_are_complements() {
        let elements = || [0.1, 0.25, 0.5].into_iter().map(Probability);
        assert!((failure(elements()) + success(elements()) - 1.0).abs() < 1e-15);
    }
}
