//! probdd reduces a large input that triggers something to a small one that still does.
//!
//! This crate is the tool: [`args`] is what was typed, [`settings`] what it means, [`session`] the
//! pipeline. The searches are in `probdd-core`, the grammars in `probdd-syntax`, the running of
//! interestingness tests in `probdd-exec`.

pub mod args;
pub mod error;
pub mod input;
mod minimize;
pub mod output;
pub mod recorder;
pub mod reduction;
pub mod report;
pub mod session;
pub mod settings;
pub mod ui;

pub use minimize::{minimize, minimize_with};
pub use probdd_core as core;

use args::{Args, Command};
use clap::Parser;
use error::Failure;
use std::ffi::OsString;
use std::process::ExitCode;

/// The whole tool: parses the arguments, does what they say, prints what is to be printed.
pub fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(usage) => return ui::usage(&usage),
    };
    // A panic has printed its own message by the time it gets here; it ends with our own exit code.
    let done = std::panic::catch_unwind(|| dispatch(args));
    done.unwrap_or_else(|_| ui::bug())
}

fn dispatch(args: Args) -> ExitCode {
    let done = match args.command {
        Some(Command::Languages) => {
            ui::languages();
            Ok(ExitCode::SUCCESS)
        }
        None => settings::Settings::new(args.reduce).and_then(|settings| session::run(&settings)),
    };
    done.unwrap_or_else(|failure: Failure| ui::failure(&failure))
}
