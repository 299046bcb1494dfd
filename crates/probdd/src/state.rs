//! The state directory: what `probdd resume` needs of a run that has not finished.
//!
//! | file | content |
//! |---|---|
//! | `run.json` | which run it is: versions, files by their SHA-256, settings, the command line |
//! | `journal` | the verdicts: [`Journal`](probdd_exec::Journal) |
//! | `answers` | the answers of transformers |
//! | `input` | the input, if the run overwrites it or read it from standard input |
//! | `done` | `run.json` of a finished run, while the other files are removed |
//!
//! `run.json` is written last and removed first. If it exists, the other files do, too.

mod directory;
mod resume;
mod run;

pub(crate) use directory::Directory;
pub(crate) use resume::{Resumed, UnfinishedRun, refused, resume};
pub(crate) use run::{State, VERSION, begin};
