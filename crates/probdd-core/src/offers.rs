//! A search over a fixed list of edits: which of them can be made?
//!
//! Each edit is an *offer*, which is tried once. Later offers about tokens that an accepted one has
//! changed are dropped. Offers are tried in order, one by one, and several at once while they keep
//! succeeding (`stride`); or in groups, for edits that mostly succeed: first all of them at once. A
//! group that fails is halved.
//!
//! Bound: one less than twice as many queries as offers.

mod stride;

use crate::driver::{Best, Configuration, Driver, Strategy};
use crate::tree::TreeConfiguration;
use crate::tree::configuration::Form;
use crate::{Changes, Class, Edits, Feedback, Kept, Query, Tree};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use stride::Stride;

/// The algorithm.
#[derive(Clone, Debug)]
pub struct Offers {
    all: Arc<[Offer]>,
    /// Groups of offers to try, the next one last.
    groups: Vec<Vec<u32>>,
    /// The next offer to try when no group waits.
    next: u32,
    stride: Stride,
    /// The offers of the query.
    asked: Vec<u32>,
    /// The class of each offer, and the classes of rejected ones; empty if offers have no classes.
    classes: Vec<u64>,
    refused: HashSet<u64>,
    /// Whether each token was changed.
    changed: Vec<bool>,
    /// The number of rejected queries in a row, and the number that ends the search.
    rejected: usize,
    patience: usize,
}

/// An edit, and the tokens that it changes.
#[derive(Clone, Debug)]
struct Offer {
    edits: Edits,
    changes: Vec<Range<usize>>,
}

impl Offer {
    fn new(tree: &Tree, edits: Edits) -> Offer {
        let all = Kept::all(tree);
        let mut left = all.clone();
        left.apply(tree, &edits);
        let mut changes = all.lost(&left);
        let written = edits.written.iter().filter(|written| !written.text.is_empty());
        changes.extend(
            written.map(|written| written.tokens.start as usize..written.tokens.start as usize + 1),
        );
        Offer { edits, changes }
    }

    fn tokens(&self) -> impl Iterator<Item = usize> {
        self.changes.iter().cloned().flatten()
    }
}

/// How offers are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// One by one, and several at once while they keep succeeding.
    Growing,
    /// In groups, for edits that mostly succeed.
    Groups,
}

impl Offers {
    /// A search over edits of a tree, the most promising first. It ends after `patience` rejected
    /// queries in a row.
    pub fn search(
        tree: Arc<Tree>,
        offers: Vec<Edits>,
        grouping: Grouping,
        patience: usize,
    ) -> Driver<Offers> {
        let offers = Offers::new(&tree, offers, grouping, patience);
        Driver::new(TreeConfiguration::all(tree, Form::Tokens), offers)
    }

    /// A search over edits of a tree and the class of each. After a rejected offer, the others of its class
    /// are dropped.
    pub fn search_by_class(
        tree: Arc<Tree>,
        offers: Vec<Edits>,
        classes: Vec<u64>,
        grouping: Grouping,
    ) -> Driver<Offers> {
        let offers = Offers { classes, ..Offers::new(&tree, offers, grouping, usize::MAX) };
        Driver::new(TreeConfiguration::all(tree, Form::Tokens), offers)
    }

    fn new(tree: &Tree, offers: Vec<Edits>, grouping: Grouping, patience: usize) -> Offers {
        let all: Arc<[Offer]> = offers.into_iter().map(|edits| Offer::new(tree, edits)).collect();
        let count = all.len() as u32;
        let (groups, next) = match grouping {
            Grouping::Growing => (Vec::new(), 0),
            Grouping::Groups => (vec![(0..count).collect()], count),
        };
        Offers {
            all,
            groups,
            next,
            classes: Vec::new(),
            refused: HashSet::new(),
            stride: Stride::default(),
            asked: Vec::new(),
            changed: vec![false; tree.token_count()],
            rejected: 0,
            patience,
        }
    }

    /// Whether an offer of the same class was rejected.
    fn is_refused(&self, index: u32) -> bool {
        self.classes.get(index as usize).is_some_and(|class| self.refused.contains(class))
    }

    fn offer(&self, index: u32) -> &Offer {
        &self.all[index as usize]
    }

    fn next_group(&mut self) -> Option<Vec<u32>> {
        if let Some(group) = self.groups.pop() {
            return Some(group.into_iter().filter(|index| !self.is_refused(*index)).collect());
        }
        let mut group = Vec::new();
        while group.len() < self.stride.length() && (self.next as usize) < self.all.len() {
            if !self.is_refused(self.next) {
                group.push(self.next);
            }
            self.next += 1;
        }
        (!group.is_empty()).then_some(group)
    }

    /// The offers of a group that can be made together, and the others. Offers about changed tokens
    /// are in neither.
    fn disjoint(&self, group: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let is_free = |index: &&u32| !self.offer(**index).tokens().any(|token| self.changed[token]);
        let free: Vec<u32> = group.iter().filter(is_free).copied().collect();
        if free.len() == 1 {
            return (free, Vec::new());
        }
        let mut taken: HashSet<usize> = HashSet::new();
        free.into_iter().partition(|index| {
            let is_disjoint = !self.offer(*index).tokens().any(|token| taken.contains(&token));
            if is_disjoint {
                taken.extend(self.offer(*index).tokens());
            }
            is_disjoint
        })
    }

    /// After a group failed, its halves wait. A single offer is done.
    fn halve(&mut self, group: &[u32]) {
        if group.len() > 1 {
            let (first, second) = group.split_at(group.len() / 2);
            self.groups.extend([second.to_vec(), first.to_vec()]);
        }
    }
}

impl Strategy for Offers {
    type Configuration = TreeConfiguration;

    fn propose(&mut self, best: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        if self.rejected >= self.patience {
            return None;
        }
        while let Some(group) = self.next_group() {
            let (together, rest) = self.disjoint(&group);
            if !rest.is_empty() && !together.is_empty() {
                self.groups.push(rest);
            }
            let mut change = Edits::default();
            for index in &together {
                change.extend(&self.offer(*index).edits);
            }
            let change = best.configuration.with_unused(change);
            // A known configuration takes no query, so it does not use up the patience.
            if change.is_empty() || best.knows(best.configuration.key_after(&change)) {
                self.halve(&together);
                continue;
            }
            let class = if change.replaced.is_empty() { Class::Other } else { Class::Replacement };
            self.asked = together;
            return Some(Query { change, class, probability: None });
        }
        None
    }

    fn accepted(&mut self, _: &Best<TreeConfiguration>, _: &Edits) {
        self.rejected = 0;
        self.stride.accepted();
        for index in std::mem::take(&mut self.asked) {
            for tokens in &self.all[index as usize].changes {
                self.changed[tokens.clone()].fill(true);
            }
        }
    }

    fn rejected(&mut self, _: &Best<TreeConfiguration>, _: &Edits, _: &Feedback) {
        self.rejected += 1;
        self.stride.rejected();
        let asked = std::mem::take(&mut self.asked);
        if let [index] = asked[..] {
            self.refused.extend(self.classes.get(index as usize));
        }
        self.halve(&asked);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::sketch;
    use crate::{Search, Verdict, Written};

    /// The candidates of a search over a text of single letters; `!` follows an interesting one.
    fn asked(
        offers: &[(u32, &str)],
        grouping: Grouping,
        patience: usize,
        is_interesting: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let tree = sketch::tree("r-( xxxx )", &[]);
        let mut texts: Vec<String> = ["a", "b", "c", "d"].map(String::from).to_vec();
        let edit = |(token, text): &(u32, &str)| Edits::writing(*token..*token + 1, (*text).into());
        let offers = offers.iter().map(edit).collect();
        let mut search = Offers::search(tree, offers, grouping, patience);
        let mut asked = Vec::new();
        while let Some(query) = search.ask() {
            let mut candidate = texts.clone();
            for Written { tokens, text } in &query.change.written {
                candidate[tokens.start as usize] = String::from_utf8_lossy(text).into_owned();
            }
            let text = candidate.concat();
            let verdict = is_interesting(&text);
            asked.push(if verdict { text + "!" } else { text });
            if verdict {
                texts = candidate;
            }
            let verdict = if verdict { Verdict::Interesting } else { Verdict::Uninteresting };
            search.tell(&verdict.into());
        }
        asked
    }

    #[test]
    fn offers_are_tried_in_order_and_those_about_changed_tokens_are_dropped() {
        let offers = [(0, "x"), (0, "y"), (2, "z"), (0, "w"), (2, "z"), (3, "")];
        let found =
            asked(&offers, Grouping::Growing, 9, |text| !text.contains('x') && !text.contains('z'));
        assert_eq!(found, ["xbcd", "ybcd!", "ybzd", "ybc!"]);
    }

    #[test]
    fn the_best_grows_at_its_end_even_when_tokens_between_others_are_removed() {
        let tree = sketch::tree("r-( xxxx )", &[]);
        let edit = |token: u32, text: &str| Edits::writing(token..token + 1, text.into());
        let offers = [edit(0, ""), edit(2, ""), edit(3, "z"), edit(1, "")];
        let mut search = Offers::search(tree, offers.to_vec(), Grouping::Growing, 9);
        let mut before = Edits::default();
        while search.ask().is_some() {
            search.tell(&Verdict::Interesting.into());
            let counts = before.counts();
            let best = search.best();
            assert!(best.written.starts_with(&before.written), "{best:?} after {before:?}");
            assert!(!best.since(counts).is_empty());
            before = best.clone();
        }
        assert_eq!(before.written.len(), 4);
    }

    #[test]
    fn groups_are_halved_until_they_succeed() {
        let offers = [(0, "x"), (1, "x"), (2, "x"), (3, "x")];
        let found =
            asked(&offers, Grouping::Groups, 9, |text| !text.contains('a') || text.contains("cd"));
        assert_eq!(found, ["xxxx!"]);
        let found = asked(&offers, Grouping::Groups, 9, |text| text.contains('c'));
        assert_eq!(found, ["xxxx", "xxcd!", "xxxd", "xxcx!"]);
    }

    #[test]
    fn offers_that_keep_succeeding_are_tried_together() {
        let offers = [(0, "w"), (1, "x"), (2, "y"), (3, "z")];
        assert_eq!(asked(&offers, Grouping::Growing, 9, |_| true), ["wbcd!", "wxcd!", "wxyz!"]);
        let found = asked(&offers, Grouping::Growing, 9, |text| !text.contains('z'));
        assert_eq!(found, ["wbcd!", "wxcd!", "wxyz", "wxyd!"]);
    }

    #[test]
    fn after_a_rejected_offer_those_of_its_class_are_dropped() {
        let tree = sketch::tree("r-( xxxx )", &[]);
        let offers: Vec<Edits> =
            (0..4).map(|token| Edits::writing(token..token + 1, "".into())).collect();
        let classes = vec![1, 1, 2, 2];
        let mut search = Offers::search_by_class(tree, offers, classes, Grouping::Growing);
        let mut asked = Vec::new();
        while let Some(query) = search.ask() {
            let tokens: Vec<u32> =
                query.change.written.iter().map(|written| written.tokens.start).collect();
            let verdict =
                if tokens.contains(&0) { Verdict::Uninteresting } else { Verdict::Interesting };
            asked.push(tokens);
            search.tell(&verdict.into());
        }
        assert_eq!(asked, [[0], [2], [3]]);
    }

    #[test]
    fn rejected_queries_in_a_row_exhaust_the_patience() {
        let offers = [(0, "x"), (1, "x"), (2, "x"), (3, "x")];
        assert_eq!(asked(&offers, Grouping::Groups, 3, |_| false), ["xxxx", "xxcd", "xbcd"]);
        assert_eq!(asked(&offers, Grouping::Growing, 2, |_| false), ["xbcd", "axcd"]);
        let found = asked(&offers, Grouping::Growing, 2, |text| text == "axcd");
        assert_eq!(found, ["xbcd", "axcd!", "axxd", "axcx"]);
    }

    #[test]
    fn only_disjoint_offers_of_a_group_are_tried_together() {
        let offers = [(0, "x"), (0, "y"), (1, "z")];
        assert_eq!(asked(&offers, Grouping::Groups, 9, |_| true), ["xzcd!"]);
        assert_eq!(
            asked(&offers, Grouping::Groups, 9, |text| !text.contains('x')),
            ["xzcd", "xbcd", "azcd!", "yzcd!"]
        );
    }
}
