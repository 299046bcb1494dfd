//! The parse tables of a grammar: its kinds, its version, and whether a text has errors.

use super::chunks::Chunks;
use super::flat::NO_KIND;
use crate::grammar::kinds::KindTable;
use std::ops::ControlFlow;
use tree_sitter::{ParseOptions, ParseState, Parser, Tree};
use tree_sitter_language::LanguageFn;

/// The parse tables of a grammar.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(super) language: tree_sitter::Language,
}

/// The parse tables were generated for a version of the parser that this one does not know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrongAbi {
    /// The version of the tables.
    pub(crate) found: usize,
    /// The versions that the parser knows.
    pub(crate) wanted: (usize, usize),
}

impl Tables {
    pub(crate) fn new(tables: LanguageFn) -> Tables {
        Tables { language: tables.into() }
    }

    /// Tables that may have been generated for another version of the parser.
    pub(crate) fn foreign(tables: LanguageFn) -> Result<Tables, WrongAbi> {
        let wanted = (tree_sitter::MIN_COMPATIBLE_LANGUAGE_VERSION, tree_sitter::LANGUAGE_VERSION);
        let tables = Tables::new(tables);
        let found = tables.language.abi_version();
        if !(wanted.0..=wanted.1).contains(&found) {
            return Err(WrongAbi { found, wanted });
        }
        Ok(tables)
    }

    /// The version of the grammar if the tables have it, else the version of their interface.
    pub(crate) fn version(&self) -> String {
        match self.language.metadata() {
            Some(metadata) => format!(
                "{}.{}.{}",
                metadata.major_version, metadata.minor_version, metadata.patch_version
            ),
            None => format!("ABI {}", self.language.abi_version()),
        }
    }

    /// The kinds of the grammar. Visible kinds come first, so that names refer to them.
    pub(crate) fn kinds(&self) -> KindTable {
        let language = &self.language;
        let ids = 0..language.node_kind_count() as u16;
        let (visible, hidden): (Vec<u16>, Vec<u16>) =
            ids.partition(|id| language.node_kind_is_visible(*id));
        KindTable::new(visible.into_iter().chain(hidden).map(|id| {
            let name = language.node_kind_for_id(id).unwrap_or_default();
            let is_named = language.node_kind_is_named(id);
            let canonical = match language.id_for_node_kind(name, is_named) {
                0 | NO_KIND => id,
                canonical => canonical,
            };
            (id, canonical, name.to_owned(), is_named)
        }))
    }

    /// Counts the syntax errors of a text, missing tokens included, up to `most`.
    pub(crate) fn errors(&self, text: &[u8], most: usize) -> usize {
        let mut parser = Parser::new();
        if parser.set_language(&self.language).is_err() || u32::try_from(text.len()).is_err() {
            return most;
        }
        let mut chunks = Chunks::new(text);
        let left = chunks.left();
        let mut stop_at_error = |state: &ParseState| {
            let is_enough = most == 1 && state.has_error() || left.get() == 0;
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut stop_at_error);
        let mut read = |at: usize, _| chunks.chunk(at);
        match parser.parse_with_options(&mut read, None, Some(options)) {
            Some(tree) if left.get() > 0 => errors_below(&tree, most),
            _ => most,
        }
    }
}

/// Counts the errors of a tree up to `most`. An error may lie in a hidden node.
fn errors_below(tree: &Tree, most: usize) -> usize {
    let mut errors = 0;
    let mut cursor = tree.walk();
    while errors < most {
        let node = cursor.node();
        errors += usize::from(node.is_error() || node.is_missing());
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return errors.max(usize::from(tree.root_node().has_error()));
            }
        }
    }
    errors
}
