//! Modes of feedback for searches over trees: programs of functions of statements, some of which are
//! blocks.

use super::modes::{MODES, Mode, Row, feedback, settings};
use super::property::{run, verdict};
use crate::random::Random;
use crate::statistics::median;
use fixedbitset::FixedBitSet;
use probdd_core::tree::{self, Tpdd, TreeConfiguration};
use probdd_core::{
    Edits, Feedback, Kept, Kind, Links, Role, Search, Slot, Strategy, Sweep, Tree, TreeBuilder,
};
use std::collections::HashMap;
use std::sync::Arc;

const SEEDS: u64 = 10;
const FUNCTIONS: usize = 60;
const STATEMENTS: usize = 6;

/// A check needs tokens; a check that is a compiler needs what kept tokens use.
#[derive(Clone, Debug, Default)]
struct Check {
    needed: Vec<usize>,
    uses: Vec<(usize, usize)>,
}

impl Check {
    fn holds(&self, kept: &Kept) -> bool {
        self.needed.iter().all(|token| kept.contains(*token))
            && self.uses.iter().all(|(user, used)| !kept.contains(*user) || kept.contains(*used))
    }
}

/// A program, and the tokens at which its functions and statements begin.
struct Program {
    tree: Arc<Tree>,
    heads: Vec<usize>,
    statements: Vec<usize>,
}

fn program(random: &mut Random) -> Program {
    let mut builder = TreeBuilder::default();
    let (mut heads, mut statements, mut count) = (Vec::new(), Vec::new(), 0);
    builder.open(Kind::NONE, Role::Regular, Slot::NONE);
    builder.open(Kind::NONE, Role::Star, Slot::NONE);
    for _ in 0..FUNCTIONS {
        builder.open(Kind(1), Role::Item, Slot::NONE);
        heads.push(count);
        (0..4).for_each(|_| builder.token(true));
        count += 4;
        block(&mut builder, random, &mut statements, &mut count, 0);
        builder.close();
    }
    (0..2).for_each(|_| builder.close());
    Program { tree: Arc::new(builder.finish(Arc::new([]))), heads, statements }
}

fn block(
    builder: &mut TreeBuilder,
    random: &mut Random,
    statements: &mut Vec<usize>,
    count: &mut usize,
    depth: usize,
) {
    builder.open(Kind(2), Role::Star, Slot::NONE);
    for _ in 0..=random.below(2 * STATEMENTS) {
        let kind = 3 + random.below(5) as u16;
        builder.open(Kind(kind), Role::Item, Slot::NONE);
        statements.push(*count);
        let tokens = 1 + random.below(8);
        (0..tokens).for_each(|_| builder.token(true));
        *count += tokens;
        if kind == 3 && depth < 3 {
            block(builder, random, statements, count, depth + 1);
        }
        builder.close();
    }
    builder.close();
}

type Test = (&'static str, fn(&mut Random, &Program) -> Vec<Check>);

const TESTS: [Test; 6] = [
    ("2 apart", |random, program| apart(random, program, &[8, 8])),
    ("4 apart", |random, program| apart(random, program, &[4; 4])),
    ("8 apart", |random, program| apart(random, program, &[2; 8])),
    ("uses, then 1", |random, program| compiles_and(random, program, &[8], false)),
    ("uses, then 4", |random, program| compiles_and(random, program, &[2; 4], false)),
    ("1, then uses", |random, program| compiles_and(random, program, &[8], true)),
];

fn apart(random: &mut Random, program: &Program, sizes: &[usize]) -> Vec<Check> {
    let mut some = |count: &usize| {
        let at = |random: &mut Random| program.statements[random.below(program.statements.len())];
        Check { needed: (0..*count).map(|_| at(random)).collect(), uses: Vec::new() }
    };
    sizes.iter().map(&mut some).collect()
}

/// Statements use functions that come before them, and sometimes the statement before theirs.
fn compiles_and(random: &mut Random, program: &Program, sizes: &[usize], last: bool) -> Vec<Check> {
    let mut uses = Vec::new();
    for (at, statement) in program.statements.iter().enumerate() {
        let before = program.heads.partition_point(|head| head < statement);
        if random.below(3) == 0 {
            uses.push((*statement, program.heads[random.below(before)]));
        }
        let near = at.saturating_sub(1 + random.below(4));
        if random.below(3) == 0 && program.statements[near] > program.heads[before - 1] && near < at
        {
            uses.push((*statement, program.statements[near]));
        }
    }
    let mut checks = apart(random, program, sizes);
    let at = if last { checks.len() } else { 0 };
    checks.insert(at, Check { needed: Vec::new(), uses });
    checks
}

/// Measures all rows, one after the other.
pub(super) fn rows() -> impl Iterator<Item = Row> {
    TESTS.iter().map(row)
}

/// T-PDD on one test.
fn row(test: &Test) -> Row {
    let queries = MODES.map(|(_, mode)| {
        let one = |seed| {
            let mut random = Random::new(seed);
            let program = program(&mut random);
            let checks = test.1(&mut random, &program);
            let settings = settings(mode, checks.len());
            let mut costs = Costs { checks: &checks, mode, queries: 0, known: HashMap::new() };
            costs.fixpoint(&program.tree, |start| Tpdd::new(start, Tpdd::SIGMA, settings));
            costs.queries as f64
        };
        median((0..SEEDS).map(one).collect())
    });
    Row { search: "T-PDD".to_owned(), test: test.0.to_owned(), queries }
}

/// Counts the queries of successive searches; known candidates cost none.
struct Costs<'a> {
    checks: &'a [Check],
    mode: Mode,
    queries: usize,
    known: HashMap<FixedBitSet, Feedback>,
}

impl Costs<'_> {
    /// Runs a search, then a sweep.
    fn fixpoint<S: Strategy<Configuration = TreeConfiguration> + Clone>(
        &mut self,
        tree: &Arc<Tree>,
        make: impl Fn(&TreeConfiguration) -> S,
    ) {
        let mut kept = Kept::all(tree);
        self.run(tree::search(Arc::clone(tree), make), tree, &mut kept);
        // The sweep removes what the search has removed without a query.
        let sweep = |start: &TreeConfiguration| Sweep::new(start, Links::default());
        self.run(tree::search(Arc::clone(tree), sweep), tree, &mut kept);
    }

    fn run<S: Search<Change = Edits>>(&mut self, mut search: S, tree: &Tree, kept: &mut Kept) {
        run(&mut search, |edits| {
            let mut candidate = kept.clone();
            candidate.apply(tree, edits);
            let is_new = candidate != *kept;
            let feedback = if is_new { self.answer(&candidate) } else { verdict(true) };
            if feedback.is_interesting() {
                *kept = candidate;
            }
            feedback
        });
    }

    fn answer(&mut self, candidate: &Kept) -> Feedback {
        if let Some(known) = self.known.get(candidate.tokens()) {
            return known.clone();
        }
        self.queries += 1;
        let feedback = feedback(self.checks.iter().map(|check| check.holds(candidate)), self.mode);
        self.known.insert(candidate.tokens().clone(), feedback.clone());
        feedback
    }
}
