//! Gives names to what a language numbers in the order of the text: `%4 = load i32, i32* %3`, `5:` in
//! LLVM IR. Without one of them all later numbers are wrong, so hardly anything can be removed alone.

use super::source::{Source, write, writing};
use crate::language::facts::ThreeAddress;
use probdd_core::{Edits, NodeId};
use std::collections::{BTreeMap, BTreeSet};

/// All numbers of a function become names at once, and so do those that are known outside of functions.
/// There is no offer for a function that hides what its numbers stand for.
pub(super) fn offers(source: &Source) -> Vec<Edits> {
    source.three_address().map_or(Vec::new(), |facts| named(source, facts))
}

fn named(source: &Source, facts: &ThreeAddress) -> Vec<Edits> {
    let numbers = Numbers::of(source, facts);
    let mut texts = numbers.names();
    let mut offers = Vec::new();
    for function in source.nodes_of(NodeId::ROOT, facts.function) {
        let mut local = numbers.local(&mut texts, function, facts.sign);
        let Some(body) = source.nodes_of(function, facts.body).next() else { continue };
        let hidden = numbers.hidden(function, body, facts.sign);
        if let Some(number) = hidden.first() {
            let first = source.tokens(body).start + 1;
            let text = local.entry(first).or_insert_with(|| source.token(first).to_vec());
            text.splice(0..0, [&numbers.prefix, *number, b":\n"].concat());
        }
        if hidden.len() <= 1 {
            offers.push(local);
        }
    }
    offers.push(texts);
    let writing_all = |texts: BTreeMap<usize, Vec<u8>>| {
        writing(texts.into_iter().map(|(token, text)| write(token..token + 1, text)))
    };
    offers.into_iter().filter(|texts| !texts.is_empty()).map(writing_all).collect()
}

/// A number: its sign, or a colon, and its digits.
type Number<'a> = (u8, &'a [u8]);

/// The numbers of a text.
struct Numbers<'a> {
    source: &'a Source<'a>,
    places: BTreeMap<usize, Number<'a>>,
    /// What stands before a number that has become a name.
    prefix: Vec<u8>,
}

impl<'a> Numbers<'a> {
    fn of(source: &'a Source<'a>, facts: &ThreeAddress) -> Numbers<'a> {
        let (mut places, mut names) = (BTreeMap::new(), Vec::new());
        for node in source.nodes_of(NodeId::ROOT, facts.names) {
            let token = source.tokens(node).start;
            match number(source.token(token)) {
                Some(number) => drop(places.insert(token, number)),
                None => names.push(source.token(token)),
            }
        }
        let is_taken = |prefix: &Vec<u8>| {
            let has_it = |name: &[u8]| name.windows(prefix.len()).any(|part| part == prefix);
            names.iter().any(|name| has_it(name))
        };
        let mut prefixes = (1..).map(|length| vec![b'v'; length]);
        let prefix = prefixes.find(|prefix| !is_taken(prefix)).expect("names end");
        Numbers { source, places, prefix }
    }

    /// The tokens that become names.
    fn names(&self) -> BTreeMap<usize, Vec<u8>> {
        let named = |(token, (_, digits)): (&usize, &Number)| {
            let text = self.source.token(*token);
            let before = text.len() - digits.len() - usize::from(text.ends_with(b":"));
            (*token, [&text[..before], &self.prefix, &text[before..]].concat())
        };
        self.places.iter().map(named).collect()
    }

    /// Takes the texts that are about the names of values and blocks of a function.
    fn local(
        &self,
        texts: &mut BTreeMap<usize, Vec<u8>>,
        function: NodeId,
        sign: u8,
    ) -> BTreeMap<usize, Vec<u8>> {
        let inside = self.places.range(self.source.tokens(function));
        let local = inside.filter(|(_, (of, _))| [sign, b':'].contains(of));
        local.filter_map(|(token, _)| texts.remove_entry(token)).collect()
    }

    /// The numbers in a function that nothing in it defines, with this sign.
    fn hidden(&self, function: NodeId, body: NodeId, sign: u8) -> BTreeSet<&'a [u8]> {
        let body = self.source.tokens(body);
        let is_definition = |token: usize| {
            let text = self.source.token(token);
            token < body.start || text.ends_with(b":") || self.source.token(token + 1) == b"="
        };
        let inside = || self.places.range(self.source.tokens(function));
        let defined = inside().filter(|(token, _)| is_definition(**token));
        let defined: BTreeSet<&[u8]> = defined.map(|(_, (_, digits))| *digits).collect();
        let used = inside().filter(|(_, (of, _))| *of == sign).map(|(_, (_, digits))| *digits);
        used.filter(|digits| !defined.contains(digits)).collect()
    }
}

/// The number that a token is.
fn number(text: &[u8]) -> Option<Number<'_>> {
    let (sign, digits) = match text {
        [digits @ .., b':'] => (b':', digits),
        [sign, digits @ ..] => (*sign, digits),
        [] => return None,
    };
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    is_number.then_some((sign, digits))
}
