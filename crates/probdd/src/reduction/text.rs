//! The text that is reduced: the best candidate or a part of it, and how it is read.

use crate::candidate::Outside;
use crate::command_line::TextFormat;
use crate::settings::{Approach, Strategy, Structure};
use probdd_core::Tree;
use probdd_syntax::{Document, Format};
use std::rc::Rc;
use std::sync::Arc;

/// The text that is reduced.
#[derive(Debug)]
pub(super) struct Text {
    /// The smallest interesting candidate so far, or the part of it that is reduced.
    pub(super) best: Vec<u8>,
    /// What is around the part.
    pub(super) outside: Outside,
    /// The path of the file that is reduced, if that is one of several.
    pub(super) file: Option<Arc<str>>,
    /// Whether it is a text of another language inside of a text.
    pub(super) is_guest: bool,
    /// Whether the last questions of a round are asked about it.
    pub(super) is_last: bool,
    /// The algorithm, for the bytes that the round began with.
    pub(super) strategy: Rc<Strategy>,
    /// What it is parsed into: what the strategy says, or the same without its grammar.
    pub(super) structure: Structure,
    /// What happens to the text between tokens.
    pub(super) style: TextFormat,
    /// How candidates are rendered: compact only if the compact input is interesting.
    pub(super) format: Format,
    /// The newest tree, of this text or an earlier one.
    pub(super) parsed: Option<Rc<Parsed>>,
}

/// A parsed text.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) document: Document,
    /// The number of the tree in the run, from 0.
    pub(super) number: usize,
}

impl Parsed {
    pub(super) fn tree(&self) -> &Arc<Tree> {
        self.document.tree()
    }
}

impl Text {
    /// A whole text.
    pub(super) fn new(best: Vec<u8>, approach: Approach) -> Text {
        Text {
            best,
            outside: Outside::default(),
            file: None,
            is_guest: false,
            is_last: true,
            structure: approach.strategy.structure,
            strategy: Rc::new(approach.strategy),
            format: first_format(approach.format),
            style: approach.format,
            parsed: None,
        }
    }

    /// A part of this text, which is read like this one.
    pub(super) fn part(&self, best: Vec<u8>, outside: Outside) -> Text {
        Text {
            best,
            outside,
            file: self.file.clone(),
            strategy: Rc::clone(&self.strategy),
            format: first_format(self.style),
            parsed: None,
            ..*self
        }
    }

    /// This text, read otherwise.
    pub(super) fn read_as(self, approach: Approach) -> Text {
        let Text { best, outside, file, is_guest, is_last, .. } = self;
        Text { outside, file, is_guest, is_last, ..Text::new(best, approach) }
    }

    /// The whole candidate with this part.
    pub(super) fn whole(&self) -> Vec<u8> {
        self.outside.put_around(&self.best)
    }
}

/// How candidates are rendered before the compact text is tested.
fn first_format(format: TextFormat) -> Format {
    match format {
        TextFormat::Compact => Format::Compact,
        TextFormat::Keep | TextFormat::Tidy => Format::Keep,
    }
}
