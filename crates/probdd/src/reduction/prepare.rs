//! What is removed before a text is searched as a tree: the byte order mark, comments, lines of texts without a grammar.

use super::ask::{Asking, LONG_PATIENCE};
use super::lists::items_at;
use super::state::Reduction;
use crate::command_line::Part;
use crate::error::Halted;
use crate::settings::Structure;
use probdd_core::{AllAtOnce, NodeId, Order, Over, Role, Splitting, Tree};
use probdd_exec::Oracle;
use probdd_syntax::BYTE_ORDER_MARK;
use std::sync::Arc;

/// So many needed comments in a row end the pass over comments: later passes remove others, and more of them together
/// where they belong together. With 8, a documentation of 120 lines took 104 queries here instead of 5.
const PATIENCE: usize = 3;

/// A text has enough names if one of so many lines defines one.
const LINES_PER_NAME: usize = 20;

impl<O: Oracle> Reduction<'_, O> {
    /// Removes the byte order mark of UTF-8, if the test does not need it. Those of UTF-16 stay: without one, all
    /// that follows would be read as something else.
    pub(super) fn remove_mark(&mut self) -> Result<(), Halted> {
        let is_text = !matches!(self.text.structure, Structure::Binary);
        match self.text.best.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) if is_text && !rest.is_empty() => self.ask_about("mark", rest.to_vec()),
            _ => Ok(()),
        }
    }

    /// Whether enough lines of a text without a grammar define names. Then frontier knows better which lines need
    /// others.
    pub(super) fn has_names(&mut self) -> bool {
        if !self.text.strategy.has(Part::Names) {
            return false;
        }
        let definitions = self.parsed().document.links(None).definitions().len();
        let lines = self.text.best.split(|byte| *byte == b'\n').count();
        LINES_PER_NAME * definitions >= lines
    }
}

/// Asks about the empty text. If that is interesting, the test is too weak, and the reduction ends.
pub(super) fn probe(_: &Arc<Tree>) -> impl Asking + use<> {
    Over::start(Arc::<[NodeId]>::from([NodeId::ROOT]), AllAtOnce::new)
}

/// Removes all comments at once.
pub(super) fn all_comments(tree: &Arc<Tree>) -> impl Asking + use<> {
    Over::start(comments(tree), AllAtOnce::new)
}

/// Removes comments. Nearly all can go: of a thousand line markers, a compiler may need a few.
pub(super) fn most_comments(tree: &Arc<Tree>) -> impl Asking + use<> {
    let splitting = |n| Splitting::with_patience(n, Order::Backward, PATIENCE);
    Over::start(comments(tree), splitting)
}

/// Removes lines and groups of lines of a text without a grammar, from one end to the other: where
/// lines are the steps of a sequence, a step can often go only after all that follow it.
pub(super) fn lines(tree: &Arc<Tree>) -> impl Asking + use<> {
    let splitting = |n| Splitting::with_patience(n, Order::Auto, LONG_PATIENCE);
    Over::start(items_at(tree, 0), splitting)
}

fn comments(tree: &Tree) -> Arc<[NodeId]> {
    tree.nodes().filter(|(_, node)| node.role == Role::Extra).map(|(id, _)| id).collect()
}
