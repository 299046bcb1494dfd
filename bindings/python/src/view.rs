//! A candidate that is not copied: the items of a list, without those that are gone.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice};
use std::ops::Range;
use std::sync::Arc;

/// A sequence of the items of a list that are left, without some gaps. It costs no more than the gaps.
#[pyclass(frozen, sequence, module = "probdd")]
pub(crate) struct View {
    items: Py<PyList>,
    left: Arc<Vec<u32>>,
    gaps: Vec<Range<usize>>,
    length: usize,
}

impl View {
    pub(crate) fn new(items: Py<PyList>, left: Arc<Vec<u32>>, gaps: &[Range<usize>]) -> View {
        let length = left.len() - gaps.iter().map(Range::len).sum::<usize>();
        View { items, left, gaps: gaps.to_vec(), length }
    }

    /// The item at a place.
    fn item<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Bound<'py, PyAny>> {
        let behind = |at: usize, gap: &Range<usize>| {
            if gap.start <= at { at + gap.len() } else { at }
        };
        let at = self.gaps.iter().fold(place, behind);
        self.items.bind(py).get_item(self.left[at] as usize)
    }

    /// All items.
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (items, end, mut at) = (self.items.bind(py), self.left.len(), 0);
        let mut kept = Vec::with_capacity(self.length);
        for gap in self.gaps.iter().cloned().chain(std::iter::once(end..end)) {
            for place in &self.left[at..gap.start] {
                kept.push(items.get_item(*place as usize)?);
            }
            at = gap.end;
        }
        PyList::new(py, kept)
    }
}

#[pymethods]
impl View {
    fn __len__(&self) -> usize {
        self.length
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if index.is_instance_of::<PySlice>() {
            return self.list(py)?.as_any().get_item(index);
        }
        let index: isize = index.extract()?;
        let place = if index < 0 { index + self.length.cast_signed() } else { index };
        match usize::try_from(place) {
            Ok(place) if place < self.length => self.item(py, place),
            _ => Err(PyIndexError::new_err("the candidate has fewer items")),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.list(py)?.try_iter()
    }

    fn __contains__(&self, py: Python<'_>, item: Bound<'_, PyAny>) -> PyResult<bool> {
        self.list(py)?.as_any().contains(item)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("View({})", self.list(py)?.repr()?))
    }
}
