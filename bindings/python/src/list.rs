//! Lists, reduced on the thread of the caller: a query costs a slice of the list, or a view of it, and the
//! call of the predicate.

use crate::answer::{NotInteresting, Unresolved, ask};
use crate::gaps::Candidates;
use crate::words::{CurvePoint, Stopper, algorithm, seconds};
use probdd::Answer;
use probdd::core::list::{self, Elements};
use probdd::core::{CheckState, Feedback, Verdict, Words};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is left, the number of queries, the seconds, whether it is certified, the curve, and why the
/// reduction has stopped early.
pub(crate) type ListResult<'py> =
    (Bound<'py, PyAny>, u64, f64, bool, Vec<CurvePoint>, Option<&'static str>);

/// Reduces a list, a string, bytes or a tuple; `make` makes candidates from the items that are left.
#[pyfunction]
#[pyo3(signature = (items, make, predicate, algorithm, seed, max_queries, max_seconds, progress, stopper, copies))]
#[allow(clippy::too_many_arguments, reason = "a function of Python")]
#[allow(clippy::needless_pass_by_value, reason = "what Python passes is ours")]
pub(crate) fn minimize<'py>(
    items: Bound<'py, PyAny>,
    make: Option<Bound<'py, PyAny>>,
    predicate: Bound<'py, PyAny>,
    algorithm: &str,
    seed: u64,
    max_queries: Option<u64>,
    max_seconds: Option<f64>,
    progress: Option<Bound<'py, PyAny>>,
    stopper: Option<&Stopper>,
    copies: bool,
) -> PyResult<ListResult<'py>> {
    let algorithm = self::algorithm(algorithm)?;
    let deadline = max_seconds.map(seconds).transpose()?;
    let n = items.len()?;
    let mut candidates = Candidates::of(&items, make, copies)?;
    let unresolved = items.py().get_type::<Unresolved>();
    let began = Instant::now();
    let whole = candidates.without(&[], &|| Arc::new((0..n as u32).collect()))?;
    let first = ask(&predicate, &whole, &unresolved)?;
    drop(whole);
    let feedback = Checks::of(&first).feedback(&first);
    if !feedback.is_interesting() {
        let message = format!("the input is not interesting: the predicate says {}", word(&first));
        return Err(NotInteresting::new_err(message));
    }
    let checks = Checks::of(&first);
    let told = checks.0.len().max(1);
    let search = list::search(n, |n| list::certifying(n, algorithm, seed, told));
    let mut elements = Elements::new(n, search);
    let mut run = Run { began, queries: 1, curve: vec![(elapsed(began), 1, n)] };
    let mut stop = None;
    while let Some(gaps) = elements.ask() {
        stop = run.stop(max_queries, deadline, stopper);
        if stop.is_some() {
            break;
        }
        let candidate = candidates.without(gaps, &|| elements.shared_left())?;
        let answer = match ask(&predicate, &candidate, &unresolved) {
            Ok(answer) => answer,
            Err(raised) if raised.is_instance_of::<PyKeyboardInterrupt>(items.py()) => {
                stop = Some("interrupt");
                break;
            }
            Err(raised) => return Err(raised),
        };
        // A view that nobody keeps need not keep what it shows.
        drop(candidate);
        run.queries += 1;
        let feedback = checks.feedback(&answer);
        let is_interesting = feedback.is_interesting();
        if is_interesting {
            candidates.remove(gaps)?;
        }
        elements.tell(&feedback);
        if is_interesting {
            run.curve.push((elapsed(began), run.queries, elements.left().len()));
            if let Some(progress) = &progress {
                let best = candidates.without(&[], &|| elements.shared_left())?;
                progress.call1((best, run.queries, elapsed(began)))?;
            }
        }
    }
    let best = candidates.result(elements.left())?;
    Ok((best, run.queries, elapsed(began), stop.is_none(), run.curve, stop))
}

struct Run {
    began: Instant,
    queries: u64,
    curve: Vec<CurvePoint>,
}

impl Run {
    fn stop(
        &self,
        max_queries: Option<u64>,
        deadline: Option<Duration>,
        stopper: Option<&Stopper>,
    ) -> Option<&'static str> {
        if stopper.is_some_and(|stopper| stopper.0.is_stopped()) {
            Some("interrupt")
        } else if max_queries.is_some_and(|most| self.queries >= most) {
            Some("queries")
        } else if deadline.is_some_and(|deadline| self.began.elapsed() >= deadline) {
            Some("time")
        } else {
            None
        }
    }
}

/// The names of the checks.
struct Checks(Vec<String>);

impl Checks {
    fn of(answer: &Answer) -> Checks {
        match answer {
            Answer::Checks(checks) => Checks(checks.iter().map(|(name, _)| name.clone()).collect()),
            _ => Checks(Vec::new()),
        }
    }

    /// What the search is told.
    fn feedback(&self, answer: &Answer) -> Feedback {
        let verdict = match answer {
            Answer::Interesting => Verdict::Interesting,
            Answer::Checks(checks) if checks.iter().all(|(_, held)| *held) => Verdict::Interesting,
            Answer::Uninteresting | Answer::Checks(_) => Verdict::Uninteresting,
            Answer::Unresolved => Verdict::Unresolved,
        };
        let state = |name: &String| match answer {
            Answer::Checks(checks) => match checks.iter().find(|(known, _)| known == name) {
                Some((_, true)) => CheckState::Held,
                Some((_, false)) => CheckState::Failed,
                None => CheckState::NotRun,
            },
            _ => CheckState::NotRun,
        };
        Feedback { verdict, checks: self.0.iter().map(state).collect(), words: Words::NONE }
    }
}

fn word(answer: &Answer) -> String {
    match answer {
        Answer::Unresolved => "unresolved".into(),
        Answer::Checks(checks) => {
            let failed = checks.iter().filter(|(_, held)| !held).map(|(name, _)| name.as_str());
            format!("that these checks fail: {}", failed.collect::<Vec<_>>().join(", "))
        }
        Answer::Interesting | Answer::Uninteresting => "uninteresting".into(),
    }
}

fn elapsed(began: Instant) -> f64 {
    began.elapsed().as_secs_f64()
}
