//! Runs interestingness tests: processes, directories, deadlines, the scheduler.

pub mod check;
pub mod checks;
pub mod confinement;
pub mod error;
pub mod event;
mod futures;
pub mod history;
pub mod interrupt;
pub mod journal;
pub mod oracle;
pub mod persistent;
mod process;
pub mod roster;
pub mod said;
pub mod sandbox;
pub mod scheduler;
pub mod states;
pub mod trial;
mod workers;

pub use check::{Check, End, Limits, Outcome};
pub use checks::{CheckCommand, CheckSpec, Checks, Expectation, Manner};
pub use confinement::{Confinement, Protection};
pub use error::Error;
pub use event::{Candidate, Committed, Elements, Event, Pass};
pub use history::{History, Key};
pub use interrupt::Interrupt;
pub use journal::Journal;
pub use oracle::{CheckOracle, Oracle, Tester};
pub use persistent::Persistent;
pub use roster::Roster;
pub use said::CheckRun;
pub use sandbox::Sandbox;
pub use scheduler::{Budget, Halt, Render, Scheduler, Stop};
pub use states::{MOST_CHECKS, States};
pub use trial::{Answer, Rule, Runs};
