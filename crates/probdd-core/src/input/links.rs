//! Names, and the tokens that refer to them.

use crate::{Kept, NodeId, Tree};
use std::ops::Range;

/// Definitions and uses of names, by token. A search may assume that a definition can only be removed
/// together with its uses; a wrong link costs queries and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// `(definition, use)`.
    by_definition: Pairs,
    /// `(use, definition)`.
    by_use: Pairs,
    /// All definitions in order, whether or not they are used.
    definitions: Vec<u32>,
    /// `(definition, item)` in order: the item that defines a name, where one is said to.
    items: Vec<(u32, NodeId)>,
    /// `(name, first)`: a name that is given again and again, as by a namespace that is opened many times,
    /// and where it is given first.
    again: Pairs,
    /// `(definition, name)`: a name that is only declared, and the same name in the item that completes it.
    completions: Pairs,
}

/// Pairs of tokens, which are found by the first one in constant time: a search asks for those of
/// thousands of nodes before each query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Pairs {
    /// The pairs, in order.
    sorted: Vec<(u32, u32)>,
    /// For each token up to the last one with a pair, how many pairs begin with a token before it.
    before: Vec<u32>,
}

impl Pairs {
    fn new(pairs: impl IntoIterator<Item = (u32, u32)>) -> Pairs {
        let mut sorted: Vec<(u32, u32)> = pairs.into_iter().collect();
        sorted.sort_unstable();
        let mut before = Vec::new();
        for (place, (first, _)) in (0..).zip(&sorted) {
            before.resize((*first as usize + 1).max(before.len()), place);
        }
        Pairs { sorted, before }
    }

    /// The pairs that begin with a token of a range.
    fn within(&self, tokens: Range<usize>) -> &[(u32, u32)] {
        let place =
            |token: usize| self.before.get(token).map_or(self.sorted.len(), |at| *at as usize);
        &self.sorted[place(tokens.start)..place(tokens.end)]
    }
}

impl Links {
    /// Links from pairs `(definition, use)` of tokens, in any order.
    pub fn new(pairs: Vec<(u32, u32)>) -> Links {
        let by_use = Pairs::new(pairs.iter().map(|(name, by)| (*by, *name)));
        let by_definition = Pairs::new(pairs);
        let mut definitions: Vec<u32> =
            by_definition.sorted.iter().map(|(name, _)| *name).collect();
        definitions.dedup();
        Links { by_definition, by_use, definitions, ..Links::default() }
    }

    /// The same links, with definitions that are not used.
    #[must_use]
    pub fn with_definitions(self, definitions: impl IntoIterator<Item = u32>) -> Links {
        let mut all = self.definitions;
        all.extend(definitions);
        all.sort_unstable();
        all.dedup();
        Links { definitions: all, ..self }
    }

    /// The same links, with definitions that are not used, and for each the item that defines the name.
    #[must_use]
    pub fn with_definitions_in(self, mut definitions: Vec<(u32, NodeId)>) -> Links {
        definitions.sort_unstable();
        let tokens: Vec<u32> = definitions.iter().map(|(token, _)| *token).collect();
        Links { items: definitions, ..self.with_definitions(tokens) }
    }

    /// The item that is said to define a name.
    pub fn item_of(&self, definition: u32) -> Option<NodeId> {
        let at = self.items.binary_search_by_key(&definition, |(token, _)| *token).ok()?;
        Some(self.items[at].1)
    }

    /// The same links, with names that are given again, as pairs `(name, first)`.
    #[must_use]
    pub fn with_names_again(self, again: impl IntoIterator<Item = (u32, u32)>) -> Links {
        Links { again: Pairs::new(again), ..self }
    }

    /// The same links, with pairs `(definition, name)`: a name that is only declared, such as a template, and
    /// the same name in the item that completes it, such as its first specialization.
    #[must_use]
    pub fn with_completions(self, completions: impl IntoIterator<Item = (u32, u32)>) -> Links {
        Links { completions: Pairs::new(completions), ..self }
    }

    /// `(definition, name)` for every definition in a range of tokens that another item completes.
    pub fn completions_of(&self, tokens: Range<usize>) -> &[(u32, u32)] {
        self.completions.within(tokens)
    }

    /// `(name, first)` for every name in a range of tokens that is given again.
    pub fn again_in(&self, tokens: Range<usize>) -> &[(u32, u32)] {
        self.again.within(tokens)
    }

    /// The tokens that define names, in order, whether or not they are used.
    pub fn definitions(&self) -> &[u32] {
        &self.definitions
    }

    /// `(definition, use)` for every use of a name that a range of tokens defines.
    pub fn of(&self, tokens: Range<usize>) -> &[(u32, u32)] {
        self.by_definition.within(tokens)
    }

    /// `(use, definition)` for every name that a range of tokens refers to.
    pub fn used_in(&self, tokens: Range<usize>) -> &[(u32, u32)] {
        self.by_use.within(tokens)
    }

    /// Whether any token outside a node refers to a name that the node defines.
    pub(crate) fn has_users(&self, node: NodeId, tree: &Tree) -> bool {
        let tokens = tree.node(node).tokens();
        self.of(tokens.clone()).iter().any(|(_, by)| !tokens.contains(&(*by as usize)))
    }

    /// The kept tokens outside a node that refer to a name that the node defines.
    pub(crate) fn refer_to(
        &self,
        node: NodeId,
        tree: &Tree,
        kept: &Kept,
    ) -> impl Iterator<Item = u32> {
        let tokens = tree.node(node).tokens();
        let by = self.of(tokens.clone()).iter().map(|(_, by)| *by);
        by.filter(move |by| !tokens.contains(&(*by as usize)) && kept.contains(*by as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_by_the_tokens_that_they_begin_with() {
        let pairs = Pairs::new([(5, 0), (2, 1), (2, 0), (6, 3)]);
        assert_eq!(pairs.within(0..9), [(2, 0), (2, 1), (5, 0), (6, 3)]);
        for start in 0..9 {
            for end in start..9 {
                let begins = |(first, _): &&(u32, u32)| (start..end).contains(&(*first as usize));
                let expected: Vec<_> = pairs.sorted.iter().filter(begins).copied().collect();
                assert_eq!(pairs.within(start..end), expected, "{start}..{end}");
            }
        }
        assert_eq!(Pairs::new([]).within(0..9), []);
    }
}
