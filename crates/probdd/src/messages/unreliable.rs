//! What to tell a user whose test does not always say the same.

use crate::error::{Exit, Failure};
use crate::settings::Settings;
use crate::ui::share_of_runs;
use probdd_exec::{Rule, Runs};

/// The share of what was seen that is advised as a rate: it was seen in a few runs only.
const CAUTION: f64 = 0.75;

/// About the unmodified input.
pub(crate) fn input(settings: &Settings, runs: Runs) -> Failure {
    let input = settings.input.path.display();
    let seen = format!("the unmodified input `{input}` was interesting in {}", share_of_runs(runs));
    let message = match settings.rule {
        Rule::Rate(rate) => format!("{seen}, which is less than --hit-rate {rate}"),
        Rule::Times(_) | Rule::Trusted => format!("the test is unreliable: {seen}"),
    };
    failure(message).hint(advice(runs))
}

/// About the best candidate, when it was run again.
pub(crate) fn best(runs: Runs) -> Failure {
    let seen = share_of_runs(runs);
    let message = format!("the test is unreliable: the best candidate was interesting in {seen}");
    failure(message).hint(
        "let the test itself look twice, or use --confirm N: a candidate is accepted only after N \
         runs in a row that say so",
    )
}

fn failure(message: String) -> Failure {
    Failure::new(Exit::NotInteresting, anyhow::anyhow!(message)).hint(
        "a test says the same every time when nothing else decides: fix seeds, clocks, addresses \
         and the number of threads, and give it time",
    )
}

fn advice(runs: Runs) -> String {
    let percent = (100.0 * CAUTION * runs.rate()).floor().max(1.0);
    format!(
        "or say how often it shows, and every candidate is run until it is clear whether it still \
         does: --hit-rate {}",
        percent / 100.0
    )
}
