//! Reads S-expressions, for languages that are written in brackets.
//!
//! A list in brackets has a head, its first atom, which is kept while the list is. The elements
//! after it are removable, unless the dialect's table of forms says otherwise: `(not x)` keeps its
//! operand, `(let ((x 1)) y)` its body and one binding. Any term may be replaced by a term inside
//! it. Prefixes (`'x`) belong to the datum after them, a keyword and its value (`:named x`) are one
//! item, the tail of a list (`. x`) is removed with the item before it, and a comment with the item
//! after it or the one on its line. A term with a comma is kept inside a backquote.
//!
//! A word that is kept with its list, such as the name of a function, is a leaf, so that it can be linked.
//!
//! Every text has a tree: a list that is not closed ends where the list around it does, or with the
//! text, and a bracket that closes nothing is an atom.

mod heads;
mod lexer;
mod open_list;
mod quoting;
mod reader;

use crate::document::Document;
use crate::document::builder::DocumentBuilder;
use crate::document::joints::Joints;
use crate::language::dialect::Dialect;
use crate::text::lines::LineTable;
use lexer::Tokens;
use probdd_core::{Kind, Role};

/// The document of a text.
pub(crate) fn document(dialect: &'static Dialect, text: &[u8]) -> Document {
    let all = lexer::tokens(dialect, text);
    let tokens = Tokens { dialect, text, all: &all };
    let mut out = DocumentBuilder::new(text, Kind::NONE, Role::Regular);
    reader::read(dialect, tokens, &mut out);
    out.finish(quoting::fits().into(), |tree, table| {
        let lines = LineTable::new((tree, table, text), |_| false, |_| false);
        Joints { are_all_words: true, lines, ..Joints::default() }.into()
    })
}
