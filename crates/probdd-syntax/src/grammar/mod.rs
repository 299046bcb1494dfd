//! The model of a grammar: for every kind of node the programs that group its children.

mod alternatives;
mod element;
pub(crate) mod fits;
pub(crate) mod kinds;
pub(crate) mod mark;
mod program;
mod rules;

pub(crate) use program::{Instruction, Program};
pub(crate) use rules::Grammar;

use crate::grammar::kinds::KindTable;
use element::{ElementId, Symbol};
use fits::Fit;
use fixedbitset::FixedBitSet;
use flate2::read::GzDecoder;
use program::{Compiler, Sets};
use rules::Expanded;
use std::collections::HashMap;
use std::sync::Arc;

/// What is known of one grammar. Immutable; made once.
#[derive(Debug)]
pub(crate) struct Model {
    kinds: KindTable,
    programs: Vec<Program>,
    /// For every kind: the programs of its rule and of what is aliased to it.
    by_kind: Vec<Vec<u32>>,
    /// For some kinds under a parent of some kind: other programs than else.
    by_parent: HashMap<(u16, u16), Vec<u32>>,
    accepted: Vec<FixedBitSet>,
    fits: Arc<[FixedBitSet]>,
    version: String,
    unknown: Vec<String>,
}

/// The rules of a grammar, from what is vendored of them.
pub(crate) fn vendored(gzipped: &[u8]) -> serde_json::Result<Grammar> {
    serde_json::from_reader(GzDecoder::new(gzipped))
}

/// What recovering quantifiers needs of a `grammar.json` of tree-sitter's: the vendored form.
/// `version` is that of the grammar's crate.
///
/// # Errors
/// When it is none.
#[doc(hidden)]
pub fn stripped_rules(grammar_json: &str, version: &str) -> serde_json::Result<String> {
    let mut grammar: Grammar = serde_json::from_str(grammar_json)?;
    version.clone_into(&mut grammar.version);
    // By way of a value, the names inside an object are in order.
    Ok(serde_json::to_value(&grammar)?.to_string())
}

impl Model {
    /// The model of a grammar, for the symbols of its tables and what is known of its language.
    /// Without rules (the default grammar) it explains no node.
    pub(crate) fn new(grammar: &Grammar, kinds: KindTable, fits: &[Fit], unlike: &[&str]) -> Model {
        let expanded = rules::expand(grammar, &kinds);
        let mut compiler = Compiler::new(&expanded, &kinds, unlike);
        let mut programs = Programs::default();
        let mut by_kind = vec![Vec::new(); kinds.len()];
        let mut by_parent = HashMap::new();
        for (kind, candidates) in by_kind.iter_mut().enumerate() {
            let kind = kind as u16;
            let of_kind = || fits.iter().filter(|fit| fit.node == kinds.name(kind));
            let bodies = bodies_of(&expanded, &kinds, kind);
            compiler.restrict(of_kind().filter(|fit| fit.parent.is_none()));
            *candidates = programs.ids(&bodies, (kind, None), &mut compiler);
            for name in of_kind().filter_map(|fit| fit.parent) {
                compiler.restrict(of_kind().filter(|fit| fit.parent.is_none_or(|p| p == name)));
                for parent in kinds.all(name) {
                    let place = (kind, Some(parent));
                    let candidates = programs.ids(&bodies, place, &mut compiler);
                    by_parent.insert((kind, parent), candidates);
                }
            }
        }
        let Sets { accepted, fits } = compiler.finish();
        Model {
            programs: programs.all,
            by_kind,
            by_parent,
            accepted,
            fits: fits.into(),
            version: grammar.version.clone(),
            unknown: expanded.unknown,
            kinds,
        }
    }

    /// The kinds of the grammar.
    pub(crate) fn kinds(&self) -> &KindTable {
        &self.kinds
    }

    /// Whether the programs that may explain a node depend on its parent.
    pub(crate) fn looks_up(&self, kind: u16) -> bool {
        self.by_parent.keys().any(|(of, _)| *of == kind)
    }

    /// The programs that may explain a node under a parent of a kind, the likeliest first: its rule
    /// before it was renamed, its kind, whatever is renamed to its kind.
    pub(crate) fn programs(
        &self,
        kind: u16,
        original: u16,
        parent: u16,
    ) -> impl Iterator<Item = &Program> {
        let of = |kind: u16| {
            let under = self.by_parent.get(&(kind, parent));
            under.or_else(|| self.by_kind.get(usize::from(kind))).map_or(&[][..], Vec::as_slice)
        };
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

    /// Names in the rules that the tables do not know: none or a few that are not used, if they
    /// belong together.
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
    /// By element, and by place where what fits depends on it.
    known: HashMap<(ElementId, Option<Place>), u32>,
}

/// A kind, and that of its parent where it matters.
type Place = (u16, Option<u16>);

impl Programs {
    fn ids(&mut self, bodies: &[ElementId], place: Place, compiler: &mut Compiler<'_>) -> Vec<u32> {
        bodies.iter().map(|body| self.id(*body, place, compiler)).collect()
    }

    fn id(&mut self, body: ElementId, place: Place, compiler: &mut Compiler<'_>) -> u32 {
        let place = compiler.is_restricted().then_some(place);
        *self.known.entry((body, place)).or_insert_with(|| {
            self.all.push(compiler.compile(body));
            self.all.len() as u32 - 1
        })
    }
}
