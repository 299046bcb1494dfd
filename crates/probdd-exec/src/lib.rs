//! Runs interestingness tests: processes, directories, deadlines, the scheduler.

pub mod check;
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
pub mod sandbox;
pub mod scheduler;
pub mod trial;
mod workers;

pub use check::{Check, End, Limits, Outcome};
pub use confinement::{Confinement, Protection};
pub use error::Error;
pub use event::{Candidate, Committed, Elements, Event, Pass};
pub use history::{History, Key};
pub use interrupt::Interrupt;
pub use journal::Journal;
pub use oracle::{CheckOracle, Oracle, Tester};
pub use persistent::Persistent;
pub use sandbox::Sandbox;
pub use scheduler::{Budget, Halt, Render, Scheduler, Stop};
pub use trial::{Answer, Rule, Runs};
