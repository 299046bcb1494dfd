//! The list items around a node.

use probdd_core::{Kind, NodeId, Role, Tree};

/// So many items around a definition are looked at.
const LEVELS: usize = 6;

/// A list item around a definition.
#[derive(Clone, Copy)]
pub(super) struct Around {
    pub(super) item: NodeId,
    /// The outermost node of the grammar inside of the item that is around the definition.
    pub(super) content: NodeId,
}

/// The list items around the nodes of a tree.
pub(super) struct Items<'a> {
    pub(super) tree: &'a Tree,
    /// For every node, the innermost item around it, which may be itself; the root without one.
    innermost: Vec<NodeId>,
    /// For every node, the outermost node of the grammar around it inside of that item, which may be
    /// itself; the item if there is none.
    contents: Vec<NodeId>,
}

impl<'a> Items<'a> {
    pub(super) fn new(tree: &'a Tree) -> Items<'a> {
        let mut innermost: Vec<NodeId> = Vec::with_capacity(tree.len());
        let mut contents: Vec<NodeId> = Vec::with_capacity(tree.len());
        for (id, node) in tree.nodes() {
            let (item, content) = match tree.parent(id) {
                Some(parent) => (innermost[parent.index()], contents[parent.index()]),
                None => (id, id),
            };
            let is_item = node.role == Role::Item;
            let is_content = content == item && node.kind != Kind::NONE && !node.is_list();
            innermost.push(if is_item { id } else { item });
            contents.push(if is_item || is_content { id } else { content });
        }
        Items { tree, innermost, contents }
    }

    /// The innermost item around a node, which may be itself.
    pub(super) fn item(&self, node: NodeId) -> NodeId {
        self.innermost[node.index()]
    }

    /// The kind of the innermost item around a node, or of its content.
    pub(super) fn kind(&self, node: NodeId) -> Kind {
        let item = self.item(node);
        let own = std::iter::once(item).chain(self.tree.children(item));
        own.map(|id| self.tree.node(id).kind).find(|kind| *kind != Kind::NONE).unwrap_or(Kind::NONE)
    }

    /// The list in which a node's item stands.
    pub(super) fn list(&self, node: NodeId) -> NodeId {
        let item = self.innermost[node.index()];
        self.tree.parent(item).unwrap_or(item)
    }

    /// The nearest items around a definition beside its own, from inside out.
    pub(super) fn around(&self, definition: NodeId) -> impl Iterator<Item = Around> {
        let outer = |item: NodeId| {
            let parent = self.tree.parent(item)?.index();
            let around = Around { item: self.innermost[parent], content: self.contents[parent] };
            (around.item != NodeId::ROOT).then_some(around)
        };
        let first = outer(self.innermost[definition.index()]);
        std::iter::successors(first, move |around| outer(around.item)).take(LEVELS)
    }
}
