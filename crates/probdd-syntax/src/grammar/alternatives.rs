//! Merges alternatives of which one is another with a part left out: `x y | x` is `x optional(y)`.

use super::element::{Element, ElementId, Elements};

impl Elements {
    /// Merges alternatives while two can be merged, at most as often as there are alternatives. The
    /// language stays the same.
    pub(super) fn merge_alternatives(&mut self, members: &mut Vec<ElementId>) {
        for _ in 0..members.len() {
            let Some((longer, shorter, merged)) = self.mergeable(members) else { return };
            members[longer] = merged[0];
            members.extend_from_slice(&merged[1..]);
            members.remove(shorter);
        }
    }

    /// Two alternatives that can be merged, and the result.
    fn mergeable(&mut self, members: &[ElementId]) -> Option<(usize, usize, Vec<ElementId>)> {
        for (longer, whole) in members.iter().enumerate() {
            let Element::Sequence(whole) = self.get(*whole).clone() else { continue };
            for (shorter, part) in members.iter().enumerate() {
                if longer == shorter || self.has_rivals(members, shorter) {
                    continue;
                }
                let part = self.parts_of(*part);
                if let Some(merged) = self.merged(&whole, &part) {
                    return Some((longer, shorter, merged));
                }
            }
        }
        None
    }

    /// Whether an alternative and another one are each one named child. They may replace each
    /// other, and could not after a merge with a longer alternative.
    fn has_rivals(&self, members: &[ElementId], member: usize) -> bool {
        let is_child = |id: &ElementId| match self.get(*id) {
            Element::Token(symbol) => self.is_named(*symbol),
            _ => false,
        };
        is_child(&members[member]) && members.iter().filter(|id| is_child(id)).count() > 1
    }

    fn parts_of(&self, id: ElementId) -> Vec<ElementId> {
        match self.get(id) {
            Element::Sequence(parts) => parts.clone(),
            _ => vec![id],
        }
    }

    /// Merges `whole | part` if `part` is `whole` with one run of parts left out. Where an option
    /// of `whole` is required in `part`, `whole` without it remains an alternative.
    fn merged(&mut self, whole: &[ElementId], part: &[ElementId]) -> Option<Vec<ElementId>> {
        let gap = whole.len().checked_sub(part.len()).filter(|gap| *gap > 0)?;
        let fits = |from: usize| {
            let kept = whole[..from].iter().chain(&whole[from + gap..]);
            kept.zip(part).all(|(a, b)| a == b || *self.get(*a) == Element::Optional(*b))
        };
        let from = (0..=part.len()).rev().find(|from| fits(*from))?;
        let present: Vec<usize> = (0..whole.len())
            .filter(|at| *at < from || *at >= from + gap)
            .zip(part)
            .filter(|(at, id)| whole[*at] != **id)
            .map(|(at, _)| at)
            .collect();
        let left_out = self.sequence(&whole[from..from + gap]);
        if self.is_optional(left_out) {
            return None;
        }
        let left_out = self.optional(left_out);
        let parts = [&part[..from], &[left_out], &part[from..]].concat();
        let together = self.sequence(&parts);
        match present[..] {
            [] => Some(vec![together]),
            // Only before the gap: with `x y | x | y`, merging would never end.
            [at] if at < from => {
                let without = [&whole[..at], &whole[at + 1..]].concat();
                Some(vec![together, self.sequence(&without)])
            }
            _ => None,
        }
    }

    fn is_optional(&self, id: ElementId) -> bool {
        matches!(
            self.get(id),
            Element::Empty | Element::Optional(_) | Element::Silent(_) | Element::Star(_)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::element::Symbol;
    use super::*;

    fn tokens(elements: &mut Elements) -> [ElementId; 4] {
        [0, 1, 2, 3].map(|symbol| elements.token(Symbol(symbol)))
    }

    #[test]
    fn a_part_that_an_alternative_lacks_is_optional() {
        let mut elements = Elements::default();
        let [a, b, c, d] = tokens(&mut elements);
        let long = elements.sequence(&[a, b, c, d]);
        let short = elements.sequence(&[a, d]);
        let middle = elements.sequence(&[b, c]);
        let option = elements.optional(middle);
        let expected = elements.sequence(&[a, option, d]);
        assert_eq!(elements.choice(vec![long, short]), expected);
        assert_eq!(elements.choice(vec![short, long]), expected);
    }

    #[test]
    fn an_alternative_may_be_a_part_with_an_option_present() {
        // `a? b c | a` is `a optional(b c) | b c`.
        let mut elements = Elements::default();
        let [a, b, c, _] = tokens(&mut elements);
        let maybe = elements.optional(a);
        let long = elements.sequence(&[maybe, b, c]);
        let rest = elements.sequence(&[b, c]);
        let option = elements.optional(rest);
        let first = elements.sequence(&[a, option]);
        let expected = elements.choice(vec![first, rest]);
        assert_eq!(elements.choice(vec![long, a]), expected);
    }

    #[test]
    fn alternatives_that_lack_different_parts_stay() {
        let mut elements = Elements::default();
        let [a, b, c, d] = tokens(&mut elements);
        let long = elements.sequence(&[a, b, c, d]);
        let other = elements.sequence(&[a, c]);
        let choice = elements.choice(vec![long, other]);
        assert_eq!(*elements.get(choice), Element::Choice(vec![long, other]));
    }

    #[test]
    fn names_that_replace_each_other_stay_alternatives() {
        let mut elements = Elements::with_named([0, 1]);
        let [a, b, c, _] = tokens(&mut elements);
        let call = elements.sequence(&[a, c]);
        let choice = elements.choice(vec![a, b, call]);
        assert_eq!(*elements.get(choice), Element::Choice(vec![a, b, call]));
    }
}
