//! What a server for tests does, and how its actions run.

use super::fault::Fault;
use std::fmt::{self, Debug};
use std::sync::Arc;
use std::time::Duration;

/// What a server for tests does.
#[derive(Clone, Debug)]
pub struct Config {
    /// How an action runs.
    pub worker: Worker,
    /// How many actions run at a time.
    pub workers: usize,
    /// The time that an action takes at least.
    pub delay: Duration,
    /// The time from the call that starts an action to the name of its operation.
    pub name_delay: Duration,
    /// In which ways it fails, one of them chosen at random.
    pub faults: Vec<Fault>,
    /// How often it fails.
    pub probability: f64,
    /// After so many failures it fails no more.
    pub most_faults: u64,
    /// The seed of these choices.
    pub seed: u64,
    /// Whether it executes actions, says it.
    pub executes: bool,
    /// Whether it names blobs by BLAKE3 in place of SHA-256.
    pub is_blake3: bool,
    /// The most bytes of a batch, says it; 0 for no limit.
    pub most_batch: i64,
    /// A header, and the value that every call has to have.
    pub token: Option<(&'static str, String)>,
    /// Its certificate and key, as PEM.
    pub identity: Option<(String, String)>,
    /// The port; 0 for a free one.
    pub port: u16,
}

impl Default for Config {
    /// Runs actions as processes, two at a time, and does not fail.
    fn default() -> Config {
        Config {
            worker: Worker::Process,
            workers: 2,
            delay: Duration::ZERO,
            name_delay: Duration::ZERO,
            faults: Vec::new(),
            probability: 0.0,
            most_faults: u64::MAX,
            seed: 1,
            executes: true,
            is_blake3: false,
            most_batch: 0,
            token: None,
            identity: None,
            port: 0,
        }
    }
}

/// How an action runs.
#[derive(Clone)]
pub enum Worker {
    /// As a process in a directory of its own.
    Process,
    /// A function from the only file of the candidate to the exit code of the test.
    Function(Arc<ExitCode>),
}

/// What takes the place of the test: from the candidate to the exit code.
pub type ExitCode = dyn Fn(&[u8]) -> i32 + Send + Sync;

impl Debug for Worker {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Worker::Process => "Process",
            Worker::Function(_) => "Function",
        })
    }
}
