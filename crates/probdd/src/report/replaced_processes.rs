//! How often the process of a persistent test had to be replaced, and why.

use probdd_exec::{End, Outcome};
use serde::Serialize;

/// Of what it answered, so many characters are shown.
const SHOWN: usize = 60;

/// Processes that were replaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Replaced {
    /// They ended in the middle of a query.
    pub died: u64,
    /// They did not answer in time.
    pub hung: u64,
    /// They answered something else than a verdict.
    pub garbled: u64,
    /// They ended, or spoke, between two queries.
    pub left: u64,
}

impl Replaced {
    /// Counts what a query came to; what to tell the user, when it is the first of its kind.
    pub fn note(&mut self, outcome: &Outcome) -> Option<String> {
        let unresolved = "the query is unresolved, and another process is started";
        let mut told = None;
        let (count, why) = match outcome.end {
            End::Answered | End::Interrupted => (None, String::new()),
            End::TimedOut => (Some(&mut self.hung), "did not answer in time".to_owned()),
            End::Garbled => {
                let answer = answer(&outcome.output);
                (Some(&mut self.garbled), format!("gave an answer that is none{answer}"))
            }
            end => (Some(&mut self.died), death(end)),
        };
        if let Some(count) = count {
            *count += 1;
            let text = || format!("the persistent process {why}: {unresolved}");
            told = (*count == 1).then(text);
        }
        let is_first = self.left == 0 && outcome.restarts > 0;
        self.left += u64::from(outcome.restarts);
        let text = || {
            "the persistent process ended, or said something, when it was not asked: another one is \
             started. It should answer until its standard input ends"
                .to_owned()
        };
        told.or_else(|| is_first.then(text))
    }

    /// What to tell the user in the end, when not everything was told already.
    pub fn in_all(&self) -> Option<String> {
        let kinds = [
            (self.died, "it died"),
            (self.hung, "it did not answer in time"),
            (self.garbled, "it gave an answer that is none"),
            (self.left, "it ended or said something between two queries"),
        ];
        let all: u64 = kinds.iter().map(|(count, _)| count).sum();
        let seen = kinds.iter().filter(|(count, _)| *count > 0);
        let each: Vec<_> = seen.map(|(count, what)| format!("{what} ({count})")).collect();
        (all > each.len() as u64).then(|| {
            format!("the persistent process was replaced {all} times: {}", each.join(", "))
        })
    }
}

/// Counts the queries of which processes are left that could not be killed; what to tell the user,
/// when it is the first.
pub fn note_survivors(queries: &mut u64, outcome: &Outcome) -> Option<String> {
    *queries += u64::from(outcome.has_survivors);
    (outcome.has_survivors && *queries == 1).then(|| {
        "something that the test has started cannot be killed: it was waited for in vain, and is left \
         behind"
            .to_owned()
    })
}

/// What to tell the user of them in the end, when there was more than one.
pub fn survivors_in_all(queries: u64) -> Option<String> {
    (queries > 1).then(|| format!("{queries} queries have left processes that cannot be killed"))
}

/// How it ended in the middle of a query.
fn death(end: End) -> String {
    match end {
        End::Signaled(signal) => format!("was killed by signal {signal}"),
        End::Exited(code) => format!("exited with {code} instead of answering"),
        End::OutOfDisk => "wrote more than --disk allows".into(),
        _ => "killed or stopped the process that watches over it".into(),
    }
}

/// What it answered, the first line of its output.
fn answer(output: &[u8]) -> String {
    let line = output.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if output.is_empty() {
        return String::new();
    }
    let text: String = String::from_utf8_lossy(line).chars().take(SHOWN).collect();
    format!(", `{}`", text.escape_debug())
}
