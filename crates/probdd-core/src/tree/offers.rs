//! A search over a fixed list of edits: which of them can be made?
//!
//! Each edit is offered once. What is accepted stays, and later offers that speak of tokens that it
//! changed vanish. In order, one by one; or in groups, for edits that mostly succeed: all that are
//! left at once, then, as long as that fails, either half.
//!
//! Bound: one query for each offer; in groups, one less than twice as many.

use crate::{Class, Edits, Feedback, Kept, Query, Search, Tree, Written};
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// The search.
#[derive(Clone, Debug)]
pub struct Offers {
    tree: Arc<Tree>,
    all: Arc<[Offer]>,
    /// Sets of offers to make together, the next one last.
    waiting: Vec<Vec<u32>>,
    /// The next offer to make alone, when no set waits.
    next_single: u32,
    /// The offers of the query.
    asked: Vec<u32>,
    kept: Kept,
    /// The tokens that are gone, and what stands in the place of others.
    best: Edits,
    /// The tokens that were changed.
    changed: Vec<bool>,
    tried: HashSet<u64>,
    /// It ends after so many queries in vain, one after another.
    patience: usize,
    vain: usize,
    query: Option<Query<Edits>>,
}

/// An edit, and the tokens that it changes.
#[derive(Clone, Debug)]
struct Offer {
    edits: Edits,
    changes: Vec<Range<usize>>,
}

impl Offers {
    /// A search over edits of a tree, the most promising first, one by one.
    pub fn new(tree: Arc<Tree>, offers: Vec<Edits>) -> Offers {
        Offers::with(tree, offers, false, usize::MAX)
    }

    /// The same for edits that mostly succeed: in groups. It ends after so many queries in vain, one
    /// after another.
    pub fn together(tree: Arc<Tree>, offers: Vec<Edits>, patience: usize) -> Offers {
        Offers::with(tree, offers, true, patience)
    }

    fn with(tree: Arc<Tree>, offers: Vec<Edits>, is_grouped: bool, patience: usize) -> Offers {
        let kept = Kept::all(&tree);
        let offer = |edits: Edits| {
            let changes = changes(&tree, &edits);
            Offer { edits, changes }
        };
        let all: Arc<[Offer]> = offers.into_iter().map(offer).collect();
        let count = all.len() as u32;
        let mut search = Offers {
            waiting: if is_grouped { vec![(0..count).collect()] } else { Vec::new() },
            next_single: if is_grouped { count } else { 0 },
            asked: Vec::new(),
            changed: vec![false; tree.token_count()],
            kept,
            best: Edits::default(),
            tried: HashSet::new(),
            patience,
            vain: 0,
            query: None,
            all,
            tree,
        };
        let start = search.key(&Edits::default());
        search.tried.insert(start);
        search.next();
        search
    }

    fn next(&mut self) {
        while let Some(group) = self.next_group() {
            let (together, rest) = self.disjoint(&group);
            if !rest.is_empty() && !together.is_empty() {
                self.waiting.push(rest);
            }
            let mut change = Edits::default();
            for offer in &together {
                change.extend(&self.all[*offer as usize].edits);
            }
            let key = self.key(&change);
            if change.is_empty() || !self.tried.insert(key) {
                self.halve(&together);
                continue;
            }
            let class = if change.replaced.is_empty() { Class::Other } else { Class::Replacement };
            self.asked = together;
            self.query = Some(Query { change, class, probability: None });
            return;
        }
    }

    fn next_group(&mut self) -> Option<Vec<u32>> {
        self.waiting.pop().or_else(|| {
            let single = self.next_single;
            self.next_single += 1;
            ((single as usize) < self.all.len()).then(|| vec![single])
        })
    }

    /// Those of a group that can be made together, and those that cannot be made with them. What
    /// was changed already is in neither.
    fn disjoint(&self, group: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let is_free = |offer: &&u32| {
            let mut tokens = self.all[**offer as usize].changes.iter().cloned().flatten();
            !tokens.any(|token| self.changed[token])
        };
        let free: Vec<u32> = group.iter().filter(is_free).copied().collect();
        if free.len() == 1 {
            return (free, Vec::new());
        }
        let mut taken: HashSet<usize> = HashSet::new();
        free.into_iter().partition(|offer| {
            let tokens = || self.all[*offer as usize].changes.iter().cloned().flatten();
            let is_disjoint = !tokens().any(|token| taken.contains(&token));
            if is_disjoint {
                taken.extend(tokens());
            }
            is_disjoint
        })
    }

    /// After a group failed, its halves; a single offer is done with.
    fn halve(&mut self, group: &[u32]) {
        if group.len() > 1 {
            let (first, second) = group.split_at(group.len() / 2);
            self.waiting.push(second.to_vec());
            self.waiting.push(first.to_vec());
        }
    }

    /// The identity of what a change makes of the best configuration.
    fn key(&self, change: &Edits) -> u64 {
        let mut kept = self.kept.clone();
        kept.apply(&self.tree, change);
        let mut written: Vec<&Written> = self.best.written.iter().chain(&change.written).collect();
        written.retain(|it| !it.text.is_empty() && kept.contains(it.tokens.start as usize));
        written.sort_unstable_by_key(|it| it.tokens.start);
        let mut hasher = DefaultHasher::new();
        (kept.tokens().as_slice(), written).hash(&mut hasher);
        hasher.finish()
    }

    fn accept(&mut self, change: &Edits) {
        let before = self.kept.clone();
        self.kept.apply(&self.tree, change);
        // What nodes take with them depends on what went before: only tokens can be added up.
        let gone = gone(&before, &self.kept).into_iter();
        self.best.written.extend(gone.map(|tokens| {
            let tokens = tokens.start as u32..tokens.end as u32;
            Written { tokens, text: Vec::new() }
        }));
        let texts = change.written.iter().filter(|it| !it.text.is_empty());
        self.best.written.extend(texts.map(|it| {
            let tokens = it.tokens.start..it.tokens.start + 1;
            Written { tokens, text: it.text.clone() }
        }));
        for offer in std::mem::take(&mut self.asked) {
            for tokens in &self.all[offer as usize].changes {
                self.changed[tokens.clone()].fill(true);
            }
        }
    }
}

/// The tokens that an edit changes, as ranges.
fn changes(tree: &Tree, edits: &Edits) -> Vec<Range<usize>> {
    let all = Kept::all(tree);
    let mut left = all.clone();
    left.apply(tree, edits);
    let mut changes = gone(&all, &left);
    let written = edits.written.iter().filter(|it| !it.text.is_empty());
    changes.extend(written.map(|it| it.tokens.start as usize..it.tokens.start as usize + 1));
    changes
}

/// The tokens that were there before and are not left, as ranges.
fn gone(before: &Kept, left: &Kept) -> Vec<Range<usize>> {
    let mut gone: Vec<Range<usize>> = Vec::new();
    for token in before.tokens().difference(left.tokens()) {
        match gone.last_mut() {
            Some(last) if last.end == token => last.end += 1,
            _ => gone.push(token..token + 1),
        }
    }
    gone
}

impl Search for Offers {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, feedback: &Feedback) {
        let query = self.query.take().expect("the search has not ended");
        if feedback.is_interesting() {
            self.vain = 0;
            self.accept(&query.change);
        } else {
            self.vain += 1;
            let asked = std::mem::take(&mut self.asked);
            self.halve(&asked);
        }
        if self.vain < self.patience {
            self.next();
        }
    }

    fn best(&self) -> &Edits {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;
    use crate::Verdict;

    /// A text of single letters: which offers are asked about, as texts, with `!` after those that
    /// are interesting.
    fn asked(
        offers: &[(u32, &str)],
        patience: Option<usize>,
        is_interesting: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let tree = sketch::tree("r-( xxxx )", &[]);
        let mut texts: Vec<String> = ["a", "b", "c", "d"].map(String::from).to_vec();
        let edit = |(token, text): &(u32, &str)| Edits::writing(*token..*token + 1, (*text).into());
        let offers = offers.iter().map(edit).collect();
        let mut search = match patience {
            Some(patience) => Offers::together(tree, offers, patience),
            None => Offers::new(tree, offers),
        };
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
    fn offers_are_made_in_order_and_those_about_what_changed_vanish() {
        let offers = [(0, "x"), (0, "y"), (2, "z"), (0, "w"), (2, "z"), (3, "")];
        let found = asked(&offers, None, |text| !text.contains('x') && !text.contains('z'));
        assert_eq!(found, ["xbcd", "ybcd!", "ybzd", "ybc!"]);
    }

    #[test]
    fn the_best_grows_at_its_end_also_where_tokens_between_others_go() {
        let tree = sketch::tree("r-( xxxx )", &[]);
        let edit = |token: u32, text: &str| Edits::writing(token..token + 1, text.into());
        let offers = [edit(0, ""), edit(2, ""), edit(3, "z"), edit(1, "")];
        let mut search = Offers::new(tree, offers.to_vec());
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
        let found = asked(&offers, Some(9), |text| !text.contains('a') || text.contains("cd"));
        assert_eq!(found, ["xxxx!"]);
        let found = asked(&offers, Some(9), |text| text.contains('c'));
        assert_eq!(found, ["xxxx", "xxcd!", "xxxd", "xxcx!"]);
    }

    #[test]
    fn patience_ends() {
        let offers = [(0, "x"), (1, "x"), (2, "x"), (3, "x")];
        assert_eq!(asked(&offers, Some(3), |_| false), ["xxxx", "xxcd", "xbcd"]);
    }

    #[test]
    fn of_a_group_only_disjoint_offers_are_made_together() {
        let offers = [(0, "x"), (0, "y"), (1, "z")];
        assert_eq!(asked(&offers, Some(9), |_| true), ["xzcd!"]);
        assert_eq!(
            asked(&offers, Some(9), |text| !text.contains('x')),
            ["xzcd", "xbcd", "azcd!", "yzcd!"]
        );
    }
}
