//! A sequence without some ranges, built by what Python copies fastest.

use pyo3::prelude::*;
use pyo3::types::{PyList, PySequence};
use std::ops::Range;

/// What becomes of the items that are left.
pub(crate) enum Form<'py> {
    /// They stay a list.
    List,
    /// They stay what they are: a string, bytes or a tuple.
    Sequence,
    /// A function makes the candidate from the list of them.
    Made(Bound<'py, PyAny>),
}

impl<'py> Form<'py> {
    /// The form of a sequence.
    pub(crate) fn of(items: &Bound<'py, PyAny>, make: Option<Bound<'py, PyAny>>) -> Form<'py> {
        match make {
            Some(make) => Form::Made(make),
            None if items.is_exact_instance_of::<PyList>() => Form::List,
            None => Form::Sequence,
        }
    }

    /// What a test sees of some items.
    pub(crate) fn candidate(&self, items: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Form::List | Form::Sequence => Ok(items.clone()),
            Form::Made(make) => make.call1((items,)),
        }
    }

    /// The items without some ranges, which ascend and do not touch.
    pub(crate) fn without(
        &self,
        items: &Bound<'py, PyAny>,
        gaps: &[Range<usize>],
    ) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Form::List | Form::Made(_) => list_without(items.cast()?, gaps).map(Bound::into_any),
            Form::Sequence => sequence_without(items.cast()?, gaps),
        }
    }
}

/// Copies a list around the gaps. Python copies a slice at the speed of memory, and takes note of one more
/// owner of each item.
fn list_without<'py>(
    items: &Bound<'py, PyList>,
    gaps: &[Range<usize>],
) -> PyResult<Bound<'py, PyList>> {
    let (mut kept, mut at) = (None, 0);
    for gap in gaps.iter().cloned().chain([items.len()..items.len()]) {
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
) -> PyResult<Bound<'py, PyAny>> {
    let (end, mut at) = (items.len()?, 0);
    let mut kept = items.get_slice(0, gaps.first().map_or(end, |gap| gap.start))?;
    for (index, gap) in gaps.iter().enumerate() {
        at = at.max(gap.end);
        let next = gaps.get(index + 1).map_or(end, |gap| gap.start);
        if at < next {
            kept = kept.concat(&items.get_slice(at, next)?)?;
        }
    }
    Ok(kept.into_any())
}
