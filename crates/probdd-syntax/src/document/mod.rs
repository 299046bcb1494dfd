//! A document: a text, its quantified tree, and where each token of the tree lies in the text.

mod anchors;
pub(crate) mod builder;
mod column_shifts;
mod compact;
pub(crate) mod joints;
mod keep;
mod line_shifts;
mod newlines;
mod places;
pub(crate) mod render;
pub(crate) mod repairs;
mod rewrite;
mod seams;
pub(crate) mod tidy;
mod twins;

use crate::text::fuse;
use crate::text::token_table::TokenTable;
use joints::Joining;
use places::Places;
use probdd_core::{Kind, NodeId, Tree};
use std::sync::{Arc, OnceLock};

/// Why a document has no tree of the grammar, or one of some parts only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// The parser gave up or was stopped: the text is too large or nests too deeply.
    NotParsed,
    /// The text has too many syntax errors. What parses of it is a tree of the grammar.
    Errors {
        /// How many bytes do not parse.
        error_bytes: usize,
    },
    /// It was not parsed: the text is divided into large parts.
    Large,
}

/// A text, its quantified tree, and where each token of the tree lies in the text.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) text: Arc<[u8]>,
    /// The file, if the text is another form of it.
    pub(crate) file: Option<Arc<[u8]>>,
    pub(crate) tree: Arc<Tree>,
    /// Where things stand in the tree, once somebody has asked.
    pub(crate) places: Arc<OnceLock<Places>>,
    pub(crate) tokens: TokenTable,
    pub(crate) joining: Joining,
    pub(crate) parsed: usize,
    pub(crate) unmatched: usize,
    pub(crate) error_bytes: usize,
    pub(crate) is_guess: bool,
    pub(crate) fallback: Option<Fallback>,
}

impl Document {
    /// The tree, whose tokens are this document's.
    pub fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    /// Whether the tree is one of lines and brackets, as a text without a grammar has, or one of
    /// S-expressions.
    pub(crate) fn is_of_lines(&self) -> bool {
        let has_no_kind = self.tree.node(NodeId::ROOT).kind == Kind::NONE;
        has_no_kind && matches!(self.joining, Joining::Seams(_))
    }

    /// The text that was parsed.
    pub fn text(&self) -> &[u8] {
        self.file.as_ref().unwrap_or(&self.text)
    }

    /// The bytes of a token of the tree.
    pub fn token(&self, token: usize) -> &[u8] {
        &self.text[self.tokens.bytes(token)]
    }

    /// How many tokens count: the leaves of the parse tree outside comments, or without a grammar
    /// those of [`count_tokens`](crate::count_tokens).
    pub fn token_count(&self) -> usize {
        self.tree.weight_of(0..self.tree.token_count()) as usize
    }

    /// How many bytes are neither blank nor part of a token: comments.
    pub fn comment_bytes(&self) -> usize {
        let is_solid = |byte: &&u8| !byte.is_ascii_whitespace();
        let solid = |text: &[u8]| text.iter().filter(is_solid).count();
        let tokens: usize = (0..self.tokens.len()).map(|token| solid(self.token(token))).sum();
        solid(&self.text).saturating_sub(tokens)
    }

    /// Why the tree is not the grammar's, if so.
    pub fn fallback(&self) -> Option<Fallback> {
        self.fallback
    }

    /// How many bytes lie in syntax errors; those parts of the tree are plain lists.
    pub fn error_bytes(&self) -> usize {
        self.error_bytes
    }

    /// How many nodes of the parse tree have children; 0 without a grammar.
    pub fn parsed_nodes(&self) -> usize {
        self.parsed
    }

    /// How many nodes of the parse tree no rule of the grammar explains; these are plain lists.
    pub fn unmatched_nodes(&self) -> usize {
        self.unmatched
    }

    /// Whether the tree was guessed from parse tables: a removal may leave syntax errors, which
    /// [`Language::errors`](crate::Language::errors) counts.
    pub fn is_guess(&self) -> bool {
        self.is_guess
    }

    /// The document with other texts for some tokens, in ascending order. The tree stays that of
    /// the old text. Where a new text would fuse with its neighbour, a blank is inserted.
    #[must_use]
    pub fn with_texts<'t>(&self, texts: impl IntoIterator<Item = (usize, &'t [u8])>) -> Document {
        let mut text = Vec::with_capacity(self.text.len());
        let mut tokens = TokenTable::default();
        let mut texts = texts.into_iter().peekable();
        let mut last = None;
        for token in 0..self.tokens.len() {
            let other = texts.next_if(|(at, _)| *at == token).map(|(_, text)| text);
            let (gap, old) = (&self.text[self.tokens.gap_before(token)], self.token(token));
            let new = other.unwrap_or(old);
            text.extend_from_slice(gap);
            if let (Some((before, was_other)), true) = (last, gap.is_empty())
                && (was_other || other.is_some())
                && fuse::fuse(&text[before], new)
                && !fuse::fuse(self.token(token - 1), old)
            {
                text.push(b' ');
            }
            let start = text.len();
            text.extend_from_slice(new);
            tokens.push(start..text.len(), self.tokens.is_line_comment(token));
            last = Some((start..text.len(), other.is_some()));
        }
        text.extend_from_slice(&self.text[self.tokens.covered()..]);
        Document {
            text: text.into(),
            file: None,
            tree: Arc::clone(&self.tree),
            places: Arc::clone(&self.places),
            tokens,
            joining: self.joining.clone(),
            ..*self
        }
    }

    fn places(&self) -> &Places {
        self.places.get_or_init(|| Places::new(&self.tree))
    }

    pub(crate) fn with_fallback(self, fallback: Fallback) -> Document {
        Document { fallback: Some(fallback), ..self }
    }
}
