//! Replaces every call of a function by a part of its body, with the arguments in the place of the
//! parameters, and removes the function.

use super::source::{Source, Words, write};
use probdd_core::{Edits, Kind, NodeId};
use std::ops::Range;

/// How many parts of a body are tried.
const PARTS: usize = 4;

/// A function that is called by its name wherever the name occurs.
pub(super) struct Function<'a> {
    definition: NodeId,
    /// The name of each parameter.
    parameters: Vec<Option<&'a [u8]>>,
    /// Where its body begins, or what else stands behind the parameters.
    body: usize,
    calls: Vec<Call>,
}

struct Call {
    /// The call, and the statement that is nothing but the call.
    places: Vec<NodeId>,
    arguments: Vec<NodeId>,
}

/// Neighbouring nodes of a body.
struct Part {
    tokens: Range<usize>,
    kinds: Vec<Kind>,
}

impl<'a> Function<'a> {
    /// The function that is defined where a name stands first, if all other occurrences are calls outside.
    pub(super) fn of(
        source: &Source<'a>,
        words: &Words<'a>,
        leaves: &[NodeId],
    ) -> Option<Function<'a>> {
        let definition = source.removable(leaves[0])?;
        let (name, uses) = leaves.split_first()?;
        let name_end = source.tokens(*name).end;
        let is_outside = |leaf: &NodeId| !source.tree.contains(definition, *leaf);
        if uses.is_empty() || !source.opens_list(name_end) || !uses.iter().all(is_outside) {
            return None;
        }
        let calls: Option<Vec<Call>> = uses.iter().map(|leaf| Call::of(source, *leaf)).collect();
        let elements = source.list_after(*name);
        let body = elements.last().map_or(name_end + 1, |last| source.tokens(*last).end) + 1;
        let named = |element: &NodeId| parameter(source, words, definition, *element);
        let parameters = elements.iter().map(named).collect();
        Some(Function { definition, parameters, body, calls: calls? })
    }

    /// The text with every call replaced, for each of the heaviest parts of the body that fit in all places.
    pub(super) fn inlined(&self, source: &Source) -> Vec<Edits> {
        let end = source.tree.node(self.definition).end;
        let is_part = |id: &NodeId| {
            *id > self.definition && *id < end && source.tokens(*id).start >= self.body
        };
        let nodes = source.heaviest_first(source.nodes().filter(is_part));
        let parts = nodes.into_iter().flat_map(|id| self.parts(source, id));
        parts.filter_map(|part| self.replaced(source, &part)).take(PARTS).collect()
    }

    /// A node, or first what stands between its brackets, where that comes to a single place: twice, it could
    /// declare a name twice.
    fn parts(&self, source: &Source, id: NodeId) -> Vec<Part> {
        let kind = |id: NodeId| source.tree.node(id).kind;
        let whole = Part { tokens: source.tokens(id), kinds: vec![kind(id)] };
        let items: Vec<NodeId> = source.items_in(id).collect();
        match (&items[..], self.calls.len()) {
            ([first, .., last] | [first @ last], 1) => {
                let tokens = source.tokens(*first).start..source.tokens(*last).end;
                let content = items.iter().flat_map(|item| source.tree.children(*item));
                vec![Part { tokens, kinds: content.map(kind).collect() }, whole]
            }
            _ => vec![whole],
        }
    }

    /// Puts a part in the place of every call.
    fn replaced(&self, source: &Source, part: &Part) -> Option<Edits> {
        let places: Option<Vec<NodeId>> =
            self.calls.iter().map(|call| call.place(source, &part.kinds)).collect();
        let places =
            places.filter(|places| source.outermost(places.clone()).len() == places.len())?;
        let write_call = |(place, call): (NodeId, &Call)| {
            write(source.tokens(place), self.written(source, part, &call.arguments))
        };
        let written = places.into_iter().zip(&self.calls).map(write_call).collect();
        Some(Edits { written, ..Edits::removal(vec![self.definition]) })
    }

    /// A part with arguments in the place of the parameters.
    fn written(&self, source: &Source, part: &Part, arguments: &[NodeId]) -> Vec<u8> {
        let mut text = Vec::new();
        let mut behind = part.tokens.start;
        for token in part.tokens.clone() {
            let word = Some(source.token(token));
            let place = self.parameters.iter().position(|name| *name == word);
            let Some(argument) = place.and_then(|place| arguments.get(place)) else { continue };
            text.extend_from_slice(source.text_before(behind..token));
            let argument = source.tokens(*argument);
            let is_bare = is_one(source, argument.clone()) || is_alone(source, token);
            let [open, close]: [&[u8]; 2] = if is_bare { [b"", b""] } else { [b"(", b")"] };
            text.extend_from_slice(&[open, source.text(argument), close].concat());
            behind = token + 1;
        }
        text.extend_from_slice(source.text(behind..part.tokens.end));
        text
    }
}

impl Call {
    /// The call whose function a leaf names.
    fn of(source: &Source, leaf: NodeId) -> Option<Call> {
        let end = source.tokens(leaf).end;
        let mut around = source.around(leaf).filter(|id| source.is_of_grammar(*id));
        let call = around.find(|id| source.tokens(*id).end > end)?;
        let tokens = source.tokens(call);
        let is_same = |id: &NodeId| {
            let around = source.tokens(*id);
            around.start == tokens.start && around.end <= tokens.end + 1
        };
        let places = std::iter::once(call).chain(around.take_while(is_same)).collect();
        source.opens_list(end).then(|| Call { places, arguments: source.list_after(leaf) })
    }

    /// The smallest node that nodes of some kinds may replace.
    fn place(&self, source: &Source, kinds: &[Kind]) -> Option<NodeId> {
        let fits = |place: &NodeId| {
            (kinds.len() == 1 || source.is_item(*place))
                && kinds.iter().all(|kind| source.fits(*place, *kind))
        };
        self.places.iter().copied().find(fits)
    }
}

/// Whether tokens mean the same beside an operator: one token, or a pair of brackets and what belongs to it.
fn is_one(source: &Source, tokens: Range<usize>) -> bool {
    tokens.len() == 1
        || source.token(tokens.start) == b"("
        || matches!(source.token(tokens.end - 1), b")" | b"]" | b"}")
}

/// Whether no operator stands beside a token.
fn is_alone(source: &Source, token: usize) -> bool {
    matches!(source.token(token - 1), b"(" | b"," | b"[" | b"=" | b"return")
        && matches!(source.token(token + 1), b")" | b"," | b"]" | b";")
}

/// The name that an element of a function's list of parameters defines: the word in it that is used in the
/// function and least elsewhere.
fn parameter<'a>(
    source: &Source<'a>,
    words: &Words<'a>,
    definition: NodeId,
    element: NodeId,
) -> Option<&'a [u8]> {
    let used = words.iter().filter_map(|(word, leaves)| {
        let count =
            |node: NodeId| leaves.iter().filter(|leaf| source.tree.contains(node, **leaf)).count();
        let [here, inside] = [element, definition].map(count);
        (here > 0 && inside > here).then_some((leaves.len() - inside, *word))
    });
    used.min_by_key(|(elsewhere, _)| *elsewhere).map(|(_, word)| word)
}
