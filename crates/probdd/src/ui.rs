//! The terminal. Nothing else prints, except that a result can be printed with `-o -`.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "nothing else prints"
)]

mod colors;
mod failure;
mod findings;
mod foreign;
mod languages;
mod manual;
mod print;
mod screen;
mod status;
mod summary;

pub(crate) use colors::choose_colors;
pub(crate) use failure::{aborted, bug, failure, usage};
pub(crate) use findings::findings;
pub(crate) use languages::languages;
pub(crate) use manual::{completions, man};
pub(crate) use print::{note, result, warning};
pub(crate) use screen::RunView;
pub(crate) use status::Status;
pub(crate) use summary::summary;
