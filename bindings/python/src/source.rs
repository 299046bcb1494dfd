//! Texts and directories, reduced as the tool does it, with a Python function as the test.

use crate::raised::{Raised, TICK};
use crate::reduced::Reduced;
use crate::words::{self, Stopper, curve, seconds};
use probdd::{Candidate, Reduction, Source};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use std::path::PathBuf;

/// What is reduced, and how.
#[derive(FromPyObject)]
pub(crate) struct Settings {
    path: Option<PathBuf>,
    bytes: Option<Vec<u8>>,
    name: Option<String>,
    language: Option<String>,
    /// What the predicate sees: `str`, `bytes` or `files`.
    form: String,
    options: Vec<String>,
    jobs: u32,
    seed: u64,
    max_queries: Option<u64>,
    max_seconds: Option<f64>,
}

/// Reduces a text, a file or a directory.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "what Python passes is ours")]
pub(crate) fn reduce(
    py: Python<'_>,
    settings: Settings,
    predicate: Py<PyAny>,
    progress: Option<Bound<'_, PyAny>>,
    stopper: &Stopper,
) -> PyResult<Reduced> {
    let form = Form::of(&settings.form);
    let raised = Raised::new(&stopper.0);
    let of_test = raised.clone();
    let test = move |candidate: &Candidate| {
        of_test.answer(&predicate, |py| form.show(py, candidate.bytes(), || candidate.files()))
    };
    let prepared = reduction(settings)?.test(test).stopped_by(&stopper.0);
    let mut running = prepared.start().map_err(words::error)?;
    let mut is_interrupted = false;
    while !running.has_ended() {
        let improvement = py.detach(|| running.next_within(TICK));
        match raised.is_interrupted(py, is_interrupted) {
            Ok(now) => is_interrupted = now,
            Err(signal) => {
                // Nobody can end the predicate that runs: its thread is left behind.
                std::mem::forget(running);
                return Err(signal);
            }
        }
        if let (Some(improvement), Some(progress)) = (improvement, &progress) {
            let shown = form.show(py, improvement.bytes(), || improvement.files())?;
            progress.call1((shown, improvement.query, improvement.elapsed.as_secs_f64()))?;
        }
    }
    let done = py.detach(|| running.finish());
    let is_interrupted = raised.take(py)?;
    let done = done.map_err(words::error)?;
    Ok(Reduced {
        value: form.show(py, &done.bytes, || done.files())?.unbind(),
        queries: done.queries,
        seconds: done.elapsed.as_secs_f64(),
        certified: done.is_certified,
        curve: curve(&done.curve),
        stopped: words::stop(done.stop, is_interrupted),
        warnings: done.warnings,
    })
}

fn reduction(settings: Settings) -> PyResult<Reduction> {
    let source = match (settings.path, settings.bytes) {
        (Some(path), _) => Source::Path(path),
        (None, bytes) => Source::Bytes(bytes.unwrap_or_default()),
    };
    let mut reduction =
        Reduction::of(source).options(settings.options).jobs(settings.jobs).seed(settings.seed);
    if let Some(name) = settings.name {
        reduction = reduction.named(name);
    }
    if let Some(language) = settings.language {
        reduction = reduction.language(language);
    }
    if let Some(most) = settings.max_queries {
        reduction = reduction.max_queries(most);
    }
    if let Some(most) = settings.max_seconds {
        reduction = reduction.max_time(seconds(most)?);
    }
    Ok(reduction)
}

/// What a predicate sees of a candidate.
#[derive(Clone, Copy)]
enum Form {
    Str,
    Bytes,
    /// A dict from paths to bytes.
    Files,
}

impl Form {
    fn of(word: &str) -> Form {
        match word {
            "files" => Form::Files,
            "bytes" => Form::Bytes,
            _ => Form::Str,
        }
    }

    fn show<'py, 'f>(
        self,
        py: Python<'py>,
        bytes: &[u8],
        files: impl FnOnce() -> Vec<(PathBuf, &'f [u8])>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Form::Bytes => Ok(PyBytes::new(py, bytes).into_any()),
            Form::Files => {
                let dict = PyDict::new(py);
                for (path, content) in files() {
                    dict.set_item(path.to_string_lossy(), PyBytes::new(py, content))?;
                }
                Ok(dict.into_any())
            }
            Form::Str => match std::str::from_utf8(bytes) {
                Ok(text) => Ok(PyString::new(py, text).into_any()),
                // As Python does with names of files.
                Err(_) => {
                    PyBytes::new(py, bytes).call_method1("decode", ("utf-8", "surrogateescape"))
                }
            },
        }
    }
}
