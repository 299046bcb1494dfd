//! Runs interestingness tests: processes, directories, deadlines, the scheduler.

pub mod check;
pub mod error;
pub mod interrupt;
mod process;
pub mod sandbox;

pub use check::{Check, End, Limits, Outcome};
pub use error::Error;
pub use interrupt::Interrupt;
pub use sandbox::Sandbox;
