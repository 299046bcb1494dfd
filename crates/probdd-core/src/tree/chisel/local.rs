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

use super::{Needs, Program, Statement};
use crate::driver::{Best, Strategy};
use crate::list::Minimizer;
use crate::tree::batch::Batch;
use crate::tree::configuration::TreeConfiguration;
use crate::{Edits, Feedback, NodeId, Query, Verdict};
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

/// The algorithm.
#[derive(Clone, Debug)]
pub struct ChiselLocal {
    program: Arc<Program>,
    minimizer: Minimizer,
    options: ChiselOptions,
    dependencies: Arc<Needs>,
    /// How many functions it has begun with.
    functions: usize,
    /// The statements that wait.
    queue: VecDeque<NodeId>,
    /// The declarations of the function, until it is their turn.
    declarations: Vec<NodeId>,
    work: Work,
}

/// What the search is at.
#[derive(Clone, Debug)]
enum Work {
    /// Nothing: it goes on with the next statement that waits.
    None,
    /// A list search over nodes, which join the queue afterwards.
    List { nodes: Vec<NodeId>, batch: Box<Batch> },
    /// The choices that may take the place of a node, the next one last; and what joins the queue
    /// afterwards.
    Inner { node: NodeId, choices: Vec<NodeId>, after: Vec<NodeId> },
}

impl ChiselLocal {
    /// A search over the functions of a program.
    pub fn new(program: Arc<Program>, minimizer: Minimizer, options: ChiselOptions) -> ChiselLocal {
        let dependencies = if options.keeps_dependencies {
            Arc::clone(&program.dependencies)
        } else {
            Arc::new(Needs::default())
        };
        ChiselLocal {
            program,
            minimizer,
            options,
            dependencies,
            functions: 0,
            queue: VecDeque::new(),
            declarations: Vec::new(),
            work: Work::None,
        }
    }

    /// The next query of the work at hand that breaks no dependency.
    fn query(&mut self, at: &TreeConfiguration) -> Option<Query<Edits>> {
        let dependencies = &self.dependencies;
        let is_worth_asking = |change: &Edits| dependencies.allow(at, change);
        match &mut self.work {
            Work::None => None,
            Work::List { batch, .. } => batch.propose_where(at, is_worth_asking),
            Work::Inner { node, choices, .. } => {
                while let Some(by) = choices.pop() {
                    let change = Edits::replacement(*node, by);
                    if at.has(by) && is_worth_asking(&change) {
                        return Some(Query::replacement(change));
                    }
                }
                None
            }
        }
    }

    /// The work is done: the nodes that it has kept wait.
    fn finish(&mut self) {
        match std::mem::replace(&mut self.work, Work::None) {
            Work::None => {}
            Work::List { nodes: after, .. } | Work::Inner { after, .. } => self.queue.extend(after),
        }
    }

    /// Begins with the next statement, list of declarations or function; whether there is one.
    fn begin(&mut self, at: &TreeConfiguration) -> bool {
        if let Some(node) = self.queue.pop_front() {
            if at.has(node) {
                self.work_on(at, node);
            }
            return true;
        }
        if !self.declarations.is_empty() {
            let declarations = std::mem::take(&mut self.declarations);
            self.work = self.list(at, &declarations);
            return true;
        }
        let body = self.program.bodies.get(self.functions).copied();
        self.functions += 1;
        self.queue.extend(body);
        body.is_some()
    }

    fn work_on(&mut self, at: &TreeConfiguration, node: NodeId) {
        let program = Arc::clone(&self.program);
        let Some((node, statement)) = program.statement(at.tree(), node) else { return };
        self.work = match statement {
            Statement::Block { statements, declarations } => {
                if self.options.removes_declarations {
                    self.declarations.extend_from_slice(declarations);
                }
                self.list(at, statements)
            }
            Statement::If(branches) => self.inner(node, branches),
            Statement::Loop(inner) | Statement::Label(inner) => self.inner(node, &[*inner]),
            Statement::Around(inner) => {
                Work::Inner { node, choices: Vec::new(), after: inner.clone() }
            }
        };
    }

    fn list(&self, at: &TreeConfiguration, nodes: &[NodeId]) -> Work {
        let nodes: Vec<NodeId> = nodes.iter().copied().filter(|node| at.has(*node)).collect();
        let batch = Box::new(Batch::new(at, nodes.clone(), &self.minimizer));
        Work::List { nodes, batch }
    }

    fn inner(&self, node: NodeId, inner: &[NodeId]) -> Work {
        let choices = inner.iter().rev().copied().filter(|_| self.options.is_replacing);
        Work::Inner { node, choices: choices.collect(), after: inner.to_vec() }
    }
}

impl Strategy for ChiselLocal {
    type Configuration = TreeConfiguration;

    fn propose(&mut self, best: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        loop {
            let query = self.query(&best.configuration);
            if query.is_some() {
                return query;
            }
            self.finish();
            if !self.begin(&best.configuration) {
                return None;
            }
        }
    }

    fn accepted(&mut self, _: &Best<TreeConfiguration>, change: &Edits) {
        match &mut self.work {
            Work::None => {}
            Work::List { batch, .. } => batch.tell(&Verdict::Interesting.into()),
            Work::Inner { choices, after, .. } => {
                choices.clear();
                *after = vec![change.replaced[0].1];
            }
        }
    }

    fn rejected(&mut self, _: &Best<TreeConfiguration>, _: &Edits, feedback: &Feedback) {
        if let Work::List { batch, .. } = &mut self.work {
            batch.tell(feedback);
        }
    }
}
