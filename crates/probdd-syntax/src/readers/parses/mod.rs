//! The best of several parses of a text that a grammar does not read as it is: without the conditions
//! of a preprocessor, what the grammar does not read everywhere, and macros that stand for syntax; without
//! tags of templates; with plain strings. At most four parses more than one.

pub(crate) mod likelier;
mod macros;
mod masks;
mod plain;
mod unread;

use crate::language::facts::{Facts, Unread};
use crate::language::loaded::Loaded;
use crate::parser::flat::{FlatTree, Flaws};
use crate::parser::masks::{Mask, Masked, MaskedBytes};
use crate::text::conditionals::{Conditional, conditionals};
use crate::text::directives::DirectiveSyntax;
use crate::text::lexis::Lexis;
use crate::text::templates::{Tag, tags};
use masks::{Manner, masked, masks};
use plain::plain;

/// How often a text is parsed besides the first time.
const MORE: usize = 4;

/// The parse of a text with the fewest errors: as it is, unless masks make it better.
pub(crate) fn best(
    first: FlatTree,
    loaded: &Loaded,
    facts: &Facts,
    text: &[u8],
    stop: &(dyn Fn() -> bool + Sync),
) -> FlatTree {
    let flaws = first.flaws();
    if flaws.is_none() || loaded.is_guessing {
        return first;
    }
    let kinds = loaded.model.kinds();
    let divisible = facts.templates.map_or("", |templates| templates.divisible);
    let mut parses = Parses {
        text,
        lexis: &facts.lexis,
        unread: facts.unread,
        divisible: kinds.all(divisible).collect(),
        parse: &|text| loaded.tables.parse(text, false, stop),
        tried: vec![text.to_vec()],
        best: first,
        flaws,
    };
    if let Some(syntax) = facts.templates {
        parses.mask_tags(&tags(text, syntax));
    }
    if let Some(syntax) = facts.directives {
        parses.mask_directives(syntax);
    } else {
        parses.attempt(plain(text, &facts.lexis), &[]);
    }
    parses.best
}

/// The parses of a text so far.
struct Parses<'a> {
    text: &'a [u8],
    lexis: &'a Lexis,
    unread: &'a [Unread],
    /// The kinds of leaves that masks divide.
    divisible: Vec<u16>,
    parse: &'a dyn Fn(&[u8]) -> Option<FlatTree>,
    /// The texts that were parsed.
    tried: Vec<Vec<u8>>,
    best: FlatTree,
    flaws: Option<Flaws>,
}

impl Parses<'_> {
    /// Masks the tags of templates: those that stand for values by words, then all by blanks.
    fn mask_tags(&mut self, tags: &[Tag]) {
        let masks: Vec<Mask> = tags.iter().map(mask).collect();
        let blanks = masked(self.text, &masks);
        let mut words = blanks.clone();
        for tag in tags.iter().filter(|tag| tag.is_value && tag.directive.is_none()) {
            words[tag.bytes.clone()].fill(b'x');
        }
        self.attempt(words, &masks);
        self.attempt(blanks, &masks);
    }

    /// Masks conditions of a preprocessor in several manners.
    fn mask_directives(&mut self, syntax: &DirectiveSyntax) {
        let conditionals = conditionals(self.text, syntax, self.lexis);
        for manner in [Manner::Unreadable, Manner::All] {
            let masks = masks(self.text, &conditionals, syntax, (manner, &[]));
            self.attempt(masked(self.text, &masks), &masks);
        }
        self.look_at_errors(syntax, &conditionals);
    }

    /// Masks one branch of the conditions at errors, and what the grammar does not read there, as long
    /// as that helps; then the macros there, too.
    fn look_at_errors(&mut self, syntax: &DirectiveSyntax, conditionals: &[Conditional]) {
        let mut errors = Vec::new();
        let mut macros = Vec::new();
        let mut has_macros = false;
        loop {
            errors.extend(self.best.errors());
            let mut masks = masks(self.text, conditionals, syntax, (Manner::OneBranch, &errors));
            add_free(&mut masks, &unread::masks(self.text, self.unread, &errors));
            if has_macros {
                macros.extend(macros::masks(self.text, &self.best.loose(), &macros));
                add_free(&mut masks, &macros);
            }
            if !self.attempt(masked(self.text, &masks), &masks) {
                if has_macros || !syntax.has_macros {
                    return;
                }
                has_macros = true;
            }
        }
    }

    /// Parses the text with some masks, as the parser shall see it. Returns whether that is the best
    /// parse so far.
    fn attempt(&mut self, shown: Vec<u8>, masks: &[Mask]) -> bool {
        let is_over = self.flaws.is_none() || self.tried.len() > MORE;
        if is_over || self.tried.contains(&shown) {
            return false;
        }
        let Some(flat) = (self.parse)(&shown) else { return false };
        self.tried.push(shown);
        let flat = flat.with_masks(masks, &self.divisible, self.text);
        let flaws = flat.flaws();
        let is_better = flaws < self.flaws;
        if is_better {
            (self.best, self.flaws) = (flat, flaws);
        }
        is_better
    }
}

/// Adds masks that touch none that are there.
fn add_free(masks: &mut Vec<Mask>, more: &[Mask]) {
    let masked = MaskedBytes::new(masks);
    masks.extend(more.iter().filter(|mask| !masked.touch(&mask.bytes)).cloned());
    masks.sort_by_key(|mask| mask.bytes.start);
}

fn mask(tag: &Tag) -> Mask {
    let what = tag.directive.map_or(Masked::Hidden { head: 0 }, Masked::Directive);
    Mask { bytes: tag.bytes.clone(), what }
}
