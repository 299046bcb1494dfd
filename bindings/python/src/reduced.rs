//! What a reduction ends with, as Python gets it.

use crate::words::CurvePoint;
use pyo3::prelude::*;

/// What a reduction ends with.
#[pyclass(frozen, get_all)]
pub(crate) struct Reduced {
    pub(crate) value: Py<PyAny>,
    pub(crate) queries: u64,
    pub(crate) seconds: f64,
    pub(crate) certified: bool,
    pub(crate) curve: Vec<CurvePoint>,
    /// Why it has stopped before its end.
    pub(crate) stopped: Option<&'static str>,
    pub(crate) warnings: Vec<String>,
}
