//! A rung of the ladder: a built-in one, or one of a transformer.

use probdd_syntax::{Manner, Needs, Rung, Stage};

/// A rung rests after this many failed queries in a row, ...
const PATIENCE: u64 = 24;

/// ... fewer if it tries many combinations of tokens, ...
const PATIENCE_WITH_WINDOWS: u64 = 8;

/// ... if it saves no tokens, ...
const PATIENCE_WITH_BYTES: u64 = 8;

/// ... or if it may only make a search faster.
const PATIENCE_WITH_RELIEF: u64 = 8;

/// A rung, built-in or of a transformer.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyRung {
    pub(super) name: &'static str,
    pub(super) stage: Stage,
    pub(super) manner: Manner,
    pub(super) source: Source,
}

/// Where the offers of a rung come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    BuiltIn(&'static Rung),
    /// A rung of the transformers, by its index.
    Transformer(usize),
}

impl AnyRung {
    pub(super) fn of(rung: &'static Rung) -> AnyRung {
        let Rung { name, stage, manner, .. } = *rung;
        AnyRung { name, stage, manner, source: Source::BuiltIn(rung) }
    }

    pub(super) fn of_transformer(at: usize, name: &'static str) -> AnyRung {
        let source = Source::Transformer(at);
        AnyRung { name, stage: Stage::Save, manner: Manner::Rewriting, source }
    }

    /// How many failed queries in a row let it rest.
    pub(super) fn patience(self) -> u64 {
        match (self.manner, self.stage) {
            (Manner::Combination, _) => PATIENCE_WITH_WINDOWS,
            (_, Stage::Plain) => PATIENCE_WITH_BYTES,
            (_, Stage::Relieve) => PATIENCE_WITH_RELIEF,
            (_, Stage::Save | Stage::Loosen | Stage::Redirect) => PATIENCE,
        }
    }

    /// Whether its offers are best tested together.
    pub(super) fn is_grouped(self) -> bool {
        self.manner == Manner::Together
    }

    /// Whether it has doubtful offers: if it keeps a text well-formed, or tries tokens or windows of them. A pair
    /// of `brackets` may be needed only around its content, and two nodes of `delete` may be removable together
    /// though neither is alone.
    pub(super) fn has_doubts(self) -> bool {
        let needs_grammar =
            matches!(self.source, Source::BuiltIn(rung) if rung.needs == Needs::Grammar);
        match self.manner {
            Manner::Combination | Manner::AnyToken => true,
            Manner::Rewriting => self.stage == Stage::Save && needs_grammar,
            Manner::Removal | Manner::Moving | Manner::Together => false,
        }
    }
}
