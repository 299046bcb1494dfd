//! The suite for CHISEL's searches.

use crate::lists::{sigma, tie};
use crate::oracle::{Property, any_property, cases, check};
use crate::trees::{Sample, may_go, tree};
use probdd_core::tree::{Chisel, ChiselOptions, Need, Needs, Program, Statement};
use probdd_core::{Algorithm, Edits, FeedbackSettings, Kept, Minimizer, NodeId, Order, Role, Tree};
use proptest::prelude::*;
use std::sync::Arc;

/// Any list search.
fn minimizer() -> impl Strategy<Value = Minimizer> {
    let algorithms = prop::sample::select(vec![
        Algorithm::Ddmin,
        Algorithm::Opdd,
        Algorithm::ProbDd,
        Algorithm::Cdd,
        Algorithm::Weighted,
        Algorithm::ActiveCoarsen,
        Algorithm::Splitting,
    ]);
    let orders = prop_oneof![Just(Order::Forward), Just(Order::Backward)];
    (algorithms, sigma(), tie(), orders, any::<u64>()).prop_map(
        |(algorithm, sigma, tie, order, seed)| Minimizer {
            algorithm,
            sigma,
            tie,
            order,
            seed,
            feedback: FeedbackSettings::BINARY,
        },
    )
}

/// More than any list search asks about n elements.
fn list_bound(n: usize) -> usize {
    3 * n * (n + 1) + 60 * n + 60
}

/// What a random tree could be as a program: nodes with lists are blocks, others whatever the dice
/// say; of a block's items every third is a declaration.
fn program(tree: &Tree, dice: &[u8], needs: Vec<Need>) -> Arc<Program> {
    let mut program = Program { globals: outermost(tree), ..Program::default() };
    for (node, _) in tree.nodes().filter(|(_, node)| node.role == Role::Regular) {
        let statement = statement(tree, node, dice[node.index() % dice.len()]);
        program.statements.extend(statement.map(|statement| (node, statement)));
    }
    let mut bodies: Vec<NodeId> = Vec::new();
    for (id, node) in tree.nodes() {
        let is_inside = bodies.last().is_some_and(|body| tree.contains(*body, id));
        if node.role == Role::Regular && node.parent.0 % 3 == 1 && !is_inside {
            bodies.push(id);
        }
    }
    program.bodies = if bodies.is_empty() { vec![NodeId::ROOT] } else { bodies };
    let needs = Arc::new(Needs::new(needs));
    program.references = Arc::clone(&needs);
    program.dependencies = needs;
    Arc::new(program)
}

fn statement(tree: &Tree, node: NodeId, dice: u8) -> Option<Statement> {
    let has_text = |id: &NodeId| !tree.node(*id).tokens().is_empty();
    let lists = tree.children(node).filter(|id| tree.node(*id).is_list());
    let items: Vec<NodeId> = lists
        .flat_map(|list| tree.children(list).filter(|id| tree.node(*id).role == Role::Item))
        .filter(has_text)
        .collect();
    if !items.is_empty() {
        let numbered = items.into_iter().enumerate();
        let (declarations, statements): (Vec<_>, Vec<_>) =
            numbered.partition(|(at, _)| at % 3 == 2);
        let nodes = |numbered: Vec<(usize, NodeId)>| numbered.into_iter().map(|(_, id)| id);
        return Some(Statement::Block {
            statements: nodes(statements).collect(),
            declarations: nodes(declarations).collect(),
        });
    }
    let regular = |id: &NodeId| tree.node(*id).role == Role::Regular && has_text(id);
    let inner: Vec<NodeId> = tree.children(node).filter(regular).collect();
    let first = *inner.first()?;
    Some(match dice % 4 {
        0 => Statement::If(inner),
        1 => Statement::Loop(first),
        2 => Statement::Label(first),
        _ => Statement::Around(inner),
    })
}

/// Removable nodes that do not contain each other.
fn outermost(tree: &Tree) -> Vec<NodeId> {
    let mut end = NodeId::ROOT;
    let whole = Kept::all(tree);
    let mut found = Vec::new();
    for (id, node) in tree.nodes() {
        if id >= end && tree.is_removable(id) && may_go(tree, &whole, id) {
            found.push(id);
            end = node.end;
        }
    }
    found
}

/// A tree, some needs among its tokens, dice, and a property.
fn a_program() -> impl Strategy<Value = (Sample, Arc<Program>, Vec<Need>, Property)> {
    tree(60).prop_flat_map(|tree| {
        let token = 0..tree.token_count().max(1) as u32;
        let tokens = || prop::collection::vec(token.clone(), 1..4);
        let need = (tokens(), tokens()).prop_map(|(users, providers)| Need { users, providers });
        let needs = prop::collection::vec(need, 0..4);
        let dice = prop::collection::vec(any::<u8>(), 1..20);
        let property = any_property(tree.token_count());
        (needs, dice, property).prop_map(move |(needs, dice, property)| {
            let program = program(&tree, &dice, needs.clone());
            (tree.clone(), program, needs, property)
        })
    })
}

/// No need lost its last provider from one configuration to the next.
fn assert_unbroken(needs: &[Need], before: &Kept, after: &Kept) {
    for Need { users, providers } in needs {
        let any = |kept: &Kept, tokens: &[u32]| tokens.iter().any(|t| kept.contains(*t as usize));
        let breaks = any(before, providers) && !any(after, providers) && any(after, users);
        assert!(!breaks, "{users:?} need {providers:?}");
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn the_global_search_keeps_its_promises_and_what_is_referred_to(
        (tree, program, needs, property) in a_program(), minimizer in minimizer()
    ) {
        let bound = list_bound(program.globals.len());
        let make = || tree.search(|start| Chisel::global(start, &program, minimizer));
        let run = check(make, &tree, &property, bound);
        let mut kept = Kept::all(&tree);
        for (turn, (query, candidate)) in run.asked.iter().enumerate() {
            prop_assert!(query.change.replaced.is_empty());
            assert_unbroken(&needs, &kept, candidate);
            if property.verdict(candidate.tokens(), turn).is_interesting() {
                kept = candidate.clone();
            }
        }
    }

    #[test]
    fn the_local_search_keeps_its_promises_and_its_options(
        (tree, program, needs, property) in a_program(), minimizer in minimizer(),
        is_replacing in any::<bool>(), keeps_dependencies in any::<bool>(),
        removes_declarations in any::<bool>()
    ) {
        let blocks = program.statements.iter().map(|(_, statement)| match statement {
            Statement::Block { statements, declarations } => {
                list_bound(statements.len()) + list_bound(declarations.len())
            }
            Statement::If(inner) => inner.len(),
            _ => 1,
        });
        let declarations = program.statements.iter().map(|(_, statement)| match statement {
            Statement::Block { declarations, .. } => declarations.len(),
            _ => 0,
        });
        let bound = blocks.sum::<usize>() + list_bound(declarations.sum());
        let options = ChiselOptions { is_replacing, keeps_dependencies, removes_declarations };
        let make =
            || tree.search(|_| Chisel::local(Arc::clone(&program), minimizer, options));
        let run = check(make, &tree, &property, bound);
        let mut kept = Kept::all(&tree);
        for (turn, (query, candidate)) in run.asked.iter().enumerate() {
            prop_assert!(is_replacing || query.change.replaced.is_empty());
            if keeps_dependencies {
                assert_unbroken(&needs, &kept, candidate);
            }
            if property.verdict(candidate.tokens(), turn).is_interesting() {
                kept = candidate.clone();
            }
        }
    }

    #[test]
    fn every_statement_is_tried_when_nothing_is_removable(
        (tree, program, _, _) in a_program()
    ) {
        let minimizer = Minimizer::new(Algorithm::Ddmin);
        let options = ChiselOptions {
            is_replacing: true,
            keeps_dependencies: false,
            removes_declarations: true,
        };
        let make =
            || tree.search(|_| Chisel::local(Arc::clone(&program), minimizer, options));
        let never = Property::Arbitrary { seed: 0, percent: 0 };
        let run = check(make, &tree, &never, usize::MAX);
        let whole = Kept::all(&tree);
        let body = program.bodies[0];
        let Some((_, Statement::Block { statements, .. })) = program.statement(&tree, body) else {
            return Ok(());
        };
        let is_in_star = |node: &&NodeId| tree.node(tree.node(**node).parent).role == Role::Star;
        for node in statements.iter().filter(is_in_star) {
            let mut without = whole.clone();
            without.apply(&tree, &Edits::removal(vec![*node]));
            let is_asked = run.asked.iter().any(|(_, candidate)| *candidate == without);
            prop_assert!(is_asked || without == whole, "{:?} was not tried alone", node);
        }
    }
}
