//! CHISEL (Heo, Lee, Pashakhanloo, Naik, CCS'18), for programs of functions and statements.
//!
//! CHISEL alternates between two searches until the program shrinks no more; the caller does that.
//!
//! The *global* search is a list search over the declarations outside of functions. It asks about no
//! set of declarations that something outside the set still refers to.
//!
//! The *local* search works on one function after the other. Statements wait in a queue, the body at
//! first:
//!
//! - a block: a list search over its statements (the cases of a switch are such statements). The kept
//!   ones join the queue.
//! - an `if`: its branches replace the whole, one by one, until one is interesting. That branch joins
//!   the queue; otherwise all branches do.
//! - a loop, a label: its inner statement replaces the whole. It joins the queue in any case.
//!
//! A function ends with a list search over its kept declarations, unless they are left to the
//! elimination of dead code, as in CHISEL.
//!
//! Deviations: lists go to any list search ([`Minimizer`]), as in the papers that replace CHISEL's
//! own. CHISEL's learned policy, which only orders the attempts of ddmin, is left out.
//!
//! Bound: that of the list search, summed over the global declarations and over the blocks and the
//! declarations of each function, and a query for every branch, loop and label.

mod needs;
mod program;

pub use needs::{Need, Needs};
pub use program::{Program, Statement};

use super::batch::Batch;
use super::configuration::TreeConfiguration;
use crate::driver::{Best, Strategy};
use crate::minimizer::Minimizer;
use crate::{Edits, Feedback, NodeId, Query};
use std::collections::VecDeque;
use std::sync::Arc;

/// The options of the local search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChiselOptions {
    /// Whether statements replace the statements around them.
    pub is_replacing: bool,
    /// Whether the search asks about no change that breaks a dependency, as far as names show.
    pub keeps_dependencies: bool,
    /// Whether the search removes declarations as well.
    pub removes_declarations: bool,
}

/// The algorithm.
#[derive(Clone, Debug)]
pub struct Chisel {
    program: Arc<Program>,
    minimizer: Minimizer,
    options: ChiselOptions,
    /// The number of functions that were begun.
    functions: usize,
    /// The statements that wait.
    queue: VecDeque<NodeId>,
    /// The declarations of the function, until their turn.
    declarations: Vec<NodeId>,
    work: Work,
}

/// The current statement, list of declarations or function.
#[derive(Clone, Debug)]
enum Work {
    None,
    /// A list search over nodes, which join the queue afterwards.
    List {
        nodes: Vec<NodeId>,
        batch: Box<Batch>,
    },
    /// The statements that may replace a node, the next one last, and the statements that join the
    /// queue afterwards.
    Inner {
        node: NodeId,
        choices: Vec<NodeId>,
        after: Vec<NodeId>,
    },
}

impl Chisel {
    /// The global search over the declarations of a program.
    pub fn global(start: &TreeConfiguration, program: &Program, minimizer: Minimizer) -> Chisel {
        let options = ChiselOptions {
            is_replacing: false,
            keeps_dependencies: true,
            removes_declarations: false,
        };
        let dependencies = Arc::clone(&program.references);
        let outside = Program { dependencies, ..Program::default() };
        let mut chisel = Chisel::local(Arc::new(outside), minimizer, options);
        chisel.work = chisel.list(start, &program.globals);
        chisel
    }

    /// The local search over the functions of a program.
    pub fn local(program: Arc<Program>, minimizer: Minimizer, options: ChiselOptions) -> Chisel {
        Chisel {
            program,
            minimizer,
            options,
            functions: 0,
            queue: VecDeque::new(),
            declarations: Vec::new(),
            work: Work::None,
        }
    }

    fn work_on(&mut self, best: &TreeConfiguration, node: NodeId) {
        let program = Arc::clone(&self.program);
        let Some((node, statement)) = program.statement(best.tree(), node) else { return };
        self.work = match statement {
            Statement::Block { statements, declarations } => {
                if self.options.removes_declarations {
                    self.declarations.extend_from_slice(declarations);
                }
                self.list(best, statements)
            }
            Statement::If(branches) => self.inner(node, branches),
            Statement::Loop(inner) | Statement::Label(inner) => self.inner(node, &[*inner]),
            Statement::Around(inner) => {
                Work::Inner { node, choices: Vec::new(), after: inner.clone() }
            }
        };
    }

    fn list(&self, best: &TreeConfiguration, nodes: &[NodeId]) -> Work {
        let nodes: Vec<NodeId> = nodes.iter().copied().filter(|node| best.has(*node)).collect();
        let batch = Box::new(Batch::new(best, nodes.clone(), &self.minimizer));
        Work::List { nodes, batch }
    }

    fn inner(&self, node: NodeId, inner: &[NodeId]) -> Work {
        let choices = inner.iter().rev().copied().filter(|_| self.options.is_replacing);
        Work::Inner { node, choices: choices.collect(), after: inner.to_vec() }
    }
}

impl Strategy for Chisel {
    type Configuration = TreeConfiguration;

    /// The next query of the current work that breaks no dependency.
    fn propose(&mut self, best: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        let best = &best.configuration;
        let (dependencies, keeps) = (&self.program.dependencies, self.options.keeps_dependencies);
        let is_allowed = |change: &Edits| !keeps || dependencies.allow(best, change);
        match &mut self.work {
            Work::None => None,
            Work::List { batch, .. } => batch.propose(best, is_allowed),
            Work::Inner { node, choices, .. } => {
                while let Some(by) = choices.pop() {
                    let change = Edits::replacement(*node, by);
                    if best.has(by) && is_allowed(&change) {
                        return Some(Query::replacement(change));
                    }
                }
                None
            }
        }
    }

    /// Goes on to the next statement, list of declarations or function.
    fn next_stage(&mut self, best: &Best<TreeConfiguration>) -> bool {
        let best = &best.configuration;
        match std::mem::replace(&mut self.work, Work::None) {
            Work::None => {}
            Work::List { nodes: after, .. } | Work::Inner { after, .. } => self.queue.extend(after),
        }
        if let Some(node) = self.queue.pop_front() {
            if best.has(node) {
                self.work_on(best, node);
            }
            return true;
        }
        if !self.declarations.is_empty() {
            let declarations = std::mem::take(&mut self.declarations);
            self.work = self.list(best, &declarations);
            return true;
        }
        let body = self.program.bodies.get(self.functions).copied();
        self.functions += 1;
        self.queue.extend(body);
        body.is_some()
    }

    fn react(&mut self, _: &Best<TreeConfiguration>, change: &Edits, feedback: &Feedback) {
        match &mut self.work {
            Work::List { batch, .. } => batch.tell(feedback),
            Work::Inner { choices, after, .. } if feedback.is_interesting() => {
                choices.clear();
                *after = vec![change.replaced[0].1];
            }
            Work::None | Work::Inner { .. } => {}
        }
    }
}
