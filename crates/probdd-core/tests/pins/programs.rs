//! What CHISEL and the searches for names know of the tree, which is made up.

use crate::worlds::Dice;
use probdd_core::tree::{Need, Needs, Program, Statement};
use probdd_core::{Links, NodeId, Role, Tree};
use std::sync::Arc;

/// How many names refer to an earlier one.
const LINKS: usize = 40;

/// Names that refer to earlier ones.
pub(crate) fn links(tree: &Tree) -> Links {
    let mut dice = Dice::new(5);
    let mut token = || dice.below(tree.token_count()) as u32;
    let pairs = (0..LINKS).map(|_| (token(), token())).map(|(a, b)| (a.min(b), a.max(b)));
    Links::new(pairs.collect())
}

/// A program: nodes with lists are blocks, the others branches, loops, labels.
pub(crate) fn program(tree: &Tree) -> Arc<Program> {
    let needs = Arc::new(needs(tree));
    let statements = tree.nodes().filter(|(_, node)| node.role == Role::Regular);
    let statements = statements.filter_map(|(node, _)| Some((node, statement(tree, node)?)));
    Arc::new(Program {
        globals: items(tree, NodeId::ROOT),
        bodies: bodies(tree),
        statements: statements.collect(),
        references: Arc::clone(&needs),
        dependencies: needs,
    })
}

fn needs(tree: &Tree) -> Needs {
    let mut dice = Dice::new(9);
    let mut tokens = || (0..2).map(|_| dice.below(tree.token_count()) as u32).collect();
    Needs::new((0..12).map(|_| Need { users: tokens(), providers: tokens() }).collect())
}

/// The first block inside each item of the outermost list.
fn bodies(tree: &Tree) -> Vec<NodeId> {
    let is_block =
        |node: &NodeId| tree.node(*node).role == Role::Regular && !items(tree, *node).is_empty();
    let inside = |item: NodeId| (item.0..tree.node(item).end.0).map(NodeId);
    items(tree, NodeId::ROOT).into_iter().filter_map(|item| inside(item).find(is_block)).collect()
}

/// The items of the lists that are children of a node.
pub(crate) fn items(tree: &Tree, node: NodeId) -> Vec<NodeId> {
    let lists = tree.children(node).filter(|id| tree.node(*id).is_list());
    let is_item = |id: &NodeId| tree.node(*id).role == Role::Item && has_text(tree, *id);
    lists.flat_map(|list| tree.children(list)).filter(is_item).collect()
}

fn has_text(tree: &Tree, node: NodeId) -> bool {
    !tree.node(node).tokens().is_empty()
}

fn statement(tree: &Tree, node: NodeId) -> Option<Statement> {
    let items = items(tree, node);
    if !items.is_empty() {
        let declarations = items.iter().copied().skip(2).step_by(3).collect::<Vec<_>>();
        let statements = items.into_iter().filter(|item| !declarations.contains(item)).collect();
        return Some(Statement::Block { statements, declarations });
    }
    let is_inner = |id: &NodeId| tree.node(*id).role == Role::Regular && has_text(tree, *id);
    let inner: Vec<NodeId> = tree.children(node).filter(is_inner).collect();
    let first = *inner.first()?;
    Some(match node.0 % 4 {
        0 => Statement::If(inner),
        1 => Statement::Loop(first),
        2 => Statement::Label(first),
        _ => Statement::Around(inner),
    })
}
