//! The rungs for a text: built-in ones, and those of transformers.

use crate::command_line::Polish;
use crate::settings::Structure;
use crate::transformers::Transformers;
use probdd_syntax::ease::ease;
use probdd_syntax::{Language, Manner, Needs, RUNGS, Rung, SEARCH_RUNGS, Stage};

/// How often suggestions of a transformer succeed.
const CHANCE: f64 = 0.1;

/// A rung, built-in or of a transformer.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyRung {
    pub(super) name: &'static str,
    pub(super) stage: Stage,
    pub(super) manner: Manner,
    /// How often small offers of it succeed, on average over many subjects.
    pub(super) chance: f64,
    /// Whether the text is read by a grammar.
    pub(super) has_grammar: bool,
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
        let Rung { name, stage, manner, chance, .. } = *rung;
        AnyRung { name, stage, manner, chance, has_grammar: true, source: Source::BuiltIn(rung) }
    }

    fn of_transformer(at: usize, name: &'static str) -> AnyRung {
        let (stage, manner, source) =
            (Stage::FewerTokens, Manner::Rewriting, Source::Transformer(at));
        AnyRung { name, stage, manner, chance: CHANCE, has_grammar: true, source }
    }

    /// The least gain of an offer in tokens. What a user's transformer suggests counts as a token at least.
    pub(super) fn least_gain(self) -> f64 {
        match self.source {
            Source::BuiltIn(_) => 0.0,
            Source::Transformer(_) => 1.0,
        }
    }

    /// The chance of an offer that saves some of the tokens of a text, relative to that of a small one. A program of
    /// others knows what it does: a large suggestion of it is as good as a small one.
    pub(super) fn ease(self, saved: f64, tokens: f64) -> f64 {
        match self.source {
            Source::BuiltIn(_) => ease(saved, tokens, self.has_grammar),
            Source::Transformer(_) => 1.0,
        }
    }

    /// Whether its offers are best tested together.
    pub(super) fn is_grouped(self) -> bool {
        self.manner == Manner::Together
    }

    /// Whether its offers make more removable and need not save anything.
    pub(super) fn is_of_search(self) -> bool {
        matches!(self.stage, Stage::BeforeSearch | Stage::IfSlow | Stage::AfterSearch)
    }

    /// Whether what was refused tells of its other offers: if it keeps a text well-formed, or tries tokens. A pair
    /// of `brackets` may be needed only around its content, and two nodes of `delete` may be removable together
    /// though neither is alone.
    pub(super) fn heeds_refusals(self) -> bool {
        let needs_grammar =
            matches!(self.source, Source::BuiltIn(rung) if rung.needs == Needs::Grammar);
        match self.manner {
            Manner::AnyToken => true,
            Manner::Rewriting => self.stage == Stage::FewerTokens && needs_grammar,
            Manner::Removal | Manner::Moving | Manner::Together => false,
        }
    }
}

/// The rungs of a polish level.
pub(super) fn rungs(
    structure: Structure,
    polish: Polish,
    transformers: &Transformers,
) -> Vec<AnyRung> {
    let has_grammar = structure.language().is_some() && polish == Polish::Full;
    let is_used = |rung: &&Rung| match rung.needs {
        Needs::Tokens | Needs::Preprocessor => true,
        Needs::Grammar => has_grammar,
        Needs::Lines => !has_grammar && polish == Polish::Full,
        Needs::Instructions => {
            has_grammar && structure.language().is_some_and(Language::has_instructions)
        }
        Needs::Stubs => has_grammar && structure.language().is_some_and(Language::has_stubs),
    };
    let built_in = RUNGS.iter().chain(&SEARCH_RUNGS).filter(is_used);
    let built_in = built_in.map(|rung| AnyRung { has_grammar, ..AnyRung::of(rung) });
    let others =
        transformers.rungs().enumerate().map(|(at, name)| AnyRung::of_transformer(at, name));
    built_in.chain(others).collect()
}
