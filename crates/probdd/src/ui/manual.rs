//! The manual page and the completions of shells, made from the description of the command line.

use crate::command_line::command;
use clap_complete::{Shell, generate};
use std::io::{Write, stdout};

/// Prints the completions of a shell.
pub(crate) fn completions(shell: Shell) {
    generate(shell, &mut command(), "probdd", &mut stdout().lock());
}

/// Prints the manual page: the tool, then each subcommand.
pub(crate) fn man() {
    let mut page = Vec::new();
    let mut command = command();
    command.build();
    let rendered = clap_mangen::Man::new(command).render(&mut page);
    // A pipe that is closed is not a failure.
    let _ = rendered.and_then(|()| stdout().lock().write_all(&page));
}
