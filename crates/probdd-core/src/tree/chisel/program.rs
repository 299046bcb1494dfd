//! What CHISEL knows of a program, as plain data.

use super::Needs;
use crate::{NodeId, Tree};
use std::sync::Arc;

/// The declarations, functions and statements of a program. Nodes that do not fit the tree only make
/// the searches ask about less.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Declarations outside of functions: removable nodes in order, none inside another.
    pub globals: Vec<NodeId>,
    /// The bodies of functions, in order.
    pub bodies: Vec<NodeId>,
    /// The statements that contain others, in the order of their nodes.
    pub statements: Vec<(NodeId, Statement)>,
    /// The needs of names outside of functions.
    pub references: Arc<Needs>,
    /// The needs inside functions: the declarations and values of local names, return values, labels.
    pub dependencies: Arc<Needs>,
}

/// A statement that contains others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A sequence of removable statements: those of a block, or of a case.
    Block {
        /// All statements but declarations. The cases of a switch are among them.
        statements: Vec<NodeId>,
        /// Declarations.
        declarations: Vec<NodeId>,
    },
    /// A choice between branches.
    If(Vec<NodeId>),
    /// A loop around a body.
    Loop(NodeId),
    /// A label before a statement.
    Label(NodeId),
    /// Any other statement around statements, such as a switch: they cannot replace it.
    Around(Vec<NodeId>),
}

impl Program {
    /// The statement of a node, or of a child of it, such as the content of a list's item.
    pub fn statement(&self, tree: &Tree, node: NodeId) -> Option<(NodeId, &Statement)> {
        let known = |id: NodeId| {
            let at = self.statements.binary_search_by_key(&id, |(node, _)| *node).ok()?;
            Some((id, &self.statements[at].1))
        };
        known(node).or_else(|| tree.children(node).find_map(known))
    }

    /// Declarations whose names nothing refers to, in order, none inside another: all those inside
    /// functions, and those outside that are no functions.
    pub fn unused(&self, tree: &Tree) -> Vec<NodeId> {
        let holds_body = |node: NodeId| {
            let first = self.bodies.partition_point(|body| *body < node);
            self.bodies.get(first).is_some_and(|body| tree.contains(node, *body))
        };
        let globals = self.globals.iter().copied().filter(|node| !holds_body(*node));
        let locals = self.statements.iter().flat_map(|(_, statement)| match statement {
            Statement::Block { declarations, .. } => declarations.as_slice(),
            _ => &[],
        });
        let is_unused = |node: &NodeId| {
            let tokens = tree.node(*node).tokens();
            !self.references.is_used(&tokens) && !self.dependencies.is_used(&tokens)
        };
        let mut unused: Vec<NodeId> = globals.chain(locals.copied()).filter(is_unused).collect();
        unused.sort_unstable();
        // Nodes inside another follow it.
        unused.dedup_by(|node, outer| tree.contains(*outer, *node));
        unused
    }
}
