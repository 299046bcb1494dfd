//! Takes the bodies from functions. Calls of a function do not need its body, and what only the body used can
//! be removed then.

use super::source::{Source, erase, write, writing};
use crate::text::tokens::count_tokens;
use probdd_core::{Edits, NodeId};

/// In a three-address code, a function becomes a declaration without notes.
pub(super) fn declared(source: &Source) -> Vec<Edits> {
    let Some(facts) = source.three_address() else { return Vec::new() };
    let declared = |function: NodeId| {
        let header = source.nodes_of(function, facts.header).next()?;
        let notes = source.nodes_of(header, facts.annotations);
        let notes = source.outermost(notes.filter_map(|id| source.removable(id)));
        let (all, header) = (source.tokens(function), source.tokens(header));
        let rest = [all.start + 1..header.start, header.end..all.end];
        let rest = rest.into_iter().filter(|tokens| !tokens.is_empty()).map(erase);
        let word = write(all.start..all.start + 1, facts.declaration);
        Some(Edits { removed: notes, ..writing(std::iter::once(word).chain(rest)) })
    };
    source.nodes_of(NodeId::ROOT, facts.function).filter_map(declared).collect()
}

/// The body of a function becomes the stub of the language, if that is shorter.
pub(super) fn stubbed(source: &Source) -> Vec<Edits> {
    let Some(stub) = source.stub() else { return Vec::new() };
    let least = count_tokens(stub.text.as_bytes());
    let body = |function: NodeId| {
        let end = source.tokens(function).end;
        source.nodes_of(function, stub.bodies).find(|body| source.tokens(*body).end == end)
    };
    let functions = source.nodes_of(NodeId::ROOT, stub.functions);
    let bodies = functions.filter_map(body).map(|body| source.tokens(body));
    let long = bodies.filter(|tokens| tokens.len() > least);
    long.map(|tokens| writing([write(tokens, stub.text)])).collect()
}
