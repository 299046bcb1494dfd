//! Candidates: a sequence without some ranges, built by what Python copies fastest.

use crate::view::View;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySequence};
use std::ops::Range;
use std::sync::Arc;

/// The elements that are left, by their numbers.
pub(crate) type Left<'a> = &'a dyn Fn() -> Arc<Vec<u32>>;

/// How candidates are made of what is left.
pub(crate) enum Candidates<'py> {
    /// Each is a copy of a list that nobody else has; a function may make something of it.
    Copied(Bound<'py, PyList>, Option<Bound<'py, PyAny>>),
    /// Each is of the same type as a string, bytes or a tuple, which nobody can change.
    Sliced(Bound<'py, PySequence>),
    /// Each is a view of the whole list.
    Viewed(Bound<'py, PyList>),
}

impl<'py> Candidates<'py> {
    /// Candidates from some items. `make` makes one from the list of those that are left.
    pub(crate) fn of(
        items: &Bound<'py, PyAny>,
        make: Option<Bound<'py, PyAny>>,
        copies: bool,
    ) -> PyResult<Candidates<'py>> {
        let Ok(list) = items.cast::<PyList>() else {
            return Ok(Candidates::Sliced(items.cast::<PySequence>()?.clone()));
        };
        let whole = list.get_slice(0, list.len());
        Ok(if copies { Candidates::Copied(whole, make) } else { Candidates::Viewed(whole) })
    }

    /// What is left without some ranges of it, which ascend and do not touch.
    pub(crate) fn without(
        &self,
        gaps: &[Range<usize>],
        left: Left<'_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Candidates::Copied(best, None) => Ok(list_without(best, gaps)?.into_any()),
            Candidates::Copied(best, Some(make)) => make.call1((list_without(best, gaps)?,)),
            Candidates::Sliced(best) => Ok(sequence_without(best, gaps)?.into_any()),
            Candidates::Viewed(whole) => {
                let view = View::new(whole.clone().unbind(), left(), gaps);
                Ok(Bound::new(whole.py(), view)?.into_any())
            }
        }
    }

    /// Removes some ranges for good.
    pub(crate) fn remove(&mut self, gaps: &[Range<usize>]) -> PyResult<()> {
        match self {
            Candidates::Copied(best, _) => {
                gaps.iter().rev().try_for_each(|gap| best.del_slice(gap.start, gap.end))
            }
            Candidates::Sliced(best) => {
                *best = sequence_without(best, gaps)?;
                Ok(())
            }
            Candidates::Viewed(_) => Ok(()),
        }
    }

    /// What is left at the end.
    pub(crate) fn result(self, left: &[u32]) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Candidates::Copied(best, None) => Ok(best.into_any()),
            Candidates::Copied(best, Some(make)) => make.call1((best,)),
            Candidates::Sliced(best) => Ok(best.into_any()),
            Candidates::Viewed(whole) => {
                let items = left.iter().map(|place| whole.get_item(*place as usize));
                Ok(PyList::new(whole.py(), items.collect::<PyResult<Vec<_>>>()?)?.into_any())
            }
        }
    }
}

/// Copies a list around the gaps. Python copies a slice at the speed of memory, and takes note of one more
/// owner of each item.
fn list_without<'py>(
    items: &Bound<'py, PyList>,
    gaps: &[Range<usize>],
) -> PyResult<Bound<'py, PyList>> {
    let (end, mut kept, mut at) = (items.len(), None::<Bound<PyList>>, 0);
    for gap in gaps.iter().cloned().chain(std::iter::once(end..end)) {
        if at == gap.start && kept.is_some() {
            continue;
        }
        let slice = items.get_slice(at, gap.start);
        match &kept {
            None => kept = Some(slice),
            Some(kept) => kept.set_slice(kept.len(), kept.len(), slice.as_any())?,
        }
        at = gap.end;
    }
    Ok(kept.unwrap_or_else(|| PyList::empty(items.py())))
}

fn sequence_without<'py>(
    items: &Bound<'py, PySequence>,
    gaps: &[Range<usize>],
) -> PyResult<Bound<'py, PySequence>> {
    let (end, mut at) = (items.len()?, 0);
    let mut kept = items.get_slice(0, gaps.first().map_or(end, |gap| gap.start))?;
    for (index, gap) in gaps.iter().enumerate() {
        at = at.max(gap.end);
        let next = gaps.get(index + 1).map_or(end, |gap| gap.start);
        if at < next {
            kept = kept.concat(&items.get_slice(at, next)?)?;
        }
    }
    Ok(kept)
}
