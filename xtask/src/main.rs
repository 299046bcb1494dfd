//! Guards of the workspace: `cargo run -p xtask -- layering`, `documents`, `grammars`, `fuzz`,
//! `packages`; and `screenshot`, for the documents.

use clap::Parser;
use std::process::ExitCode;

mod documents;
mod fuzz;
mod grammars;
mod layering;
mod packages;
mod screenshot;

/// Check what the compiler does not check
#[derive(Parser)]
enum Guard {
    Layering(layering::Options),
    Documents(documents::Options),
    Grammars(grammars::Options),
    Fuzz(fuzz::Options),
    Packages(packages::Options),
    Screenshot(screenshot::Options),
}

fn main() -> ExitCode {
    let outcome = match Guard::parse() {
        Guard::Layering(options) => layering::run(&options),
        Guard::Documents(options) => documents::run(&options),
        Guard::Grammars(options) => grammars::run(&options),
        Guard::Fuzz(options) => fuzz::run(&options),
        Guard::Packages(options) => packages::run(&options),
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
