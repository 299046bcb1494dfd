//! CHISEL's local search: over the statements of each function, from the outside to the inside.
//!
//! Function by function, statements wait in a queue, the body at first:
//!
//! - a block: a list search over its statements (the cases of a switch are such statements); those
//!   that are left join the queue;
//! - an `if`: its branches, each in place of the whole, until one is interesting; that joins the
//!   queue, or else all branches do;
//! - a loop, a label: what is in it in place of the whole; that joins the queue in any case.
//!
//! In the end a list search over all declarations in the function that are left, unless they are left
//! to the elimination of dead code, as in CHISEL.
//!
//! Bound: that of the list search, summed over the blocks and the declarations of each function, and
//! a query for every branch, loop and label.

use super::{Needs, Program, State, Statement};
use crate::list::Minimizer;
use crate::tree::batch::Batch;
use crate::{Class, Edits, Feedback, NodeId, Query, Search, Tree};
use std::collections::VecDeque;
use std::sync::Arc;

/// What the local search does beside removing statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChiselOptions {
    /// Whether statements take the place of what is around them.
    pub is_replacing: bool,
    /// Whether nothing is asked that breaks a dependency, as far as names tell.
    pub keeps_dependencies: bool,
    /// Whether it removes declarations as well.
    pub removes_declarations: bool,
}

/// The search.
#[derive(Clone, Debug)]
pub struct ChiselLocal {
    state: State,
    program: Arc<Program>,
    minimizer: Minimizer,
    options: ChiselOptions,
    /// How many functions it has begun with.
    functions: usize,
    /// The statements that wait.
    queue: VecDeque<NodeId>,
    /// The declarations of the function, until it is their turn.
    declarations: Vec<NodeId>,
    work: Work,
    query: Option<Query<Edits>>,
}

/// What the search is at.
#[derive(Clone, Debug)]
enum Work {
    /// Nothing: it goes on with what waits.
    None,
    /// A list of nodes.
    List(Box<Batch>),
    /// What may take the place of a node, the next one last; and what joins the queue after.
    Inner { node: NodeId, choices: Vec<NodeId>, after: Vec<NodeId> },
}

impl ChiselLocal {
    /// A search over the functions of a program, whose tree it is.
    pub fn new(
        tree: Arc<Tree>,
        program: Arc<Program>,
        minimizer: Minimizer,
        options: ChiselOptions,
    ) -> ChiselLocal {
        let needs = if options.keeps_dependencies {
            Arc::clone(&program.dependencies)
        } else {
            Arc::new(Needs::default())
        };
        let mut search = ChiselLocal {
            state: State::new(tree, needs),
            program,
            minimizer,
            options,
            functions: 0,
            queue: VecDeque::new(),
            declarations: Vec::new(),
            work: Work::None,
            query: None,
        };
        search.next();
        search
    }

    fn next(&mut self) {
        loop {
            self.query = match &mut self.work {
                Work::None => None,
                Work::List(batch) => self.state.next_of(batch),
                Work::Inner { node, choices, .. } => next_choice(&mut self.state, *node, choices),
            };
            if self.query.is_some() {
                return;
            }
            self.finish();
            if !self.begin() {
                return;
            }
        }
    }

    /// The work is done: what is left of it waits.
    fn finish(&mut self) {
        match std::mem::replace(&mut self.work, Work::None) {
            Work::None => {}
            Work::List(batch) => self.queue.extend(batch.nodes()),
            Work::Inner { after, .. } => self.queue.extend(after),
        }
    }

    /// Begins with the next thing that waits; false if nothing does.
    fn begin(&mut self) -> bool {
        if let Some(node) = self.queue.pop_front() {
            if self.state.is_left(node) {
                self.work_on(node);
            }
            return true;
        }
        if !self.declarations.is_empty() {
            let declarations = std::mem::take(&mut self.declarations);
            self.work = self.list(&declarations);
            return true;
        }
        let body = self.program.bodies.get(self.functions).copied();
        self.functions += 1;
        self.queue.extend(body);
        body.is_some()
    }

    fn work_on(&mut self, node: NodeId) {
        let program = Arc::clone(&self.program);
        let Some((node, statement)) = program.statement(&self.state.tree, node) else { return };
        self.work = match statement {
            Statement::Block { statements, declarations } => {
                if self.options.removes_declarations {
                    self.declarations.extend_from_slice(declarations);
                }
                self.list(statements)
            }
            Statement::If(branches) => self.inner(node, branches),
            Statement::Loop(inner) | Statement::Label(inner) => self.inner(node, &[*inner]),
            Statement::Around(inner) => {
                Work::Inner { node, choices: Vec::new(), after: inner.clone() }
            }
        };
    }

    fn list(&self, nodes: &[NodeId]) -> Work {
        Work::List(Box::new(self.state.batch(nodes, &self.minimizer)))
    }

    fn inner(&self, node: NodeId, inner: &[NodeId]) -> Work {
        let choices = inner.iter().rev().copied().filter(|_| self.options.is_replacing);
        Work::Inner { node, choices: choices.collect(), after: inner.to_vec() }
    }
}

/// The next replacement of a node that is worth asking about.
fn next_choice(state: &mut State, node: NodeId, choices: &mut Vec<NodeId>) -> Option<Query<Edits>> {
    while let Some(by) = choices.pop() {
        let change = Edits::replacement(node, by);
        if state.is_left(by) && state.is_worth_asking(&change) {
            return Some(Query { change, class: Class::Replacement, probability: None });
        }
    }
    None
}

impl Search for ChiselLocal {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, feedback: &Feedback) {
        let query = self.query.take().expect("the search has not ended");
        let is_interesting = feedback.is_interesting();
        if is_interesting {
            self.state.accept(&query.change);
        } else {
            self.state.progress.learn(feedback);
        }
        match &mut self.work {
            Work::None => {}
            Work::List(batch) => batch.tell(feedback),
            Work::Inner { choices, after, .. } => {
                if is_interesting {
                    choices.clear();
                    *after = vec![query.change.replaced[0].1];
                }
            }
        }
        self.next();
    }

    fn best(&self) -> &Edits {
        &self.state.progress.best
    }
}
