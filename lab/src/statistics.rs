//! Averages, and Wilcoxon's signed-rank test for paired numbers.
//!
//! The test is our own because no well-kept crate has it: `statrs` offers the rank-sum test of
//! unpaired samples only. The test is two-sided; differences of zero are left out, equal ones share their
//! mean rank. Up to 25 differences the distribution is exact, ties included; beyond, it is taken to
//! be normal.

/// The largest number of differences for which the distribution is computed exactly.
const EXACT_UP_TO: usize = 25;

/// The middle one of some numbers; of two middle ones the greater.
pub(crate) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The geometric mean of some numbers.
pub(crate) fn geometric_mean(numbers: &[f64]) -> f64 {
    (numbers.iter().map(|x| x.ln()).sum::<f64>() / numbers.len() as f64).exp()
}

/// The probability of differences at least as one-sided as these if their signs are chance; none
/// if no difference is left.
pub(crate) fn wilcoxon(differences: &[f64]) -> Option<f64> {
    let mut differences: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    differences.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let doubled = doubled_ranks(&differences);
    let positive = differences.iter().zip(&doubled).filter(|(d, _)| **d > 0.0);
    let positive: usize = positive.map(|(_, rank)| rank).sum();
    let smaller = positive.min(doubled.iter().sum::<usize>() - positive);
    match differences.len() {
        0 => None,
        n if n <= EXACT_UP_TO => Some(exact(&doubled, smaller)),
        _ => Some(normal(&doubled, smaller)),
    }
}

/// Twice the ranks of numbers that ascend by magnitude: integers, because a mean rank may end in .5.
fn doubled_ranks(ascending: &[f64]) -> Vec<usize> {
    let mut ranks = Vec::new();
    for same in ascending.chunk_by(|a, b| a.abs().total_cmp(&b.abs()).is_eq()) {
        let first = ranks.len() + 1;
        let last = ranks.len() + same.len();
        ranks.extend(std::iter::repeat_n(first + last, same.len()));
    }
    ranks
}

/// The share of all choices of signs whose smaller sum of ranks is at most `smaller`.
fn exact(ranks: &[usize], smaller: usize) -> f64 {
    // ways[s]: how many choices of positive ranks, among those seen so far, sum to s.
    let mut ways = vec![0u64; ranks.iter().sum::<usize>() + 1];
    ways[0] = 1;
    for rank in ranks {
        for sum in (*rank..ways.len()).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    let tail: u64 = ways[..=smaller].iter().sum();
    (2.0 * tail as f64 / (1u64 << ranks.len()) as f64).min(1.0)
}

/// An approximation of `exact` by the normal distribution of equal mean and variance, with half a rank's
/// correction because ranks are integers.
fn normal(doubled: &[usize], smaller: usize) -> f64 {
    let ranks = doubled.iter().map(|rank| *rank as f64 / 2.0);
    let mean = ranks.clone().sum::<f64>() / 2.0;
    let variance = ranks.map(|rank| rank * rank).sum::<f64>() / 4.0;
    let distance = (mean - smaller as f64 / 2.0 - 0.5).max(0.0);
    libm::erfc(distance / (2.0 * variance).sqrt()).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Differences 1 to n, of which some are negative so that their ranks sum to `sum`.
    fn with_sum(n: usize, sum: usize) -> Vec<f64> {
        let mut left = sum;
        let mut differences: Vec<f64> = (1..=n).map(|rank| rank as f64).collect();
        for rank in (1..=n).rev() {
            if rank <= left {
                differences[rank - 1] *= -1.0;
                left -= rank;
            }
        }
        assert_eq!(left, 0);
        differences
    }

    /// The greatest sums that are significant, two-sided: the table of every textbook.
    #[test]
    fn the_critical_values_are_those_of_the_published_tables() {
        let at_5_percent =
            [0, 2, 3, 5, 8, 10, 13, 17, 21, 25, 29, 34, 40, 46, 52, 58, 65, 73, 81, 89];
        let at_1_percent = [0, 1, 3, 5, 7, 9, 12, 15, 19, 23, 27, 32, 37, 42, 48, 54, 61, 68];
        for (n, critical) in (6..=25).zip(at_5_percent) {
            assert_critical(n, critical, 0.05);
        }
        for (n, critical) in (8..=25).zip(at_1_percent) {
            assert_critical(n, critical, 0.01);
        }
    }

    fn assert_critical(n: usize, critical: usize, level: f64) {
        let p = |sum| wilcoxon(&with_sum(n, sum)).expect("they differ");
        assert!(p(critical) <= level, "n = {n}: {critical} is significant at {level}");
        assert!(p(critical + 1) > level, "n = {n}: {critical} + 1 is not");
    }

    /// Depression scores of nine patients (Hollander and Wolfe, 1973): W = 40, one-sided p .01953.
    #[test]
    #[allow(clippy::approx_constant)] // One of the scores is 3.14.
    fn a_published_example_has_the_published_probability() {
        let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        let differences: Vec<f64> = before.iter().zip(after).map(|(b, a)| b - a).collect();
        let p = wilcoxon(&differences).expect("they differ");
        assert!((p - 0.039_062_5).abs() < 1e-12, "{p}");
    }

    #[test]
    fn zeros_are_left_out_and_equal_differences_share_their_rank() {
        assert_eq!(wilcoxon(&[]), None);
        assert_eq!(wilcoxon(&[0.0, 0.0]), None);
        assert_eq!(wilcoxon(&[0.0, 1.0, 2.0]), wilcoxon(&[3.0, 5.0]));
        // Ranks 2, 2, 2, 4; of 16 choices of signs, those with sums 0, 2 or 8, 10: 2 * (1 + 3).
        assert_eq!(wilcoxon(&[1.0, 1.0, -1.0, 2.0]), Some(0.5));
        assert_eq!(wilcoxon(&[1.0, -1.0]), Some(1.0));
    }

    #[test]
    fn the_normal_distribution_takes_over_without_a_jump() {
        for sum in [40, 89, 130, 162] {
            let exactly = wilcoxon(&with_sum(25, sum)).expect("they differ");
            let nearly = normal(&(1..=25).map(|rank| 2 * rank).collect::<Vec<_>>(), 2 * sum);
            assert!((exactly - nearly).abs() < 0.01, "{sum}: {exactly}, {nearly}");
        }
        assert!(wilcoxon(&with_sum(40, 0)).expect("they differ") < 1e-6);
    }
}
