//! Everything that measures probdd: `cargo run -p lab -- COMMAND`.
//!
//! Every command runs something, writes what it finds to a file of records (JSON lines), and prints
//! tables or draws plots of records. `--from FILE` prints the tables of earlier records.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use clap::Parser;
use std::process::ExitCode;

mod ablations;
mod cached;
mod cases;
mod comparison;
mod corpus;
mod curves;
mod document;
mod evaluate;
mod feedback;
mod known;
mod methods;
mod packages;
mod parallel;
mod peers;
mod plan;
mod priors;
mod random;
mod rates;
mod records;
mod size;
mod statistics;
mod subject;
mod subjects;
mod suite;
mod table;
mod tool;
mod unreliable;
mod usage;
mod validity;
mod wild;

/// Measure searches, methods, languages and rates
#[derive(Parser)]
enum Command {
    #[command(subcommand)]
    Evaluate(evaluate::Table),
    Cases(cases::Options),
    Curves(curves::Options),
    Document(document::Options),
    Priors(priors::Options),
    Rates(rates::Options),
    Size(size::Options),
    Unreliable(unreliable::Options),
    Validity(validity::Options),
    Mended(wild::mended::Options),
    Wild(wild::Options),
    #[command(hide = true)]
    CachedTest(cached::Query),
    #[command(hide = true)]
    CountedTest(peers::counted::Query),
    #[command(hide = true)]
    FlakyTest(unreliable::Flaky),
}

fn main() -> ExitCode {
    let outcome = match Command::parse() {
        Command::Evaluate(table) => evaluate::run(&table),
        Command::Cases(options) => cases::run(&options),
        Command::Curves(options) => curves::run(&options),
        Command::Document(options) => document::run(&options),
        Command::Priors(options) => priors::run(&options),
        Command::Rates(options) => rates::run(&options),
        Command::Size(options) => size::run(&options),
        Command::Unreliable(options) => unreliable::run(&options),
        Command::Validity(options) => validity::run(&options),
        Command::Mended(options) => wild::mended::run(&options),
        Command::Wild(options) => wild::run(&options),
        Command::CachedTest(query) => return cached::run(&query),
        Command::CountedTest(query) => return peers::counted::run(&query),
        Command::FlakyTest(test) => test.answer_lines(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Command::command().debug_assert();
    }
}
