//! The part of the Python module that is Rust: searches and reductions that call Python for answers.
//!
//! What users see, with its documentation, is in `python/probdd`; nothing here is public for them.

mod answer;
mod gaps;
mod list;
mod parallel_list;
mod raised;
mod reduced;
mod source;
mod view;
mod words;

use pyo3::prelude::*;
use std::ffi::OsString;

/// The functions of the module `probdd._probdd`.
#[pymodule]
fn _probdd(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Unresolved", module.py().get_type::<answer::Unresolved>())?;
    module.add("ProbddError", module.py().get_type::<answer::ProbddError>())?;
    module.add("NotInteresting", module.py().get_type::<answer::NotInteresting>())?;
    module.add("Unreliable", module.py().get_type::<answer::Unreliable>())?;
    module.add_class::<words::Stopper>()?;
    module.add_class::<view::View>()?;
    module.add_function(wrap_pyfunction!(list::minimize, module)?)?;
    module.add_function(wrap_pyfunction!(parallel_list::minimize_in_parallel, module)?)?;
    module.add_function(wrap_pyfunction!(source::reduce, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)
}

/// Runs the command-line tool; returns its exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| probdd::run(arguments.into_iter()))
}
