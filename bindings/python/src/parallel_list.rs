//! Lists, reduced by several calls of the predicate at a time.

use crate::answer::{Unresolved, ask};
use crate::list::ListResult;
use crate::raised::Raised;
use crate::words::{self, Stopper, algorithm, curve, seconds};
use probdd::{Answer, List};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::Arc;

/// Reduces a list; `make` makes candidates from the items that are left.
#[pyfunction]
#[pyo3(signature = (items, make, predicate, algorithm, seed, max_queries, max_seconds, progress, stopper, jobs))]
#[allow(clippy::too_many_arguments, reason = "a function of Python")]
#[allow(clippy::needless_pass_by_value, reason = "what Python passes is ours")]
pub(crate) fn minimize_in_parallel<'py>(
    py: Python<'py>,
    items: &Bound<'py, PyList>,
    make: Bound<'py, PyAny>,
    predicate: Bound<'py, PyAny>,
    algorithm: &str,
    seed: u64,
    max_queries: Option<u64>,
    max_seconds: Option<f64>,
    progress: Option<Bound<'py, PyAny>>,
    stopper: &Stopper,
    jobs: u32,
) -> PyResult<ListResult<'py>> {
    let algorithm = self::algorithm(algorithm)?;
    let shared: Arc<Vec<Py<PyAny>>> = Arc::new(items.iter().map(Bound::unbind).collect());
    let raised = Raised::new(&stopper.0);
    let (of_test, of_progress) = (raised.clone(), raised.clone());
    let (of_candidate, predicate) = (make.clone().unbind(), predicate.unbind());
    let all = Arc::clone(&shared);
    let test = move |kept: &[u32]| -> Answer {
        Python::attach(|py| {
            of_test.caught(py, || {
                let candidate = candidate(py, &all, kept, of_candidate.bind(py))?;
                ask(predicate.bind(py), &candidate, &py.get_type::<Unresolved>())
            })
        })
    };
    let places: Vec<u32> = (0..shared.len() as u32).collect();
    let mut list = List::of(places)
        .algorithm(algorithm)
        .seed(seed)
        .jobs(jobs)
        .stopped_by(&stopper.0)
        .test(test);
    if let Some(most) = max_queries {
        list = list.max_queries(most);
    }
    if let Some(most) = max_seconds {
        list = list.max_time(seconds(most)?);
    }
    let (all, of_candidate) = (Arc::clone(&shared), make.clone().unbind());
    let progress = progress.map(Bound::unbind);
    let list = list.on_improvement(move |kept, point| {
        Python::attach(|py| {
            of_progress.caught(py, || {
                if let Some(progress) = &progress {
                    let candidate = candidate(py, &all, kept, of_candidate.bind(py))?;
                    progress.call1(py, (candidate, point.query, point.seconds))?;
                }
                Ok(Answer::Interesting)
            })
        });
    });
    let done = raised.wait_for(py, move || list.run())?;
    let is_interrupted = raised.take(py)?;
    let done = done.map_err(words::error)?;
    let stop = if is_interrupted { Some("interrupt") } else { done.stop.map(words::stop) };
    let best = candidate(py, &shared, &done.places, &make)?;
    let certified = done.is_certified && stop.is_none();
    Ok((best, done.queries, done.elapsed.as_secs_f64(), certified, curve(&done.curve), stop))
}

fn candidate<'py>(
    py: Python<'py>,
    all: &[Py<PyAny>],
    kept: &[u32],
    make: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let items = kept.iter().map(|place| all[*place as usize].clone_ref(py));
    make.call1((PyList::new(py, items)?,))
}
