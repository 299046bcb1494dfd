//! probdd reduces a large input that triggers something to a small one that still does.
//!
//! This crate is the tool. For programs, it offers the tool's run as a value, with a function as the
//! test:
//!
//! ```
//! let reduced = probdd::Reduction::of("import os\nimport sys\n\nprint(sys.argv, 1 / 0)\n")
//!     .language("python")
//!     .test(|candidate| candidate.text().contains("1 / 0"))
//!     .run()?;
//! assert_eq!(reduced.text(), "1 / 0\n");
//! # Ok::<(), probdd::Error>(())
//! ```
//!
//! [`Reduction`] reduces texts, binary files and directories, [`minimize_value`] values as in JSON,
//! [`List`] and [`minimize`] lists. Errors are an [`Error`]; nothing is printed, and nothing is kept
//! between two reductions. The searches are in `probdd-core`, the grammars in
//! `probdd-syntax`, the running of interestingness tests in `probdd-exec`.
//!
//! The modules, each of which uses only those before it: `error`, `process_end`, `files` and
//! `difference`; `command_line`; `property`; `input`, `interestingness_test`, `transformers` and `output`;
//! `settings`; `state` and `messages`; `report`; `checks_of_run`; `record`; `ui`; `report_of_trace`;
//! `listeners`; `recorder`; `candidate`; `reduction`; `library`; `session`.

#![forbid(unsafe_code)]

mod candidate;
mod checks_of_run;
mod command_line;
mod difference;
mod error;
mod files;
mod fixup;
mod input;
mod interestingness_test;
mod library;
mod listeners;
mod messages;
mod output;
mod process_end;
mod property;
mod recorder;
mod reduction;
mod report;
mod report_of_trace;
mod reporter;
mod session;
mod settings;
mod slippage;
mod state;
mod transformers;
mod ui;

pub use library::{
    Answer, Candidate, Error, Improvement, List, Point, Reduced, ReducedList, Reduction, Running,
    Source, Stopper, minimize_value,
};
pub use probdd_core as core;
pub use probdd_core::{minimize, minimize_with};
pub use probdd_exec::Stop;
pub use transformers::find_clang_delta;

use command_line::{Command, Usage};
use error::{Exit, Failure};
use probdd_exec::Interrupt;
use session::Process;
use std::ffi::OsString;
use std::time::Instant;

/// Runs the tool: parses the arguments, of which the first is the name of the program, does what they
/// say, and prints errors. Returns the exit code. A process does this once, because it takes over the
/// handling of signals.
///
/// ```
/// assert_eq!(probdd::run(["probdd", "languages"].map(Into::into).into_iter()), 0);
/// ```
pub fn run(arguments: impl Iterator<Item = OsString>) -> u8 {
    let began = Instant::now();
    let arguments: Vec<OsString> = arguments.collect();
    probdd_exec::catch_crashes();
    // A panic has already printed its message; it ends the tool with an exit code of its own.
    let done = std::panic::catch_unwind(|| {
        let interrupt = Interrupt::on_signals(ui::aborted)?;
        dispatch(&arguments, Process { began, interrupt })
    });
    let done = done.unwrap_or_else(|_| Ok(ui::bug()));
    done.unwrap_or_else(|failure| ui::failure(&failure)) as u8
}

fn dispatch(typed: &[OsString], process: Process) -> Result<Exit, Failure> {
    let drop_in = command_line::drop_in(typed)?;
    drop_in.iter().flat_map(|drop_in| &drop_in.notes).for_each(ui::note);
    let arguments = drop_in.as_ref().map_or(typed, |drop_in| &drop_in.arguments);
    let args = match command_line::parse(arguments) {
        Ok(args) => args,
        Err(usage) => {
            if let Some(option) = command_line::refused_by_resume(arguments, &usage) {
                return Err(state::refused(&option));
            }
            if let Some((completed, told)) = command_line::completed(arguments, &usage)? {
                ui::note(told);
                return dispatch(&completed, process);
            }
            return match unknown_option(&usage, arguments) {
                Some(failure) => Err(failure),
                None => Ok(ui::usage(&usage)),
            };
        }
    };
    ui::choose_colors(args.colors());
    match args.command {
        Some(Command::Completions { shell }) => {
            ui::completions(shell);
            Ok(Exit::Success)
        }
        Some(Command::Man) => {
            ui::man();
            Ok(Exit::Success)
        }
        Some(Command::Languages) => {
            ui::languages();
            Ok(Exit::Success)
        }
        Some(Command::Report(typed)) => report_of_trace::report(&typed),
        Some(Command::Resume(typed)) => session::resume(*typed, process),
        Some(Command::Check(typed)) => session::check(*typed, arguments, process),
        Some(Command::Init(typed)) => session::init(*typed, arguments, process),
        None => session::start(args.reduce, arguments, process)
            .map_err(|failure| advised(failure, arguments)),
    }
}

/// An option that probdd does not have, if there is something to write in its place.
fn unknown_option(usage: &Usage, arguments: &[OsString]) -> Option<Failure> {
    let option = command_line::unknown_option(usage)?;
    let misplaced = || command_line::misplaced_command(arguments);
    let advice = command_line::advice(option).map(str::to_owned).or_else(misplaced)?;
    Some(Failure::usage(format!("`{option}` is not an option of probdd")).hint(advice))
}

/// Says where a command has to stand, if a run cannot begin and one stands elsewhere.
fn advised(failure: Failure, arguments: &[OsString]) -> Failure {
    let misplaced =
        (failure.exit == Exit::Usage).then(|| command_line::misplaced_command(arguments)).flatten();
    match misplaced {
        Some(advice) => Failure { hints: vec![advice], ..failure },
        None => failure,
    }
}
