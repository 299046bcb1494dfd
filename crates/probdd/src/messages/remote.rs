//! What users are told about other machines that run the test.

use super::numbers::milliseconds;
use crate::error::Failure;
use crate::process_end::of_program;
use crate::settings::Elsewhere;
use probdd_exec::Outcome;
use probdd_remote::Meeting;

/// The hint for an input that is interesting neither there nor here.
pub(crate) const NEITHER: &str =
    "it is not interesting on this machine either, so --remote is not the reason";

/// The workers are there; what differs from a test that runs here.
pub(crate) fn meeting(elsewhere: &Elsewhere, meeting: &Meeting) -> String {
    let mut names: Vec<&str> =
        elsewhere.options.environment.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    format!(
        "the test runs on {} ({}; a call takes {}, the test on an empty file {}). It sees INPUT, TEST and \
         --with, and nothing else of this machine; of the environment {}",
        elsewhere.addresses(),
        meeting.function,
        milliseconds(meeting.round_trip),
        milliseconds(meeting.control),
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") },
    )
}

/// Tests run here from now on.
pub(crate) fn here_from_now(jobs: usize) -> String {
    format!("the tests run here from now on, {jobs} at a time")
}

/// The input is interesting here, and not there.
pub(crate) fn only_here(elsewhere: &Elsewhere, there: &Outcome, failure: Failure) -> Failure {
    let message = format!(
        "the input is interesting here, but not on {}: there, the test {}",
        elsewhere.addresses(),
        of_program(there.end)
    );
    let hints = [
        "a tool, or a file that the test names by an absolute path, may be missing there: a worker needs \
         the same programs as this machine (--remote-platform KEY=VALUE chooses workers)",
        "files beside the test or the input are there only with --with PATH; variables only with \
         --remote-env NAME",
        "what the test printed there follows, if it printed something",
    ];
    let error = anyhow::anyhow!(message);
    let hints = hints.iter().map(|hint| (*hint).to_owned()).collect();
    Failure { error, hints, ..failure }
}
