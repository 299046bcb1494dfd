//! Where tokens and nodes stand in the tree: found once, because a search upwards from each of many
//! tokens would take as many steps as the tree is deep.

use probdd_core::{Kind, Node, NodeId, Role, Tree};

/// No node.
const NONE: NodeId = NodeId(u32::MAX);

/// The nodes around the tokens and the nodes of a tree.
#[derive(Debug)]
pub(crate) struct Places {
    of_tokens: Box<[NodeId]>,
    /// For each node the innermost one of the grammar around it, or the node itself.
    grammars: Box<[NodeId]>,
}

impl Places {
    pub(super) fn new(tree: &Tree) -> Places {
        Places { of_tokens: of_tokens(tree), grammars: grammars(tree) }
    }

    /// The innermost node that a token belongs to.
    pub(super) fn of_token(&self, token: usize) -> NodeId {
        self.of_tokens[token]
    }

    /// The innermost node of the grammar that contains a node or is it.
    pub(super) fn grammars(&self, id: NodeId) -> Option<NodeId> {
        Some(self.grammars[id.index()]).filter(|found| *found != NONE)
    }
}

/// Whether a node stands for a symbol of the grammar.
pub(super) fn is_grammars(node: &Node) -> bool {
    node.role == Role::Regular && node.kind != Kind::NONE
}

fn of_tokens(tree: &Tree) -> Box<[NodeId]> {
    let count = tree.token_count();
    let (mut places, mut last) = (Vec::with_capacity(count), NodeId::ROOT);
    let mut fill = |last: &mut NodeId, end: usize| {
        while places.len() < end {
            while tree.node(*last).tokens().end <= places.len() {
                *last = tree.node(*last).parent;
            }
            places.push(*last);
        }
    };
    for (id, node) in tree.nodes() {
        fill(&mut last, node.tokens().start);
        last = id;
    }
    fill(&mut last, count);
    places.into()
}

fn grammars(tree: &Tree) -> Box<[NodeId]> {
    let mut found: Vec<NodeId> = Vec::with_capacity(tree.len());
    for (id, node) in tree.nodes() {
        let above = found.get(node.parent.index()).copied().unwrap_or(NONE);
        found.push(if is_grammars(node) { id } else { above });
    }
    found.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readers::units::{Unit, units};
    use crate::{Language, parse};

    /// The innermost node around a token by a search through all nodes.
    fn innermost(tree: &Tree, token: usize) -> NodeId {
        let around = tree.nodes().filter(|(_, node)| node.tokens().contains(&token));
        around.map(|(id, _)| id).next_back().expect("the root contains every token")
    }

    fn above(tree: &Tree, id: NodeId) -> Option<NodeId> {
        std::iter::successors(Some(id), |id| tree.parent(*id))
            .find(|id| is_grammars(tree.node(*id)))
    }

    #[test]
    fn a_place_is_the_innermost_node() {
        let text = b"int f(int a) { if (a) { g(a, (1), h()); } /* c */ return a; }\n";
        let language = Language::by_name("c").expect("a built-in language");
        for document in [parse(language, text), units(Unit::Bracket, text)] {
            let (tree, places) = (document.tree(), Places::new(document.tree()));
            for token in 0..tree.token_count() {
                assert_eq!(places.of_token(token), innermost(tree, token));
            }
            for (id, _) in tree.nodes() {
                assert_eq!(places.grammars(id), above(tree, id));
            }
        }
    }
}
