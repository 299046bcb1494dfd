//! The rungs as a table: what each is for, what it needs, and how likely its offers are to succeed.

use super::source::Source;
use super::{
    blocks, bodies, brackets, chars, columns, conditions, couple, delete, donors, expand, hoist,
    inline, lift, literals, merge, names, operands, pairs, parameters, runs, statements,
    substitute, tokens, unwrap, value_names, values,
};
use crate::document::Document;
use crate::language::Language;
use probdd_core::Edits;

/// What a rung is for, which decides when its turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Its offers make more of the text removable.
    BeforeSearch,
    /// Its offers make more of the text removable, too, but cost many queries: they only come when the
    /// search is slow.
    IfSlow,
    /// Its offers make more of the text removable, too, but only after a search: on the smaller text, few
    /// offers are left.
    AfterSearch,
    /// Its offers save tokens.
    FewerTokens,
    /// Its offers make tokens shorter.
    ShorterTokens,
}

/// What the offers of a rung have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// They only remove what the grammar allows to remove.
    Removal,
    /// They remove any token, alone.
    AnyToken,
    /// Most of them succeed, so that they are best tested together.
    Together,
    /// They rewrite the text, and succeed or fail one by one.
    Rewriting,
    /// They write elsewhere what they remove, and succeed or fail one by one.
    Moving,
}

/// What a rung needs to know of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// A tree that a grammar made.
    Grammar,
    /// Tokens, which every text has.
    Tokens,
    /// A three-address code, as of a compiler.
    Instructions,
    /// A language with a body that any function may have.
    Stubs,
    /// A language with a preprocessor.
    Preprocessor,
    /// A tree of lines and brackets.
    Lines,
}

/// A way to make a text simpler.
#[derive(Debug)]
pub struct Rung {
    /// The word for it in traces and reports.
    pub name: &'static str,
    /// When its turn comes.
    pub stage: Stage,
    /// What its offers have in common.
    pub manner: Manner,
    /// What it needs to know of a text.
    pub needs: Needs,
    /// How often small offers of it succeed, before a run has asked any: what `lab priors` found on 23 subjects, rounded
    /// (rungs that none of them used have a guess). 0 for rungs whose offers are tested together.
    pub chance: f64,
    offers: fn(&Source) -> Vec<Edits>,
}

use Manner::{AnyToken, Moving, Removal, Rewriting, Together};
use Needs::{Grammar, Instructions, Lines, Preprocessor, Stubs, Tokens};
use Stage::{AfterSearch, BeforeSearch, FewerTokens, IfSlow, ShorterTokens};

/// The rungs that make a small text simpler.
pub static RUNGS: [Rung; 22] = [
    saving("conditions", 0.2, Rewriting, Preprocessor, conditions::offers),
    saving("expand", 0.2, Rewriting, Preprocessor, expand::offers),
    saving("delete", 0.1, Removal, Tokens, delete::offers),
    saving("couple", 0.05, Rewriting, Grammar, couple::offers),
    saving("inline", 0.2, Moving, Grammar, inline::offers),
    saving("unify", 0.05, Rewriting, Grammar, names::unified),
    saving("substitute", 0.03, Rewriting, Grammar, substitute::offers),
    saving("parameters", 0.2, Rewriting, Grammar, parameters::offers),
    saving("lift", 0.05, Rewriting, Grammar, lift::offers),
    saving("hoist", 0.1, Rewriting, Grammar, hoist::offers),
    saving("merge", 0.2, Rewriting, Grammar, merge::offers),
    saving("donors", 0.025, Rewriting, Grammar, donors::offers),
    saving("brackets", 0.1, Rewriting, Tokens, brackets::offers),
    saving("statements", 0.05, Rewriting, Lines, statements::offers),
    saving("unwrap", 0.15, Rewriting, Lines, unwrap::offers),
    saving("runs", 0.015, Rewriting, Lines, runs::offers),
    saving("pairs", 0.05, Rewriting, Lines, pairs::offers),
    saving("tokens", 0.015, AnyToken, Tokens, tokens::offers),
    saving("columns", 0.05, Rewriting, Tokens, columns::offers),
    rung("names", ShorterTokens, Together, Tokens, names::offers),
    rung("literals", ShorterTokens, Together, Tokens, literals::offers),
    Rung { chance: 0.06, ..rung("chars", ShorterTokens, Rewriting, Tokens, chars::offers) },
];

/// The rungs that come before the search for what is removable, and between two searches.
pub static SEARCH_RUNGS: [Rung; 10] = [
    rung("annotations", BeforeSearch, Together, Instructions, operands::annotations),
    rung("value-names", BeforeSearch, Together, Instructions, value_names::offers),
    rung("bodies", BeforeSearch, Together, Instructions, bodies::declared),
    rung("stubs", IfSlow, Together, Stubs, bodies::stubbed),
    rung("operands", BeforeSearch, Together, Instructions, operands::undefined),
    rung("zeros", BeforeSearch, Together, Instructions, operands::zeros),
    rung("unused", BeforeSearch, Together, Instructions, operands::unused),
    rung("values", AfterSearch, Together, Lines, values::offers),
    rung("join", AfterSearch, Together, Instructions, blocks::joined),
    rung("jumps", AfterSearch, Together, Instructions, blocks::jumps),
];

const fn rung(
    name: &'static str,
    stage: Stage,
    manner: Manner,
    needs: Needs,
    offers: fn(&Source) -> Vec<Edits>,
) -> Rung {
    Rung { name, stage, manner, needs, chance: 0.0, offers }
}

/// A rung that saves tokens.
const fn saving(
    name: &'static str,
    chance: f64,
    manner: Manner,
    needs: Needs,
    offers: fn(&Source) -> Vec<Edits>,
) -> Rung {
    Rung { chance, ..rung(name, FewerTokens, manner, needs, offers) }
}

impl Rung {
    /// What the rung offers to do to a document, in order.
    pub fn offers(&self, document: &Document, language: Option<&Language>) -> Vec<Edits> {
        (self.offers)(&Source::new(document, language))
    }
}
