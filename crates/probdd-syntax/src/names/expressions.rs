//! Which words of S-expressions are no names.

use super::words::leaves;
use crate::language::dialect::HEAD;
use crate::text::token_table::TokenTable;
use probdd_core::{NodeId, Tree};
use std::collections::HashSet;

/// Tells whether a leaf with some word is no name. `#x1` is a number. A head refers to a function only if its
/// word stands elsewhere, too; the other heads are what the language knows.
pub(super) fn literals<'a>(
    tree: &'a Tree,
    table: &'a TokenTable,
    text: &'a [u8],
) -> impl Fn(NodeId, &[u8]) -> bool + 'a {
    let is_head = |node: NodeId| tree.node(node).kind == HEAD;
    let others = leaves(tree, table, text).filter(|(node, _)| !is_head(*node));
    let others: HashSet<&[u8]> = others.map(|(_, word)| word).collect();
    move |node, word| word.starts_with(b"#") || (is_head(node) && !others.contains(word))
}
