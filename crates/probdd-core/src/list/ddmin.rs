//! ddmin: minimizing delta debugging (Zeller, Hildebrandt, TSE'02).
//!
//! The list is cut into n chunks, at first 2. If one of them is interesting alone, it becomes the
//! list, and n becomes 2. Otherwise, if one of their complements is interesting, it becomes the list,
//! and n becomes one less (but at least 2), so that the chunks keep their length. Otherwise n is
//! doubled, up to the length of the list; after that the search ends. Known configurations take no
//! query.
//!
//! Where the papers leave a choice:
//!
//! - *Chunks.* The i-th of n begins at `floor(i * length / n)`, counted from 0: there are exactly n,
//!   their lengths differ by one at most (10 in 4 is 2, 3, 2, 3). The pseudo-code of Wang's thesis
//!   (algorithm 1) cuts chunks of `floor(length / n)`, which leaves one more chunk with the remainder.
//! - *After an interesting complement* all chunks are tried again from the first on, first alone,
//!   then their complements, as in the definition. Where the chunks are the same as before, they are
//!   known to be uninteresting alone, and take no query.
//! - *The empty configuration* is the complement of the only chunk of a list of one element. It comes
//!   up when all other elements are removed.
//!
//! [`Ddmin::complements`] asks about complements only, as reducers do that remove chunks and never keep
//! one alone. The papers' "d-" stands for either form. Of two chunks, each is the other's complement.
//!
//! Both forms end one-minimal on every consistent property.
//!
//! Bound: 3n(n+1) queries. From a list of k elements on there are fewer than 3k chunks until the search
//! ends or an element is removed, because the numbers of chunks double and end with k. Each chunk makes
//! two queries, and k is smaller every time. A step costs O(k).

use super::Subset;
use super::configuration::ListConfiguration;
use crate::driver::{Best, Strategy};
use crate::{Class, Feedback, Query, key};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// What the query keeps: a chunk, or everything but a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    Subsets,
    Complements,
}

/// The algorithm. Elements are `0..n`; the empty configuration is asked about when one is left.
#[derive(Clone, Debug)]
pub struct Ddmin {
    /// The elements that are kept, in order.
    list: Arc<[u32]>,
    /// The papers' n: the number of chunks.
    chunks: usize,
    /// What is asked about first: subsets, unless only complements are.
    first: Half,
    half: Half,
    /// The current chunk, counted from 0.
    at: usize,
    /// The keys of all removals that were asked about.
    removals: HashSet<u128>,
}

impl Ddmin {
    /// A search over `n` elements.
    pub fn new(n: usize) -> Ddmin {
        Ddmin::beginning_with(Half::Subsets, n)
    }

    /// The same without the queries that keep a single chunk.
    pub fn complements(n: usize) -> Ddmin {
        Ddmin::beginning_with(Half::Complements, n)
    }

    fn beginning_with(first: Half, n: usize) -> Ddmin {
        let list = (0..n as u32).collect();
        Ddmin { list, chunks: 2, first, half: first, at: 0, removals: HashSet::new() }
    }

    /// The place of the current chunk in the list; `None` behind the last one.
    fn chunk(&self) -> Option<Range<usize>> {
        let (length, chunks) = (self.list.len(), self.chunks.min(self.list.len()));
        let begin = |at: usize| at * length / chunks;
        (self.at < chunks).then(|| begin(self.at)..begin(self.at + 1))
    }

    /// The query about a chunk, unless its verdict is known.
    fn query(
        &mut self,
        chunk: &Range<usize>,
        best: &Best<ListConfiguration>,
    ) -> Option<Query<Subset>> {
        // Look the key up before copying the elements of a long list.
        let key = key::of(self.list[chunk.clone()].iter().copied());
        let removal = match self.half {
            Half::Subsets => best.key().wrapping_sub(key),
            Half::Complements => key,
        };
        if best.knows_removal(removal) {
            return None;
        }
        let is_first = self.removals.insert(removal);
        let class = match self.half {
            Half::Subsets => Class::Subset,
            Half::Complements if is_first => Class::Complement,
            Half::Complements => Class::Revisit,
        };
        let change = match self.half {
            Half::Subsets => Subset(self.without(chunk)),
            Half::Complements => Subset(self.list[chunk.clone()].to_vec()),
        };
        Some(Query { change, class, probability: None })
    }

    fn without(&self, chunk: &Range<usize>) -> Vec<u32> {
        [&self.list[..chunk.start], &self.list[chunk.end..]].concat()
    }
}

impl Strategy for Ddmin {
    type Configuration = ListConfiguration;

    fn propose(&mut self, best: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        while let Some(chunk) = self.chunk() {
            let query = self.query(&chunk, best);
            if query.is_some() {
                return query;
            }
            self.at += 1;
        }
        None
    }

    /// Goes from the subsets to the complements, and from these to smaller chunks.
    fn next_stage(&mut self, _: &Best<ListConfiguration>) -> bool {
        self.at = 0;
        if self.half == Half::Subsets {
            self.half = Half::Complements;
            return !self.list.is_empty();
        }
        self.half = self.first;
        let has_smaller = self.chunks < self.list.len();
        self.chunks = (2 * self.chunks).min(self.list.len());
        has_smaller
    }

    /// Continues with the interesting chunk or complement as the list.
    fn accepted(&mut self, _: &Best<ListConfiguration>, _: &Subset) {
        let chunk = self.chunk().expect("the query was about a chunk");
        (self.list, self.chunks) = match self.half {
            Half::Subsets => (self.list[chunk].into(), 2),
            Half::Complements => (self.without(&chunk).into(), (self.chunks - 1).max(2)),
        };
        self.half = self.first;
        self.at = 0;
    }

    fn rejected(&mut self, _: &Best<ListConfiguration>, _: &Subset, _: &Feedback) {
        self.at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::script::run;
    use super::super::search;
    use super::*;
    use crate::{Search, Verdict};

    /// The elements kept by each query, and in the end.
    fn trace(
        strategy: Ddmin,
        n: u32,
        mut property: impl FnMut(&[u32]) -> bool,
    ) -> (Vec<Vec<u32>>, Vec<u32>) {
        let mut kept = Vec::new();
        let (_, left) = run(strategy, n, |candidate| {
            kept.push(candidate.to_vec());
            property(candidate)
        });
        (kept, left)
    }

    #[test]
    fn follows_figure_1_of_the_probdd_paper() {
        let needs: [(u32, &[u32]); 5] =
            [(2, &[1]), (4, &[1]), (5, &[2, 4]), (6, &[2]), (7, &[2, 4, 5, 6])];
        let property = |kept: &[u32]| {
            let has = |s: u32| kept.contains(&(s - 1));
            let is_closed = needs.iter().all(|(s, all)| !has(*s) || all.iter().all(|s| has(*s)));
            has(8) && (has(3) || has(7)) && is_closed
        };
        let (kept, left) = trace(Ddmin::new(8), 8, property);
        let mut expected: Vec<Vec<u32>> = vec![(0..4).collect(), (4..8).collect()];
        expected.extend((0..4).map(|i| vec![2 * i, 2 * i + 1]));
        let without = |gone: &[u32]| (0..8).filter(|e| !gone.contains(e)).collect::<Vec<u32>>();
        expected.extend((0..4).map(|i| without(&[2 * i, 2 * i + 1])));
        expected.extend((0..8).map(|i| vec![i]));
        expected.extend((0..3).map(|i| without(&[i])));
        // Row 24 of the figure, without s3 and s4, repeats row 8.
        expected.extend([0, 1, 4, 5, 6, 7].map(|i| without(&[i, 2])));
        assert_eq!((kept.len(), left), (27, without(&[2])));
        assert_eq!(kept, expected);
    }

    #[test]
    fn the_classes_of_figure_1_tell_what_was_tried_before() {
        let mut search = search(8, Ddmin::new);
        let mut classes = Vec::new();
        while let Some(query) = search.ask() {
            classes.push(query.class);
            let is_s3 = query.change.0 == [2];
            let verdict = if is_s3 { Verdict::Interesting } else { Verdict::Uninteresting };
            search.tell(&verdict.into());
        }
        let count = |class| classes.iter().filter(|c| **c == class).count();
        assert_eq!([Class::Subset, Class::Complement, Class::Revisit].map(count), [14, 11, 2]);
    }

    #[test]
    fn without_subsets_only_chunks_are_removed() {
        // 2 is needed. 0..4 and 4..8 go in turn from 8 elements; then of 0..4 the half without it.
        let (kept, left) = trace(Ddmin::complements(8), 8, |kept| kept.contains(&2));
        assert_eq!(
            kept,
            [vec![4, 5, 6, 7], vec![0, 1, 2, 3], vec![2, 3], vec![3], vec![2], vec![]]
        );
        assert_eq!(left, [2]);
    }

    #[test]
    fn ten_elements_are_cut_into_four_chunks_that_differ_by_one() {
        let (asked, _) = run(Ddmin::new(10), 10, |kept| kept.len() == 10);
        let sizes = asked.iter().map(Vec::len).filter(|size| (2..4).contains(size));
        assert_eq!(sizes.collect::<Vec<_>>()[..4], [2, 3, 2, 3]);
    }

    #[test]
    fn the_empty_configuration_is_asked_about_when_one_element_is_left() {
        assert_eq!(trace(Ddmin::new(1), 1, |_| false), (vec![vec![]], vec![0]));
        let (kept, left) = trace(Ddmin::new(4), 4, |_| true);
        assert_eq!((kept, left), (vec![vec![0, 1], vec![0], vec![]], vec![]));
    }
}
