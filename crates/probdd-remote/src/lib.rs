//! Runs interestingness tests on other machines, through the Remote Execution API, version 2.
//!
//! A [`Farm`] is what the user named: one or several servers that store blobs and run actions. A
//! [`RemoteOracle`] asks it, as a [`CheckOracle`](probdd_exec::CheckOracle) asks this machine. Each
//! query becomes an action (`action`): a tree of files with the candidate (`tree`), and a script that
//! runs the test and writes how that ended (`script`). A server is told the blobs that it does not have
//! (`server`), runs the action, and is believed only if what comes back hangs together (`answer`);
//! anything else is asked again (`asking`), on another server if there is one.
//!
//! This crate is the only asynchronous one, and the rest does not see that: an oracle waits for its
//! answer on the thread that asks.

#![forbid(unsafe_code)]

mod action;
mod address;
mod answer;
mod asking;
mod digest;
mod error;
mod farm;
mod fault;
mod health;
mod known;
mod operation;
mod options;
mod oracle;
mod said;
mod script;
mod server;
mod tree;

#[cfg(feature = "server")]
pub mod testing;

pub use address::Address;
pub use error::Error;
pub use farm::{Farm, Meeting};
pub use options::{Header, HeaderValue, Options};
pub use oracle::RemoteOracle;
