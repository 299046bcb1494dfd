//! What a transformer is started with, and what it answers.

use crate::input::Input;
use probdd_exec::{Confinement, Interrupt, Limits};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// How long an answer may take if the user sets no time limit.
const TIMEOUT: Duration = Duration::from_secs(10);

/// What every transformer of a run is started with.
#[derive(Clone, Debug)]
pub(crate) struct TransformerSettings {
    /// The directory that contains the input.
    pub(crate) input_dir: PathBuf,
    pub(crate) input_name: OsString,
    /// The language of the input, if it is known.
    pub(crate) language: Option<String>,
    /// How long an answer may take, and other limits.
    pub(crate) limits: Limits,
    /// What a transformer may access.
    pub(crate) confinement: Confinement,
    pub(crate) interrupt: Interrupt,
}

impl TransformerSettings {
    /// What the user's programs other than the test are started with.
    pub(crate) fn new(
        input: &Input,
        language: Option<&str>,
        timeout: Option<Duration>,
        confinement: Confinement,
        interrupt: Interrupt,
    ) -> TransformerSettings {
        TransformerSettings {
            input_dir: input.dir.clone(),
            input_name: input.name.clone(),
            language: language.map(Into::into),
            limits: Limits { timeout: Some(timeout.unwrap_or(TIMEOUT)), ..Limits::default() },
            confinement,
            interrupt,
        }
    }
}

/// Some of a transformer's suggestions for a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Page {
    /// The suggested texts.
    pub(crate) texts: Vec<Vec<u8>>,
    /// Whether there are more.
    pub(crate) has_more: bool,
}

/// The result of asking a transformer.
pub(super) enum Reply {
    /// The suggestions.
    Page(Page),
    /// The transformer answered wrongly, for this reason.
    Fault(String),
    /// The user has interrupted the run.
    Interrupted,
}
