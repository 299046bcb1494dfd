//! Lists, reduced on the thread of the caller: a query costs a slice of the list, or a view of it, and the
//! call of the predicate.

use crate::answer::{NotInteresting, Unresolved, ask};
use crate::gaps::Candidates;
use crate::reduced::Reduced;
use crate::words::{CurvePoint, Stopper, algorithm, seconds};
use probdd::Answer;
use probdd::core::list;
use probdd::core::{CheckState, Elements, Feedback, Verdict, certifying};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How a list is reduced.
#[derive(FromPyObject)]
pub(crate) struct Settings {
    pub(crate) algorithm: String,
    pub(crate) seed: u64,
    pub(crate) jobs: u32,
    pub(crate) max_queries: Option<u64>,
    pub(crate) max_seconds: Option<f64>,
    /// Whether a candidate is a list of its own, and no view of the whole list.
    copies: bool,
}

/// Reduces a list, a string, bytes or a tuple; `make` makes candidates from lists of items, unless they are
/// slices of `items`.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "what Python passes is ours")]
pub(crate) fn minimize<'py>(
    items: Bound<'py, PyAny>,
    make: Option<Bound<'py, PyAny>>,
    settings: Settings,
    predicate: Bound<'py, PyAny>,
    progress: Option<Bound<'py, PyAny>>,
    stopper: &Stopper,
) -> PyResult<Reduced> {
    let algorithm = algorithm(&settings.algorithm)?;
    let deadline = settings.max_seconds.map(seconds).transpose()?;
    let n = items.len()?;
    let mut candidates = Candidates::of(&items, make, settings.copies)?;
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
    let search = list::search(n, |n| certifying(n, algorithm, settings.seed, told));
    let mut elements = Elements::new(n, search);
    let mut run = Run { began, queries: 1, curve: vec![(elapsed(began), 1, n)] };
    let mut stop = None;
    while let Some(gaps) = elements.ask() {
        stop = run.stop(settings.max_queries, deadline, stopper);
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
    Ok(Reduced {
        value: candidates.result(elements.left())?.unbind(),
        queries: run.queries,
        seconds: elapsed(began),
        certified: stop.is_none(),
        curve: run.curve,
        stopped: stop,
        warnings: Vec::new(),
    })
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
        stopper: &Stopper,
    ) -> Option<&'static str> {
        if stopper.0.is_stopped() {
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
        Feedback { verdict, checks: self.0.iter().map(state).collect() }
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
