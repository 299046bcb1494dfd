//! What CHISEL has to know of a program, as plain data.

use super::Needs;
use crate::{NodeId, Tree};
use std::sync::Arc;

/// What is what in the tree of a program. Nodes may stand in it that do not fit the rest: then less
/// is asked.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// What is declared outside of functions: removable nodes in order, none of which contains
    /// another.
    pub globals: Vec<NodeId>,
    /// The bodies of functions, in order.
    pub bodies: Vec<NodeId>,
    /// The statements that hold others, in order of their nodes.
    pub statements: Vec<(NodeId, Statement)>,
    /// What the names outside of functions are needed for.
    pub references: Arc<Needs>,
    /// What is needed inside of functions: the declarations and values of local names, what returns
    /// a value, labels.
    pub dependencies: Arc<Needs>,
}

/// A statement that holds others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Statements in a row, all removable: those of a block, or of a case.
    Block {
        /// All but declarations. The cases of a switch are among them.
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
    /// Anything else around statements, as a switch is: they cannot take its place.
    Around(Vec<NodeId>),
}

impl Program {
    /// The statement of a node, or of what a list's item consists of.
    pub fn statement(&self, tree: &Tree, node: NodeId) -> Option<(NodeId, &Statement)> {
        let known = |id: NodeId| {
            let at = self.statements.binary_search_by_key(&id, |(node, _)| *node).ok()?;
            Some((id, &self.statements[at].1))
        };
        known(node).or_else(|| tree.children(node).find_map(known))
    }

    /// Declarations whose names nobody refers to, in order: those inside functions, and outside
    /// those that are no functions.
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
        unused.dedup();
        let mut end = NodeId::ROOT;
        unused.retain(|node| {
            let is_outside = *node >= end;
            end = if is_outside { tree.node(*node).end } else { end };
            is_outside
        });
        unused
    }
}
