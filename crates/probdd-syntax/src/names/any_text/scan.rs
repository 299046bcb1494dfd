//! The names of a text and their contexts: where on its line each stands, and what is beside it.

use super::compounds::Tokens;
use probdd_core::{NodeId, Role, Tree};
use std::collections::HashSet;
use std::ops::Range;

/// Scopes are looked for among items inside of fewer others than this.
pub(super) const DEPTH: usize = 4;

/// An occurrence of a name.
#[derive(Clone, Debug)]
pub(super) struct Name<'a> {
    pub(super) text: &'a [u8],
    pub(super) tokens: Range<usize>,
    pub(super) context: Context<'a>,
    /// What defines the name, if it is defined here.
    pub(super) item: NodeId,
    /// The outermost items around it; the root stands for those that are missing.
    around: [NodeId; DEPTH],
}

impl Name<'_> {
    /// The scope of the name, if scopes are items so deep; 0 is the whole text.
    pub(super) fn scope(&self, depth: usize) -> NodeId {
        depth.checked_sub(1).map_or(NodeId::ROOT, |at| self.around[at])
    }
}

/// What is around an occurrence of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Context<'a> {
    pub(super) place: Place,
    /// Whether the line is indented, if the name is first or second on it.
    is_deep: bool,
    /// The token before it on the line; [`WORD`] for any but the first.
    before: &'a [u8],
    /// The token after it on the line; [`WORD`] for any word or string.
    after: &'a [u8],
}

/// Where on its line a name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// It begins the line.
    First,
    /// It follows the first compound.
    Second,
    /// It stands anywhere else.
    Later,
}

/// Any word.
const WORD: &[u8] = b"a";
/// The line begins or ends.
const NOTHING: &[u8] = b"";

impl Context<'_> {
    /// Whether a definition may stand here.
    pub(super) fn may_define(&self) -> bool {
        self.place != Place::Later || self.gives()
    }

    /// Whether a whole compound is likely a name where it stands here.
    fn is_clear(&self) -> bool {
        self.place == Place::First || self.may_define() && self.is_marked()
    }

    /// Whether a sign stands after it.
    pub(super) fn is_marked(&self) -> bool {
        self.after != WORD && self.after != NOTHING
    }

    /// Whether what follows is given the name: after `:` or `=`.
    fn gives(&self) -> bool {
        matches!(self.after, b":" | b"=")
    }
}

/// All names of a text, in order. Numbers are none.
pub(super) fn names<'a>(tree: &Tree, tokens: Tokens<'a>) -> Vec<Name<'a>> {
    let mut scan = Scan { tokens, line: Line::default(), items: Items::new(tree) };
    let mut names = Vec::new();
    let mut next = 0;
    for compound in tokens.compounds(0..tokens.len()) {
        (next..=compound.start).for_each(|token| scan.begin_line_at(token));
        next = compound.start + 1;
        if compound.start == scan.line.start {
            scan.line.first_end = compound.end;
        }
        let is_number = tokens.get(compound.start)[0].is_ascii_digit();
        if !is_number && tree.counted().contains(compound.start) {
            names.push(scan.name(compound));
        }
    }
    refer(tokens, &mut names);
    names
}

/// Reduces what only refers to names to these: `f@PLT` refers to `f` if that may be defined.
fn refer<'a>(tokens: Tokens<'a>, names: &mut [Name<'a>]) {
    let defined: HashSet<&[u8]> =
        names.iter().filter(|name| name.context.is_clear()).map(|name| name.text).collect();
    for name in names {
        let mut parts = tokens.parts(name.tokens.clone());
        if let Some(part) = parts.find(|part| defined.contains(tokens.text_of(part))) {
            name.text = tokens.text_of(&part);
            name.tokens = part;
        }
    }
}

/// The line that is read.
#[derive(Clone, Copy, Default)]
struct Line {
    start: usize,
    end: usize,
    is_deep: bool,
    /// Where its first compound ends, if that begins it.
    first_end: usize,
}

/// The state of reading a text from start to end.
struct Scan<'a, 't> {
    tokens: Tokens<'a>,
    line: Line,
    items: Items<'t>,
}

impl<'a> Scan<'a, '_> {
    /// How far a token that begins a line is indented.
    fn indentation(&self, token: usize) -> Option<usize> {
        let gap = &self.tokens.text[self.tokens.table.gap_before(token)];
        match memchr::memrchr(b'\n', gap) {
            Some(at) => Some(gap.len() - at - 1),
            None => (token == 0).then_some(gap.len()),
        }
    }

    fn begin_line_at(&mut self, token: usize) {
        if let Some(indentation) = self.indentation(token) {
            let count = self.tokens.len();
            let end = (token + 1..count).find(|at| self.indentation(*at).is_some());
            let (end, is_deep) = (end.unwrap_or(count), indentation > 0);
            self.line = Line { start: token, end, is_deep, first_end: 0 };
        }
    }

    fn name(&mut self, tokens: Range<usize>) -> Name<'a> {
        let context = self.context(&tokens);
        let around = self.items.around(tokens.start as u32);
        let line = (context.place != Place::Later).then_some(self.line.start..self.line.end);
        let item = self.items.definer(&tokens, line.as_ref());
        Name { text: self.tokens.text_of(&tokens), tokens, context, item, around }
    }

    fn context(&self, tokens: &Range<usize>) -> Context<'a> {
        let place = if tokens.start == self.line.start {
            Place::First
        } else if tokens.start == self.line.first_end {
            Place::Second
        } else {
            Place::Later
        };
        let before = match place {
            Place::First => NOTHING,
            Place::Second => self.tokens.get(tokens.start - 1),
            Place::Later => self.sign(tokens.start - 1),
        };
        let is_last = tokens.end == self.tokens.len() || self.indentation(tokens.end).is_some();
        let after = if is_last { NOTHING } else { self.sign(tokens.end) };
        Context { place, is_deep: place != Place::Later && self.line.is_deep, before, after }
    }

    /// A token, if it is a sign.
    fn sign(&self, token: usize) -> &'a [u8] {
        let text = self.tokens.get(token);
        let is_string = matches!(text, [b'"' | b'\'', _, ..]);
        if is_string || self.tokens.is_word(token) { WORD } else { text }
    }
}

/// The items around a token, while tokens are read in order.
struct Items<'t> {
    tree: &'t Tree,
    /// The next node to open.
    next: u32,
    /// The items around the token, the innermost last.
    open: Vec<NodeId>,
}

impl<'t> Items<'t> {
    fn new(tree: &'t Tree) -> Items<'t> {
        Items { tree, next: 0, open: Vec::new() }
    }

    /// The outermost items around the next token.
    fn around(&mut self, token: u32) -> [NodeId; DEPTH] {
        let tree = self.tree;
        let begins =
            |id: &u32| (*id as usize) < tree.len() && tree.node(NodeId(*id)).first_token <= token;
        while begins(&self.next) {
            let id = NodeId(self.next);
            self.close_before(tree.node(id).first_token);
            if tree.node(id).role == Role::Item {
                self.open.push(id);
            }
            self.next += 1;
        }
        self.close_before(token);
        let mut around = [NodeId::ROOT; DEPTH];
        for (place, item) in around.iter_mut().zip(&self.open) {
            *place = *item;
        }
        around
    }

    fn close_before(&mut self, token: u32) {
        while self.open.pop_if(|node| self.tree.node(*node).end_token <= token).is_some() {}
    }

    /// What defines a name: the innermost item that contains its line, if the name stands at the start of it,
    /// or else the innermost one that is more than the name.
    fn definer(&self, name: &Range<usize>, line: Option<&Range<usize>>) -> NodeId {
        let is_more = |id: &&NodeId| {
            let item = self.tree.node(**id).tokens();
            match line {
                Some(line) => item.start <= line.start && line.end <= item.end,
                None => item.len() > name.len(),
            }
        };
        self.open.iter().rev().find(is_more).copied().unwrap_or(NodeId::ROOT)
    }
}
