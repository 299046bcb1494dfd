//! What a predicate says: a truth value, checks by name, or an exception.

use probdd::Answer;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

create_exception!(probdd, ProbddError, PyException, "A reduction could not be run.");
create_exception!(
    probdd,
    Unresolved,
    PyException,
    "Raised by a predicate that cannot decide: the candidate counts as uninteresting."
);
create_exception!(probdd, NotInteresting, PyValueError, "The whole input is not interesting.");
create_exception!(
    probdd,
    Unreliable,
    ProbddError,
    "The predicate says different things about the same candidate."
);

/// Calls a predicate. An error is one that the predicate has raised, except `Unresolved`.
pub(crate) fn ask(
    predicate: &Bound<'_, PyAny>,
    candidate: &Bound<'_, PyAny>,
    unresolved: &Bound<'_, PyAny>,
) -> PyResult<Answer> {
    match predicate.call1((candidate,)) {
        Ok(said) => answer(&said),
        Err(raised) if raised.matches(predicate.py(), unresolved)? => Ok(Answer::Unresolved),
        Err(raised) => Err(raised),
    }
}

/// What an object that a predicate returns means.
fn answer(said: &Bound<'_, PyAny>) -> PyResult<Answer> {
    if let Ok(said) = said.cast::<PyBool>() {
        return Ok(said.is_true().into());
    }
    if let Ok(checks) = said.cast::<PyDict>() {
        let check = |(name, held): (Bound<PyAny>, Bound<PyAny>)| -> PyResult<(String, bool)> {
            Ok((name.extract()?, held.is_truthy()?))
        };
        return Ok(Answer::Checks(checks.iter().map(check).collect::<PyResult<_>>()?));
    }
    if said.is_none() {
        let message = "the predicate returned None; it returns True or False, or a dict of checks";
        return Err(PyTypeError::new_err(message));
    }
    // What NumPy calls a truth value is no `bool`.
    said.is_truthy().map(Into::into)
}
