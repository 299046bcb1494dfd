//! Makes the lines of a text without a grammar independent of each other where most of them name a value,
//! as in the intermediate languages of compilers: what uses a value uses an earlier one, so that the first
//! can go.

use super::source::{Source, write, writing};
use crate::names::any_text::{Definition, compounds, definitions};
use probdd_core::Edits;
use std::collections::HashMap;
use std::ops::Range;

/// So many tokens after `=` may belong to a value: a whole text may stand on one line.
const LONGEST: usize = 64;

/// All uses of a value become uses of the first value that is made alike, or else of the last value that
/// it is made of: both may have its type. Values that are made alike stand together, because most often the
/// offers about all of them succeed, or none.
pub(super) fn offers(source: &Source) -> Vec<Edits> {
    if !source.document.is_of_lines() {
        return Vec::new();
    }
    let values = Values::of(source);
    let others = values.first_alike();
    let offer = |at: usize| {
        let other = others[at].or_else(|| values.last_operand(at))?;
        let text = source.text(values.definitions[other].name.clone());
        let uses = &values.definitions[at].uses;
        (!uses.is_empty()).then(|| writing(uses.iter().map(|by| write(by.clone(), text))))
    };
    let mut order: Vec<usize> = (0..values.definitions.len()).collect();
    order.sort_by_key(|at| values.forms[*at]);
    order.into_iter().filter_map(offer).collect()
}

/// The values of a text: what stands before `=`.
struct Values<'a, 's> {
    source: &'s Source<'a>,
    definitions: Vec<Definition>,
    /// What makes each: the operation and its first operand, which may be a type, and the operation alone.
    forms: Vec<[&'a [u8]; 2]>,
    /// Where values are used, in order, and which ones.
    uses: Vec<(usize, usize)>,
}

impl<'a, 's> Values<'a, 's> {
    fn of(source: &'s Source<'a>) -> Values<'a, 's> {
        let mut definitions = definitions(source.document);
        let count = source.tree.token_count();
        definitions.retain(|definition| {
            definition.name.end < count && source.token(definition.name.end) == b"="
        });
        let forms = definitions.iter().map(|definition| forms(source, definition)).collect();
        let uses = definitions.iter().enumerate();
        let uses =
            uses.flat_map(|(at, definition)| definition.uses.iter().map(move |by| (by.start, at)));
        let mut uses: Vec<(usize, usize)> = uses.collect();
        uses.sort_unstable();
        Values { source, definitions, forms, uses }
    }

    /// For each value, the first other one of the same form and scope. A line of one word may end a function,
    /// so it is the first one after the last such line.
    fn first_alike(&self) -> Vec<Option<usize>> {
        let ends = lines_of_one_word(self.source);
        let mut firsts = HashMap::new();
        let first_alike = |(at, definition): (usize, &Definition)| {
            let part = ends.partition_point(|end| *end < definition.name.start);
            let firsts = self.forms[at]
                .map(|form| *firsts.entry((definition.scope, part, form)).or_insert(at));
            firsts.into_iter().find(|first| *first != at)
        };
        self.definitions.iter().enumerate().map(first_alike).collect()
    }

    /// The last value that another one of its scope is made of.
    fn last_operand(&self, at: usize) -> Option<usize> {
        let definition = &self.definitions[at];
        let line = line_after(self.source, definition.name.end);
        let place = |token: usize| self.uses.partition_point(|(by, _)| *by < token);
        let used = self.uses[place(line.start)..place(line.end)].iter().rev();
        let mut operands = used.map(|(_, other)| *other);
        operands.find(|other| *other < at && self.definitions[*other].scope == definition.scope)
    }
}

fn forms<'a>(source: &Source<'a>, definition: &Definition) -> [&'a [u8]; 2] {
    let mut compounds = compounds(source.document, line_after(source, definition.name.end + 1));
    let Some(operation) = compounds.next() else { return [b""; 2] };
    let operand = compounds.next().filter(|operand| operand.start == operation.end);
    let end = operand.map_or(operation.end, |operand| operand.end);
    [source.text(operation.start..end), source.text(operation)]
}

/// What is left of a line from a token on, as far as it may belong to one value.
fn line_after(source: &Source, token: usize) -> Range<usize> {
    let end = source.tree.token_count().min(token + LONGEST);
    token..(token + 1..end).find(|at| source.begins_line(*at)).unwrap_or(end)
}

fn lines_of_one_word(source: &Source) -> Vec<usize> {
    let count = source.tree.token_count();
    let begins_line = |at: usize| at == 0 || at == count || source.begins_line(at);
    let is_word = |at: &usize| source.token(*at).iter().all(u8::is_ascii_alphanumeric);
    (0..count).filter(|at| begins_line(*at) && begins_line(at + 1)).filter(is_word).collect()
}
