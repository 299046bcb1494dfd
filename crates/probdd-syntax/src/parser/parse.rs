//! Parses a text with tree-sitter, and copies the tree into a flat list.

use super::chunks::Chunks;
use super::flat::{FlatNode, FlatTree, NO_KIND, NO_STATE, Standing};
use super::states;
use super::tables::Tables;
use crate::text::tokens;
use std::borrow::Cow;
use std::cell::Cell;
use std::ops::ControlFlow;
use tree_sitter::{Node, ParseOptions, ParseState, Parser, Tree, TreeCursor};

/// What the parser needs of the machine's stack, apart from the recursion.
const STACK: usize = 4 << 20;

/// The most of it that a level of the recursion takes. A level is at least a byte of the text.
const FRAME: usize = 256;

impl Tables {
    /// The parse tree of a text, on request with the facts about its states. `None` if the parser
    /// gives up or `stop` returns true; it is called every few microseconds.
    pub(crate) fn parse(
        &self,
        text: &[u8],
        with_states: bool,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<FlatTree> {
        apart(text.len(), || {
            let mut flat = flat_tree(&self.language, text, &Wanted { stop, is_sound: false }).0?;
            flat.states = with_states.then(|| states::of(&self.language, &flat));
            Some(flat)
        })
        .flatten()
    }

    /// Does some work with a parser of the pieces of a text.
    pub(crate) fn with_pieces<T: Send>(
        &self,
        length: usize,
        stop: &(dyn Fn() -> bool + Sync),
        work: impl FnOnce(&PieceParser<'_>) -> T + Send,
    ) -> Option<T> {
        apart(length, || {
            work(&PieceParser { language: &self.language, stop, parsed: Cell::new(0) })
        })
    }
}

/// Parses texts that are no longer than the one that it was made for.
pub(crate) struct PieceParser<'a> {
    language: &'a tree_sitter::Language,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// How many bytes have been parsed.
    parsed: Cell<usize>,
}

impl PieceParser<'_> {
    /// The parse tree of a text, on request only if it has no errors.
    pub(crate) fn parse(&self, text: &[u8], is_sound: bool) -> Option<FlatTree> {
        let wanted = Wanted { stop: self.stop, is_sound };
        let (flat, parsed) = flat_tree(self.language, text, &wanted);
        self.parsed.set(self.parsed.get() + parsed);
        flat
    }

    /// How many bytes of texts have been parsed so far. An error may have ended the parse of a text.
    pub(crate) fn parsed(&self) -> usize {
        self.parsed.get()
    }
}

/// What a parse tree is wanted for.
struct Wanted<'a> {
    /// Tells when it is not wanted any more.
    stop: &'a dyn Fn() -> bool,
    /// Whether only a tree without errors is wanted.
    is_sound: bool,
}

/// Does some work on a thread of its own, which with glibc has an arena of its own. The memory of
/// tree-sitter's tree, in millions of small pieces, then returns to the system as a whole, even
/// where later allocations lie above it.
///
/// The parser's stack is freed by a recursion that is as deep as the text nests. Memory is taken only
/// as far as the recursion goes.
fn apart<T: Send>(length: usize, work: impl FnOnce() -> T + Send) -> Option<T> {
    let stack = STACK + FRAME * length;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, work);
        thread.ok()?.join().map_or_else(|panic| std::panic::resume_unwind(panic), Some)
    })
}

/// The parse tree of a text, and how much of it was parsed.
fn flat_tree(
    language: &tree_sitter::Language,
    text: &[u8],
    wanted: &Wanted<'_>,
) -> (Option<FlatTree>, usize) {
    let furthest = Cell::new(0);
    let shown = without_nulls(text);
    let Some(tree) = tree(language, &shown, wanted, &furthest) else {
        return (None, furthest.get());
    };
    let is_wanted = !wanted.is_sound || !tree.root_node().has_error();
    let mut walk = Walk { text, flat: FlatTree::default(), open: Vec::new(), open_errors: 0 };
    if is_wanted {
        walk.run(&mut tree.walk());
    }
    (is_wanted.then_some(walk.flat), text.len())
}

/// A text with blanks for null bytes, which grammars take for the end of the text, also in strings.
fn without_nulls(text: &[u8]) -> Cow<'_, [u8]> {
    let shown = |byte: &u8| if *byte == 0 { b' ' } else { *byte };
    match memchr::memchr(0, text) {
        Some(_) => text.iter().map(shown).collect(),
        None => text.into(),
    }
}

/// tree-sitter's tree of a text; `furthest` becomes the last byte that the parser has seen.
fn tree(
    language: &tree_sitter::Language,
    text: &[u8],
    wanted: &Wanted<'_>,
    furthest: &Cell<usize>,
) -> Option<Tree> {
    u32::try_from(text.len()).ok()?;
    let mut parser = Parser::new();
    parser.set_language(language).ok()?;
    let mut is_lost = is_lost(text.len());
    let mut chunks = Chunks::new(text);
    let left = chunks.left();
    let mut watch = |state: &ParseState| {
        furthest.set(state.current_byte_offset());
        let is_broken = wanted.is_sound && state.has_error();
        if is_broken || is_lost(state) || left.get() == 0 || (wanted.stop)() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut watch);
    let tree = parser.parse_with_options(&mut |at, _| chunks.line_ended(at), None, Some(options));
    tree.filter(|_| left.get() > 0)
}

/// Detects that the parser is lost. At the end of a broken text, the scanners of some grammars return
/// nothing forever, and a text like `a<a<a<...`, each sign of which may be an operator or a bracket, takes
/// seconds for each 100,000 bytes. A call means 100 operations; balancing the tree at the end takes one per
/// two hundred bytes. Both limits are far beyond what a text of the language takes: eight subjects needed at
/// most 1.4 calls per hundred bytes, and damaged files that were parsed at all 4.
fn is_lost(length: usize) -> impl FnMut(&ParseState) -> bool {
    let (longest, most) = (200 + length / 100, 200 + length / 20);
    let (mut furthest, mut standing, mut all) = (0, 0, 0);
    move |state| {
        let has_moved = state.current_byte_offset() > furthest;
        furthest = furthest.max(state.current_byte_offset());
        standing = if has_moved { 0 } else { standing + 1 };
        all += 1;
        standing > longest || all > most
    }
}

/// The walk through tree-sitter's tree. It does not recurse, because trees may be of any depth.
struct Walk<'a> {
    text: &'a [u8],
    flat: FlatTree,
    open: Vec<Open>,
    /// How many of the open nodes are errors.
    open_errors: usize,
}

/// A node whose children are being visited.
struct Open {
    index: usize,
    is_error: bool,
    /// The end of the text that children cover so far.
    covered: usize,
}

impl Walk<'_> {
    fn run(&mut self, cursor: &mut TreeCursor<'_>) {
        loop {
            self.enter(cursor.node());
            if cursor.goto_first_child() {
                continue;
            }
            self.leave();
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                self.leave();
            }
        }
    }

    fn enter(&mut self, node: Node<'_>) {
        let standing = standing(node);
        let within = |byte: usize| byte.min(self.text.len());
        let (start, end) = (within(node.start_byte()), within(node.end_byte()));
        if let Some(parent) = self.open.last_mut() {
            let gap = parent.covered..start;
            parent.covered = parent.covered.max(end);
            if parent.is_error && gap.start < gap.end {
                self.leaves_of_gap(gap);
            }
        }
        let is_error = standing == Standing::Error;
        if is_error && self.open_errors == 0 {
            self.flat.error_bytes += end - start;
        }
        self.open_errors += usize::from(is_error);
        self.open.push(Open { index: self.flat.nodes.len(), is_error, covered: start });
        self.flat.nodes.push(FlatNode {
            kind: node.kind_id(),
            original: node.grammar_id(),
            is_named: node.is_named(),
            standing,
            state: node.parse_state(),
            start: start as u32,
            end: end as u32,
            next: 0,
        });
    }

    fn leave(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.open_errors -= usize::from(open.is_error);
        let end = self.flat.nodes[open.index].end as usize;
        let mut covered = open.covered;
        if open.is_error && covered < end {
            self.leaves_of_gap(covered..end);
            covered = end;
        }
        if self.open.is_empty() {
            self.add_rest(covered);
        }
        self.flat.nodes[open.index].next = self.flat.nodes.len() as u32;
    }

    /// Adds an error for the end of the text, which some grammars leave out.
    fn add_rest(&mut self, end: usize) {
        let rest = end..self.text.trim_ascii_end().len().max(end);
        if rest.is_empty() || tokens::is_blank_text(&self.text[rest.clone()]) {
            return;
        }
        let at = self.flat.nodes.len();
        self.flat.error_bytes += rest.len();
        self.flat.nodes.push(FlatNode {
            kind: NO_KIND,
            original: NO_KIND,
            is_named: true,
            standing: Standing::Error,
            state: NO_STATE,
            start: rest.start as u32,
            end: rest.end as u32,
            next: 0,
        });
        self.flat.nodes[0].end = self.flat.nodes[0].end.max(rest.end as u32);
        self.leaves_of_gap(rest);
        self.flat.nodes[at].next = self.flat.nodes.len() as u32;
    }

    /// Adds the text of an error that no node covers as leaves, one for each token.
    fn leaves_of_gap(&mut self, gap: std::ops::Range<usize>) {
        for token in tokens::tokens(&self.text[gap.clone()]) {
            let next = self.flat.nodes.len() as u32 + 1;
            self.flat.nodes.push(FlatNode {
                kind: NO_KIND,
                original: NO_KIND,
                is_named: false,
                standing: Standing::Ordinary,
                state: NO_STATE,
                start: (gap.start + token.start) as u32,
                end: (gap.start + token.end) as u32,
                next,
            });
        }
    }
}

fn standing(node: Node<'_>) -> Standing {
    if node.is_error() {
        Standing::Error
    } else if node.is_missing() {
        Standing::Missing
    } else if node.is_extra() {
        Standing::Extra
    } else {
        Standing::Ordinary
    }
}
