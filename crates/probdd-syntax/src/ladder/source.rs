//! A document as the rungs look at it.

use crate::document::Document;
use crate::grammar::Model;
use crate::language::Language;
use crate::language::facts::{Stub, ThreeAddress};
use crate::text::tokens::is_word;
use probdd_core::{Edits, Kind, NodeId, Role, Slot, Tree, Written};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A document and its language.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub(super) document: &'a Document,
    pub(super) tree: &'a Tree,
    pub(super) language: Option<&'a Language>,
    pub(super) model: Option<&'a Model>,
}

/// How many tokens of parts are compared with those of the places around them, for all places together: about
/// a second. The offers for a nest of depth n have n^3 tokens; of texts of 4,000 tokens none is left out.
const MOST_COMPARED: u64 = 1 << 25;

/// Words that are leaves of the tree, with the leaves, in the order of their first occurrences.
pub(super) type Words<'a> = Vec<(&'a [u8], Vec<NodeId>)>;

/// The text of some tokens, and these tokens.
pub(super) type Text<'a> = (&'a [u8], Vec<usize>);

impl<'a> Source<'a> {
    pub(super) fn new(document: &'a Document, language: Option<&'a Language>) -> Source<'a> {
        let model = language.and_then(Language::loaded).map(|loaded| &loaded.model);
        Source { document, tree: document.tree(), language, model }
    }

    /// What its instructions consist of, if it is a three-address code.
    pub(super) fn three_address(&self) -> Option<&'static ThreeAddress> {
        self.language.and_then(|language| language.facts.three_address)
    }

    /// What the body of a function may become.
    pub(super) fn stub(&self) -> Option<Stub> {
        self.language.and_then(|language| language.facts.stub)
    }

    /// Whether the tree is one of brackets and lines: no node has a kind.
    pub(super) fn is_of_units(&self) -> bool {
        self.tree.node(NodeId::ROOT).kind == Kind::NONE
    }

    /// The bytes of a token.
    pub(super) fn token(&self, token: usize) -> &'a [u8] {
        self.document.token(token)
    }

    /// Whether a line break stands before a token.
    pub(super) fn begins_line(&self, token: usize) -> bool {
        self.gap_before(token).contains(&b'\n')
    }

    /// How far a token at the beginning of a line is indented, in bytes.
    pub(super) fn columns(&self, token: usize) -> usize {
        let gap = self.gap_before(token);
        gap.len() - memchr::memrchr(b'\n', gap).map_or(0, |newline| newline + 1)
    }

    /// What stands between a token and the one before it.
    pub(super) fn gap_before(&self, token: usize) -> &'a [u8] {
        &self.document.text()[self.document.tokens.gap_before(token)]
    }

    /// The tokens of a node, without the separator that an item begins with.
    pub(super) fn tokens(&self, id: NodeId) -> Range<usize> {
        let node = self.tree.node(id);
        node.tokens().start + usize::from(node.lead)..node.tokens().end
    }

    /// The text of some tokens and of everything between them.
    pub(super) fn text(&self, tokens: Range<usize>) -> &'a [u8] {
        if tokens.is_empty() {
            return b"";
        }
        let table = &self.document.tokens;
        &self.document.text()[table.bytes(tokens.start).start..table.bytes(tokens.end - 1).end]
    }

    /// The text of some tokens and of everything up to the token behind them.
    pub(super) fn text_before(&self, tokens: Range<usize>) -> &'a [u8] {
        let [begin, end] =
            [tokens.start, tokens.end].map(|at| self.document.tokens.bytes(at).start);
        &self.document.text()[begin..end]
    }

    /// The text of a node.
    pub(super) fn text_of(&self, id: NodeId) -> &'a [u8] {
        self.text(self.tokens(id))
    }

    /// How many tokens of a node count.
    pub(super) fn weight(&self, id: NodeId) -> u32 {
        self.tree.weight_of(self.tokens(id))
    }

    /// The name of a node's kind.
    pub(super) fn kind_name(&self, id: NodeId) -> &'a str {
        self.language.map_or("", |language| language.kind_name(self.tree.node(id).kind))
    }

    /// The nodes of the grammar, in preorder.
    pub(super) fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> {
        self.tree.nodes().map(|(id, _)| id).filter(|id| self.is_of_grammar(*id))
    }

    /// The nodes inside a node, or the node itself, that are of some kinds, in preorder.
    pub(super) fn nodes_of(
        &self,
        inside: NodeId,
        kinds: &'static str,
    ) -> impl Iterator<Item = NodeId> {
        let kinds: Vec<Kind> = self
            .model
            .map_or(Vec::new(), |model| model.kinds().of_words(kinds).map(Kind).collect());
        let nodes = (inside.0..self.tree.node(inside).end.0).map(NodeId);
        nodes.filter(move |id| kinds.contains(&self.tree.node(*id).kind))
    }

    /// The token that a node is, if it is one.
    pub(super) fn only_token(&self, id: NodeId) -> Option<usize> {
        let tokens = self.tokens(id);
        (tokens.len() == 1).then_some(tokens.start)
    }

    pub(super) fn is_of_grammar(&self, id: NodeId) -> bool {
        let node = self.tree.node(id);
        node.role == Role::Regular && node.kind != Kind::NONE && !node.tokens().is_empty()
    }

    /// The nodes that others might replace, the heaviest first.
    pub(super) fn places(&self) -> Vec<NodeId> {
        let has_slot = |id: &NodeId| self.tree.node(*id).slot != Slot::NONE;
        self.heaviest_first(self.nodes().filter(has_slot))
    }

    /// Those of [`places`](Source::places) that are compared with all their parts at a bounded cost. In a deep nest
    /// or a large text, the heaviest are left out.
    pub(super) fn places_of_parts(&self) -> Vec<NodeId> {
        let mut places = self.places();
        let mut left = MOST_COMPARED;
        let affordable = places.iter().rev().take_while(|place| {
            let parts = u64::from(self.tree.node(**place).end.0 - place.0);
            left = left.saturating_sub(parts * u64::from(self.weight(**place)));
            left > 0
        });
        let affordable = affordable.count();
        places.split_off(places.len() - affordable)
    }

    /// Nodes in the order of their weights; of equally heavy ones the first in preorder first.
    pub(super) fn heaviest_first(&self, nodes: impl Iterator<Item = NodeId>) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> = nodes.collect();
        nodes.sort_by_key(|id| (Reverse(self.weight(*id)), *id));
        nodes
    }

    /// Whether a node of a kind may stand where another one stands.
    pub(super) fn fits(&self, place: NodeId, kind: Kind) -> bool {
        self.tree.fits(self.tree.node(place).slot, kind)
    }

    /// All kinds that may stand where a node stands.
    pub(super) fn kinds_at(&self, place: NodeId) -> impl Iterator<Item = u16> {
        let kinds = self.model.map_or(0, |model| model.kinds().len() as u16);
        (0..kinds).filter(move |kind| self.fits(place, Kind(*kind)))
    }

    /// Whether a node is one token.
    pub(super) fn is_leaf(&self, id: NodeId) -> bool {
        let node = self.tree.node(id);
        node.end.0 == id.0 + 1 && node.tokens().len() == 1
    }

    /// Whether a node is the content of a list item.
    pub(super) fn is_item(&self, id: NodeId) -> bool {
        self.tree.node(self.tree.node(id).parent).role == Role::Item
    }

    /// The descendants of a node that are lighter.
    pub(super) fn parts(&self, place: NodeId) -> impl Iterator<Item = NodeId> {
        let weight = self.weight(place);
        let inside = (place.0 + 1..self.tree.node(place).end.0).map(NodeId);
        inside.filter(move |id| self.is_of_grammar(*id) && self.weight(*id) < weight)
    }

    /// The words of the tree and where they stand.
    pub(super) fn words(&self) -> Words<'a> {
        let mut places: BTreeMap<&[u8], usize> = BTreeMap::new();
        let mut words: Words = Vec::new();
        for id in self.nodes().filter(|id| self.is_leaf(*id)) {
            let text = self.text_of(id);
            if !begins_name(text) {
                continue;
            }
            let at = *places.entry(text).or_insert(words.len());
            if at == words.len() {
                words.push((text, Vec::new()));
            }
            words[at].1.push(id);
        }
        words
    }

    /// The texts of tokens and where they stand, in the order of their first occurrences.
    pub(super) fn texts(&self) -> Vec<Text<'a>> {
        let mut places: BTreeMap<&[u8], usize> = BTreeMap::new();
        let mut texts: Vec<Text> = Vec::new();
        for token in 0..self.tree.token_count() {
            let text = self.token(token);
            let at = *places.entry(text).or_insert(texts.len());
            if at == texts.len() {
                texts.push((text, Vec::new()));
            }
            texts[at].1.push(token);
        }
        texts
    }

    /// A node and those around it, up to the root.
    pub(super) fn around(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(id), |id| self.tree.parent(*id))
    }

    /// The items of a list.
    pub(super) fn items(&self, list: NodeId) -> impl Iterator<Item = NodeId> {
        self.tree.children(list).filter(|id| self.tree.node(*id).role == Role::Item)
    }

    /// The items of the lists that a node consists of.
    pub(super) fn items_in(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let lists = self.tree.children(id).filter(|id| self.tree.node(*id).is_list());
        lists.flat_map(|list| self.items(list))
    }

    /// The elements of the list that stands right after a name.
    pub(super) fn list_after(&self, name: NodeId) -> Vec<NodeId> {
        let tree = self.tree;
        let end = tree.node(name).tokens().end;
        let mut around = self.around(name).take_while(|id| tree.node(*id).tokens().end == end);
        let next = around.find_map(|id| {
            let next = tree.next_siblings(id).next()?;
            (tree.node(next).tokens().start <= end + 1).then_some(next)
        });
        let Some(next) = next else { return Vec::new() };
        let inside = (next.0..tree.node(next).end.0).map(NodeId);
        let mut lists = inside.filter(|id| tree.node(*id).is_list());
        let begin = tree.node(next).tokens().start;
        let list = lists.find(|id| tree.node(*id).tokens().start <= begin + 1);
        list.into_iter().flat_map(|list| self.items(list)).collect()
    }

    /// Whether a token opens a list of parameters or arguments.
    pub(super) fn opens_list(&self, token: usize) -> bool {
        token < self.tree.token_count() && self.token(token) == b"("
    }

    /// Whether a node is removable as far as the grammar tells: not the last item of a list that
    /// keeps one.
    pub(super) fn is_removable(&self, id: NodeId) -> bool {
        let tree = self.tree;
        let is_only = || self.items(tree.node(id).parent).count() <= 1;
        tree.is_removable(id) && !(tree.is_item_of_plus(id) && is_only())
    }

    /// The smallest removable node around a node, perhaps itself.
    pub(super) fn removable(&self, id: NodeId) -> Option<NodeId> {
        self.around(id).find(|id| self.is_removable(*id))
    }

    /// Nodes without those inside others of them, in order.
    pub(super) fn outermost(&self, nodes: impl IntoIterator<Item = NodeId>) -> Vec<NodeId> {
        let mut kept: Vec<NodeId> = Vec::new();
        for id in nodes.into_iter().collect::<BTreeSet<_>>() {
            if !kept.last().is_some_and(|last| self.tree.contains(*last, id)) {
                kept.push(id);
            }
        }
        kept
    }

    /// A text in the place of some nodes.
    pub(super) fn write_all(&self, nodes: &[NodeId], text: &[u8]) -> Vec<Written> {
        nodes.iter().map(|id| write(self.tokens(*id), text)).collect()
    }
}

/// A text in the place of some tokens.
pub(super) fn write(tokens: Range<usize>, text: impl Into<Vec<u8>>) -> Written {
    Written { tokens: tokens.start as u32..tokens.end as u32, text: text.into() }
}

/// Nothing in the place of some tokens.
pub(super) fn erase(tokens: Range<usize>) -> Written {
    write(tokens, Vec::new())
}

/// The edits that put one text in the place of each of some tokens.
pub(super) fn writing_at(tokens: &[usize], text: &[u8]) -> Edits {
    writing(tokens.iter().map(|token| write(*token..token + 1, text)))
}

/// The edits that put texts in the place of tokens, and nothing else.
pub(super) fn writing(written: impl IntoIterator<Item = Written>) -> Edits {
    Edits { written: written.into_iter().collect(), ..Edits::default() }
}

/// Whether a text is a word that may be a name, perhaps with a sign before it.
pub(super) fn begins_name(text: &[u8]) -> bool {
    let letters = text.strip_prefix(b"$").or(text.strip_prefix(b"@")).or(text.strip_prefix(b"%"));
    let letters = letters.unwrap_or(text);
    letters.iter().all(|byte| is_word(*byte))
        && letters.first().is_some_and(|byte| !byte.is_ascii_digit())
}
