//! Runs interestingness tests: processes, directories, deadlines, the scheduler.
//!
//! The folders, each of which imports only those before it: `process` starts, limits and kills one
//! process; `sandbox` makes the directory of a query; `oracle` runs the test on a candidate; `record`
//! has the events, the history and the journal of a run; `scheduler` drives a search with several jobs.

mod error;

mod mount_table;
mod oracle;
mod process;
mod record;
mod sandbox;
mod scheduler;
mod tmp_log;
mod tmp_watch;
mod transformer;

pub use error::Error;

pub use oracle::{
    Answer, Check, CheckCommand, CheckOracle, CheckRun, CheckSpec, CheckStates, Checks, Cost, End,
    Expectation, ExpectedEnd, Limits, MOST_CHECKS, Manner, Observed, Oracle, Outcome, Pattern,
    Persistent, Ran, Runs, Step, StepCommand, Steps, Stream, Surroundings, Tester, Witness,
    in_order,
};
pub use process::{
    Abort, Confinement, Interrupt, Protection, catch_crashes, crash, run_on_terminal,
};
pub use record::{
    Candidate, Committed, Elements, Event, Found, Journal, Key, Outlook, Pass, Repeat, Span,
};
pub use sandbox::{Argument, Companion, Form, Sandbox, remove_stale, wipe, write_bundle};
pub use scheduler::{
    Budget, CheckPlan, Controls, EndedTest, Expense, Fate, Group, Halt, Hits, Render, Rule,
    RunningTest, Scheduler, Standing, Stop, Watch, derived_timeout,
};
pub use tmp_log::TmpLog;
pub use tmp_watch::{Sizes, TmpWatch, rewritten};
pub use transformer::{Heard, Rewriter, Rewritten, Transformer};
