//! The state directory: what is needed to go on with a run that has not finished.
//!
//! | file | content |
//! |---|---|
//! | `run.json` | which run it is: versions, files by their SHA-256, settings, the command line |
//! | `journal` | the verdicts: [`Journal`](probdd_exec::Journal) |
//! | `answers` | the answers of transformers |
//! | `input` | the input, if the run overwrites it or read it from standard input |
//! | `start` | the result of an earlier run, if the run begins with it |
//! | `apart` | how tests that run at the same time are kept apart |
//! | `done` | `run.json` of a finished run, while the other files are removed |
//!
//! `run.json` is written last and removed first. If it exists, the other files do, too.

mod directory;
mod resume;
mod run;
mod same_command;
mod watched;

pub(crate) use directory::Directory;
pub(crate) use resume::{Resumed, UnfinishedRun, refused, resume};
pub(crate) use run::{NewState, State, VERSION, prepare};
pub(crate) use same_command::{Unfinished, unfinished};
pub(crate) use watched::Watched;
