//! Guards of the workspace: `cargo run -p xtask -- layering`, `documents`, `runtime`, `grammars`, `fuzz`; and
//! `screenshot`, for the documents.

use clap::Parser;
use std::process::ExitCode;

mod documents;
mod fuzz;
mod grammars;
mod layering;
mod runtime;
mod screenshot;

/// Check what the compiler does not check
#[derive(Parser)]
enum Guard {
    Layering(layering::Options),
    Documents(documents::Options),
    Grammars(grammars::Options),
    Fuzz(fuzz::Options),
    Runtime(runtime::Options),
    Screenshot(screenshot::Options),
}

fn main() -> ExitCode {
    let outcome = match Guard::parse() {
        Guard::Layering(options) => layering::run(&options),
        Guard::Documents(options) => documents::run(&options),
        Guard::Grammars(options) => grammars::run(&options),
        Guard::Fuzz(options) => fuzz::run(&options),
        Guard::Runtime(options) => runtime::run(&options),
        Guard::Screenshot(options) => screenshot::run(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason:#}");
            ExitCode::FAILURE
        }
    }
}
