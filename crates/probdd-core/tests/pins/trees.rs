//! The searches over trees.

use crate::drive::Row;
use crate::lists::{ALGORITHMS, CHECKS, minimizer};
use crate::programs::{items, links, program};
use crate::properties::Told;
use crate::worlds;
use probdd_core::tree::{self, Chisel, ChiselOptions, Deletions, Hdd, HddForm, Perses, Tpdd};
use probdd_core::{
    Algorithm, AllAtOnce, Batched, Driver, Edits, FeedbackSettings, Frontier, Grouping, Links,
    Minimizer, Nesting, NodeId, Offers, Order, Over, Role, Search, Sweep, Tree, chains,
};
use std::sync::Arc;

/// How many queries in vain end the offers in groups.
const PATIENCE: usize = 20;

pub(crate) fn rows() -> Vec<Row> {
    let tree = worlds::tree();
    let pins = Pins { tree: &tree };
    let mut rows = pins.with_a_model();
    rows.extend(pins.with_checks());
    for (name, algorithm) in ALGORITHMS {
        rows.extend(pins.with_lists(name, minimizer(algorithm)));
    }
    rows.extend(pins.with_backward_lists());
    rows.extend(pins.pardis_and_templates());
    rows.extend(pins.sweep_and_offers());
    rows.push(nesting());
    rows.extend(pins.batched());
    rows
}

/// The search over deep nests, on a tree that has two.
fn nesting() -> Row {
    let tree = worlds::nests();
    Row::new("nests: nesting", &tree, Told::Verdict, || {
        tree::search(Arc::clone(&tree), |_| Nesting::new(chains(&tree)))
    })
}

#[derive(Clone, Copy)]
struct Pins<'a> {
    tree: &'a Arc<Tree>,
}

impl Pins<'_> {
    fn of<S: Search<Change = Edits>>(self, name: &str, told: Told, make: impl Fn() -> S) -> Row {
        Row::new(&format!("tree: {name}"), self.tree, told, make)
    }

    /// A search that is told verdicts only.
    fn plain<S: Search<Change = Edits>>(self, name: &str, make: impl Fn(Arc<Tree>) -> S) -> Row {
        self.of(name, Told::Verdict, || make(Arc::clone(self.tree)))
    }

    fn with_a_model(self) -> Vec<Row> {
        let links = links(self.tree);
        vec![
            self.plain("tpdd", |tree| tpdd(tree, Tpdd::SIGMA, FeedbackSettings::BINARY)),
            self.plain("tpdd sigma 0.1", |tree| tpdd(tree, 0.1, FeedbackSettings::BINARY)),
            self.plain("frontier", |tree| frontier(tree, &Links::default())),
            self.plain("frontier links", |tree| frontier(tree, &links)),
        ]
    }

    fn with_checks(self) -> Vec<Row> {
        let of_checks = |(checks, told): (&str, Told)| {
            let (tree, feedback) = (self.tree, told.settings());
            let tpdd = || tpdd(Arc::clone(tree), Tpdd::SIGMA, feedback);
            let probdd = Minimizer { feedback, ..minimizer(Algorithm::ProbDd) };
            let hdd = || hdd(Arc::clone(tree), HddForm::Levels, probdd);
            [
                self.of(&format!("tpdd {checks}"), told, tpdd),
                self.of(&format!("hdd probdd {checks}"), told, hdd),
            ]
        };
        CHECKS.into_iter().flat_map(of_checks).collect()
    }

    /// The searches that have a list search inside.
    fn with_lists(self, name: &str, inside: Minimizer) -> Vec<Row> {
        let lists = Deletions::Lists(inside);
        let nodes: Arc<[NodeId]> = items(self.tree, NodeId::ROOT).into();
        let weights: Vec<u32> = nodes.iter().map(|node| self.tree.weight(*node)).collect();
        let program = program(self.tree);
        let plain = ChiselOptions {
            is_replacing: false,
            keeps_dependencies: false,
            removes_declarations: false,
        };
        let full = ChiselOptions {
            is_replacing: true,
            keeps_dependencies: true,
            removes_declarations: true,
        };
        let local = |options| {
            move |tree, program| tree::search(tree, |_| Chisel::local(program, inside, options))
        };
        let (local, plain_local) = (local(full), local(plain));
        let named = |search: &str| format!("{search} {name}");
        vec![
            self.plain(&named("hdd"), |tree| hdd(tree, HddForm::Levels, inside)),
            self.plain(&named("coarse-hdd"), |tree| hdd(tree, HddForm::CoarseLevels, inside)),
            self.plain(&named("hddr"), |tree| hdd(tree, HddForm::Children, inside)),
            self.plain(&named("perses"), |tree| perses(tree, lists, true)),
            self.plain(&named("perses without replacements"), |tree| perses(tree, lists, false)),
            self.plain(&named("chisel-global"), |tree| {
                tree::search(tree, |start| Chisel::global(start, &program, inside))
            }),
            self.plain(&named("chisel-local"), |tree| local(tree, Arc::clone(&program))),
            self.plain(&named("chisel-local deletions only"), |tree| {
                plain_local(tree, Arc::clone(&program))
            }),
            self.plain(&named("over nodes"), |_| inside.search(nodes.to_vec(), &weights)),
        ]
    }

    fn with_backward_lists(self) -> Vec<Row> {
        let splitting = Minimizer { order: Order::Backward, ..minimizer(Algorithm::Splitting) };
        let probdd = Minimizer { order: Order::Backward, ..minimizer(Algorithm::ProbDd) };
        let mut rows = self.with_lists("splitting backward", splitting);
        rows.extend(self.with_lists("probdd backward", probdd));
        rows
    }

    fn pardis_and_templates(self) -> Vec<Row> {
        let comments: Arc<[NodeId]> = self.nodes(Role::Extra);
        vec![
            self.plain("pardis", |tree| perses(tree, Deletions::Single, false)),
            self.plain("pardis replacing", |tree| perses(tree, Deletions::Single, true)),
            self.plain("templates", |tree| tree::search(tree, Perses::templates)),
            self.plain("all comments at once", |_| {
                Over::start(Arc::clone(&comments), AllAtOnce::new)
            }),
        ]
    }

    fn sweep_and_offers(self) -> Vec<Row> {
        let (links, offers) = (links(self.tree), offers(self.tree));
        vec![
            self.plain("sweep", |tree| sweep(tree, &Links::default())),
            self.plain("sweep links", |tree| sweep(tree, &links)),
            self.plain("offers", |tree| {
                Offers::search(tree, offers.clone(), Grouping::Growing, usize::MAX)
            }),
            self.plain("offers together", |tree| {
                Offers::search(tree, offers.clone(), Grouping::Groups, usize::MAX)
            }),
            self.plain("offers together impatient", |tree| {
                Offers::search(tree, offers.clone(), Grouping::Groups, PATIENCE)
            }),
        ]
    }

    fn batched(self) -> Vec<Row> {
        let of_width = |width: usize| {
            let (links, offers) = (links(self.tree), offers(self.tree));
            let nodes: Arc<[NodeId]> = items(self.tree, NodeId::ROOT).into();
            let weights: Vec<u32> = nodes.iter().map(|node| self.tree.weight(*node)).collect();
            let probdd = minimizer(Algorithm::ProbDd);
            let named = |search: &str| format!("batched {width} {search}");
            let binary = FeedbackSettings::BINARY;
            [
                self.plain(&named("tpdd"), |tree| {
                    Batched::new(tpdd(tree, Tpdd::SIGMA, binary), width)
                }),
                self.plain(&named("frontier links"), |tree| {
                    Batched::new(frontier(tree, &links), width)
                }),
                self.plain(&named("sweep links"), |tree| Batched::new(sweep(tree, &links), width)),
                self.plain(&named("templates"), |tree| {
                    Batched::new(tree::search(tree, Perses::templates), width)
                }),
                self.plain(&named("hdd probdd"), |tree| {
                    Batched::new(hdd(tree, HddForm::Levels, probdd), width)
                }),
                self.plain(&named("offers"), |tree| {
                    Batched::new(
                        Offers::search(tree, offers.clone(), Grouping::Growing, usize::MAX),
                        width,
                    )
                }),
                self.plain(&named("over nodes probdd"), |_| {
                    Batched::new(probdd.search(nodes.to_vec(), &weights), width)
                }),
            ]
        };
        [1, 4].into_iter().flat_map(of_width).collect()
    }

    fn nodes(self, role: Role) -> Arc<[NodeId]> {
        self.tree.nodes().filter(|(_, node)| node.role == role).map(|(id, _)| id).collect()
    }
}

/// Removals, replacements, and other text in the place of tokens.
fn offers(tree: &Tree) -> Vec<Edits> {
    let removals = tree.nodes().map(|(id, _)| id).filter(|id| tree.is_removable(*id));
    let removals = removals.step_by(2).map(|id| Edits::removal(vec![id]));
    let regular = tree.nodes().filter(|(_, node)| node.role == Role::Regular).map(|(id, _)| id);
    let replacements = regular.step_by(3).filter_map(|id| {
        let by = tree.children(id).next()?;
        Some(Edits::replacement(id, by))
    });
    let tokens = (0..tree.token_count() as u32).step_by(5);
    let written = tokens.map(|token| {
        let text = if token % 2 == 0 { Vec::new() } else { b"x".to_vec() };
        Edits::writing(token..token + 1 + token % 2, text)
    });
    removals.chain(replacements).chain(written).collect()
}

fn tpdd(tree: Arc<Tree>, sigma: f64, feedback: FeedbackSettings) -> Driver<Tpdd> {
    tree::search(tree, |start| Tpdd::new(start, sigma, feedback))
}

fn frontier(tree: Arc<Tree>, links: &Links) -> Driver<Frontier> {
    tree::search(tree, |start| Frontier::new(start, links.clone()))
}

fn hdd(tree: Arc<Tree>, form: HddForm, inside: Minimizer) -> Driver<Hdd> {
    tree::search(tree, |start| Hdd::new(start, form, inside))
}

fn perses(tree: Arc<Tree>, deletions: Deletions, is_replacing: bool) -> Driver<Perses> {
    tree::search(tree, |start| Perses::new(start, deletions, is_replacing))
}

fn sweep(tree: Arc<Tree>, links: &Links) -> Driver<Sweep> {
    tree::search(tree, |start| Sweep::new(start, links.clone()))
}
