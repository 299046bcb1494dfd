//! The probability that an element is needed, and what a failure makes of it.

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

    /// How many elements, none above this probability and some at it, gain most when they go
    /// together: one more does not lower the gain `k * prod(1 - p)` exactly when `k * p <= 1`, and
    /// of equal gains the larger set is taken. At least 1.
    ///
    /// The comparison is `k * p <= 1` as it is rounded, not a quotient: it holds for every
    /// `p = 1 / k`, where `1 / p` may come out below k.
    pub(super) fn best_size(self) -> usize {
        let is_worth_it = |k: u32| f64::from(k) * self.0 <= 1.0;
        // Not above what a list can hold, however small the probability.
        #[expect(clippy::cast_sign_loss, reason = "it is clamped")]
        let quotient = (1.0 / self.0).clamp(1.0, f64::from(u32::MAX - 1)) as u32;
        let around = [quotient + 1, quotient, quotient - 1];
        around.into_iter().find(|k| is_worth_it(*k)).unwrap_or(0).max(1) as usize
    }
}

/// The probability that a removal is interesting: that none of its elements is needed.
pub(super) fn success(elements: impl Iterator<Item = Probability>) -> f64 {
    elements.fold(1.0, |held, p| held * (1.0 - p.0))
}

/// One minus that, summed up so that nothing cancels.
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
    fn the_best_size_of_one_in_k_is_k() {
        for k in 2..100_000u32 {
            assert_eq!(Probability(1.0 / f64::from(k)).best_size(), k as usize);
        }
    }

    #[test]
    fn the_best_size_has_the_largest_gain_and_is_the_larger_of_two() {
        let gain = |k: usize, p: f64| k as f64 * success(std::iter::repeat_n(Probability(p), k));
        for step in 1..100 {
            let p = f64::from(step) / 100.0;
            let best = Probability(p).best_size();
            assert!((1..=200).all(|k| gain(k, p) <= gain(best, p) * (1.0 + 1e-12)), "{p}");
            assert!(gain(best + 1, p) < gain(best, p) * (1.0 - 1e-12), "{p}");
        }
    }

    #[test]
    fn extremes_have_a_best_size_too() {
        assert_eq!(Probability(1.0).best_size(), 1);
        assert_eq!(Probability(0.75).best_size(), 1);
        assert_eq!(Probability(f64::MIN_POSITIVE).best_size(), u32::MAX as usize);
    }

    #[test]
    fn failure_and_success_are_complements() {
        let elements = || [0.1, 0.25, 0.5].into_iter().map(Probability);
        assert!((failure(elements()) + success(elements()) - 1.0).abs() < 1e-15);
    }
}
