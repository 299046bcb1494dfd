//! Guards of the workspace: `cargo run -p xtask -- layering`, `documents`, `book`, `runtime`, `grammars`,
//! `crates`, `fuzz`, `soak`; `screenshot`, for the documents; and `package`, for a release.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use clap::Parser;
use std::process::ExitCode;

mod book;
mod crates;
mod documents;
mod fuzz;
mod grammars;
mod layering;
mod package;
mod random;
mod runtime;
mod screenshot;
mod shapes;
mod soak;
mod tools;

/// Check what the compiler does not check
#[derive(Parser)]
enum Guard {
    /// Find crates, folders and files that name what they may not
    Layering,
    Documents(documents::Options),
    Book(book::Options),
    Grammars(grammars::Options),
    Fuzz(fuzz::Options),
    Soak(soak::Options),
    Crates(crates::Options),
    Runtime(runtime::Options),
    Screenshot(screenshot::Options),
    Package(package::Options),
}

fn main() -> ExitCode {
    let outcome = match Guard::parse() {
        Guard::Layering => layering::run(),
        Guard::Documents(options) => documents::run(&options),
        Guard::Book(options) => book::run(&options),
        Guard::Grammars(options) => grammars::run(&options),
        Guard::Fuzz(options) => fuzz::run(&options),
        Guard::Soak(options) => soak::run(&options),
        Guard::Crates(options) => crates::run(&options),
        Guard::Runtime(options) => runtime::run(&options),
        Guard::Screenshot(options) => screenshot::run(&options),
        Guard::Package(options) => package::run(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason:#}");
            ExitCode::FAILURE
        }
    }
}
