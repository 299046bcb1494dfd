//! How kept tokens are put together.

use super::anchors::Anchors;
use super::newlines::{self, RequiredNewline};
use super::repairs::Repairs;
use crate::text::lines::LineTable;
use crate::text::spacing::{Indentation, Newlines, Spacing};
use crate::text::token_table::TokenTable;
use fixedbitset::FixedBitSet;
use probdd_core::{Node, Tree};
use std::sync::Arc;

/// How kept tokens are put together.
#[derive(Clone, Debug)]
pub(crate) enum Joining {
    /// Tokens carry the text around them; they are concatenated.
    Concatenated,
    /// They are concatenated, and what the file says about itself is put right.
    Repaired(Arc<Repairs>),
    /// The text between tokens is chosen at every seam.
    Seams(Arc<Joints>),
}

/// What decides the text at seams. All texts of a tree share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Joints {
    /// What blanks mean in the language.
    pub(crate) spacing: Spacing,
    /// The newlines that must not be lost between what they separate, by token.
    pub(crate) newlines: Vec<RequiredNewline>,
    /// Whether all tokens but brackets are words, which blanks must divide.
    pub(crate) are_all_words: bool,
    /// How the lines stand inside one another.
    pub(crate) lines: LineTable,
    /// The tokens that lines move with, where columns matter.
    pub(crate) anchors: Option<Anchors>,
    /// The kinds of strings: nothing is added between their tokens.
    pub(crate) verbatim: FixedBitSet,
}

impl Joining {
    /// The joining of the tokens of a text in a language. `verbatim` are the kinds of its strings.
    pub(crate) fn of(
        spacing: Spacing,
        verbatim: FixedBitSet,
        (tree, table, text): (&Tree, &TokenTable, &[u8]),
    ) -> Joining {
        let newlines = match spacing.newlines {
            Newlines::Free => Vec::new(),
            Newlines::Directives => newlines::around_directives(table, text),
            Newlines::Statements { free_inside } => {
                newlines::between_statements(tree, table, text, free_inside)
            }
        };
        let is_verbatim = |node: &Node| verbatim.contains(node.kind.0.into()) && !node.is_list();
        let is_directive = |token| {
            spacing.has_directives() && newlines::starts_directive(&text[table.bytes(token)])
        };
        let lines = LineTable::new((tree, table, text), is_verbatim, is_directive);
        let anchors = match spacing.indentation {
            Indentation::Columns { openers } => {
                // Comments and directives of a preprocessor may stand in any column.
                let is_aside = |token| {
                    !tree.counted().contains(token) || text[table.bytes(token)].starts_with(b"#")
                };
                Some(Anchors::new(&lines, (table, text), openers, is_aside))
            }
            Indentation::Free | Indentation::Lines => None,
        };
        let are_all_words = false;
        Joints { spacing, newlines, are_all_words, lines, anchors, verbatim }.into()
    }

    /// The joining of the tokens of a text without a grammar: every newline between two tokens is
    /// kept while both are, and blanks may have a meaning.
    pub(crate) fn of_plain_text(tree: &Tree, table: &TokenTable, text: &[u8]) -> Joining {
        let newlines = newlines::all(table, text);
        let lines = LineTable::new((tree, table, text), |_| false, |_| false);
        Joints { spacing: Spacing::MEANINGFUL.dense(), newlines, lines, ..Joints::default() }.into()
    }
}

impl From<Joints> for Joining {
    fn from(joints: Joints) -> Joining {
        Joining::Seams(Arc::new(joints))
    }
}
