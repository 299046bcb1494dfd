//! Which bytes of a text are kept.

use super::Follower;
use std::ops::Range;

/// The kept bytes of a text, as ranges.
#[derive(Debug, Default)]
pub(super) struct Regions {
    /// In ascending order; neighbours do not touch.
    kept: Vec<Range<usize>>,
    /// How many bytes are kept before each range.
    before: Vec<usize>,
}

impl Regions {
    /// The kept bytes, given as ranges in ascending order, without followers whose owner is not
    /// kept.
    pub(super) fn new(kept: impl Iterator<Item = Range<usize>>, followers: &[Follower]) -> Regions {
        let mut regions = Regions::default();
        kept.for_each(|range| regions.push(range));
        let mut lost: Vec<_> = followers
            .iter()
            .filter(|follower| !regions.contains(follower.owner))
            .map(|follower| follower.range.clone())
            .collect();
        if lost.is_empty() {
            return regions;
        }
        lost.sort_by_key(|range| range.start);
        regions.without(&lost)
    }

    fn push(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        if let Some(last) = self.kept.last_mut().filter(|last| last.end == range.start) {
            last.end = range.end;
            return;
        }
        self.before.push(self.total());
        self.kept.push(range);
    }

    fn without(&self, lost: &[Range<usize>]) -> Regions {
        let mut regions = Regions::default();
        let mut lost = lost.iter().peekable();
        for range in &self.kept {
            let mut at = range.start;
            while let Some(hole) = lost.peek().filter(|hole| hole.start < range.end) {
                regions.push(at..hole.start.max(at));
                at = at.max(hole.end);
                if hole.end > range.end {
                    break;
                }
                lost.next();
            }
            regions.push(at.min(range.end)..range.end);
        }
        regions
    }

    fn total(&self) -> usize {
        self.kept.last().map_or(0, |last| self.before[self.kept.len() - 1] + last.len())
    }

    /// Whether the byte at a place is kept.
    pub(super) fn contains(&self, place: usize) -> bool {
        let after = self.kept.partition_point(|range| range.start <= place);
        after.checked_sub(1).is_some_and(|at| self.kept[at].contains(&place))
    }

    /// How many bytes of a range are kept.
    pub(super) fn count(&self, range: &Range<usize>) -> usize {
        self.count_before(range.end).saturating_sub(self.count_before(range.start))
    }

    fn count_before(&self, place: usize) -> usize {
        let after = self.kept.partition_point(|range| range.start < place);
        let Some(at) = after.checked_sub(1) else { return 0 };
        let range = &self.kept[at];
        self.before[at] + (place.min(range.end) - range.start)
    }

    /// The kept parts of a range.
    pub(super) fn inside(&self, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let first = self.kept.partition_point(|kept| kept.end <= range.start);
        let (start, end) = (range.start, range.end);
        self.kept[first..]
            .iter()
            .take_while(move |kept| kept.start < end)
            .map(move |kept| kept.start.max(start)..kept.end.min(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn followers_go_with_their_owners() {
        let followers = [
            Follower { range: 4..6, owner: 1 },
            Follower { range: 6..7, owner: 3 },
            Follower { range: 8..12, owner: 1 },
        ];
        let regions = Regions::new([2..5, 5..9, 11..14].into_iter(), &followers);
        assert_eq!(regions.kept, [2..4, 6..8, 12..14]);
        assert_eq!(regions.count(&(0..13)), 5);
        assert_eq!(regions.count(&(3..7)), 2);
        assert_eq!(regions.inside(3..13).collect::<Vec<_>>(), [3..4, 6..8, 12..13]);
        assert!(regions.contains(7) && !regions.contains(8));
    }
}
