//! Measurements: `cargo run -p lab -- COMMAND`.

use std::process::ExitCode;

mod clock;
mod corpus;
mod curves;
mod evaluate;
mod priors;
mod rates;
mod unreliable;
mod validity;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rest = arguments.get(1..).unwrap_or_default();
    let outcome = match arguments.first().map(String::as_str) {
        Some("cached-test") => return evaluate::cached_test(rest),
        Some("cached-check") => return evaluate::cached_check(rest),
        Some("flaky-test") => return unreliable::flaky_test(rest),
        Some("curves") => curves::run(rest),
        Some("evaluate") => evaluate::run(rest),
        Some("priors") => priors::run(rest),
        Some("rates") => rates::run(rest),
        Some("unreliable") => unreliable::run(rest),
        Some("validity") => validity::run(rest),
        _ => {
            Err("usage: lab curves | evaluate | priors | rates | unreliable | validity".to_owned())
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::FAILURE
        }
    }
}
