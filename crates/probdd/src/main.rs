//! The command-line tool; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    probdd::run(std::env::args_os()).into()
}
