//! A parse tree and its shapes to a document.
//!
//! Every named node becomes a node of the tree; what else is shown by the parse tree are tokens.
//! Extras (comments, text in error) are left out when children are matched and come back between
//! them: they belong to the list item after them, unless they stand on the line of what is before
//! them or a separator follows.

use crate::document::newlines;
use crate::document::{Document, DocumentBuilder};
use crate::grammar::Model;
use crate::language::Language;
use crate::parser::flat::{FlatNode, FlatTree, Standing};
use crate::shape::bonds::{Bonded, Bonds, Rules};
use crate::shape::corrections;
use crate::shape::guess;
use crate::shape::matching::Matcher;
use crate::shape::steps::{self, Bracket, Mark, NO_SLOT, Shape, Step};
use crate::text::tokens;
use probdd_core::{Kind, Role, Slot};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// Shapes of nodes with more children than this are not remembered.
const LARGEST_REMEMBERED: usize = 24;

/// The document of a parse tree.
pub(crate) fn document(
    language: &Language,
    model: &Model,
    flat: &FlatTree,
    text: &[u8],
) -> Document {
    let quirks = corrections::Quirks::new(&language.facts, model.kinds());
    let root = Kind(flat.node(0).kind);
    let mut emitter = Emitter {
        model,
        flat,
        text,
        quirks,
        bonded: Bonded::new(Rules::new(&language.facts, model.kinds()), flat, text),
        out: DocumentBuilder::new(text, root, Role::Regular),
        shapes: Shapes::default(),
        frames: Vec::new(),
    };
    emitter.run();
    let Shapes { parsed, unmatched, .. } = emitter.shapes;
    let fits = flat.states.as_ref().map_or_else(|| model.fits(), |states| Arc::clone(&states.fits));
    let mut document = emitter.out.finish(fits, |tree, table| {
        let verbatim = newlines::verbatim_kinds(model.kinds());
        newlines::joining(&language.facts, verbatim, (tree, table, text))
    });
    document.parsed = parsed;
    document.unmatched = unmatched;
    document.error_bytes = flat.error_bytes;
    document.is_guess = flat.states.is_some();
    document
}

/// A node whose children are being emitted.
struct Frame {
    /// The node of the parse tree.
    node: u32,
    /// The next child of the parse tree.
    next_child: u32,
    /// The index after the node's subtree.
    end: u32,
    /// Up to where the node's text goes.
    end_byte: usize,
    shape: Rc<Shape>,
    /// The next step of the shape.
    at: usize,
    /// Whether the node has a node in the tree that is to be closed.
    is_open: bool,
}

struct Emitter<'a> {
    model: &'a Model,
    flat: &'a FlatTree,
    text: &'a [u8],
    quirks: corrections::Quirks,
    bonded: Bonded<'a>,
    out: DocumentBuilder<'a>,
    shapes: Shapes,
    frames: Vec<Frame>,
}

impl Emitter<'_> {
    fn run(&mut self) {
        self.push_frame(0, false);
        while let Some(frame) = self.frames.last_mut() {
            let step = frame.shape.get(frame.at).copied();
            frame.at += 1;
            match step {
                Some(Step::Mark(mark)) => self.mark(mark),
                Some(Step::Child(slot)) => self.child(slot),
                None => self.finish_frame(),
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

    /// Opens a list. Its kind is the separator's, which no slot takes: two lists are of one kind iff
    /// their items are put together in the same way.
    fn list(&mut self, role: Role, separator: u16) {
        self.out.open(Kind(separator), role, Slot::NONE);
    }

    /// Emits the next child that the shape speaks of, and the extras before it.
    fn child(&mut self, slot: u16) {
        if let Some(extra) = self.take_extra() {
            self.step_back();
            return self.emit(extra, NO_SLOT);
        }
        if let Some(child) = self.take_child() {
            self.emit(child, slot);
        }
    }

    /// Does the step again when the extra before it is emitted.
    fn step_back(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.at -= 1;
        }
    }

    fn peek_child(&self) -> Option<u32> {
        self.frames.last().filter(|frame| frame.next_child < frame.end).map(|f| f.next_child)
    }

    fn take_child(&mut self) -> Option<u32> {
        let child = self.peek_child()?;
        let next = self.flat.node(child).next;
        if let Some(frame) = self.frames.last_mut() {
            frame.next_child = next;
        }
        Some(child)
    }

    fn take_extra(&mut self) -> Option<u32> {
        let child = self.peek_child()?;
        is_extra(self.flat.node(child)).then(|| self.take_child()).flatten()
    }

    /// The next child, if it is an extra and goes with no item, or one after it does.
    fn take_extra_between(&mut self) -> Option<u32> {
        let end = self.frames.last()?.end;
        let mut extra = self.peek_child()?;
        while !self.quirks.is_between(self.flat.node(extra).kind) {
            let node = self.flat.node(extra);
            extra = Some(node.next).filter(|next| is_extra(node) && *next < end)?;
        }
        self.take_extra()
    }

    /// After the last step: what extras are left belong to the node itself.
    fn finish_frame(&mut self) {
        if let Some(rest) = self.take_child() {
            self.step_back();
            return self.emit(rest, NO_SLOT);
        }
        let Some(frame) = self.frames.pop() else { return };
        self.uncovered_text(frame.end_byte);
        if frame.is_open {
            self.out.close();
        }
        self.trailing_extras(frame.is_open);
    }

    /// Emits a node: at once if it is a leaf, else by a frame.
    fn emit(&mut self, index: u32, slot: u16) {
        let node = *self.flat.node(index);
        let is_balanced = self.bonded.is_balanced(index);
        let is_fixed = self.quirks.is_whole(node.kind) || !is_balanced;
        let slot = if is_fixed { NO_SLOT } else { slot };
        let is_comment = self.quirks.is_comment(node.kind) || self.quirks.is_between(node.kind);
        if is_comment || self.flat.is_leaf(index) {
            self.leaf(&node, slot, is_comment);
            return self.trailing_extras(false);
        }
        let is_marker = self.is_line_marker(&node);
        if is_marker {
            self.out.make_extra();
            self.leaf(&node, NO_SLOT, true);
            return self.trailing_extras(false);
        }
        let is_open = node.is_named && node.standing != Standing::Error;
        if is_open {
            let kind = if is_balanced { self.kind_of(&node) } else { Kind::NONE };
            self.out.open(kind, Role::Regular, slot_of(slot));
        }
        self.push_frame(index, is_open);
    }

    /// The kind by which a node is known to fit elsewhere.
    fn kind_of(&self, node: &FlatNode) -> Kind {
        let parent = self.frames.last().map(|frame| self.flat.node(frame.node).kind);
        let is_inner = parent.is_some_and(|parent| self.quirks.is_inner(parent, node.kind));
        if is_inner { Kind::NONE } else { Kind(node.kind) }
    }

    fn push_frame(&mut self, index: u32, is_open: bool) {
        let node = self.flat.node(index);
        let facts = (&self.quirks, &self.bonded);
        let place = (index, self.frames.as_slice());
        let shape = self.shapes.of(self.model, self.flat, facts, self.text, place);
        self.frames.push(Frame {
            node: index,
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

    /// The bytes of a leaf without the blanks around it that contain a newline, and without what
    /// other leaves cover.
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

    /// Text before `until` that no leaf covers and that is not blank becomes a token.
    fn uncovered_text(&mut self, until: usize) {
        let mut start = self.out.covered();
        if start == 0 && self.text.starts_with(crate::document::render::BYTE_ORDER_MARK) {
            start = crate::document::render::BYTE_ORDER_MARK.len();
        }
        if start >= until || tokens::is_blank_text(&self.text[start..until]) {
            return;
        }
        let text = &self.text[start..until];
        let leading = text.iter().take_while(|byte| tokens::is_blank(**byte)).count();
        let trailing = text.iter().rev().take_while(|byte| tokens::is_blank(**byte)).count();
        self.out.token(start + leading..until - trailing, true);
    }

    /// After a child: extras that belong to it rather than to the next item. A comment on the line
    /// of a node with children is no comment of the list after it.
    fn trailing_extras(&mut self, is_after_node: bool) {
        let Some(extra) = self.peek_child() else { return };
        let node = self.flat.node(extra);
        if !is_extra(node) || node.standing == Standing::Error {
            return;
        }
        let between = self.out.covered()..(node.start as usize).max(self.out.covered());
        let is_same_line = !self.text[between].contains(&b'\n');
        let is_of_node = is_after_node && is_same_line && self.is_before_list();
        if is_of_node || self.closes_before_next_child(is_same_line) {
            self.take_child();
            self.emit(extra, NO_SLOT);
        }
    }

    /// Whether a list begins next.
    fn is_before_list(&self) -> bool {
        let next = self.frames.last().and_then(|frame| frame.shape.get(frame.at));
        matches!(next, Some(Step::Mark(Mark::Star(_) | Mark::Plus(_))))
    }

    /// Whether a virtual node ends before the next child, and an extra here belongs into it.
    fn closes_before_next_child(&self, is_same_line: bool) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        let coming = frame.shape.get(frame.at..).unwrap_or_default();
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
        if !self.quirks.is_directive(node.kind) {
            return false;
        }
        let text = &self.text[node.start as usize..node.end as usize];
        let Some((b'#', rest)) = text.split_first() else { return false };
        rest.iter().find(|byte| !matches!(byte, b' ' | b'\t')).is_some_and(u8::is_ascii_digit)
    }
}

pub(crate) fn is_extra(node: &FlatNode) -> bool {
    matches!(node.standing, Standing::Extra | Standing::Error)
}

fn slot_of(slot: u16) -> Slot {
    if slot == NO_SLOT { Slot::NONE } else { Slot(slot) }
}

/// The shapes of nodes, remembered by kind and kinds of children.
#[derive(Default)]
struct Shapes {
    matcher: Matcher,
    remembered: HashMap<Box<[u16]>, Rc<Shape>>,
    key: Vec<u16>,
    parsed: usize,
    unmatched: usize,
}

impl Shapes {
    fn of(
        &mut self,
        model: &Model,
        flat: &FlatTree,
        (quirks, bonded): (&corrections::Quirks, &Bonded<'_>),
        text: &[u8],
        (index, around): (u32, &[Frame]),
    ) -> Rc<Shape> {
        let node = flat.node(index);
        self.parsed += 1;
        if node.standing == Standing::Error {
            let is_inside = |frame: &Frame| quirks.is_fragile(flat.node(frame.node).kind);
            let stays = around.last().is_some_and(is_inside);
            return Rc::new(match quirks.error_end() {
                _ if stays => plain(flat, index),
                Some(end) => cut(flat, text, index, end),
                None => generic(flat, text, index),
            });
        }
        if quirks.is_fragile(node.kind) && is_beside_error(flat, index, around) {
            return Rc::new(plain(flat, index));
        }
        if let Some(states) = &flat.states {
            return Rc::new(guess::shape(flat, states, text, index));
        }
        self.key.clear();
        let context = context(quirks, flat, text, (index, around));
        let parent = around.last().map_or(u16::MAX, |frame| flat.node(frame.node).kind);
        let parent = if model.looks_up(node.kind) { parent } else { u16::MAX };
        self.key.extend([node.kind, node.original, context, parent]);
        let children = flat.children(index).map(|child| flat.node(child));
        self.key.extend(children.filter(|child| !is_extra(child)).map(|child| child.kind));
        let bonds = bonded.of_children(index);
        if bonds.is_empty()
            && let Some(shape) = self.remembered.get(self.key.as_slice())
        {
            return Rc::clone(shape);
        }
        let Some(shape) = self.matched(model, quirks, &bonds) else {
            self.unmatched += 1;
            return Rc::new(generic(flat, text, index));
        };
        let shape = Rc::new(shape);
        if bonds.is_empty() && self.key.len() <= LARGEST_REMEMBERED {
            self.remembered.insert(self.key.as_slice().into(), Rc::clone(&shape));
        }
        shape
    }

    fn matched(
        &mut self,
        model: &Model,
        quirks: &corrections::Quirks,
        bonds: &[Bonds],
    ) -> Option<Shape> {
        let [kind, original, context, parent, children @ ..] = &self.key[..] else { return None };
        let (kind, original) = (*kind, *original);
        if children.is_empty() {
            return Some(Shape::new());
        }
        let matcher = &mut self.matcher;
        let shape = model
            .programs(kind, original, *parent)
            .find_map(|program| matcher.shape(program, model.accepted(), children))?;
        Some(steps::simplified(&quirks.apply((kind, *context), (children, bonds), shape)))
    }
}

/// What the nodes around a node, and its place there, tell about its shape.
fn context(
    quirks: &corrections::Quirks,
    flat: &FlatTree,
    text: &[u8],
    (index, around): (u32, &[Frame]),
) -> u16 {
    let kind = flat.node(index).kind;
    let mut above = around.iter().rev().map(|frame| frame.node);
    let parent = above.next();
    let Some(parent) = parent.filter(|_| quirks.looks_up(kind)) else { return 0 };
    let is_inside =
        |kinds: &[u16]| around.iter().any(|frame| kinds.contains(&flat.node(frame.node).kind));
    let text_of = |child| &text[flat.node(child).start as usize..flat.node(child).end as usize];
    let counts = |child: &u32| !is_extra(flat.node(*child));
    let before = flat.children(parent).take_while(|child| *child < index).filter(counts).last();
    let parent = corrections::Parent {
        kind: flat.node(parent).kind,
        children: flat.children(parent).map(|child| flat.node(child).kind).collect(),
        before: before.map_or(b"", text_of),
        around: above.next().map_or(Vec::new(), |node| flat.children(node).map(text_of).collect()),
        own: flat.children(index).map(text_of).collect(),
        is_inside: &is_inside,
    };
    quirks.context(kind, &parent)
}

/// Whether text in error lies right in a node or a child of it, or around it, or begins where the
/// node ends.
fn is_beside_error(flat: &FlatTree, index: u32, around: &[Frame]) -> bool {
    let is_error =
        |node: u32| flat.nodes.get(node as usize).is_some_and(|n| n.standing == Standing::Error);
    is_error(flat.node(index).next)
        || around.last().is_some_and(|frame| is_error(frame.node))
        || flat.children(index).any(|child| is_error(child) || flat.children(child).any(is_error))
}

/// The shape of a node of which nothing goes.
fn plain(flat: &FlatTree, index: u32) -> Shape {
    let children = flat.children(index).filter(|child| !is_extra(flat.node(*child)));
    children.map(|_| Step::Child(NO_SLOT)).collect()
}

/// The shape of a node in error of which nothing goes but what lies between two tokens with some
/// text.
fn cut(flat: &FlatTree, text: &[u8], index: u32, end: &str) -> Shape {
    let children = flat.children(index).map(|child| flat.node(child));
    let ends = |child: &FlatNode| &text[child.start as usize..child.end as usize] == end.as_bytes();
    let children: Vec<bool> = children.filter(|child| !is_extra(child)).map(ends).collect();
    let before = text[..flat.node(index).start as usize].trim_ascii_end();
    steps::pieces(&children, before.is_empty() || before.ends_with(end.as_bytes()))
}

/// The shape of a node that no rule explains.
fn generic(flat: &FlatTree, text: &[u8], index: u32) -> Shape {
    let children = flat.children(index).map(|child| flat.node(child));
    let brackets: Vec<Bracket> = children
        .filter(|child| !is_extra(child))
        .map(|child| {
            if child.is_named {
                return Bracket::None;
            }
            Bracket::of(&text[child.start as usize..child.end as usize])
        })
        .collect();
    steps::generic(&brackets)
}
