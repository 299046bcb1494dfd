//! The links of S-expressions.

use super::links;
use super::words::leaves;
use crate::language::dialect::HEAD;
use crate::text::token_table::TokenTable;
use probdd_core::tree::Links;
use probdd_core::{NodeId, Tree};
use std::collections::HashSet;

/// The links between the names of S-expressions, where `#x1` is a number. The head of a list refers to a
/// function if its word stands elsewhere; the other heads are what the language knows.
pub(super) fn links(tree: &Tree, table: &TokenTable, text: &[u8]) -> Links {
    let is_head = |node: NodeId| tree.node(node).kind == HEAD;
    let others = leaves(tree, table, text).filter(|(node, _)| !is_head(*node));
    let others: HashSet<&[u8]> = others.map(|(_, word)| word).collect();
    let is_literal = |node: NodeId, word: &[u8]| {
        word.starts_with(b"#") || (is_head(node) && !others.contains(word))
    };
    links::links(tree, table, text, is_literal)
}
