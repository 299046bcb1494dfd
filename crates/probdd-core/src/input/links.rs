//! Names, and the tokens that refer to them.

use crate::{Kept, NodeId, Tree};
use std::ops::Range;

/// Definitions and uses of names, by token. A search may assume that a definition can only be removed
/// together with its uses; a wrong link costs queries and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// `(definition, use)`, in order.
    by_definition: Vec<(u32, u32)>,
    /// `(use, definition)`, in order.
    by_use: Vec<(u32, u32)>,
    /// All definitions in order, whether or not they are used.
    definitions: Vec<u32>,
    /// `(definition, item)` in order: the item that defines a name, where one is said to.
    items: Vec<(u32, NodeId)>,
    /// `(name, first)` in order: a name that is given again and again, as by a namespace that is opened
    /// many times, and where it is given first.
    again: Vec<(u32, u32)>,
    /// `(definition, name)` in order: a name that is only declared, and the same name in the item that
    /// completes it.
    completions: Vec<(u32, u32)>,
}

impl Links {
    /// Links from pairs `(definition, use)` of tokens, in any order.
    pub fn new(mut pairs: Vec<(u32, u32)>) -> Links {
        let mut by_use: Vec<_> = pairs.iter().map(|(name, by)| (*by, *name)).collect();
        pairs.sort_unstable();
        by_use.sort_unstable();
        let mut definitions: Vec<u32> = pairs.iter().map(|(name, _)| *name).collect();
        definitions.dedup();
        Links { by_definition: pairs, by_use, definitions, ..Links::default() }
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
        let mut all: Vec<(u32, u32)> = again.into_iter().collect();
        all.sort_unstable();
        Links { again: all, ..self }
    }

    /// The same links, with pairs `(definition, name)`: a name that is only declared, such as a template, and
    /// the same name in the item that completes it, such as its first specialization.
    #[must_use]
    pub fn with_completions(self, completions: impl IntoIterator<Item = (u32, u32)>) -> Links {
        let mut all: Vec<(u32, u32)> = completions.into_iter().collect();
        all.sort_unstable();
        Links { completions: all, ..self }
    }

    /// `(definition, name)` for every definition in a range of tokens that another item completes.
    pub fn completions_of(&self, tokens: Range<usize>) -> &[(u32, u32)] {
        within(&self.completions, tokens)
    }

    /// `(name, first)` for every name in a range of tokens that is given again.
    pub fn again_in(&self, tokens: Range<usize>) -> &[(u32, u32)] {
        within(&self.again, tokens)
    }

    /// The tokens that define names, in order, whether or not they are used.
    pub fn definitions(&self) -> &[u32] {
        &self.definitions
    }

    /// `(definition, use)` for every use of a name that a range of tokens defines.
    pub fn of(&self, tokens: Range<usize>) -> &[(u32, u32)] {
        within(&self.by_definition, tokens)
    }

    /// `(use, definition)` for every name that a range of tokens refers to.
    pub fn used_in(&self, tokens: Range<usize>) -> &[(u32, u32)] {
        within(&self.by_use, tokens)
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

/// The pairs that begin with a token of a range.
fn within(pairs: &[(u32, u32)], tokens: Range<usize>) -> &[(u32, u32)] {
    let at = |token: usize| pairs.partition_point(|(first, _)| (*first as usize) < token);
    &pairs[at(tokens.start)..at(tokens.end)]
}
