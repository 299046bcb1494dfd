//! Random quantified trees.

use crate::oracle::World;
use fixedbitset::FixedBitSet;
use probdd_core::tree::{self, TreeConfiguration};
use probdd_core::{Driver, Edits, Kept, Kind, NodeId, Role, Slot, Tree, TreeBuilder};
use proptest::prelude::*;
use std::fmt::{Debug, Formatter};
use std::ops::{Deref, Range};
use std::sync::Arc;

/// How many kinds and slots the grammar of the random trees has; every kind fits some slots.
const KINDS: u16 = 3;

/// What a node is made of, before it is built.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// A token; uncounted ones are like the text of a comment in the middle of a node.
    Token { counts: bool },
    /// A comment.
    Extra,
    /// A node of the grammar.
    Regular { kind: u16, slot: u16, parts: Vec<Part> },
    /// `x?`, present.
    Optional { parts: Vec<Part> },
    /// A list: its items and the comments between them.
    List { role: Role, is_separated: bool, has_trailer: bool, entries: Vec<Entry> },
}

/// What a list holds.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    parts: Vec<Part>,
    is_followed_by_comment: bool,
}

/// A random tree, which a failing test prints on one line.
#[derive(Clone)]
pub(crate) struct Sample(pub(crate) Arc<Tree>);

impl Sample {
    /// A search over the tree.
    pub(crate) fn search<S>(&self, strategy: impl FnOnce(&TreeConfiguration) -> S) -> Driver<S>
    where
        S: probdd_core::Strategy<Configuration = TreeConfiguration>,
    {
        tree::search(Arc::clone(&self.0), strategy)
    }
}

impl Deref for Sample {
    type Target = Tree;

    fn deref(&self) -> &Tree {
        &self.0
    }
}

impl Debug for Sample {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        self.write(formatter, NodeId::ROOT)
    }
}

impl Sample {
    /// `Role#id(...)` for a node, `,` a separator, `x` another token, `c` one that does not count.
    fn write(&self, formatter: &mut Formatter<'_>, id: NodeId) -> std::fmt::Result {
        let node = self.node(id);
        write!(formatter, "{:?}#{}(", node.role, id.0)?;
        let mut token = node.tokens().start;
        for child in self.children(id) {
            self.write_tokens(formatter, id, token..self.node(child).tokens().start)?;
            self.write(formatter, child)?;
            token = self.node(child).tokens().end;
        }
        self.write_tokens(formatter, id, token..node.tokens().end)?;
        write!(formatter, ")")
    }

    fn write_tokens(
        &self,
        formatter: &mut Formatter<'_>,
        id: NodeId,
        tokens: Range<usize>,
    ) -> std::fmt::Result {
        let node = self.node(id);
        let separator_end = node.tokens().start + usize::from(node.lead);
        tokens.into_iter().try_for_each(|token| {
            let counts = self.weight_of(token..token + 1) > 0;
            let separates = token < separator_end;
            let symbol = if separates {
                ','
            } else if counts {
                'x'
            } else {
                'c'
            };
            write!(formatter, "{symbol}")
        })
    }
}

/// A tree with about so many nodes.
pub(crate) fn tree(nodes: u32) -> BoxedStrategy<Sample> {
    let root = prop_oneof![3 => regular(part(nodes)), 1 => list(part(nodes), any_list().boxed())];
    root.prop_map(|root| Sample(Arc::new(build(&root)))).boxed()
}

/// A list of many items, which are of many sizes and without removable parts.
pub(crate) fn long_list() -> BoxedStrategy<Sample> {
    let token = || Part::Token { counts: true };
    let entry = prop_oneof![3 => 1..4usize, 1 => 20..90usize].prop_map(move |tokens| Entry {
        parts: (0..tokens).map(|_| token()).collect(),
        is_followed_by_comment: false,
    });
    let entries = prop::collection::vec(entry, 16..40);
    let list =
        |entries| Part::List { role: Role::Star, is_separated: false, has_trailer: false, entries };
    entries.prop_map(move |entries| Sample(Arc::new(build(&list(entries))))).boxed()
}

/// A tree without lists that must keep an item: any set of its removable nodes may go.
pub(crate) fn tree_without_plus(nodes: u32) -> BoxedStrategy<Sample> {
    let no_plus = |part: &Part| !holds_plus(part);
    let root = regular(part(nodes)).prop_filter("no plus", no_plus);
    root.prop_map(|root| Sample(Arc::new(build(&root)))).boxed()
}

fn part(nodes: u32) -> BoxedStrategy<Part> {
    let token = prop::bool::weighted(0.85).prop_map(|counts| Part::Token { counts });
    let leaf = prop_oneof![6 => token, 1 => Just(Part::Extra)];
    let inner = |part: BoxedStrategy<Part>| {
        prop_oneof![
            2 => regular(part.clone()),
            1 => parts(part.clone()).prop_map(|parts| Part::Optional { parts }),
            3 => list(part, any_list().boxed()),
        ]
    };
    leaf.prop_recursive(5, nodes, 3, inner).boxed()
}

fn regular(part: BoxedStrategy<Part>) -> BoxedStrategy<Part> {
    (0..KINDS, 0..=KINDS, parts(part))
        .prop_map(|(kind, slot, parts)| Part::Regular { kind, slot, parts })
        .boxed()
}

fn parts(part: BoxedStrategy<Part>) -> BoxedStrategy<Vec<Part>> {
    prop::collection::vec(part, 0..5).boxed()
}

fn any_list() -> impl Strategy<Value = Role> {
    prop_oneof![2 => Just(Role::Star), 1 => Just(Role::Plus)]
}

fn list(part: BoxedStrategy<Part>, role: BoxedStrategy<Role>) -> BoxedStrategy<Part> {
    let comment = prop::bool::weighted(0.15);
    let entry = (parts(part), comment)
        .prop_map(|(parts, is_followed_by_comment)| Entry { parts, is_followed_by_comment });
    let trailer = prop::bool::weighted(0.2);
    (role, any::<bool>(), trailer, prop::collection::vec(entry, 1..5))
        .prop_map(|(role, is_separated, has_trailer, entries)| Part::List {
            role,
            is_separated,
            has_trailer,
            entries,
        })
        .boxed()
}

fn holds_plus(part: &Part) -> bool {
    match part {
        Part::Token { .. } | Part::Extra => false,
        Part::Regular { parts, .. } | Part::Optional { parts } => parts.iter().any(holds_plus),
        Part::List { role, entries, .. } => {
            *role == Role::Plus || entries.iter().any(|entry| entry.parts.iter().any(holds_plus))
        }
    }
}

/// The tree of a part.
pub(crate) fn build(root: &Part) -> Tree {
    let mut builder = TreeBuilder::default();
    add(&mut builder, root);
    builder.finish(fits())
}

/// A node of kind k fits the slots k and k + 1.
fn fits() -> Arc<[FixedBitSet]> {
    let fits_slot = |slot: &u16, kind: &u16| kind == slot || kind + 1 == *slot;
    (0..=KINDS)
        .map(|slot| (0..KINDS).filter(|kind| fits_slot(&slot, kind)).map(usize::from).collect())
        .collect()
}

fn add(builder: &mut TreeBuilder, part: &Part) {
    match part {
        Part::Token { counts } => builder.token(*counts),
        Part::Extra => add_node(builder, Role::Extra, |builder| builder.token(false)),
        Part::Regular { kind, slot, parts } => {
            builder.open(Kind(*kind), Role::Regular, Slot(*slot));
            add_all(builder, parts);
            builder.close();
        }
        Part::Optional { parts } => {
            add_node(builder, Role::Optional, |builder| add_all(builder, parts));
        }
        Part::List { role, is_separated, has_trailer, entries } => {
            add_node(builder, *role, |builder| {
                for (at, entry) in entries.iter().enumerate() {
                    add_entry(builder, entry, *is_separated && at > 0);
                }
                (0..usize::from(*has_trailer)).for_each(|_| builder.token(true));
            });
        }
    }
}

fn add_all(builder: &mut TreeBuilder, parts: &[Part]) {
    for part in parts {
        add(builder, part);
    }
}

fn add_entry(builder: &mut TreeBuilder, entry: &Entry, has_separator: bool) {
    add_node(builder, Role::Item, |builder| {
        if has_separator {
            builder.token(true);
            builder.end_of_separator();
        }
        add_all(builder, &entry.parts);
    });
    if entry.is_followed_by_comment {
        add(builder, &Part::Extra);
    }
}

fn add_node(builder: &mut TreeBuilder, role: Role, content: impl FnOnce(&mut TreeBuilder)) {
    builder.open(Kind::NONE, role, Slot::NONE);
    content(builder);
    builder.close();
}

impl World<Edits> for Sample {
    type Configuration = Kept;

    fn all(&self) -> Kept {
        Kept::all(self)
    }

    fn apply(&self, kept: &mut Kept, change: &Edits) {
        kept.apply(self, change);
    }

    fn has_grown(&self, change: &Edits, before: &Edits) -> bool {
        change.removed.starts_with(&before.removed)
            && change.replaced.starts_with(&before.replaced)
            && change.written.starts_with(&before.written)
    }

    fn members<'a>(&self, kept: &'a Kept) -> &'a FixedBitSet {
        kept.tokens()
    }
}

/// What may be removed from a tree, comments too if they are wanted, in preorder.
pub(crate) fn candidates(tree: &Tree, with_comments: bool) -> Vec<NodeId> {
    let is_comment = |id: NodeId| with_comments && tree.node(id).role == Role::Extra;
    let is_candidate = |id: &NodeId| tree.is_removable(*id) || is_comment(*id);
    tree.nodes().map(|(id, _)| id).filter(is_candidate).collect()
}

/// Whether a node has tokens left, and is not the only item left of a plus.
pub(crate) fn may_go(tree: &Tree, kept: &Kept, id: NodeId) -> bool {
    kept.any(tree.node(id).tokens()) && !is_last_of_plus(tree, kept, id)
}

/// Whether no other item of its plus has tokens left.
pub(crate) fn is_last_of_plus(tree: &Tree, kept: &Kept, id: NodeId) -> bool {
    let list = tree.node(id).parent;
    let is_left =
        |item: &NodeId| tree.node(*item).role == Role::Item && kept.any(tree.node(*item).tokens());
    tree.node(id).role == Role::Item
        && tree.node(list).role == Role::Plus
        && !tree.children(list).filter(|item| *item != id).any(|item| is_left(&item))
}

/// The tokens whose presence asks for nothing else: neither separators, nor what a list owns, nor
/// comments, all of which come and go with items.
pub(crate) fn tokens_of_their_own(tree: &Tree) -> Vec<usize> {
    let mut own: FixedBitSet = Kept::all(tree).tokens().clone();
    for (id, node) in tree.nodes() {
        if node.is_list() {
            own.remove_range(node.tokens());
            let items = tree.children(id).filter(|item| tree.node(*item).role == Role::Item);
            items.for_each(|item| own.insert_range(tree.node(item).tokens()));
        }
        let start = node.tokens().start;
        own.remove_range(start..start + usize::from(node.lead));
        if node.role == Role::Extra {
            own.remove_range(node.tokens());
        }
    }
    own.ones().collect()
}
