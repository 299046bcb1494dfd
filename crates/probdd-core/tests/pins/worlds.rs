//! The list and the tree that the searches reduce.

use fixedbitset::FixedBitSet;
use probdd_core::{Kind, Role, Slot, Tree, TreeBuilder};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use std::sync::Arc;

/// How many elements the list has.
const ELEMENTS: usize = 150;

/// How many items the outermost list of the tree has.
const ITEMS: usize = 12;

/// How deep some nodes and lists are nested: deeper than replacements are looked for.
const NESTED: usize = 7;

/// How many levels a deep nest has.
const NEST: usize = 60;

/// How many kinds and slots the grammar of the tree has; every kind fits some slots.
const KINDS: u16 = 3;

/// Numbers from a fixed seed.
pub(crate) struct Dice(Pcg64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Pcg64::seed_from_u64(seed))
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() >> 32) as usize % bound
    }
}

/// A list, as the tokens of a tree with one node.
pub(crate) fn list() -> Tree {
    let mut builder = TreeBuilder::default();
    builder.open(Kind::NONE, Role::Regular, Slot::NONE);
    (0..ELEMENTS).for_each(|_| builder.token(true));
    builder.close();
    builder.finish([].into())
}

/// A tree with nodes of every role, as that of a program: a list of items around all.
pub(crate) fn tree() -> Arc<Tree> {
    let mut grower = Grower { builder: TreeBuilder::default(), dice: Dice::new(4) };
    grower.node(Kind(0), Role::Regular, Slot::NONE, |grower| {
        grower.list(Role::Star, ITEMS, 4);
        grower.nested_nodes(NESTED);
        grower.nested_lists(NESTED);
    });
    // A node of kind k fits the slots k and k + 1.
    let fits = |slot: u16| (0..KINDS).filter(move |kind| *kind == slot || kind + 1 == slot);
    let fits = (0..=KINDS).map(|slot| fits(slot).map(usize::from).collect()).collect();
    Arc::new(grower.builder.finish(fits))
}

/// A nest of nodes, beside a nest of items.
pub(crate) fn nests() -> Arc<Tree> {
    let mut grower = Grower { builder: TreeBuilder::default(), dice: Dice::new(9) };
    grower.node(Kind::NONE, Role::Regular, Slot::NONE, |grower| {
        grower.nested_nodes(NEST);
        grower.nested_items(NEST);
    });
    let fits = [FixedBitSet::new(), std::iter::once(1).collect()];
    Arc::new(grower.builder.finish(fits.into()))
}

struct Grower {
    builder: TreeBuilder,
    dice: Dice,
}

impl Grower {
    fn node(&mut self, kind: Kind, role: Role, slot: Slot, content: impl FnOnce(&mut Grower)) {
        self.builder.open(kind, role, slot);
        content(self);
        self.builder.close();
    }

    /// Nodes inside each other, each of which may take the place of the outer ones.
    fn nested_nodes(&mut self, depth: usize) {
        self.token();
        if depth > 0 {
            self.node(Kind(1), Role::Regular, Slot(1), |grower| grower.nested_nodes(depth - 1));
        }
    }

    /// Lists inside each other, each of which may take the place of the outer ones.
    fn nested_lists(&mut self, depth: usize) {
        self.token();
        if depth == 0 {
            return;
        }
        let inner = |grower: &mut Grower| grower.nested_lists(depth - 1);
        let item = |grower: &mut Grower| grower.node(Kind(1), Role::Regular, Slot(1), inner);
        self.node(Kind::NONE, Role::Plus, Slot::NONE, |grower| {
            grower.node(Kind::NONE, Role::Item, Slot::NONE, item);
            grower.item(false, 0);
        });
    }

    /// Items inside each other, with a token on either side.
    fn nested_items(&mut self, depth: usize) {
        self.token();
        if depth > 0 {
            self.node(Kind::NONE, Role::Star, Slot::NONE, |grower| {
                grower.node(Kind::NONE, Role::Item, Slot::NONE, |grower| {
                    grower.nested_items(depth - 1);
                });
            });
        }
        self.token();
    }

    /// A token, a comment or a node, nested at most `depth` deep.
    fn part(&mut self, depth: usize) {
        let none = (Kind::NONE, Slot::NONE);
        match if depth == 0 { 0 } else { self.dice.below(12) } {
            0..=3 => self.token(),
            4..=6 => {
                let kind = Kind(self.dice.below(KINDS.into()) as u16);
                let slot = Slot(self.dice.below(usize::from(KINDS) + 1) as u16);
                self.node(kind, Role::Regular, slot, |grower| grower.parts(depth - 1));
            }
            7 => self.node(none.0, Role::Optional, none.1, |grower| grower.parts(depth - 1)),
            8 | 9 => self.any_list(Role::Star, depth - 1),
            10 => self.any_list(Role::Plus, depth - 1),
            _ => self.comment(),
        }
    }

    fn parts(&mut self, depth: usize) {
        (0..=self.dice.below(3)).for_each(|_| self.part(depth));
    }

    fn token(&mut self) {
        let counts = self.dice.below(8) > 0;
        self.builder.token(counts);
    }

    fn comment(&mut self) {
        self.node(Kind::NONE, Role::Extra, Slot::NONE, |grower| grower.builder.token(false));
    }

    fn any_list(&mut self, role: Role, depth: usize) {
        let items = 1 + self.dice.below(5);
        self.list(role, items, depth);
    }

    /// A list of items, perhaps with separators, comments between them and a token after them.
    fn list(&mut self, role: Role, items: usize, depth: usize) {
        let (is_separated, has_trailer) = (self.dice.below(2) == 0, self.dice.below(5) == 0);
        self.node(Kind::NONE, role, Slot::NONE, |grower| {
            (0..items).for_each(|at| grower.item(is_separated && at > 0, depth));
            (0..usize::from(has_trailer)).for_each(|_| grower.builder.token(true));
        });
    }

    fn item(&mut self, has_separator: bool, depth: usize) {
        self.node(Kind::NONE, Role::Item, Slot::NONE, |grower| {
            if has_separator {
                grower.builder.token(true);
                grower.builder.end_of_separator();
            }
            grower.parts(depth);
        });
        if self.dice.below(7) == 0 {
            self.comment();
        }
    }
}
