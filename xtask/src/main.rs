//! Guards of the workspace: `cargo run -p xtask -- layering`, `grammars`, `fuzz`.

use clap::Parser;
use std::process::ExitCode;

mod fuzz;
mod grammars;
mod layering;

/// Check what the compiler does not check
#[derive(Parser)]
enum Guard {
    Layering(layering::Options),
    Grammars(grammars::Options),
    Fuzz(fuzz::Options),
}

fn main() -> ExitCode {
    let outcome = match Guard::parse() {
        Guard::Layering(options) => layering::run(&options),
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
