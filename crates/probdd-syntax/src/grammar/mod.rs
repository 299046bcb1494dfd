//! The model of a grammar: for every kind of node the programs that group its children.

mod element;
mod fits;
mod program;
mod rules;

pub(crate) use program::{Instruction, Program};

use crate::kinds::KindTable;
use crate::language::Facts;
use element::{ElementId, Symbol};
use fixedbitset::FixedBitSet;
use flate2::read::GzDecoder;
use program::{Compiler, Sets};
use rules::{Expanded, Grammar};
use std::collections::HashMap;
use std::sync::Arc;

/// What is known of one grammar. Immutable; made once.
#[derive(Debug)]
pub(crate) struct Model {
    kinds: KindTable,
    programs: Vec<Program>,
    /// For every kind: the programs of its rule and of what is aliased to it.
    by_kind: Vec<Vec<u32>>,
    accepted: Vec<FixedBitSet>,
    fits: Arc<[FixedBitSet]>,
    version: String,
    #[cfg(test)]
    unknown: Vec<String>,
}

/// A vendored grammar could not be read.
#[derive(Debug, thiserror::Error)]
#[error("reading the vendored grammar: {0}")]
pub(crate) struct GrammarError(#[from] serde_json::Error);

impl Model {
    /// The model of a vendored grammar, for the symbols of its crate's tables.
    pub(crate) fn new(
        gzipped: &[u8],
        kinds: KindTable,
        facts: &Facts,
    ) -> Result<Model, GrammarError> {
        let mut grammar: Grammar = serde_json::from_reader(GzDecoder::new(gzipped))?;
        let expanded = rules::expand(&grammar, &kinds);
        let mut compiler = Compiler::new(&expanded, &kinds, facts);
        let mut programs = Programs::default();
        let mut by_kind = vec![Vec::new(); kinds.len()];
        for (kind, candidates) in by_kind.iter_mut().enumerate() {
            let kind = kind as u16;
            compiler.restrict(facts.fits.iter().filter(|fit| fit.node == kinds.name(kind)));
            for body in bodies_of(&expanded, &kinds, kind) {
                candidates.push(programs.id(body, kind, &mut compiler));
            }
        }
        let Sets { accepted, fits } = compiler.finish();
        Ok(Model {
            programs: programs.all,
            by_kind,
            accepted,
            fits: fits.into(),
            version: std::mem::take(&mut grammar.version),
            #[cfg(test)]
            unknown: expanded.unknown,
            kinds,
        })
    }

    /// The kinds of the grammar.
    pub(crate) fn kinds(&self) -> &KindTable {
        &self.kinds
    }

    /// The programs that may explain a node, the likeliest first: its rule before it was renamed,
    /// its kind, whatever is renamed to its kind.
    pub(crate) fn programs(&self, kind: u16, original: u16) -> impl Iterator<Item = &Program> {
        let of = |kind: u16| self.by_kind.get(usize::from(kind)).map_or(&[][..], Vec::as_slice);
        let originals = if original == kind { &[][..] } else { of(original) };
        originals.iter().chain(of(kind)).map(|id| &self.programs[*id as usize])
    }

    /// What the programs' instructions accept.
    pub(crate) fn accepted(&self) -> &[FixedBitSet] {
        &self.accepted
    }

    /// For each slot, the kinds that fit.
    pub(crate) fn fits(&self) -> Arc<[FixedBitSet]> {
        Arc::clone(&self.fits)
    }

    /// The version of the grammar's crate that the rules were taken from.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Names in the rules that the crate's tables do not know: none, if they belong together.
    #[cfg(test)]
    pub(crate) fn unknown(&self) -> &[String] {
        &self.unknown
    }
}

/// The bodies that make nodes of a kind: its own rule first.
fn bodies_of(expanded: &Expanded, kinds: &KindTable, kind: u16) -> Vec<ElementId> {
    let own = kinds.is_named(kind).then(|| expanded.bodies.get(kinds.name(kind)).copied());
    let aliased = expanded.aliased.get(&Symbol(kind));
    let mut bodies: Vec<ElementId> = own.flatten().into_iter().collect();
    for body in aliased.into_iter().flatten() {
        if !bodies.contains(body) {
            bodies.push(*body);
        }
    }
    bodies
}

#[derive(Default)]
struct Programs {
    all: Vec<Program>,
    /// By element, and by kind where what fits depends on it.
    ids: HashMap<(ElementId, Option<u16>), u32>,
}

impl Programs {
    fn id(&mut self, body: ElementId, kind: u16, compiler: &mut Compiler<'_>) -> u32 {
        let kind = compiler.is_restricted().then_some(kind);
        *self.ids.entry((body, kind)).or_insert_with(|| {
            self.all.push(compiler.compile(body));
            self.all.len() as u32 - 1
        })
    }
}
