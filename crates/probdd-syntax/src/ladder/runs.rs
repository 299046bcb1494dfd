//! Removes a few neighbours of a text without a grammar that only go together: `extends B`, `.field`, `or f(x)`,
//! `else {}`.

use super::regions::regions;
use super::source::{Source, erase, writing};
use probdd_core::Edits;

/// The most neighbours of one run. A group in brackets is one.
const LONGEST: usize = 4;

/// Runs of several neighbours at one level, from the end of the text.
pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let regions = regions(source);
    let runs = regions.iter().flat_map(|region| {
        (2..=LONGEST)
            .flat_map(|length| region.parts.windows(length))
            .filter(|run| run.len() < region.parts.len())
    });
    let mut runs: Vec<_> = runs.map(|run| run[0].start..run[run.len() - 1].end).collect();
    runs.sort_by_key(|run| std::cmp::Reverse((run.end, run.start)));
    runs.into_iter().map(|run| writing([erase(run)])).collect()
}
