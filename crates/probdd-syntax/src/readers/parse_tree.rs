//! Turns a parse tree and the shapes of its nodes into a document.
//!
//! Every named node becomes a node of the tree; the other leaves of the parse tree become tokens.
//! Extras (comments, text in error) are left out when children are matched, and are inserted
//! between them here: they belong to the list item after them, unless they stand on the line of the
//! node before them or a separator follows.

use crate::document::Document;
use crate::document::builder::DocumentBuilder;
use crate::document::joints::Joining;
use crate::grammar::Model;
use crate::grammar::mark::Mark;
use crate::language::Language;
use crate::parser::flat::{FlatNode, FlatTree, NO_KIND, Standing};
use crate::shape::node_shapes::Shapes;
use crate::shape::steps::{NO_SLOT, Shape, Step};
use crate::text::tokens::{self, BYTE_ORDER_MARK};
use probdd_core::{Kind, Role, Slot};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// The document of a parse tree, perhaps with another shape of its root.
pub(crate) fn document(
    language: &Language,
    model: &Model,
    flat: &FlatTree,
    root_shape: Option<Shape>,
    text: &[u8],
) -> Document {
    let root = Kind(flat.node(0).kind);
    let mut emitter = Emitter {
        flat,
        text,
        out: DocumentBuilder::new(text, root, Role::Regular),
        shapes: Shapes::new(&language.facts, model, flat, text),
        open: Vec::new(),
        path: Vec::new(),
    };
    emitter.run(root_shape);
    let Shapes { parsed, unmatched, .. } = emitter.shapes;
    let fits = flat.states.as_ref().map_or_else(|| model.fits(), |states| Arc::clone(&states.fits));
    let mut document = emitter.out.finish(fits, |tree, table| {
        Joining::of(language.facts.spacing, model.kinds().verbatim(), (tree, table, text))
    });
    document.parsed = parsed;
    document.unmatched = unmatched;
    document.error_bytes = flat.error_bytes;
    document.is_guess = flat.states.is_some();
    document
}

/// A node whose children are being emitted.
struct OpenNode {
    /// The next child of the parse tree.
    next_child: u32,
    /// The index after the node's subtree.
    end: u32,
    /// The end of the node's text.
    end_byte: usize,
    shape: Rc<Shape>,
    /// The next step of the shape.
    at: usize,
    /// Whether the node has a node in the tree, which must be closed.
    is_open: bool,
}

struct Emitter<'a> {
    flat: &'a FlatTree,
    text: &'a [u8],
    out: DocumentBuilder<'a>,
    shapes: Shapes<'a>,
    open: Vec<OpenNode>,
    /// The nodes of the parse tree that are open.
    path: Vec<u32>,
}

impl Emitter<'_> {
    fn run(&mut self, root_shape: Option<Shape>) {
        let root_shape = root_shape.map_or_else(|| self.shapes.of(0, &[]), Rc::new);
        self.open_node(0, root_shape, false);
        while let Some(innermost) = self.open.last_mut() {
            let step = innermost.shape.get(innermost.at).copied();
            innermost.at += 1;
            match step {
                Some(Step::Mark(mark)) => self.mark(mark),
                Some(Step::Child(slot)) => self.child(slot),
                None => self.finish_node(),
            }
        }
        self.uncovered_text(self.text.len());
    }

    fn mark(&mut self, mark: Mark) {
        let role = match mark {
            Mark::Star(separator) => return self.list(Role::Star, separator),
            Mark::Plus(separator) => return self.list(Role::Plus, separator),
            Mark::Item { .. } => match self.take_extra_between() {
                Some(extra) => {
                    self.step_back();
                    return self.emit(extra, NO_SLOT);
                }
                None => Role::Item,
            },
            Mark::Optional => Role::Optional,
            Mark::EndSeparator => return self.out.end_of_separator(),
            Mark::Close => return self.out.close(),
        };
        self.out.open(Kind::NONE, role, Slot::NONE);
    }

    /// Opens a list. Its kind is that of its separator, which fits no slot: two lists are of one
    /// kind iff their items are joined in the same way.
    fn list(&mut self, role: Role, separator: u16) {
        self.out.open(Kind(separator), role, Slot::NONE);
    }

    /// Emits the next child of the shape, and the extras before it.
    fn child(&mut self, slot: u16) {
        if let Some(extra) = self.take_extra() {
            self.step_back();
            return self.emit(extra, NO_SLOT);
        }
        if let Some(child) = self.take_child() {
            self.emit(child, slot);
        }
    }

    /// Repeats the step after the extra before it is emitted.
    fn step_back(&mut self) {
        if let Some(innermost) = self.open.last_mut() {
            innermost.at -= 1;
        }
    }

    fn peek_child(&self) -> Option<u32> {
        self.open.last().filter(|node| node.next_child < node.end).map(|f| f.next_child)
    }

    fn take_child(&mut self) -> Option<u32> {
        let child = self.peek_child()?;
        let next = self.flat.node(child).next;
        if let Some(innermost) = self.open.last_mut() {
            innermost.next_child = next;
        }
        Some(child)
    }

    fn take_extra(&mut self) -> Option<u32> {
        let child = self.peek_child()?;
        self.flat.node(child).is_extra().then(|| self.take_child()).flatten()
    }

    /// The next child, if it is an extra and it or an extra right after it belongs to no item.
    fn take_extra_between(&mut self) -> Option<u32> {
        let end = self.open.last()?.end;
        let mut extra = self.peek_child()?;
        while !self.shapes.corrections.standalone.contains(&self.flat.node(extra).kind) {
            let node = self.flat.node(extra);
            extra = Some(node.next).filter(|next| node.is_extra() && *next < end)?;
        }
        self.take_extra()
    }

    /// Ends a node after the last step. The extras that are left belong to the node itself.
    fn finish_node(&mut self) {
        if let Some(rest) = self.take_child() {
            self.step_back();
            return self.emit(rest, NO_SLOT);
        }
        let Some(innermost) = self.open.pop() else { return };
        self.path.pop();
        self.uncovered_text(innermost.end_byte);
        if innermost.is_open {
            self.out.close();
        }
        self.trailing_extras(innermost.is_open);
    }

    /// Emits a leaf with the extras after it, or opens a node with children.
    fn emit(&mut self, index: u32, slot: u16) {
        if self.emit_leaf(index, slot) {
            self.trailing_extras(false);
        }
    }

    /// Emits a leaf. Opens a node with children instead, and returns false.
    fn emit_leaf(&mut self, index: u32, slot: u16) -> bool {
        let node = *self.flat.node(index);
        let is_balanced = self.shapes.bonded.is_balanced(index);
        let corrections = &self.shapes.corrections;
        let is_fixed = corrections.irreplaceable.contains(&node.kind) || !is_balanced;
        let slot = if is_fixed { NO_SLOT } else { slot };
        let is_comment = corrections.comments.contains(&node.kind)
            || corrections.standalone.contains(&node.kind)
            || node.kind == NO_KIND && node.standing == Standing::Extra;
        if is_comment || self.flat.is_leaf(index) {
            self.leaf(&node, slot, is_comment);
            return true;
        }
        let is_marker = self.is_line_marker(&node);
        if is_marker {
            self.out.make_extra();
            self.leaf(&node, NO_SLOT, true);
            return true;
        }
        let is_open = node.is_named && node.standing != Standing::Error;
        if is_open {
            let kind = if is_balanced { self.kind_of(&node) } else { Kind::NONE };
            self.out.open(kind, Role::Regular, slot_of(slot));
        }
        let shape = self.shapes.of(index, &self.path);
        self.open_node(index, shape, is_open);
        false
    }

    /// The kind that decides where else the node fits.
    fn kind_of(&self, node: &FlatNode) -> Kind {
        let parent = self.path.last().map(|parent| self.flat.node(*parent).kind);
        let is_inner = parent.is_some_and(|parent| {
            self.shapes.corrections.only_inside.contains(&(parent, node.kind))
        });
        if is_inner { Kind::NONE } else { Kind(node.kind) }
    }

    fn open_node(&mut self, index: u32, shape: Rc<Shape>, is_open: bool) {
        let node = self.flat.node(index);
        self.path.push(index);
        self.open.push(OpenNode {
            next_child: index + 1,
            end: node.next,
            end_byte: node.end as usize,
            shape,
            at: 0,
            is_open,
        });
    }

    fn leaf(&mut self, node: &FlatNode, slot: u16, is_comment: bool) {
        let bytes = self.trimmed(node, is_comment);
        if bytes.is_empty() || node.standing == Standing::Missing {
            return;
        }
        self.uncovered_text(bytes.start);
        let is_extra = is_comment && node.standing == Standing::Extra;
        let has_node = node.is_named || is_extra;
        if has_node {
            let role = if is_extra { Role::Extra } else { Role::Regular };
            self.out.open(self.kind_of(node), role, slot_of(slot));
        }
        self.out.token(bytes, !is_comment);
        if has_node {
            self.out.close();
        }
    }

    /// The bytes of a leaf without surrounding blanks that contain a newline, and without the text
    /// of other leaves.
    fn trimmed(&self, node: &FlatNode, is_comment: bool) -> Range<usize> {
        let start = (node.start as usize).max(self.out.covered());
        let end = (node.end as usize).max(start);
        let text = &self.text[start..end];
        let blanks = |text: &[u8], count: usize| if text.contains(&b'\n') { count } else { 0 };
        let leading = text.iter().take_while(|byte| tokens::is_blank(**byte)).count();
        let leading = blanks(&text[..leading], leading);
        let rest = &text[leading..];
        let trailing = rest.iter().rev().take_while(|byte| tokens::is_blank(**byte)).count();
        let joins_lines = rest[..rest.len() - trailing].ends_with(b"\\");
        let has_newline = rest[rest.len() - trailing..].contains(&b'\n');
        let is_cut = is_comment || (has_newline && !joins_lines);
        let trailing = if is_cut { trailing } else { 0 };
        start + leading..end - trailing
    }

    /// Makes text before `until` that no leaf covers a token, unless it is blank.
    fn uncovered_text(&mut self, until: usize) {
        let mut start = self.out.covered();
        if start == 0 && self.text.starts_with(BYTE_ORDER_MARK) {
            start = BYTE_ORDER_MARK.len();
        }
        if start >= until || tokens::is_blank_text(&self.text[start..until]) {
            return;
        }
        let text = &self.text[start..until];
        let leading = text.iter().take_while(|byte| tokens::is_blank(**byte)).count();
        let trailing = text.iter().rev().take_while(|byte| tokens::is_blank(**byte)).count();
        self.out.token(start + leading..until - trailing, true);
    }

    /// Emits the extras after a child that belong to it rather than to the next item. A comment on
    /// the line of a node with children does not belong to the list after it.
    fn trailing_extras(&mut self, mut is_after_node: bool) {
        while let Some(extra) = self.peek_child().filter(|child| self.trails(*child, is_after_node))
        {
            self.take_child();
            if !self.emit_leaf(extra, NO_SLOT) {
                return;
            }
            is_after_node = false;
        }
    }

    /// Whether the next child is an extra that belongs to what is before it.
    fn trails(&self, extra: u32, is_after_node: bool) -> bool {
        let node = self.flat.node(extra);
        if !node.is_extra() || node.standing == Standing::Error {
            return false;
        }
        let between = self.out.covered()..(node.start as usize).max(self.out.covered());
        let is_same_line = !self.text[between].contains(&b'\n');
        let is_of_node = is_after_node && is_same_line && self.is_before_list();
        is_of_node || self.closes_before_next_child(is_same_line)
    }

    /// Whether a list begins next.
    fn is_before_list(&self) -> bool {
        let next = self.open.last().and_then(|node| node.shape.get(node.at));
        matches!(next, Some(Step::Mark(Mark::Star(_) | Mark::Plus(_))))
    }

    /// Whether a virtual node ends before the next child, and an extra here belongs to it.
    fn closes_before_next_child(&self, is_same_line: bool) -> bool {
        let Some(innermost) = self.open.last() else { return false };
        let coming = innermost.shape.get(innermost.at..).unwrap_or_default();
        let mut closes = false;
        let mut is_before_separator = false;
        for step in coming {
            match step {
                Step::Child(_) => break,
                Step::Mark(Mark::Close) => closes = true,
                Step::Mark(Mark::Item { is_separated }) => is_before_separator |= is_separated,
                Step::Mark(_) => {}
            }
        }
        closes && (is_same_line || is_before_separator)
    }

    /// Whether a node is a line marker of the C preprocessor, `# 1 "file"`.
    fn is_line_marker(&self, node: &FlatNode) -> bool {
        if !self.shapes.corrections.directives.contains(&node.kind) {
            return false;
        }
        let text = node.text(self.text);
        let Some((b'#', rest)) = text.split_first() else { return false };
        rest.iter().find(|byte| !matches!(byte, b' ' | b'\t')).is_some_and(u8::is_ascii_digit)
    }
}

fn slot_of(slot: u16) -> Slot {
    if slot == NO_SLOT { Slot::NONE } else { Slot(slot) }
}
