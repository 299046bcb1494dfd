//! A parse tree as a flat list in preorder, made from tree-sitter's tree.

use crate::text::directives::Directive;
use fixedbitset::FixedBitSet;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// How a node stands in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// A node where the grammar has it.
    Ordinary,
    /// A node that the grammar allows anywhere: a comment.
    Extra,
    /// Text that does not fit the grammar.
    Error,
    /// Text that does not fit the grammar, as an element among others.
    Loose,
    /// A node without text, which the parser inserted.
    Missing,
    /// Text that the parser has not seen: a directive, or the text of a branch.
    Masked(Option<Directive>),
}

/// A node of a parse tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlatNode {
    /// The kind that the tree shows.
    pub(crate) kind: u16,
    /// The kind before an alias renamed the node.
    pub(crate) original: u16,
    pub(crate) is_named: bool,
    pub(crate) standing: Standing,
    /// The parser's state before the node, or [`NO_STATE`].
    pub(crate) state: u16,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The index after the node's subtree.
    pub(crate) next: u32,
}

impl FlatNode {
    /// Whether the node stands outside the grammar: a comment, text in error.
    pub(crate) fn is_extra(&self) -> bool {
        matches!(self.standing, Standing::Extra | Standing::Error)
    }

    /// Whether the parser has not seen the node's text.
    pub(crate) fn is_masked(&self) -> bool {
        matches!(self.standing, Standing::Masked(_))
    }

    pub(crate) fn bytes(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(crate) fn text<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        &text[self.start as usize..self.end as usize]
    }
}

/// The kind of text in error that no node of the parse tree covers.
pub(crate) const NO_KIND: u16 = u16::MAX;

/// The state before a node where the parser was in several states or in none.
pub(crate) const NO_STATE: u16 = u16::MAX;

/// A parse tree in preorder.
#[derive(Debug, Default)]
pub(crate) struct FlatTree {
    pub(crate) nodes: Vec<FlatNode>,
    /// How many bytes the outermost error nodes cover.
    pub(crate) error_bytes: usize,
    /// Whether it has nodes of text that the parser has not seen.
    pub(crate) has_masks: bool,
    /// The facts from the parse tables, for a grammar without rules.
    pub(crate) states: Option<States>,
}

/// The facts from the parse tables about the states that occur in a tree.
#[derive(Debug)]
pub(crate) struct States {
    /// The index of every state in `tokens` and `slots`.
    pub(crate) places: HashMap<u16, usize>,
    /// The symbols of the tokens that may come next.
    pub(crate) tokens: Vec<FixedBitSet>,
    /// The slot of a node after the state.
    pub(crate) slots: Vec<u16>,
    /// The kinds that fit each slot.
    pub(crate) fits: Arc<[FixedBitSet]>,
}

/// This many tokens that were hidden from the parser count as one loose token. They are a branch of the
/// tree, which can be removed as a whole, so they do less harm.
const HIDDEN_PER_LOOSE: usize = 8;

/// A preprocessor's condition whose directives lie in several nodes counts as this many loose tokens: it
/// cannot be removed as a whole.
const LOOSE_PER_TORN: usize = 2;

/// What a grammar does not explain of a text. The smaller in this order, the better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Flaws {
    /// The tokens right inside errors, and those that are missing.
    pub(crate) loose: usize,
    /// The errors, and the tokens that are missing.
    pub(crate) errors: usize,
    /// The conditions whose masked directives lie in several nodes.
    pub(crate) torn: usize,
    /// The bytes inside errors.
    pub(crate) error_bytes: usize,
}

impl FlatTree {
    pub(crate) fn node(&self, index: u32) -> &FlatNode {
        &self.nodes[index as usize]
    }

    /// What the grammar does not explain; `None` if there is no error. Less is better.
    pub(crate) fn flaws(&self) -> Option<Flaws> {
        let mut flaws = Flaws { error_bytes: self.error_bytes, ..Flaws::default() };
        let mut hidden = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            let leaves =
                || self.children(index as u32).filter(|child| self.is_leaf(*child)).count();
            let loose = match node.standing {
                Standing::Error => leaves().max(1),
                Standing::Missing => 1,
                Standing::Masked(None) => {
                    hidden += leaves();
                    continue;
                }
                Standing::Ordinary | Standing::Extra | Standing::Loose | Standing::Masked(_) => {
                    continue;
                }
            };
            flaws.errors += 1;
            flaws.loose += loose;
        }
        flaws.loose += hidden / HIDDEN_PER_LOOSE;
        flaws.torn = if self.has_masks { self.torn_conditions() } else { 0 };
        flaws.loose += LOOSE_PER_TORN * flaws.torn;
        (flaws.errors + flaws.torn > 0).then_some(flaws)
    }

    /// How many conditions have masked directives in several nodes: they are not removable apart
    /// from those nodes.
    fn torn_conditions(&self) -> usize {
        let mut around: Vec<u32> = Vec::new();
        let mut open: Vec<(Option<u32>, bool)> = Vec::new();
        let mut torn = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            while around.pop_if(|outer| self.node(*outer).next <= index as u32).is_some() {}
            let place = around.last().copied();
            around.push(index as u32);
            match node.standing {
                Standing::Masked(Some(Directive::Begin)) => open.push((place, false)),
                Standing::Masked(Some(Directive::Divide)) => {
                    open.last_mut().into_iter().for_each(|(begin, torn)| *torn |= *begin != place);
                }
                Standing::Masked(Some(Directive::End)) => {
                    let is_torn = open.pop().is_some_and(|(begin, torn)| torn || begin != place);
                    torn += usize::from(is_torn);
                }
                _ => {}
            }
        }
        torn
    }

    /// Where errors and missing tokens are.
    pub(crate) fn errors(&self) -> Vec<Range<usize>> {
        let is_error =
            |node: &&FlatNode| matches!(node.standing, Standing::Error | Standing::Missing);
        self.nodes.iter().filter(is_error).map(FlatNode::bytes).collect()
    }

    /// The tokens that the parser has not understood, and the places of those that are missing.
    pub(crate) fn loose(&self) -> Vec<Range<usize>> {
        let mut loose = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            match node.standing {
                Standing::Missing => loose.push(node.bytes()),
                Standing::Error => {
                    let leaves = self.children(index as u32).filter(|child| self.is_leaf(*child));
                    loose.extend(leaves.map(|leaf| self.node(leaf).bytes()));
                }
                Standing::Ordinary | Standing::Extra | Standing::Loose | Standing::Masked(_) => {}
            }
        }
        loose.sort_by_key(|bytes| bytes.start);
        loose
    }

    /// How many bytes of errors lie in no subtree that the parser recognised in them.
    pub(crate) fn unexplained_bytes(&self) -> usize {
        let mut bytes = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            if node.standing == Standing::Error {
                let is_tree = |child: &u32| !self.is_leaf(*child);
                let explained = self.children(index as u32).filter(is_tree);
                let explained: u32 =
                    explained.map(|child| self.node(child).end - self.node(child).start).sum();
                bytes += (node.end - node.start - explained) as usize;
            }
        }
        bytes
    }

    /// Whether a node has no children.
    pub(crate) fn is_leaf(&self, index: u32) -> bool {
        self.node(index).next == index + 1
    }

    pub(crate) fn children(&self, index: u32) -> impl Iterator<Item = u32> {
        let end = self.node(index).next;
        std::iter::successors(Some(index + 1), move |child| {
            (*child < end).then(|| self.node(*child).next)
        })
        .take_while(move |child| *child < end)
    }
}
