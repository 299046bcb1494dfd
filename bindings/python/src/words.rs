//! What Python gets and gives as words and tuples.

use crate::answer::{NotInteresting, ProbddError, Unreliable};
use probdd::core::Algorithm;
use probdd::{Error, Point, Stop};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::time::Duration;

/// Seconds, queries, and the size of the best: a point of a curve.
pub(crate) type CurvePoint = (f64, u64, usize);

/// Stops a reduction from another thread.
#[pyclass(frozen)]
pub(crate) struct Stopper(pub(crate) probdd::Stopper);

#[pymethods]
impl Stopper {
    #[new]
    fn new() -> PyResult<Stopper> {
        probdd::Stopper::new().map(Stopper).map_err(error)
    }

    fn stop(&self) {
        self.0.stop();
    }

    #[getter]
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// The algorithms of lists by name.
const ALGORITHMS: [(&str, Algorithm); 8] = [
    ("splitting", Algorithm::Splitting),
    ("probdd", Algorithm::ProbDd),
    ("cdd", Algorithm::Cdd),
    ("ddmin", Algorithm::Ddmin),
    ("ddmin-complements", Algorithm::DdminComplements),
    ("opdd", Algorithm::Opdd),
    ("weighted", Algorithm::Weighted),
    ("active-coarsen", Algorithm::ActiveCoarsen),
];

/// The algorithm of a name.
pub(crate) fn algorithm(name: &str) -> PyResult<Algorithm> {
    let known = ALGORITHMS.iter().find(|(known, _)| *known == name);
    known.map(|(_, algorithm)| *algorithm).ok_or_else(|| {
        let names: Vec<&str> = ALGORITHMS.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        PyValueError::new_err(format!("unknown algorithm '{name}'; the algorithms are: {names}"))
    })
}

/// A number of seconds as a time.
pub(crate) fn seconds(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("{seconds} is no number of seconds")))
}

/// Why a reduction has stopped before its end.
pub(crate) fn stop(stop: Option<Stop>, is_interrupted: bool) -> Option<&'static str> {
    let stop = if is_interrupted { Some(Stop::Interrupted) } else { stop };
    stop.map(|stop| match stop {
        Stop::Queries => "queries",
        Stop::Time => "time",
        Stop::Interrupted | Stop::Asked => "interrupt",
        Stop::Unreachable => "unreachable",
    })
}

pub(crate) fn curve(points: &[Point]) -> Vec<CurvePoint> {
    points.iter().map(|point| (point.seconds, point.query, point.tokens)).collect()
}

/// The Python exception of an error.
#[allow(clippy::needless_pass_by_value, reason = "it is the argument of `map_err`")]
pub(crate) fn error(error: Error) -> PyErr {
    let hints = error.hints().iter().map(|hint| format!("\n  hint: {hint}"));
    let message = format!("{error}{}", hints.collect::<String>());
    match error {
        Error::NotInteresting(_) => NotInteresting::new_err(message),
        Error::Unreliable { .. } => Unreliable::new_err(message),
        Error::Refused { .. } => PyValueError::new_err(message),
        _ => ProbddError::new_err(message),
    }
}
