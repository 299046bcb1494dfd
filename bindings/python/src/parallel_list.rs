//! Lists, reduced by several calls of the predicate at a time.

use crate::list::Settings;
use crate::raised::Raised;
use crate::reduced::Reduced;
use crate::words::{self, Stopper, algorithm, curve, seconds};
use probdd::List;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::Arc;

/// Reduces a list or another sequence; `make` makes candidates from lists of items.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "what Python passes is ours")]
pub(crate) fn minimize_in_parallel(
    items: &Bound<'_, PyAny>,
    make: Option<Py<PyAny>>,
    settings: Settings,
    predicate: Py<PyAny>,
    progress: Option<Py<PyAny>>,
    stopper: &Stopper,
) -> PyResult<Reduced> {
    let py = items.py();
    let all =
        items.try_iter()?.map(|item| item.map(Bound::unbind)).collect::<PyResult<Vec<_>>>()?;
    let places: Vec<u32> = (0..all.len() as u32).collect();
    let items = Arc::new(Items { all, make });
    let raised = Raised::new(&stopper.0);
    let (of_test, shown) = (raised.clone(), Arc::clone(&items));
    let mut list = List::of(places)
        .algorithm(algorithm(&settings.algorithm)?)
        .seed(settings.seed)
        .jobs(settings.jobs)
        .stopped_by(&stopper.0)
        .test(move |kept: &[u32]| of_test.answer(&predicate, |py| shown.candidate(py, kept)));
    if let Some(most) = settings.max_queries {
        list = list.max_queries(most);
    }
    if let Some(most) = settings.max_seconds {
        list = list.max_time(seconds(most)?);
    }
    if let Some(progress) = progress {
        let (of_progress, shown) = (raised.clone(), Arc::clone(&items));
        list = list.on_improvement(move |kept, point| {
            of_progress.caught(|py| {
                progress.call1(py, (shown.candidate(py, kept)?, point.query, point.seconds))
            });
        });
    }
    let done = raised.wait_for(py, move || list.run())?;
    let is_interrupted = raised.take(py)?;
    let done = done.map_err(words::error)?;
    let stop = words::stop(done.stop, is_interrupted);
    Ok(Reduced {
        value: items.candidate(py, &done.places)?.unbind(),
        queries: done.queries,
        seconds: done.elapsed.as_secs_f64(),
        certified: done.is_certified && stop.is_none(),
        curve: curve(&done.curve),
        stopped: stop,
        warnings: Vec::new(),
    })
}

/// The items of a sequence, and what makes a candidate from a list of those that are left.
struct Items {
    all: Vec<Py<PyAny>>,
    make: Option<Py<PyAny>>,
}

impl Items {
    fn candidate<'py>(&self, py: Python<'py>, kept: &[u32]) -> PyResult<Bound<'py, PyAny>> {
        let items = kept.iter().map(|place| self.all[*place as usize].clone_ref(py));
        let items = PyList::new(py, items)?;
        match &self.make {
            Some(make) => make.bind(py).call1((items,)),
            None => Ok(items.into_any()),
        }
    }
}
