//! Replaces the uses of a macro by what the macro stands for, and removes its definition.

use super::source::{Source, erase, write, writing};
use crate::text::brackets::Bracket;
use crate::text::tokens;
use probdd_core::{Edits, NodeId, Written};
use std::ops::Range;

/// A definition of a macro: `#define NAME(parameters) body`.
struct Macro<'a> {
    node: NodeId,
    name: &'a [u8],
    /// `None` for a macro without parameters.
    parameters: Option<Vec<&'a [u8]>>,
    body: &'a [u8],
}

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let definitions = source.nodes().rev().filter_map(|node| Macro::of(source, node));
    definitions.filter_map(|definition| definition.expanded(source)).collect()
}

impl<'a> Macro<'a> {
    /// The definition that a node is. What makes tokens of tokens (`#`, `##`) is left alone.
    fn of(source: &Source<'a>, node: NodeId) -> Option<Macro<'a>> {
        let has_parameters = match source.kind_name(node) {
            "preproc_def" => false,
            "preproc_function_def" => true,
            _ => return None,
        };
        let tokens = source.tokens(node);
        let name = tokens.start + 1;
        let mut body = name + 1;
        let parameters = has_parameters.then(|| {
            let arguments = arguments(source, body..tokens.end);
            body = arguments.last().map_or(body, |last| last.end + 1);
            arguments.iter().map(|argument| source.text(argument.clone())).collect()
        });
        if body > tokens.end {
            return None;
        }
        let body = source.text(body..tokens.end);
        let is_simple = !body.contains(&b'#') && !body.contains(&b'\\');
        is_simple.then(|| Macro { node, name: source.token(name), parameters, body })
    }

    /// All uses replaced, and the definition removed.
    fn expanded(&self, source: &Source) -> Option<Edits> {
        let definition = source.tokens(self.node);
        let mut written = vec![erase(definition.clone())];
        let mut token = definition.end;
        let end = source.tree.token_count();
        while token < end {
            if source.token(token) != self.name {
                token += 1;
                continue;
            }
            let expansion = self.expansion(source, token)?;
            token = expansion.tokens.end as usize;
            written.push(expansion);
        }
        (written.len() > 1).then(|| writing(written))
    }

    /// What takes the place of a use.
    fn expansion(&self, source: &Source, token: usize) -> Option<Written> {
        let Some(parameters) = &self.parameters else {
            return Some(write(token..token + 1, self.body));
        };
        let arguments = arguments(source, token + 1..source.tree.token_count());
        let end = arguments.last()?.end + 1;
        let texts: Vec<&[u8]> =
            arguments.iter().map(|argument| source.text(argument.clone())).collect();
        let is_whole = texts.len() == parameters.len() && end <= source.tree.token_count();
        is_whole.then(|| write(token..end, substituted(self.body, parameters, &texts)))
    }
}

/// The arguments in the parentheses that some tokens begin with; none if they are not closed.
fn arguments(source: &Source, tokens: Range<usize>) -> Vec<Range<usize>> {
    let mut arguments = Vec::new();
    let mut depth = 0_usize;
    let mut start = tokens.start + 1;
    for token in tokens {
        match (Bracket::of(source.token(token)), source.token(token)) {
            (Bracket::Open(_), _) => depth += 1,
            (Bracket::Close(_), _) if depth <= 1 => {
                arguments.push(start..token);
                return arguments;
            }
            (Bracket::Close(_), _) => depth -= 1,
            (Bracket::None, b",") if depth == 1 => {
                arguments.push(start..token);
                start = token + 1;
            }
            (Bracket::None, _) if depth == 0 => return Vec::new(),
            (Bracket::None, _) => {}
        }
    }
    Vec::new()
}

/// A body with arguments in the place of parameters.
fn substituted(body: &[u8], parameters: &[&[u8]], arguments: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len());
    let mut covered = 0;
    for token in tokens::tokens(body) {
        let place = parameters.iter().position(|name| **name == body[token.clone()]);
        if let Some(place) = place {
            out.extend_from_slice(&body[covered..token.start]);
            out.extend_from_slice(arguments[place]);
            covered = token.end;
        }
    }
    out.extend_from_slice(&body[covered..]);
    out
}
