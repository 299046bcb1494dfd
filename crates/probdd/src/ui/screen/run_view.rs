//! What the screen needs of a run.

use crate::settings::Settings;
use probdd_exec::{Controls, Interrupt, Watch};
use std::sync::Arc;

/// What the screen needs of a run: what is reduced, where the run stands, and how to change it.
#[derive(Clone, Debug)]
pub(crate) struct RunView {
    pub(crate) settings: Arc<Settings>,
    pub(crate) controls: Controls,
    pub(crate) interrupt: Interrupt,
    pub(crate) watch: Watch,
}
