//! Where names can be seen, found without knowing the language: the scopes of local names.

use super::items::{Around, Items};
use super::paths::Paths;
use super::words::{Context, Occurrence, Purpose};
use probdd_core::{Kind, NodeId};
use std::collections::HashMap;

/// The least share of definitions that are used next inside of what is a scope for them.
const USED_INSIDE: f64 = 0.5;

/// The least share of definitions that define a name of another scope again if names are local.
const AGAIN: f64 = 0.1;

/// A number of definitions, and how many of them are of some sort.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    all: u32,
    some: u32,
}

impl Share {
    fn add(&mut self, is_of_sort: bool) {
        self.all += 1;
        self.some += u32::from(is_of_sort);
    }

    fn is_at_least(self, share: f64) -> bool {
        f64::from(self.some) >= share * f64::from(self.all)
    }
}

/// The scopes of the definitions of a text.
pub(super) struct Scopes<'a> {
    items: &'a Items<'a>,
    paths: &'a Paths<'a>,
    /// How many definitions in a context are used next inside of an item around them with content of a
    /// kind.
    used_inside: HashMap<(Context, Kind), Share>,
    /// How many definitions in a context, with a scope of a kind, define a name of another scope again.
    again: HashMap<(Context, Kind), Share>,
}

impl<'a> Scopes<'a> {
    pub(super) fn new(
        items: &'a Items<'a>,
        paths: &'a Paths<'a>,
        words: &[Vec<Occurrence>],
    ) -> Scopes<'a> {
        let (used_inside, again) = (HashMap::new(), HashMap::new());
        let mut scopes = Scopes { items, paths, used_inside, again };
        for word in words {
            scopes.note_uses(word);
        }
        for word in words {
            scopes.note_definitions(word);
        }
        scopes
    }

    /// Where the item ends in which alone a definition is seen; none if it is seen everywhere.
    pub(super) fn end_of_scope(&self, definition: &Occurrence) -> Option<NodeId> {
        let scope = self.scope(definition)?;
        let again = self.again.get(&self.key(definition, scope))?;
        again.is_at_least(AGAIN).then(|| self.items.tree.node(scope.item).end)
    }

    fn note_uses(&mut self, word: &[Occurrence]) {
        let is_used = |pair: &&[Occurrence]| {
            (pair[0].purpose, pair[1].purpose) == (Purpose::Definition, Purpose::Use)
        };
        for pair in word.windows(2).filter(is_used) {
            for scope in self.items.around(pair[0].node) {
                let is_inside = self.items.tree.contains(scope.item, pair[1].node);
                self.used_inside.entry(self.key(&pair[0], scope)).or_default().add(is_inside);
            }
        }
    }

    fn note_definitions(&mut self, word: &[Occurrence]) {
        let mut last: HashMap<(Context, Kind), Identity> = HashMap::new();
        for definition in word.iter().filter(|occurrence| occurrence.purpose == Purpose::Definition)
        {
            let Some(scope) = self.scope(definition) else { continue };
            let key = self.key(definition, scope);
            let identity = self.identity(scope);
            let before = last.insert(key, identity);
            let is_again = before.is_some_and(|before| before != identity);
            self.again.entry(key).or_default().add(is_again);
        }
    }

    /// The scope of a definition, whether or not it is seen from elsewhere.
    fn scope(&self, definition: &Occurrence) -> Option<Around> {
        let is_scope = |around: &Around| {
            let used = self.used_inside.get(&self.key(definition, *around));
            used.is_some_and(|used| used.is_at_least(USED_INSIDE))
        };
        self.items.around(definition.node).find(is_scope)
    }

    fn key(&self, definition: &Occurrence, around: Around) -> (Context, Kind) {
        (definition.context, self.items.tree.node(around.content).kind)
    }

    /// Scopes with equal identities are one.
    fn identity(&self, scope: Around) -> Identity {
        self.paths.name(scope.item).map_or(Identity::Item(scope.item), Identity::Named)
    }
}

/// What makes scopes of one kind the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Identity {
    Named(usize),
    Item(NodeId),
}
