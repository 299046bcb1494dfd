//! Source text to a quantified tree, through tree-sitter. The only file, with those in `parse/`,
//! that names tree-sitter.

use crate::document::{Document, Fallback};
use crate::grammar::kinds::KindTable;
use crate::grammar::{self, Model};
use crate::language::{Facts, Language};
use crate::parser::flat::{FlatNode, FlatTree, NO_KIND, NO_STATE, Standing};
use crate::parser::states;
use crate::readers::emit;
use crate::readers::units::{self, Unit};
use crate::text::tokens;
use std::ops::ControlFlow;
use tree_sitter::{Node, ParseOptions, ParseState, Parser, Tree, TreeCursor};
use tree_sitter_language::LanguageFn;

/// A grammar that was loaded: tree-sitter's tables and our model.
#[derive(Debug)]
pub(crate) struct Loaded {
    language: tree_sitter::Language,
    pub(crate) model: Model,
    /// Whether there are no rules, and the model explains nothing.
    is_guessing: bool,
}

/// The interface between a grammar's tables and the parser is of a version that the parser does
/// not know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrongAbi {
    /// The tables' version.
    pub(crate) found: usize,
    /// The versions that the parser knows.
    pub(crate) wanted: (usize, usize),
}

impl Loaded {
    /// Loads a vendored grammar.
    ///
    /// # Panics
    /// When the rules are unreadable; a test loads every language.
    pub(crate) fn new(tables: LanguageFn, rules: &[u8], facts: &Facts) -> Loaded {
        let language = tables.into();
        let rules = grammar::vendored(rules)
            .expect("the vendored grammars are readable: every one is loaded by a test");
        let model = Model::new(&rules, kind_table(&language), facts);
        Loaded { language, model, is_guessing: false }
    }

    /// Loads a grammar that is not built in, with its rules if there are any.
    pub(crate) fn foreign(
        tables: LanguageFn,
        rules: Option<&grammar::Grammar>,
        facts: &Facts,
    ) -> Result<Loaded, WrongAbi> {
        let language = tree_sitter::Language::from(tables);
        let wanted = (tree_sitter::MIN_COMPATIBLE_LANGUAGE_VERSION, tree_sitter::LANGUAGE_VERSION);
        let found = language.abi_version();
        if !(wanted.0..=wanted.1).contains(&found) {
            return Err(WrongAbi { found, wanted });
        }
        let model =
            Model::new(rules.unwrap_or(&grammar::Grammar::default()), kind_table(&language), facts);
        Ok(Loaded { language, model, is_guessing: rules.is_none() })
    }

    /// The version of the grammar if its tables tell it, else of their interface.
    pub(crate) fn version(&self) -> String {
        match self.language.metadata() {
            Some(it) => format!("{}.{}.{}", it.major_version, it.minor_version, it.patch_version),
            None => format!("ABI {}", self.language.abi_version()),
        }
    }

    /// How many syntax errors a text has: places that make no sense, and what is missing. With
    /// `most` of 1 or more, counting ends there.
    pub(crate) fn errors(&self, text: &[u8], most: usize) -> usize {
        let mut parser = Parser::new();
        if parser.set_language(&self.language).is_err() || u32::try_from(text.len()).is_err() {
            return most;
        }
        let mut stop_at_error = |state: &ParseState| {
            let is_enough = most == 1 && state.has_error();
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut stop_at_error);
        let mut read = |at: usize, _| text.get(at..).unwrap_or_default();
        match parser.parse_with_options(&mut read, None, Some(options)) {
            Some(tree) => errors_below(&tree, most),
            None => most,
        }
    }
}

/// Parses a text. Never fails: where the grammar makes too little of the text, the tree is one of
/// lines and brackets, and [`Document::fallback`] says so.
pub fn parse(language: &Language, text: &[u8]) -> Document {
    parse_until(language, text, &|| false)
}

/// The same, but a list of lines as soon as `stop` says so, which is asked every few microseconds.
pub fn parse_until(language: &Language, text: &[u8], stop: &(dyn Fn() -> bool + Sync)) -> Document {
    #[cfg(feature = "sexpr")]
    if let crate::language::Grammar::Expressions(dialect) = &language.grammar {
        return crate::readers::sexpr::document(dialect, text);
    }
    match language.loaded() {
        Some(loaded) => parse_with(language, loaded, text, stop),
        None => units::units(Unit::Bracket, text).with_fallback(Fallback::NotParsed),
    }
}

fn parse_with(
    language: &Language,
    loaded: &Loaded,
    text: &[u8],
    stop: &(dyn Fn() -> bool + Sync),
) -> Document {
    let is_shallow = language.facts.deepest.is_none_or(|deepest| tag_depth(text) <= deepest);
    let flat = is_shallow.then(|| apart(|| flat_tree(loaded, text, stop)).flatten()).flatten();
    let Some(flat) = flat else {
        // Brackets in twenty megabytes take a second or two, and nobody will look at them.
        let unit = if stop() { Unit::Line } else { Unit::Bracket };
        return units::units(unit, text).with_fallback(Fallback::NotParsed);
    };
    let error_bytes = flat.error_bytes;
    let is_mostly_error = error_bytes * 5 > text.len();
    if flat.node(0).standing == Standing::Error || is_mostly_error {
        let fallback = Fallback::Errors { error_bytes };
        return units::units(Unit::Bracket, text).with_fallback(fallback);
    }
    emit::document(language, &loaded.model, &flat, text)
}

/// The errors of a tree, counted no further than `most`. An error may lie in what the tree hides.
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

/// Visible kinds come first, so that a name means what nodes are called.
fn kind_table(language: &tree_sitter::Language) -> KindTable {
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

/// Does something on a thread of its own, and with glibc so in an arena of its own: the memory of
/// tree-sitter's tree, in millions of small pieces, then goes back to the system as a whole and not
/// only as far as nothing that was allocated later lies above it.
fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| scope.spawn(work).join().ok())
}

fn flat_tree(loaded: &Loaded, text: &[u8], stop: &dyn Fn() -> bool) -> Option<FlatTree> {
    u32::try_from(text.len()).ok()?;
    let mut parser = Parser::new();
    parser.set_language(&loaded.language).ok()?;
    let mut is_standing = standstill(text.len());
    let mut watch = |state: &ParseState| {
        if is_standing(state) || stop() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut watch);
    let tree = parser.parse_with_options(&mut |at, _| line_ended(text, at), None, Some(options))?;
    let mut walk = Walk { text, flat: FlatTree::default(), open: Vec::new() };
    walk.run(&mut tree.walk());
    if loaded.is_guessing {
        walk.flat.states = Some(states::of(&loaded.language, &walk.flat));
    }
    Some(walk.flat)
}

/// Says that the parse has to end when the parser does not get further in the text for far longer than it ever does
/// on what resembles the language: at the end of a broken text some grammars' own scanners return
/// nothing for ever. A call means 100 operations; putting the tree in order at the end takes a call
/// per two hundred bytes.
fn standstill(length: usize) -> impl FnMut(&ParseState) -> bool {
    let longest = 200 + length / 100;
    let (mut furthest, mut calls) = (0, 0);
    move |state| {
        let has_moved = state.current_byte_offset() > furthest;
        furthest = furthest.max(state.current_byte_offset());
        calls = if has_moved { 0 } else { calls + 1 };
        calls > longest
    }
}

/// How deep elements nest in a text with tags, `<` and `</`; others than those of a well-formed text
/// count as well.
fn tag_depth(text: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for pair in text.windows(2) {
        match pair {
            b"</" | b"/>" => depth = depth.saturating_sub(1),
            [b'<', first] if first.is_ascii_alphabetic() || *first == b'_' => depth += 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// The text from `at` on, as if it ended with a newline: at the end of a text some grammars' own
/// scanners look for one for ever.
fn line_ended(text: &[u8], at: usize) -> &[u8] {
    let is_after = at == text.len() && text.last().is_some_and(|last| *last != b'\n');
    if is_after { b"\n" } else { text.get(at..).unwrap_or_default() }
}

/// The way through tree-sitter's tree; without recursion, trees are as deep as inputs like.
struct Walk<'a> {
    text: &'a [u8],
    flat: FlatTree,
    open: Vec<Open>,
}

/// A node whose children are being visited.
struct Open {
    index: usize,
    is_error: bool,
    /// Up to where children covered the text so far.
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
        if is_error && !self.open.iter().any(|open| open.is_error) {
            self.flat.error_bytes += end - start;
        }
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
        let end = self.flat.nodes[open.index].end as usize;
        if open.is_error && open.covered < end {
            self.leaves_of_gap(open.covered..end);
        }
        self.flat.nodes[open.index].next = self.flat.nodes.len() as u32;
    }

    /// Text of an error that no node covers becomes leaves, token by token.
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
