//! A record of the journal: one committed verdict, or one guess, as a line.

use super::history::Key;
use crate::oracle::{Answer, CheckRun, End, Outcome, Runs};
use probdd_core::Verdict;
use serde::{Deserialize, Serialize};
use std::io;
use std::time::Duration;

/// What a record is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// A query of the search, or the baseline.
    Query,
    /// Another run of the best candidate.
    Recheck,
    /// All checks on a candidate on which some had not run.
    Verify,
    /// A candidate that was run ahead and not asked about yet.
    Guess,
    /// No verdict: the user has ended a pass. The key stands for the number of questions until then.
    Skip,
}

/// One verdict.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// From 1, without gaps.
    pub(super) number: u64,
    pub(super) kind: Kind,
    /// The identity of the candidate.
    pub(super) key: String,
    #[serde(with = "VerdictWord")]
    pub(super) verdict: Verdict,
    /// The number of interesting runs, and of all runs.
    hits: u32,
    runs: u32,
    end: End,
    /// Microseconds, as the other times.
    wall: u64,
    /// The wall time of the slowest run.
    slowest: u64,
    cpu: u64,
    /// [`Answer::deadline`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deadline: Option<u64>,
    /// [`Outcome::restarts`].
    #[serde(default, skip_serializing_if = "is_zero")]
    restarts: u32,
    /// [`Outcome::checks`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    checks: Vec<CheckRecord>,
}

/// A check that ran: its name, whether it held, how often it ran; wall time, CPU time, slowest run.
#[derive(Debug, Serialize, Deserialize)]
struct CheckRecord(String, bool, u32, u64, u64, u64);

/// The word for a verdict.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Verdict", rename_all = "lowercase")]
enum VerdictWord {
    Interesting,
    Uninteresting,
    Unresolved,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Record {
    pub(super) fn new(number: u64, kind: Kind, key: Key, answer: &Answer) -> Record {
        let Answer { outcome, runs, slowest, deadline } = answer;
        Record {
            number,
            kind,
            key: key.to_string(),
            verdict: outcome.verdict,
            hits: runs.hits,
            runs: runs.total,
            end: outcome.end,
            wall: microseconds(outcome.wall),
            slowest: microseconds(*slowest),
            cpu: microseconds(outcome.cpu),
            deadline: deadline.map(microseconds),
            restarts: outcome.restarts,
            checks: outcome.checks.iter().map(CheckRecord::new).collect(),
        }
    }

    pub(super) fn line(&self) -> io::Result<Vec<u8>> {
        let json = serde_json::to_string(self)?;
        Ok(format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes())).into_bytes())
    }

    /// Reads a line; the error says what is wrong with it.
    pub(super) fn read(line: &[u8], number: u64) -> Result<Record, String> {
        let line = line.strip_suffix(b"\n").ok_or("is torn")?;
        let (checksum, json) = line.split_at_checked(8).ok_or("is too short")?;
        let json = json.strip_prefix(b" ").ok_or("has no checksum")?;
        if checksum != format!("{:08x}", crc32fast::hash(json)).as_bytes() {
            return Err("does not fit its checksum".into());
        }
        let record: Record =
            serde_json::from_slice(json).map_err(|error| format!("cannot be read: {error}"))?;
        if record.number == number {
            Ok(record)
        } else {
            Err(format!("has the number {}", record.number))
        }
    }
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl CheckRecord {
    fn new(check: &CheckRun) -> CheckRecord {
        let [wall, cpu, slowest] = [check.wall, check.cpu, check.slowest].map(microseconds);
        CheckRecord(check.name.to_string(), check.has_held, check.runs, wall, cpu, slowest)
    }
}

impl From<&CheckRecord> for CheckRun {
    fn from(CheckRecord(name, has_held, runs, wall, cpu, slowest): &CheckRecord) -> CheckRun {
        let [wall, cpu, slowest] = [wall, cpu, slowest].map(|time| Duration::from_micros(*time));
        let (name, has_held, runs) = (name.as_str().into(), *has_held, *runs);
        CheckRun { name, has_held, runs, wall, cpu, slowest, fault: None }
    }
}

impl From<&Record> for Answer {
    fn from(record: &Record) -> Answer {
        let outcome = Outcome {
            wall: Duration::from_micros(record.wall),
            cpu: Duration::from_micros(record.cpu),
            checks: record.checks.iter().map(CheckRun::from).collect(),
            restarts: record.restarts,
            ..Outcome::new(record.verdict, record.end)
        };
        let runs = Runs { hits: record.hits, total: record.runs };
        let deadline = record.deadline.map(Duration::from_micros);
        Answer { outcome, runs, slowest: Duration::from_micros(record.slowest), deadline }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_the_form_that_earlier_runs_have_written() {
        let check = CheckRun { wall: Duration::from_micros(7), ..CheckRun::reported("a b", true) };
        let outcome = Outcome {
            wall: Duration::from_millis(5),
            checks: vec![check],
            restarts: 1,
            ..Outcome::new(Verdict::Unresolved, End::TimedOut)
        };
        let runs = Runs { hits: 1, total: 2 };
        let (slowest, deadline) = (Duration::from_millis(4), Some(Duration::from_millis(4)));
        let answer = Answer { outcome, runs, slowest, deadline };
        let line = Record::new(3, Kind::Query, Key::of(b""), &answer).line().expect("it is JSON");
        let text = String::from_utf8(line.clone()).expect("JSON is text");
        let json = concat!(
            r#"{"number":3,"kind":"query","key":"af1349b9f5f9a1a6a0404dea36dcc949","#,
            r#""verdict":"unresolved","hits":1,"runs":2,"end":"timedout","wall":5000,"#,
            r#""slowest":4000,"cpu":0,"deadline":4000,"restarts":1,"checks":[["a b",true,1,7,0,0]]}"#,
        );
        assert_eq!(&text[9..], format!("{json}\n"));
        let again = Record::read(&line, 3).expect("it is whole");
        assert_eq!(format!("{:?}", Answer::from(&again)), format!("{answer:?}"));
    }
}
