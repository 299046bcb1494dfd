//! Runs a search against a property, for the tests beside the searches.

use super::{ListConfiguration, Subset, search};
use crate::driver::Strategy;
use crate::{Feedback, Search, Verdict};

/// The removals that a search over `n` elements asked about, in order, and the elements kept.
pub(crate) fn run<S>(
    strategy: S,
    n: u32,
    mut property: impl FnMut(&[u32]) -> bool,
) -> (Vec<Vec<u32>>, Vec<u32>)
where
    S: Strategy<Configuration = ListConfiguration> + Clone,
{
    let mut search = search(n as usize, |_| strategy);
    let mut asked = Vec::new();
    let mut kept: Vec<u32> = (0..n).collect();
    while let Some(query) = search.ask() {
        let Subset(removed) = query.change.clone();
        let candidate: Vec<u32> = kept.iter().copied().filter(|e| !removed.contains(e)).collect();
        asked.push(removed);
        if property(&candidate) {
            kept = candidate;
            search.tell(&Verdict::Interesting.into());
        } else {
            search.tell(&Feedback::UNINTERESTING);
        }
    }
    (asked, kept)
}

/// How many elements each of them removes.
pub(crate) fn sizes(asked: &[Vec<u32>]) -> Vec<usize> {
    asked.iter().map(Vec::len).collect()
}
