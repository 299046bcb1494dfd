//! Rungs of the ladder: what may make a small text simpler beside deletions of what the grammar lets
//! go. Each rung is a function from a document to the edits that it offers; what an edit does not say
//! stays as it is. A wrong offer costs a query and nothing else.

mod brackets;
mod chars;
mod couple;
mod delete;
mod derive;
mod donors;
mod hoist;
mod inline;
mod lift;
mod literals;
mod merge;
mod names;
mod parameters;
mod plain;
pub mod signature;
mod source;
#[cfg(test)]
mod tests;
mod windows;

use crate::document::Document;
use crate::language::Language;
use probdd_core::Edits;
use source::Source;

/// A way to make a text simpler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rung {
    /// What the grammar lets go goes.
    Delete,
    /// What holds a name goes with all else that holds it; equal parts go together.
    Couple,
    /// A name is replaced by what its definition says.
    Inline,
    /// A definition goes, and its uses become those of another.
    Unify,
    /// An item of a list is replaced by one inside of it that is of another kind there.
    Lift,
    /// A node is replaced by something inside of it.
    Hoist,
    /// The same argument goes everywhere, and the parameter with it.
    Parameters,
    /// Neighbours that begin and end alike become one.
    Merge,
    /// A node is replaced by the smallest text that fits.
    Donors,
    /// Brackets go, with or without what is in them.
    Brackets,
    /// Neighbouring tokens go.
    Windows,
    /// One token goes, whatever the grammar says.
    Tokens,
    /// Some of neighbouring tokens go.
    Patterns,
    /// Names become `a`, `b`, `c`.
    Names,
    /// Literals become small ones.
    Literals,
    /// A node is replaced by a plainer one of as many tokens.
    Plainer,
    /// Two names become one.
    Rename,
    /// Tokens become shorter.
    Chars,
}

/// When a rung's turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It saves tokens.
    Save,
    /// It makes tokens plainer.
    Plain,
}

impl Rung {
    /// All rungs, the most promising first.
    pub const ALL: [Rung; 18] = [
        Rung::Delete,
        Rung::Couple,
        Rung::Inline,
        Rung::Unify,
        Rung::Parameters,
        Rung::Lift,
        Rung::Hoist,
        Rung::Merge,
        Rung::Donors,
        Rung::Brackets,
        Rung::Windows,
        Rung::Tokens,
        Rung::Patterns,
        Rung::Names,
        Rung::Literals,
        Rung::Plainer,
        Rung::Rename,
        Rung::Chars,
    ];

    /// The word for it in traces and reports.
    pub fn name(self) -> &'static str {
        match self {
            Rung::Delete => "delete",
            Rung::Couple => "couple",
            Rung::Inline => "inline",
            Rung::Unify => "unify",
            Rung::Lift => "lift",
            Rung::Hoist => "hoist",
            Rung::Parameters => "parameters",
            Rung::Merge => "merge",
            Rung::Donors => "donors",
            Rung::Brackets => "brackets",
            Rung::Windows => "windows",
            Rung::Tokens => "tokens",
            Rung::Patterns => "patterns",
            Rung::Names => "names",
            Rung::Literals => "literals",
            Rung::Plainer => "plainer",
            Rung::Rename => "rename",
            Rung::Chars => "chars",
        }
    }

    /// When its turn comes.
    pub fn stage(self) -> Stage {
        use Rung::{Chars, Literals, Names, Plainer, Rename};
        let is_plain = matches!(self, Names | Literals | Plainer | Rename | Chars);
        if is_plain { Stage::Plain } else { Stage::Save }
    }

    /// Whether it looks at a tree of a grammar, and not only at tokens.
    pub fn needs_grammar(self) -> bool {
        use Rung::{Couple, Donors, Hoist, Inline, Lift, Merge, Parameters, Plainer, Unify};
        let by_names = matches!(self, Couple | Inline | Unify | Parameters);
        by_names || matches!(self, Lift | Hoist | Merge | Donors | Plainer)
    }

    /// Whether its offers mostly succeed, so that they are best made together.
    pub fn is_grouped(self) -> bool {
        matches!(self, Rung::Names | Rung::Literals)
    }

    /// Whether it only takes away. What others offer is tested only where it is simpler than the best
    /// and has no more syntax errors.
    pub fn is_deletion(self) -> bool {
        matches!(self, Rung::Tokens | Rung::Delete)
    }

    /// What it offers to do to a document, in order.
    pub fn offers(self, document: &Document, language: Option<&Language>) -> Vec<Edits> {
        let source = Source::new(document, language);
        match self {
            Rung::Delete => delete::offers(&source),
            Rung::Couple => couple::offers(&source),
            Rung::Inline => inline::offers(&source),
            Rung::Unify => names::unified(&source),
            Rung::Lift => lift::offers(&source),
            Rung::Hoist => hoist::offers(&source),
            Rung::Parameters => parameters::offers(&source),
            Rung::Merge => merge::offers(&source),
            Rung::Donors => donors::offers(&source),
            Rung::Brackets => brackets::offers(&source),
            Rung::Windows => windows::runs(&source),
            Rung::Tokens => windows::single(&source),
            Rung::Patterns => windows::patterns(&source),
            Rung::Names => names::offers(&source),
            Rung::Literals => literals::offers(&source),
            Rung::Plainer => donors::plainer(&source),
            Rung::Rename => names::renamed(&source),
            Rung::Chars => chars::offers(&source),
        }
    }
}
