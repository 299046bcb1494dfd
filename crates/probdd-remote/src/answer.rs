//! Whether an answer can be trusted, and what it says.
//!
//! A broken sandbox answers that the command exited with 1; an error of the infrastructure arrives
//! with an exit code of 0. So the exit code is the last thing to look at: before it come the status of
//! the call, the status of the execution, and what our script has written at its end.

use crate::action::Query;
use crate::digest::{Digest, Function};
use crate::said::{Said, parse};
use crate::script::{PLACE, Script, texts};
use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use probdd_exec::{End, Ran, Step};
use std::collections::HashMap;
use std::time::Duration;

/// How much is read of what our script and the test report.
const MOST_STATUS: u64 = 1 << 20;

/// How much is shown of what an action printed.
const MOST_SHOWN: u64 = 4 << 10;

/// Exit statuses of processes that somebody killed: 128, and SIGKILL or SIGTERM.
const KILLED: [i32; 2] = [137, 143];

/// An answer that can be trusted.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) ran: Vec<Ran>,
    /// What the test has reported about its checks.
    pub(crate) feedback: Vec<u8>,
    /// The time that all steps took together.
    pub(crate) wall: Duration,
    /// Whether a process was killed, by the test or from outside.
    pub(crate) is_killed: bool,
}

/// Why an answer cannot be trusted, and what the action printed.
#[derive(Clone, Debug)]
pub(crate) struct Distrust {
    pub(crate) what: String,
    pub(crate) printed: String,
}

/// A blob to be fetched, and how much of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) digest: Digest,
    pub(crate) most: u64,
}

/// The blobs of a result, by their digest.
pub(crate) type Fetched = HashMap<Digest, Vec<u8>>;

/// The blobs of a result that are of use.
pub(crate) fn wanted(query: &Query, result: &api::ActionResult) -> Vec<Wanted> {
    let mut wanted = Vec::new();
    let mut add = |digest: Option<Digest>, most: u64| {
        wanted.extend(digest.map(|digest| Wanted { digest, most }));
    };
    add(output(result, "status"), MOST_STATUS);
    add(output(result, "feedback"), MOST_STATUS);
    for step in &query.script.steps.steps {
        for name in texts(step) {
            // One byte more shows that there is more.
            add(output(result, &name), step.most_output(&query.limits) + 1);
        }
    }
    if output(result, "status").is_none() {
        add(result.stderr_digest.as_ref().and_then(Digest::from_api), MOST_SHOWN);
        add(result.stdout_digest.as_ref().and_then(Digest::from_api), MOST_SHOWN);
    }
    wanted
}

/// The contents that a result already has.
pub(crate) fn included(result: &api::ActionResult) -> Fetched {
    let files = result.output_files.iter().filter(|file| !file.contents.is_empty());
    let contents = files
        .filter_map(|file| Some((Digest::from_api(file.digest.as_ref()?)?, file.contents.clone())));
    contents.collect()
}

/// The digest of an output of our script.
fn output(result: &api::ActionResult, name: &str) -> Option<Digest> {
    let path = format!("{PLACE}/out/{name}");
    let file = result.output_files.iter().find(|file| file.path == path)?;
    Digest::from_api(file.digest.as_ref()?)
}

/// Looks at a result. `elapsed` is how long it took to come.
pub(crate) fn believe(
    query: &Query,
    response: &api::ExecuteResponse,
    fetched: &Fetched,
    elapsed: Duration,
) -> Result<Answer, Distrust> {
    let result = response.result.clone().unwrap_or_default();
    let content = |name: &str| match output(&result, name) {
        Some(digest) if digest.size == 0 => Some(Vec::new()),
        Some(digest) => fetched.get(&digest).cloned(),
        None => None,
    };
    let distrust = |what: String| Distrust { what, printed: printed(&result, fetched) };
    let Some(status) = content("status") else {
        let what =
            format!("it exits with {}, and its script has not run to its end", result.exit_code);
        return Err(distrust(what));
    };
    let Some(said) = parse(&status) else {
        return Err(distrust("what its script has written is damaged".into()));
    };
    check(&query.script, &said, result.exit_code).map_err(distrust)?;
    let mut ran = Vec::new();
    for one in &said {
        let step = query.script.steps.steps.iter().find(|step| step.number == one.number);
        let Some(step) = step else { return Err(distrust("it has run another script".into())) };
        let mut texts = texts(step).into_iter().map(|name| content(&name));
        let (Some(Some(stdout)), stderr) = (texts.next(), texts.next()) else {
            return Err(distrust("the output of the test is missing".into()));
        };
        let stderr = stderr.flatten().unwrap_or_default();
        let (wall, cpu) = (one.wall.unwrap_or(elapsed), one.cpu);
        ran.push(Ran { number: one.number, end: end(step, one, wall), stdout, stderr, wall, cpu });
    }
    let is_killed = ran.iter().any(|one| match one.end {
        End::Exited(status) => KILLED.contains(&status),
        end => end == End::Lost,
    });
    let wall = ran.iter().map(|one| one.wall).sum();
    let feedback = content("feedback").unwrap_or_default();
    Ok(Answer { ran, feedback, wall, is_killed })
}

/// Whether what the script has written is what such a script writes, and agrees with the exit code.
fn check(script: &Script, said: &[Said], exit_code: i32) -> Result<(), String> {
    let steps = &script.steps;
    let ends: Vec<_> = said.iter().map(|one| (one.number, one.status)).collect();
    let expected = script.exit_code(&ends);
    if expected != exit_code {
        return Err(format!(
            "it says that the script exits with {exit_code}; that says {expected}"
        ));
    }
    let is_over = expected != 0 && steps.is_until_failure;
    let is_whole = said.len() == steps.steps.len() || is_over || !steps.is_until_failure;
    let is_in_order = said.iter().zip(&steps.steps).all(|(one, step)| one.number == step.number);
    let is_wrong = said.is_empty() || !is_whole || (steps.is_until_failure && !is_in_order);
    if is_wrong { Err("it has run another script".into()) } else { Ok(()) }
}

/// How a step ended. One that did not end by itself was killed at its time limit if it got there.
fn end(step: &Step, said: &Said, wall: Duration) -> End {
    match (said.status, step.timeout) {
        (Some(status), _) => End::Exited(status),
        (None, Some(limit)) if wall + Duration::from_secs(1) > limit => End::TimedOut,
        (None, _) => End::Lost,
    }
}

/// What an action printed beside what our script keeps.
fn printed(result: &api::ActionResult, fetched: &Fetched) -> String {
    let text = |raw: &[u8], digest: &Option<api::Digest>| {
        let stored = digest.as_ref().and_then(Digest::from_api);
        let stored = stored.and_then(|digest| fetched.get(&digest)).map(Vec::as_slice);
        let text = if raw.is_empty() { stored.unwrap_or_default() } else { raw };
        let most = usize::try_from(MOST_SHOWN).unwrap_or(usize::MAX);
        String::from_utf8_lossy(&text[..text.len().min(most)]).into_owned()
    };
    let stderr = text(&result.stderr_raw, &result.stderr_digest);
    let stdout = text(&result.stdout_raw, &result.stdout_digest);
    [stderr, stdout].concat()
}

/// Whether some bytes are a blob, or the beginning of one that is longer than was wanted.
pub(crate) fn is_blob(function: Function, wanted: Wanted, bytes: &[u8]) -> bool {
    if wanted.digest.size > wanted.most {
        return bytes.len() as u64 == wanted.most;
    }
    function.of(bytes) == wanted.digest
}
