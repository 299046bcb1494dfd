//! A document: a text, its quantified tree, and where each token of the tree lies in the text.

pub(crate) mod columns;
pub(crate) mod compact;
pub(crate) mod newlines;
pub(crate) mod render;
mod rewrite;
pub(crate) mod seams;
mod tidy;

use crate::document::columns::Layout;
use crate::document::render::RequiredNewline;
use crate::names::links;
use crate::text::fuse;
use crate::text::lines::LineTable;
use fixedbitset::FixedBitSet;
use probdd_core::tree::Links;
use probdd_core::{Kind, Role, Slot, Tree, TreeBuilder};
use std::ops::Range;
use std::sync::Arc;

/// Why a document's tree is not the grammar's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// The parser gave up, or was stopped: the text is too large or nests too deep for it.
    NotParsed,
    /// The text has too many syntax errors.
    Errors {
        /// How many bytes the parser could make no sense of.
        error_bytes: usize,
    },
}

/// How kept tokens are put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Joining {
    /// Tokens carry the text around them; they are concatenated.
    Concatenated,
    /// The text between tokens is chosen at every seam.
    Seams(Joints),
}

/// What decides about the text at seams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own about a language")]
pub(crate) struct Joints {
    /// The newlines that may not be lost between what they separate, by token.
    pub(crate) newlines: Vec<RequiredNewline>,
    /// Whether other newlines than these are to be avoided where there were none.
    pub(crate) is_newline_sensitive: bool,
    /// Whether all tokens but brackets are words, which blanks must divide.
    pub(crate) are_all_words: bool,
    /// Whether it matters if blanks stand between two tokens.
    pub(crate) is_space_sensitive: bool,
    /// Tokens that touch what follows them, if they did.
    pub(crate) tight: &'static [&'static str],
    /// Whether the indentation of lines matters.
    pub(crate) is_indentation_sensitive: bool,
    /// Whether lines may be directives, in which blanks matter.
    pub(crate) has_directives: bool,
    /// How the lines stand inside one another.
    pub(crate) lines: LineTable,
    /// Where columns matter, the tokens that lines move with.
    pub(crate) layout: Option<Layout>,
    /// Kinds of nodes whose text is no code: nothing is added between their tokens.
    pub(crate) verbatim: FixedBitSet,
}

/// Where the tokens of a document lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TokenTable {
    starts: Vec<u32>,
    ends: Vec<u32>,
    line_comments: Vec<u32>,
}

impl TokenTable {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The bytes of a token.
    pub(crate) fn bytes(&self, token: usize) -> Range<usize> {
        self.starts[token] as usize..self.ends[token] as usize
    }

    /// The bytes between a token and the next one.
    pub(crate) fn gap_after(&self, token: usize) -> Range<usize> {
        self.ends[token] as usize..self.starts[token + 1] as usize
    }

    /// The bytes between a token and the one before it, or the start of the text.
    pub(crate) fn gap_before(&self, token: usize) -> Range<usize> {
        let start = if token == 0 { 0 } else { self.ends[token - 1] as usize };
        start..self.starts[token] as usize
    }

    /// Whether what follows a token must stand on another line.
    pub(crate) fn is_line_comment(&self, token: usize) -> bool {
        self.line_comments.binary_search(&(token as u32)).is_ok()
    }

    fn push(&mut self, bytes: Range<usize>, is_line_comment: bool) {
        if is_line_comment {
            self.line_comments.push(self.starts.len() as u32);
        }
        self.starts.push(bytes.start as u32);
        self.ends.push(bytes.end as u32);
    }
}

/// A text, its tree, and its tokens' places.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) text: Arc<[u8]>,
    pub(crate) tree: Arc<Tree>,
    pub(crate) tokens: TokenTable,
    pub(crate) joining: Joining,
    pub(crate) parsed: usize,
    pub(crate) unmatched: usize,
    pub(crate) error_bytes: usize,
    pub(crate) is_guess: bool,
    fallback: Option<Fallback>,
}

impl Document {
    /// The tree, whose tokens are this document's.
    pub fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    /// The text that was parsed.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The bytes of a token of the tree.
    pub fn token(&self, token: usize) -> &[u8] {
        &self.text[self.tokens.bytes(token)]
    }

    /// How many tokens count: leaves of the parse tree outside comments, or where no grammar made
    /// the tree those of [`count_tokens`](crate::count_tokens).
    pub fn token_count(&self) -> usize {
        self.tree.weight_of(0..self.tree.token_count()) as usize
    }

    /// Why the tree is not the grammar's, if it is not.
    pub fn fallback(&self) -> Option<Fallback> {
        self.fallback
    }

    /// How many bytes lie in syntax errors; those parts of the tree are plain lists.
    pub fn error_bytes(&self) -> usize {
        self.error_bytes
    }

    /// How many nodes of the parse tree have children; none where no grammar made the tree.
    pub fn parsed_nodes(&self) -> usize {
        self.parsed
    }

    /// How many nodes of the parse tree no rule of the grammar explains; they are plain lists.
    pub fn unmatched_nodes(&self) -> usize {
        self.unmatched
    }

    /// Which names refer to which, as far as can be told without knowing the language.
    pub fn links(&self) -> Links {
        links::links(&self.tree, &self.tokens, &self.text)
    }

    /// Whether the tree was guessed from parse tables: what it lets go may leave syntax errors, and
    /// [`Language::errors`](crate::Language::errors) tells.
    pub fn is_guess(&self) -> bool {
        self.is_guess
    }

    /// The same with other texts for some tokens, ascending. The tree is that of the old text. Where
    /// a text would be read together with what it touches, a blank comes between them.
    #[must_use]
    pub fn with_texts<'t>(&self, texts: impl IntoIterator<Item = (usize, &'t [u8])>) -> Document {
        let mut text = Vec::with_capacity(self.text.len());
        let mut tokens = TokenTable {
            line_comments: self.tokens.line_comments.clone(),
            ..TokenTable::default()
        };
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
            tokens.starts.push(start as u32);
            tokens.ends.push(text.len() as u32);
            last = Some((start..text.len(), other.is_some()));
        }
        text.extend_from_slice(
            &self.text[self.tokens.ends.last().map_or(0, |end| *end as usize)..],
        );
        Document { text: text.into(), tokens, ..self.clone() }
    }

    pub(crate) fn with_fallback(self, fallback: Fallback) -> Document {
        Document { fallback: Some(fallback), ..self }
    }
}

/// Builds a [`Document`] in preorder. Virtual nodes are opened when their first token comes, so
/// nodes without text leave no trace.
#[derive(Debug)]
pub(crate) struct DocumentBuilder<'a> {
    text: &'a [u8],
    tree: TreeBuilder,
    tokens: TokenTable,
    pending: Vec<(Kind, Role, Slot)>,
}

impl<'a> DocumentBuilder<'a> {
    /// A document with its root open.
    pub(crate) fn new(text: &'a [u8], root: Kind, role: Role) -> Self {
        let mut tree = TreeBuilder::default();
        tree.open(root, role, Slot::NONE);
        DocumentBuilder { text, tree, tokens: TokenTable::default(), pending: Vec::new() }
    }

    /// Opens a node, if a token comes before it is closed.
    pub(crate) fn open(&mut self, kind: Kind, role: Role, slot: Slot) {
        self.pending.push((kind, role, slot));
    }

    /// Makes the innermost open item an extra, if it has no token yet.
    pub(crate) fn make_extra(&mut self) {
        if let Some((_, role, _)) = self.pending.last_mut() {
            *role = Role::Extra;
        }
    }

    /// Closes the innermost open node.
    pub(crate) fn close(&mut self) {
        if self.pending.pop().is_none() {
            self.tree.close();
        }
    }

    /// Declares the tokens of the innermost open item so far to be its separator.
    pub(crate) fn end_of_separator(&mut self) {
        if self.pending.is_empty() {
            self.tree.end_of_separator();
        }
    }

    /// Adds the next token. `counts` is false for comments.
    pub(crate) fn token(&mut self, bytes: Range<usize>, counts: bool) {
        for (kind, role, slot) in self.pending.drain(..) {
            self.tree.open(kind, role, slot);
        }
        let text = &self.text[bytes.clone()];
        let names_interpreter = bytes.start == 0 && text.len() > 2 && text.starts_with(b"#!");
        let is_line_comment = names_interpreter || !counts && is_line_comment(text);
        self.tokens.push(bytes, is_line_comment);
        self.tree.token(counts);
    }

    /// Where the text after the last token begins.
    pub(crate) fn covered(&self) -> usize {
        self.tokens.ends.last().map_or(0, |end| *end as usize)
    }

    /// The document. Every node but the root must have been closed.
    pub(crate) fn finish(
        mut self,
        fits: Arc<[FixedBitSet]>,
        joining: impl FnOnce(&Tree, &TokenTable) -> Joining,
    ) -> Document {
        self.tree.close();
        let tree = self.tree.finish(fits);
        let joining = joining(&tree, &self.tokens);
        Document {
            text: self.text.into(),
            tree: Arc::new(tree),
            tokens: self.tokens,
            joining,
            parsed: 0,
            unmatched: 0,
            error_bytes: 0,
            is_guess: false,
            fallback: None,
        }
    }
}

/// Whether a comment ends with its line: all that do not begin and end like a block.
fn is_line_comment(text: &[u8]) -> bool {
    const LINES: [&[u8]; 5] = [b"//", b"#", b"--", b";", b"%"];
    LINES.iter().any(|start| text.starts_with(start))
        || (text.starts_with(b"<!--") && !text.ends_with(b"-->"))
}
