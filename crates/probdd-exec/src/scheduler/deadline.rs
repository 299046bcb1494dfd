//! How long a query may take: the time limit that is derived from the baseline, and the lower one that
//! follows what interesting candidates take.
//!
//! Candidates become smaller and faster, while the limit is derived from the unmodified input and is at
//! least ten seconds, because machines are busy. A candidate with an endless loop costs the whole limit.
//! So a query ends sooner, after ten times what the last interesting candidates took. What has timed out
//! under a lowered limit is run once more, with twice as much time, before a result is certified
//! ([`Deadline::retry`]).
//!
//! An answer carries the limit that it was found under, also in the journal. So a resumed run knows
//! which ones to run again, and a guess that ran under another limit counts only if it says the same
//! under the present one.

use crate::oracle::{Answer, End};
use crate::record::Key;
use std::collections::{HashSet, VecDeque};
use std::time::Duration;

/// A limit as a multiple of what it is derived from.
const FACTOR: u32 = 10;

/// The least limit in seconds that is derived from the baseline: what is killed there stays killed.
const LEAST: u64 = 10;

/// The least lowered limit in seconds: below it, a machine that is busy for a moment kills good
/// candidates, and most time goes into other things than tests that hang.
const LEAST_LOWERED: u64 = 1;

/// A run that timed out has so many times the limit when it is tried again: enough for a moment in which
/// the machine was busy. The full limit would cost each endless loop of the last round ten seconds more.
const RETRY_FACTOR: u32 = 2;

/// How many interesting candidates tell how long the next one may take. One alone may be quick by
/// chance; with many, the large ones of the beginning count for long.
const RECENT: usize = 8;

/// Returns the time limit of a query, from the slowest run on the unmodified input: ten times as long,
/// rounded up to a power of two, at least ten seconds.
pub fn derived_timeout(slowest: Duration) -> Duration {
    derived(slowest, LEAST)
}

fn derived(slowest: Duration, least: u64) -> Duration {
    let multiple = slowest * FACTOR;
    let seconds = multiple.as_secs() + u64::from(multiple.subsec_nanos() > 0);
    Duration::from_secs(if seconds <= least { least } else { seconds.next_power_of_two() })
}

/// The lowered limit of the queries of a run.
#[derive(Debug, Default)]
pub(super) struct Deadline {
    /// The limit that is never exceeded; `None` if limits are not lowered.
    full: Option<Duration>,
    /// The slowest runs of the last interesting candidates.
    recent: VecDeque<Duration>,
    /// What has timed out under a lowered limit.
    early: HashSet<Key>,
    /// Whether that is being tried again.
    is_retrying: bool,
}

impl Deadline {
    /// Lowers limits from here on, after a baseline with this slowest run.
    pub(super) fn begin(&mut self, full: Duration, slowest: Duration) {
        self.full = Some(full);
        self.recent = VecDeque::from([slowest]);
    }

    /// From here on limits are longer. Returns what has timed out under shorter ones.
    pub(super) fn retry(&mut self) -> HashSet<Key> {
        self.is_retrying = true;
        std::mem::take(&mut self.early)
    }

    /// Returns the limit of the next query, if that is lower than the full one.
    pub(super) fn lowered(&self) -> Option<Duration> {
        let slowest = self.recent.iter().max()?;
        let factor = if self.is_retrying { RETRY_FACTOR } else { 1 };
        let lowered = derived(*slowest, LEAST_LOWERED) * factor;
        (lowered < self.full?).then_some(lowered)
    }

    /// Takes note of the answer to a query; `is_whole` if all checks of the test have run.
    pub(super) fn note(&mut self, key: Key, answer: &Answer, is_whole: bool) {
        self.early.remove(&key);
        if self.full.is_none() {
            return;
        }
        if answer.outcome.end == End::TimedOut {
            if answer.deadline.is_some() && !self.is_retrying {
                self.early.insert(key);
            }
        } else if answer.outcome.verdict.is_interesting() && is_whole {
            self.recent.truncate(RECENT - 1);
            self.recent.push_front(answer.slowest);
        }
    }

    /// Whether a run under the present limit would have given this answer, too.
    pub(super) fn confirms(&self, answer: &Answer) -> bool {
        let lowered = self.lowered();
        let is_in_time = || lowered.is_none_or(|lowered| answer.slowest <= lowered);
        answer.deadline == lowered || answer.outcome.end != End::TimedOut && is_in_time()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{Outcome, Runs};
    use probdd_core::Verdict;

    const FULL: Duration = Duration::from_secs(10);

    fn seconds(number: f64) -> Duration {
        Duration::from_secs_f64(number)
    }

    fn interesting(slowest: f64) -> Answer {
        let outcome = Outcome::new(Verdict::Interesting, End::Exited(0));
        let runs = Runs { hits: 1, total: 1 };
        Answer { outcome, runs, slowest: seconds(slowest), deadline: None }
    }

    fn timed_out(deadline: Option<f64>) -> Answer {
        let outcome = Outcome::new(Verdict::Unresolved, End::TimedOut);
        let slowest = seconds(deadline.unwrap_or(10.0));
        let runs = Runs { hits: 0, total: 1 };
        Answer { outcome, runs, slowest, deadline: deadline.map(seconds) }
    }

    fn begun(slowest: f64) -> Deadline {
        let mut deadline = Deadline::default();
        deadline.begin(FULL, seconds(slowest));
        deadline
    }

    fn key(number: u8) -> Key {
        Key::of(&[number])
    }

    #[test]
    fn the_derived_timeout_is_a_power_of_two_above_ten_seconds() {
        let derived = |number| derived_timeout(seconds(number)).as_secs();
        assert_eq!(derived(0.01), 10);
        assert_eq!(derived(1.0), 10);
        assert_eq!(derived(1.01), 16);
        assert_eq!(derived(1.6), 16);
        assert_eq!(derived(60.0), 1024);
    }

    #[test]
    fn the_limit_follows_the_last_interesting_candidates_down_and_up() {
        let mut deadline = begun(0.7);
        assert_eq!(deadline.lowered(), Some(seconds(8.0)));
        for _ in 0..RECENT {
            deadline.note(key(1), &interesting(0.02), true);
        }
        assert_eq!(deadline.lowered(), Some(seconds(1.0)));
        deadline.note(key(2), &interesting(0.3), true);
        assert_eq!(deadline.lowered(), Some(seconds(4.0)));
        deadline.note(key(3), &interesting(5.0), false);
        assert_eq!(deadline.lowered(), Some(seconds(4.0)), "some checks have not run");
        deadline.note(key(4), &interesting(5.0), true);
        assert_eq!(deadline.lowered(), None, "never above the full limit");
    }

    #[test]
    fn what_timed_out_early_is_run_once_more_with_more_time() {
        let mut deadline = begun(0.01);
        deadline.note(key(1), &timed_out(Some(1.0)), true);
        deadline.note(key(2), &timed_out(None), true);
        deadline.note(key(3), &timed_out(Some(1.0)), true);
        deadline.note(key(3), &interesting(0.5), true);
        assert_eq!(deadline.retry(), HashSet::from([key(1)]));
        assert_eq!(deadline.lowered(), None, "twice eight seconds is more than the full limit");
        deadline.note(key(1), &timed_out(Some(2.0)), true);
        assert_eq!(deadline.retry(), HashSet::new(), "it is tried once more only");
    }

    #[test]
    fn a_guess_under_another_limit_counts_if_it_says_the_same_under_this_one() {
        let deadline = begun(0.01);
        assert!(deadline.confirms(&timed_out(Some(1.0))));
        assert!(!deadline.confirms(&timed_out(Some(2.0))), "it may end between the two");
        assert!(deadline.confirms(&interesting(0.9)));
        assert!(!deadline.confirms(&interesting(1.1)), "it would have timed out");
        assert!(!Deadline::default().confirms(&timed_out(Some(1.0))));
        assert!(Deadline::default().confirms(&timed_out(None)));
    }
}
