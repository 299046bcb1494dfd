//! Probabilities that elements are needed, and how they combine.

use std::cmp::Ordering;

/// A number that can be a key, such as a probability. Never NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ordered(pub(crate) f64);

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The probability that a removal is interesting: none of its elements is needed.
pub(super) fn success(elements: impl Iterator<Item = f64>) -> f64 {
    elements.fold(1.0, |held, p| held * (1.0 - p))
}

/// The probability that a removal fails: one minus [`success`], summed up so that nothing cancels.
pub(super) fn failure(elements: impl Iterator<Item = f64>) -> f64 {
    elements.fold(0.0, |failed, p| failed + p * (1.0 - failed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_and_success_are_complements() {
        let elements = || [0.1, 0.25, 0.5].into_iter();
        assert!((failure(elements()) + success(elements()) - 1.0).abs() < 1e-15);
    }
}
