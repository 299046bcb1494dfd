//! What the services of a server share.

use super::config::Config;
use super::fault::Dice;
use super::store::Store;
use crate::digest::Function;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

/// How often something happened.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) executed: AtomicU64,
    pub(super) remembered: AtomicU64,
    pub(super) cancelled: AtomicU64,
    pub(super) failed: AtomicU64,
    pub(super) uploaded: AtomicU64,
    pub(super) streamed: AtomicU64,
    pub(super) most_at_a_time: AtomicU64,
}

/// What the services of a server share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) config: Config,
    pub(super) function: Function,
    pub(super) store: Store,
    pub(super) counts: Counts,
    pub(super) dice: Mutex<Dice>,
}
