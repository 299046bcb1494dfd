//! The model of a grammar: for every kind of node, the automata that group its children.

mod alternatives;
mod automaton;
mod element;
pub(crate) mod fits;
pub(crate) mod kinds;
pub(crate) mod mark;
mod rules;

pub(crate) use automaton::{Automaton, Instruction};
pub(crate) use rules::Grammar;

use crate::grammar::kinds::KindTable;
use automaton::{Compiler, Sets};
use element::{ElementId, Symbol};
use fits::Fit;
use fixedbitset::FixedBitSet;
use rules::Expanded;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The model of a grammar. Immutable; made once per grammar.
#[derive(Debug)]
pub(crate) struct Model {
    kinds: KindTable,
    automata: Vec<Automaton>,
    /// For every kind, the automata of its rule and of what is aliased to it.
    by_kind: Vec<Vec<u32>>,
    /// The automata of a kind under a parent of a kind, where they differ from those above.
    by_parent: HashMap<(u16, u16), Vec<u32>>,
    accepted: Vec<FixedBitSet>,
    fits: Arc<[FixedBitSet]>,
    version: String,
    unknown: Vec<String>,
    /// The leaves of each kind that the grammar spells out.
    literals: HashMap<u16, HashSet<String>>,
}

/// Reads vendored rules.
pub(crate) fn vendored(rules: &str) -> serde_json::Result<Grammar> {
    serde_json::from_str(rules)
}

/// Reduces a `grammar.json` of tree-sitter's to its vendored form: the rules, and the version of
/// the grammar's crate. Each rule has a line, in alphabetical order, so that versions can be compared.
///
/// # Errors
/// When the text is not a `grammar.json`.
#[doc(hidden)]
pub fn stripped_rules(grammar_json: &str, version: &str) -> serde_json::Result<String> {
    let mut grammar: Grammar = serde_json::from_str(grammar_json)?;
    version.clone_into(&mut grammar.version);
    Ok(by_line(&serde_json::to_value(&grammar)?, |rules| by_line(rules, Value::to_string)) + "\n")
}

/// An object with a line for each member, in alphabetical order; other values as they are.
fn by_line(value: &Value, text: impl Fn(&Value) -> String) -> String {
    match value {
        Value::Object(members) if !members.is_empty() => {
            let lines =
                members.iter().map(|(name, value)| format!("{}:{}", json!(name), text(value)));
            format!("{{\n{}\n}}", lines.collect::<Vec<_>>().join(",\n"))
        }
        value => value.to_string(),
    }
}

impl Model {
    /// The model of some rules, for the kinds of the parse tables and the corrections of what fits
    /// where. Without rules (the default grammar) it explains no node.
    pub(crate) fn new(
        grammar: &Grammar,
        kinds: KindTable,
        fits: &[Fit],
        only_where_named: &str,
    ) -> Model {
        let expanded = rules::expand(grammar, &kinds);
        let mut compiler = Compiler::new(&expanded, &kinds, only_where_named);
        let mut automata = Automata::default();
        let mut by_kind = vec![Vec::new(); kinds.len()];
        let mut by_parent = HashMap::new();
        for (kind, candidates) in by_kind.iter_mut().enumerate() {
            let kind = kind as u16;
            let of_kind = || fits.iter().filter(|fit| fit.node == kinds.name(kind));
            let bodies = bodies_of(&expanded, &kinds, kind);
            compiler.restrict(of_kind().filter(|fit| fit.parent.is_none()));
            *candidates = automata.ids(&bodies, (kind, None), &mut compiler);
            for name in of_kind().filter_map(|fit| fit.parent) {
                compiler.restrict(of_kind().filter(|fit| fit.parent.is_none_or(|p| p == name)));
                for parent in kinds.all(name) {
                    let place = (kind, Some(parent));
                    let candidates = automata.ids(&bodies, place, &mut compiler);
                    by_parent.insert((kind, parent), candidates);
                }
            }
        }
        let Sets { accepted, fits } = compiler.finish();
        let literals = grammar.literals().filter_map(|(rule, literals)| {
            Some((kinds.id(rule, true)?, literals.into_iter().map(str::to_owned).collect()))
        });
        let literals = literals.collect();
        Model {
            automata: automata.all,
            by_kind,
            by_parent,
            accepted,
            fits: fits.into(),
            version: grammar.version.clone(),
            unknown: expanded.unknown,
            literals,
            kinds,
        }
    }

    pub(crate) fn kinds(&self) -> &KindTable {
        &self.kinds
    }

    /// Whether a leaf of a kind is spelled out in the grammar, as keywords are.
    pub(crate) fn is_literal(&self, kind: u16, leaf: &str) -> bool {
        let literals = self.literals.get(&kind);
        self.kinds.name(kind) == leaf || literals.is_some_and(|literals| literals.contains(leaf))
    }

    /// Whether the automata for a kind of node depend on the parent.
    pub(crate) fn looks_up(&self, kind: u16) -> bool {
        self.by_parent.keys().any(|(of, _)| *of == kind)
    }

    /// The automata that may explain a node under a parent of a kind, the likeliest first: those of
    /// its kind before it was renamed, of its kind, of whatever is renamed to its kind.
    pub(crate) fn automata(
        &self,
        kind: u16,
        original: u16,
        parent: u16,
    ) -> impl Iterator<Item = &Automaton> {
        let of = |kind: u16| {
            let under = self.by_parent.get(&(kind, parent));
            under.or_else(|| self.by_kind.get(usize::from(kind))).map_or(&[][..], Vec::as_slice)
        };
        let originals = if original == kind { &[][..] } else { of(original) };
        originals.iter().chain(of(kind)).map(|id| &self.automata[*id as usize])
    }

    /// The sets of kinds that the instructions of the automata accept.
    pub(crate) fn accepted(&self) -> &[FixedBitSet] {
        &self.accepted
    }

    /// For each slot, the kinds that fit.
    pub(crate) fn fits(&self) -> Arc<[FixedBitSet]> {
        Arc::clone(&self.fits)
    }

    /// The version of the crate that the rules come from.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Names in the rules that the parse tables do not know: at most a few unused ones if rules and
    /// tables belong together.
    pub(crate) fn unknown(&self) -> &[String] {
        &self.unknown
    }
}

/// The bodies of the rules that make nodes of a kind, its own rule first.
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
struct Automata {
    all: Vec<Automaton>,
    /// By element, and by place where the kinds that fit depend on it.
    known: HashMap<(ElementId, Option<Place>), u32>,
}

/// A kind, and the kind of its parent where that matters.
type Place = (u16, Option<u16>);

impl Automata {
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
