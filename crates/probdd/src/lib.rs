//! probdd reduces a large input that triggers something to a small one that still does.
//!
//! This crate is the tool: [`command_line`] is what was typed, [`settings`] what it means, [`session`] the
//! pipeline. The searches are in `probdd-core`, the grammars in `probdd-syntax`, the running of
//! interestingness tests in `probdd-exec`.

pub mod command_line;
pub mod error;
pub mod input;
pub mod interestingness_test;
mod messages;
mod minimize;
pub mod output;
pub mod recorder;
pub mod reduction;
pub mod report;
pub mod session;
pub mod settings;
pub mod state;
pub mod transformers;
pub mod ui;

pub use minimize::{minimize, minimize_with};
pub use probdd_core as core;

use clap::Parser;
use command_line::args::{Args, Command, ReduceArgs, ResumeArgs};
use error::Failure;
use settings::Settings;
use state::State;
use state::resume::Resumed;
use std::ffi::OsString;
use std::process::ExitCode;

/// The whole tool: parses the arguments, does what they say, prints what is to be printed.
pub fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.collect();
    let args = match Args::try_parse_from(&arguments) {
        Ok(args) => args,
        Err(usage) => match command_line::args::refused_by_resume(&arguments, &usage) {
            Some(option) => return ui::failure(&state::resume::refused(&option)),
            None => return ui::usage(&usage),
        },
    };
    // A panic has printed its own message by the time it gets here; it ends with our own exit code.
    let done = std::panic::catch_unwind(|| dispatch(args, &arguments));
    done.unwrap_or_else(|_| ui::bug())
}

fn dispatch(args: Args, arguments: &[OsString]) -> ExitCode {
    let done = match args.command {
        Some(Command::Languages) => {
            ui::languages();
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Resume(typed)) => go_on(typed),
        None => reduce(args.reduce, arguments),
    };
    done.unwrap_or_else(|failure: Failure| ui::failure(&failure))
}

fn reduce(args: ReduceArgs, arguments: &[OsString]) -> Result<ExitCode, Failure> {
    let settings = Settings::new(args)?;
    ui::on_replacing(&settings);
    let state = State::begin(&settings, arguments)?;
    session::run(&settings, state)
}

fn go_on(typed: ResumeArgs) -> Result<ExitCode, Failure> {
    match state::resume::resume(typed)? {
        Resumed::Nothing(why) => {
            ui::nothing_to_resume(&why);
            Ok(ExitCode::SUCCESS)
        }
        Resumed::Run(settings, state, found) => {
            ui::on_resuming(&settings, found);
            session::run(&settings, Some(state))
        }
    }
}
