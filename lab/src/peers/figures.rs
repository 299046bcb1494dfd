//! What a run needed and reached, from the tests that it counted.

use super::ledger::Tested;
use super::record::Figures;
use crate::curves::thinned;
use std::time::Duration;

/// A run that has ended.
pub(super) struct Ended {
    pub(super) wall: Duration,
    /// The CPU time of the peer with its tests.
    pub(super) cpu_micros: u64,
    pub(super) begun: u64,
    pub(super) input: Size,
    pub(super) stopped: Option<String>,
}

#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) tokens: u64,
    pub(super) bytes: u64,
}

/// The figures of a run and its tests.
pub(super) fn figures(ended: Ended, tested: &[Tested]) -> Figures {
    let sum = |of: fn(&Tested) -> u64| tested.iter().map(of).sum::<u64>();
    let seconds = |micros: u64| micros as f64 / 1e6;
    let wall = ended.wall.as_secs_f64() - seconds(sum(|test| test.counting_micros));
    let interesting = tested.iter().filter(|test| test.is_interesting);
    let sizes = interesting.map(|test| (test.tokens, test.bytes));
    let (result_tokens, result_bytes) =
        sizes.min().unwrap_or((ended.input.tokens, ended.input.bytes));
    Figures {
        input_tokens: ended.input.tokens,
        queries: ended.begun,
        tokens_tested: sum(|test| test.tokens),
        result_tokens,
        result_bytes,
        test_seconds: seconds(sum(|test| test.micros)),
        wall_seconds: wall.max(0.0),
        cpu_seconds: seconds(ended.cpu_micros.saturating_sub(sum(|test| test.cpu_micros))),
        stopped: ended.stopped,
        curve: thinned(&curve(ended.input.tokens, tested)),
    }
}

/// Tests and tokens, whenever the smallest candidate had fewer tokens than before.
fn curve(input_tokens: u64, tested: &[Tested]) -> Vec<(u64, u64)> {
    let mut least = input_tokens;
    let mut curve = Vec::new();
    for test in tested.iter().filter(|test| test.is_interesting) {
        if test.tokens < least {
            least = test.tokens;
            curve.push((test.query, least));
        }
    }
    curve
}
