//! Errors and warnings about a test that answers differently for the same candidate.

use super::numbers::share_of_runs;
use crate::error::{Exit, Failure};
use crate::settings::Settings;
use probdd_exec::{Rule, Runs};

/// The advised hit rate as a share of the observed one, which is based on a few runs only.
const CAUTION: f64 = 0.75;

/// The error for an unreliable baseline.
pub(crate) fn baseline(settings: &Settings, runs: Runs) -> Failure {
    let input = settings.input.path.display();
    let seen = format!("the unmodified input `{input}` was interesting in {}", share_of_runs(runs));
    let message = match settings.rule {
        Rule::Rate(rate) => format!("{seen}, which is less than --hit-rate {rate}"),
        Rule::Times(_) | Rule::Trusted => format!("the test is unreliable: {seen}"),
    };
    let percent = (100.0 * CAUTION * runs.rate()).floor().max(1.0);
    failure(message).hint(format!(
        "or use --hit-rate {}: each candidate runs until it is clear whether it is interesting",
        percent / 100.0
    ))
}

/// The error where no candidate is as interesting as the input.
pub(crate) fn best(runs: Runs) -> Failure {
    let noticed = noticed(runs);
    let message = format!("{noticed}, and no smaller text is as interesting as the input");
    failure(message).hint(
        "run the check twice inside the test, or use --confirm N: a candidate is accepted only after \
         N interesting runs in a row",
    )
}

/// The warning when a run goes back to an earlier best candidate.
pub(crate) fn stepped_back(runs: Runs) -> String {
    let noticed = noticed(runs);
    format!("{noticed}; the run goes back to an earlier one that is as interesting as the input")
}

/// The warning when a run becomes more careful.
pub(crate) fn careful(runs: Runs) -> String {
    let noticed = noticed(runs);
    format!(
        "{noticed}; from now on, candidates run until it is clear how often they are interesting"
    )
}

fn noticed(runs: Runs) -> String {
    let seen = share_of_runs(runs);
    format!("the test is unreliable: a text that had been interesting was so in {seen}")
}

fn failure(message: String) -> Failure {
    Failure::new(Exit::NotInteresting, anyhow::anyhow!(message)).hint(
        "make the test deterministic: fix seeds, clocks, addresses and the number of threads, and \
         give it enough time",
    )
}
