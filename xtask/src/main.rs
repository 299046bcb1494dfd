//! Guards of the workspace: `cargo run -p xtask -- layering`, `documents`, `grammars`, `fuzz`.

use clap::Parser;
use std::process::ExitCode;

mod documents;
mod fuzz;
mod grammars;
mod layering;

/// Check what the compiler does not check
#[derive(Parser)]
enum Guard {
    Layering(layering::Options),
    Documents(documents::Options),
    Grammars(grammars::Options),
    Fuzz(fuzz::Options),
}

fn main() -> ExitCode {
    let outcome = match Guard::parse() {
        Guard::Layering(options) => layering::run(&options),
        Guard::Documents(options) => documents::run(&options),
        Guard::Grammars(options) => grammars::run(&options),
        Guard::Fuzz(options) => fuzz::run(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason:#}");
            ExitCode::FAILURE
        }
    }
}
