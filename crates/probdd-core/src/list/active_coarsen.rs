//! `ActiveCoarsen` (Liang, Tripp, Naik, POPL'11): random removals of a size that is learned.
//!
//! A sample keeps every element with the probability alpha, which is steered so that a sample is
//! interesting with the probability 1/e: alpha is the sigmoid of theta, and after each sample
//! `theta -= 0.1 * (interesting - 1/e)`. An interesting sample becomes the list. At first alpha is
//! `e^(-1/s)`, where s is the share sigma of the elements, at least 1. When no more than s elements are
//! left, or after 50 uninteresting samples in a row, the elements are tried one by one, in order.
//!
//! Choices: a sample that keeps everything is no query, so samples are drawn among the others (the
//! jump to the first removed element, taken modulo the length, has exactly that distribution). A known
//! uninteresting sample counts as one. The one-by-one phase is one round, so `ActiveCoarsen` ends
//! one-minimal on a monotone property.
//!
//! A sample jumps from one removed element to the next (a geometric distribution), so a step costs
//! only the size of its removal; one step, the one before the last phase, sorts the kept elements.
//! Everything random comes from the seed, and exp and ln from the `libm` crate, whose results are
//! the same on every platform.
//!
//! Bound: 50n + 50 queries: at most 49 samples fail between two that remove something, then 50, and the
//! last phase asks once about each kept element.

use super::Subset;
use super::configuration::ListConfiguration;
use crate::driver::{Best, Strategy};
use crate::{Feedback, Query};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// 1/e: how often a sample should be interesting.
const TARGET: f64 = 0.367_879_441_171_442_33;

/// The factor of a sample's change of theta.
const RATE: f64 = 0.1;

/// How many uninteresting samples in a row end the sampling.
const PATIENCE: usize = 50;

/// The algorithm. Elements are `0..n`; the empty configuration may be asked about.
#[derive(Clone, Debug)]
pub struct ActiveCoarsen {
    /// The kept elements, in any order, as all have the same chance. In the last phase the elements
    /// that are not tried yet, the first one last.
    list: Vec<u32>,
    phase: Phase,
    /// The number of elements that are few enough to be tried one by one.
    few: usize,
    theta: f64,
    /// How many samples in a row were uninteresting.
    failures: usize,
    /// The places of the query's elements in the list, ascending.
    sample: Vec<usize>,
    random: Pcg64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Samples,
    OneByOne,
}

impl ActiveCoarsen {
    /// A search over `n` elements that expects about the share `sigma` of them to be needed.
    ///
    /// # Panics
    /// When `sigma` is not strictly between 0 and 1.
    pub fn new(n: usize, sigma: f64, seed: u64) -> ActiveCoarsen {
        assert!(0.0 < sigma && sigma < 1.0, "sigma is a share strictly between 0 and 1");
        #[expect(clippy::cast_sign_loss, reason = "neither factor is negative")]
        let few = ((sigma * n as f64).round() as usize).max(1);
        ActiveCoarsen {
            list: (0..n as u32).collect(),
            phase: Phase::Samples,
            few,
            theta: logit_of_exp(-1.0 / few as f64),
            failures: 0,
            sample: Vec::new(),
            random: Pcg64::seed_from_u64(seed),
        }
    }

    /// Draws the elements to remove: each with the probability 1 - alpha, at least one.
    fn draw(&mut self) {
        // ln(alpha), as alpha = 1 / (1 + e^-theta).
        let ln_alpha = -libm::log1p(libm::exp(-self.theta));
        self.sample.clear();
        let mut at = self.jump(ln_alpha) % self.list.len() as u64;
        while at < self.list.len() as u64 {
            self.sample.push(at as usize);
            at = at.saturating_add(1).saturating_add(self.jump(ln_alpha));
        }
    }

    /// The number of elements that are kept before the next removed one: k with the probability
    /// alpha^k (1 - alpha).
    fn jump(&mut self, ln_alpha: f64) -> u64 {
        // Uniform in (0, 1].
        let uniform = ((self.random.next_u64() >> 11) + 1) as f64 / (1u64 << 53) as f64;
        #[expect(clippy::cast_sign_loss, reason = "both logarithms are negative or 0")]
        let kept = (libm::log(uniform) / ln_alpha) as u64;
        kept
    }

    fn learn(&mut self, is_interesting: bool) {
        self.theta -= RATE * (f64::from(u8::from(is_interesting)) - TARGET);
        self.failures = if is_interesting { 0 } else { self.failures + 1 };
    }
}

/// The theta whose sigmoid is `e^x`, x being negative.
fn logit_of_exp(x: f64) -> f64 {
    x - libm::log(-libm::expm1(x))
}

impl Strategy for ActiveCoarsen {
    type Configuration = ListConfiguration;

    fn propose(&mut self, _: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        let removed = match self.phase {
            Phase::Samples if self.list.len() <= self.few || self.failures == PATIENCE => {
                return None;
            }
            Phase::Samples => {
                self.draw();
                self.sample.iter().map(|at| self.list[*at]).collect()
            }
            Phase::OneByOne => vec![self.list.pop()?],
        };
        Subset(removed).query(None)
    }

    fn next_stage(&mut self, _: &Best<ListConfiguration>) -> bool {
        self.list.sort_unstable_by(|a, b| b.cmp(a));
        std::mem::replace(&mut self.phase, Phase::OneByOne) == Phase::Samples
    }

    fn accepted(&mut self, _: &Best<ListConfiguration>, _: &Subset) {
        if self.phase == Phase::Samples {
            self.learn(true);
            // From the back, so that only kept elements move into the gaps.
            for at in self.sample.iter().rev() {
                self.list.swap_remove(*at);
            }
        }
    }

    fn rejected(&mut self, _: &Best<ListConfiguration>, _: &Subset, _: &Feedback) {
        if self.phase == Phase::Samples {
            self.learn(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::script::{run, sizes};
    use super::*;

    #[test]
    fn alpha_begins_at_e_to_the_minus_one_over_s() {
        for (few, alpha) in [(1, 0.367_879_441), (10, 0.904_837_418), (100_000, 0.999_990_000)] {
            let theta = logit_of_exp(-1.0 / f64::from(few));
            assert!((1.0 / (1.0 + libm::exp(-theta)) - alpha).abs() < 1e-9, "{few}");
        }
    }

    #[test]
    fn a_sample_removes_as_many_elements_as_alpha_says() {
        let mut search = ActiveCoarsen::new(10_000, 0.01, 3);
        search.draw();
        let mut removed = [0usize; 2];
        for _ in 0..2000 {
            search.draw();
            assert!(search.sample.is_sorted() && !search.sample.is_empty());
            removed[0] += search.sample.len();
            removed[1] += search.sample.iter().filter(|at| **at < 5000).count();
        }
        // 1 - e^(-1/100) of 10000 is 99.5.
        assert!((98.5..100.5).contains(&(removed[0] as f64 / 2000.0)), "{removed:?}");
        assert!((49.0..51.0).contains(&(removed[1] as f64 / 2000.0)), "{removed:?}");
    }

    #[test]
    fn when_nothing_is_removable_every_element_follows_fifty_samples_in_order() {
        let (asked, left) = run(ActiveCoarsen::new(200, 0.1, 5), 200, |kept| kept.len() == 200);
        let one_by_one = asked.iter().skip_while(|removed| removed.len() > 1 || removed[0] != 0);
        assert!(one_by_one.flatten().copied().is_sorted());
        assert!((240..=250).contains(&asked.len()), "{}", asked.len());
        assert_eq!(left.len(), 200);
    }

    #[test]
    fn samples_grow_while_they_are_interesting() {
        let (asked, left) = run(ActiveCoarsen::new(5000, 0.01, 5), 5000, |_| true);
        let sizes = sizes(&asked);
        assert!(sizes.iter().any(|size| *size > 2 * sizes[0]), "{sizes:?}");
        assert!(left.is_empty());
    }

    #[test]
    fn the_same_seed_gives_the_same_queries_and_another_others() {
        let asked = |seed| run(ActiveCoarsen::new(100, 0.1, seed), 100, |kept| kept.contains(&7)).0;
        assert_eq!(asked(1), asked(1));
        assert_ne!(asked(1), asked(2));
    }
}
