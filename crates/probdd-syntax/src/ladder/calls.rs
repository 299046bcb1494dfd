//! Replaces every call of a function by a part of its body, with the arguments in the place of the
//! parameters, and removes the function. A function without a name is replaced where it is called:
//! `(function (a) { f(a); })(1)` becomes `f(1)`.

use super::source::{Source, Words, write};
use probdd_core::{Edits, Kind, NodeId, Written};
use std::ops::Range;

/// How many parts of a body are tried.
const PARTS: usize = 4;

/// A function whose name occurs only where it is declared, defined and called, or a function without a name that
/// is called where it stands.
pub(super) struct Function<'a> {
    definition: NodeId,
    /// What is removed when the calls are replaced: the definition, and what only declares it.
    removed: Vec<NodeId>,
    /// The name of each parameter.
    parameters: Vec<Option<&'a [u8]>>,
    /// The first token behind the parameters.
    body: usize,
    calls: Vec<Call>,
}

struct Call {
    /// The call, and the nodes around it that add only signs, such as a statement.
    places: Vec<NodeId>,
    arguments: Vec<NodeId>,
}

/// Neighbouring nodes of a body.
struct Part {
    tokens: Range<usize>,
    kinds: Vec<Kind>,
}

impl<'a> Function<'a> {
    /// The function that a name stands for. Occurrences in nodes of one kind must declare or define it, and all
    /// others must call it.
    pub(super) fn of(
        source: &Source<'a>,
        words: &Words<'a>,
        leaves: &[NodeId],
    ) -> Option<Function<'a>> {
        let kind = |leaf: NodeId| {
            let around = source.around(leaf).skip(1).find(|id| source.is_of_grammar(*id));
            around.map(|id| source.tree.node(id).kind)
        };
        let mut kinds: Vec<_> = leaves.iter().map(|leaf| kind(*leaf)).collect();
        kinds.dedup();
        kinds.into_iter().find_map(|declaring| {
            let (names, uses) = leaves.iter().partition(|leaf| kind(**leaf) == declaring);
            Function::declared(source, words, names, &uses)
        })
    }

    fn declared(
        source: &Source<'a>,
        words: &Words<'a>,
        names: Vec<NodeId>,
        uses: &[NodeId],
    ) -> Option<Function<'a>> {
        let declared: Option<Vec<Declared>> =
            names.into_iter().map(|name| Declared::of(source, name)).collect();
        let (defined, declarations): (Vec<Declared>, Vec<Declared>) =
            declared?.into_iter().partition(Declared::has_body);
        let [Declared { node: definition, parameters, .. }] = &defined[..] else { return None };
        if uses.is_empty() {
            return None;
        }
        let calls: Option<Vec<Call>> = uses.iter().map(|leaf| Call::of(source, *leaf)).collect();
        let removed = declarations.iter().map(|declared| declared.node).chain([*definition]);
        let removed = removed.collect();
        Some(Function::new(source, words, *definition, parameters, removed, calls?))
    }

    /// The function that a node is, followed by the arguments that it is called with.
    pub(super) fn called_in(
        source: &Source<'a>,
        words: &Words<'a>,
        call: NodeId,
    ) -> Option<Function<'a>> {
        let children: Vec<NodeId> = source.tree.children(call).collect();
        let [.., definition, arguments] = children[..] else { return None };
        let all = source.tokens(definition);
        if all.is_empty() || !source.opens_list(source.tokens(arguments).start) {
            return None;
        }
        let is_in_brackets = source.token(all.start) == b"(" && source.token(all.end - 1) == b")";
        let mut inside = all.start + usize::from(is_in_brackets)..all.end;
        let begin = inside.start;
        let open = inside.find(|token| source.opens_list(*token))?;
        // In `a(b).c(d)`, the name `a` tells that `(b)` are arguments.
        let is_name = |token: usize| words.iter().any(|(word, _)| *word == source.token(token));
        if open > begin && is_name(open - 1) {
            return None;
        }
        let parameters = Parameters::in_brackets(source, definition, open)?;
        let arguments = source.items_in(arguments).collect();
        let calls = vec![Call { places: places(source, call), arguments }];
        Some(Function::new(source, words, definition, &parameters, Vec::new(), calls))
    }

    fn new(
        source: &Source<'a>,
        words: &Words<'a>,
        definition: NodeId,
        parameters: &Parameters,
        removed: Vec<NodeId>,
        calls: Vec<Call>,
    ) -> Function<'a> {
        let body = parameters.end;
        let named = |element: &NodeId| parameter(source, words, definition, *element);
        let parameters = parameters.elements.iter().map(named).collect();
        Function { definition, removed, parameters, body, calls }
    }

    /// The text with every call replaced, for each of the heaviest parts of the body that fit in all places.
    pub(super) fn inlined(&self, source: &Source) -> Vec<Edits> {
        let end = source.tree.node(self.definition).end;
        let is_part = |id: &NodeId| {
            *id > self.definition && *id < end && source.tokens(*id).start >= self.body
        };
        let nodes = source.heaviest_first(source.nodes().filter(is_part));
        let spread = nodes.first().and_then(|body| self.spread(source, *body));
        let parts = nodes.into_iter().flat_map(|id| self.parts(source, id));
        let replaced = parts.filter_map(|part| self.replaced(source, &part));
        spread.into_iter().chain(replaced).take(PARTS).collect()
    }

    /// Replaces the only call by a value of the body's last statement. The statements before that one move before
    /// the statement that holds the call.
    fn spread(&self, source: &Source, body: NodeId) -> Option<Edits> {
        let [call] = &self.calls[..] else { return None };
        let items: Vec<NodeId> = source.items_in(body).collect();
        let [first, .., last] = items[..] else { return None };
        let place = call.places[0];
        let inside = source.nodes().filter(|id| source.tree.contains(last, *id));
        let mut values = source.heaviest_first(inside).into_iter();
        let value = values.find(|id| source.fits(place, source.tree.node(*id).kind))?;
        let kinds = contents(source, &items[..items.len() - 1]);
        let statement = source.around(place).find(|id| takes_items(source, *id, &kinds))?;
        let [all, call_tokens] = [statement, place].map(|id| source.tokens(id));
        let before = source.tokens(first).start..source.tokens(last).start;
        let mut text = self.written(source, before, &call.arguments);
        text.extend_from_slice(source.gap_before(source.tokens(last).start));
        text.extend_from_slice(source.text_before(all.start..call_tokens.start));
        text.extend(self.written(source, source.tokens(value), &call.arguments));
        if call_tokens.end < all.end {
            text.extend_from_slice(source.gap_before(call_tokens.end));
            text.extend_from_slice(source.text(call_tokens.end..all.end));
        }
        self.edits(source, &[statement], vec![write(all, text)])
    }

    /// A node as a part, and before it what stands between its brackets. If there are several calls, only the
    /// node: without brackets, the same name could be declared twice.
    fn parts(&self, source: &Source, id: NodeId) -> Vec<Part> {
        let whole = Part { tokens: source.tokens(id), kinds: vec![source.tree.node(id).kind] };
        let items: Vec<NodeId> = source.items_in(id).collect();
        match (&items[..], self.calls.len()) {
            ([first, .., last] | [first @ last], 1) => {
                let tokens = source.tokens(*first).start..source.tokens(*last).end;
                vec![Part { tokens, kinds: contents(source, &items) }, whole]
            }
            _ => vec![whole],
        }
    }

    /// Puts a part in the place of every call.
    fn replaced(&self, source: &Source, part: &Part) -> Option<Edits> {
        let places: Option<Vec<NodeId>> =
            self.calls.iter().map(|call| call.place(source, &part.kinds)).collect();
        let places = places?;
        let write_call = |(place, call): (&NodeId, &Call)| {
            let text = self.written(source, part.tokens.clone(), &call.arguments);
            write(source.tokens(*place), text)
        };
        let written = places.iter().zip(&self.calls).map(write_call).collect();
        self.edits(source, &places, written)
    }

    /// Edits that write in the place of some nodes, unless these and what is removed overlap.
    fn edits(&self, source: &Source, places: &[NodeId], written: Vec<Written>) -> Option<Edits> {
        let removed = self.removed.clone();
        let all = [places, &removed].concat();
        let is_apart = source.outermost(all.iter().copied()).len() == all.len();
        is_apart.then(|| Edits { written, ..Edits::removal(removed) })
    }

    /// A part with arguments in the place of the parameters.
    fn written(&self, source: &Source, part: Range<usize>, arguments: &[NodeId]) -> Vec<u8> {
        let mut text = Vec::new();
        let mut behind = part.start;
        for token in part.clone() {
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
        text.extend_from_slice(source.text(behind..part.end));
        text
    }
}

/// The parameters of a function.
struct Parameters {
    elements: Vec<NodeId>,
    /// The first token behind their closing bracket.
    end: usize,
}

impl Parameters {
    /// Elements of a list that a bracket opens.
    fn new(source: &Source, open: usize, elements: Vec<NodeId>) -> Parameters {
        let last = elements.last().map(|last| source.tokens(*last).end);
        Parameters { elements, end: last.unwrap_or(open + 1) + 1 }
    }

    /// The list in a node that a bracket opens, if it is one.
    fn in_brackets(source: &Source, node: NodeId, open: usize) -> Option<Parameters> {
        let inside = (node.0..source.tree.node(node).end.0).map(NodeId);
        let mut lists = inside.filter(|id| source.tree.node(*id).is_list());
        let list = lists.find(|id| source.tokens(*id).start == open + 1);
        let elements: Vec<NodeId> = list.into_iter().flat_map(|list| source.items(list)).collect();
        let is_list = !elements.is_empty() || source.token(open + 1) == b")";
        is_list.then(|| Parameters::new(source, open, elements))
    }
}

/// What declares or defines a function.
struct Declared {
    node: NodeId,
    parameters: Parameters,
    end: usize,
}

impl Declared {
    /// What declares a function, if its name stands in it before any bracket.
    fn of(source: &Source, name: NodeId) -> Option<Declared> {
        let node = source.removable(name)?;
        let [all, tokens] = [node, name].map(|id| source.tokens(id));
        let is_bracket = |token: usize| matches!(source.token(token), b"(" | b"[" | b"{");
        if !source.opens_list(tokens.end) || (all.start..tokens.start).any(is_bracket) {
            return None;
        }
        let parameters = Parameters::new(source, tokens.end, source.list_after(name));
        Some(Declared { node, parameters, end: all.end })
    }

    /// Whether more than a sign stands behind the parameters.
    fn has_body(&self) -> bool {
        self.end > self.parameters.end + 1
    }
}

impl Call {
    /// The call whose function a leaf names.
    fn of(source: &Source, leaf: NodeId) -> Option<Call> {
        let end = source.tokens(leaf).end;
        let mut around = source.around(leaf).filter(|id| source.is_of_grammar(*id));
        let call = around.find(|id| source.tokens(*id).end > end)?;
        let arguments = source.list_after(leaf);
        source.opens_list(end).then(|| Call { places: places(source, call), arguments })
    }

    /// The smallest node that nodes of some kinds may replace.
    fn place(&self, source: &Source, kinds: &[Kind]) -> Option<NodeId> {
        let fits = |place: &NodeId| match kinds {
            [kind] => source.fits(*place, *kind),
            _ => takes_items(source, *place, kinds),
        };
        self.places.iter().copied().find(fits)
    }
}

/// The kinds of what items hold.
fn contents(source: &Source, items: &[NodeId]) -> Vec<Kind> {
    let contents = items.iter().flat_map(|item| source.tree.children(*item));
    contents.map(|id| source.tree.node(id).kind).collect()
}

/// Whether the content of an item may be replaced by several of some kinds.
fn takes_items(source: &Source, id: NodeId, kinds: &[Kind]) -> bool {
    source.is_item(id) && kinds.iter().all(|kind| source.fits(id, *kind))
}

/// A call, and the nodes around it that add only signs, such as a statement.
fn places(source: &Source, call: NodeId) -> Vec<NodeId> {
    let tokens = source.tokens(call);
    let is_only_call = |id: &NodeId| {
        let around = source.tokens(*id);
        (around.start..tokens.start).all(|token| source.token(token) == b"(")
            && (tokens.end..around.end).all(|token| matches!(source.token(token), b")" | b";"))
    };
    source.around(call).filter(|id| source.is_of_grammar(*id)).take_while(is_only_call).collect()
}

/// Whether tokens mean the same beside an operator: a single token, or tokens that begin or end with a bracket.
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

/// The name of a parameter: of the words in it that the function uses, the one that is used least outside.
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
