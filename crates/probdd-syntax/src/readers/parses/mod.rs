//! The best of several parses of a text that a grammar does not read as it is: with conditions of a
//! preprocessor masked, and macros that stand for syntax. At most three parses more than one.

pub(crate) mod likelier;
mod macros;
mod masks;

use crate::language::facts::Facts;
use crate::language::loaded::Loaded;
use crate::parser::flat::{FlatTree, Flaws};
use crate::parser::masks::Mask;
use crate::text::conditionals::{Conditional, conditionals};
use crate::text::directives::DirectiveSyntax;
use masks::{Manner, masked, masks};
use std::ops::Range;

/// How often a text is parsed besides the first time.
const MORE: usize = 3;

/// The parse of a text with the fewest errors: as it is, unless masks make it better.
pub(crate) fn best(
    first: FlatTree,
    loaded: &Loaded,
    facts: &Facts,
    text: &[u8],
    stop: &(dyn Fn() -> bool + Sync),
) -> FlatTree {
    let flaws = first.flaws();
    let Some(syntax) = facts.directives.filter(|_| flaws.is_some() && !loaded.is_guessing) else {
        return first;
    };
    let mut parses = Parses {
        text,
        syntax,
        conditionals: conditionals(text, syntax, &facts.lexis),
        parse: &|text| loaded.tables.parse(text, false, stop),
        tried: vec![Vec::new()],
        best: first,
        flaws,
    };
    parses.attempt(parses.masks(Manner::Unreadable, &[]));
    parses.attempt(parses.masks(Manner::All, &[]));
    parses.look_at_errors();
    parses.best
}

/// The parses of a text so far.
struct Parses<'a> {
    text: &'a [u8],
    syntax: &'a DirectiveSyntax,
    conditionals: Vec<Conditional>,
    parse: &'a dyn Fn(&[u8]) -> Option<FlatTree>,
    /// What was masked in each of them.
    tried: Vec<Vec<Mask>>,
    best: FlatTree,
    flaws: Option<Flaws>,
}

impl Parses<'_> {
    /// Masks one branch of the conditions at errors, and the macros there, as long as that helps.
    fn look_at_errors(&mut self) {
        let mut errors = Vec::new();
        let mut macros = Vec::new();
        loop {
            errors.extend(self.best.errors());
            let mut masks = self.masks(Manner::OneBranch, &errors);
            if self.syntax.has_macros {
                macros.extend(macros::masks(self.text, &self.best.loose(), &macros));
                let is_free = |it: &&Mask| masks.iter().all(|mask| !mask.touches(&it.bytes));
                let macros: Vec<Mask> = macros.iter().filter(is_free).cloned().collect();
                masks.extend(macros);
                masks.sort_by_key(|mask| mask.bytes.start);
            }
            if !self.attempt(masks) {
                return;
            }
        }
    }

    fn masks(&self, manner: Manner, errors: &[Range<usize>]) -> Vec<Mask> {
        masks(self.text, &self.conditionals, self.syntax, (manner, errors))
    }

    /// Parses the text with some masks. Returns whether that is the best parse so far.
    fn attempt(&mut self, masks: Vec<Mask>) -> bool {
        let is_over = self.flaws.is_none() || self.tried.len() > MORE;
        if is_over || self.tried.contains(&masks) {
            return false;
        }
        let Some(flat) = (self.parse)(&masked(self.text, &masks)) else { return false };
        let flat = flat.with_masks(&masks, self.text);
        self.tried.push(masks);
        let flaws = flat.flaws();
        let is_better = flaws < self.flaws;
        if is_better {
            (self.best, self.flaws) = (flat, flaws);
        }
        is_better
    }
}
