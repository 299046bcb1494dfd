//! Chores of the workspace: `cargo run -p xtask -- CHORE`.

use std::process::ExitCode;

mod clock;
mod corpus;
mod curves;
mod evaluate;
mod fuzz;
mod grammars;
mod layering;
mod priors;
mod rates;
mod unreliable;
mod validity;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rest = arguments.get(1..).unwrap_or_default();
    if arguments.first().is_some_and(|chore| chore == "cached-test") {
        return evaluate::cached_test(rest);
    }
    if arguments.first().is_some_and(|chore| chore == "cached-check") {
        return evaluate::cached_check(rest);
    }
    if arguments.first().is_some_and(|chore| chore == "flaky-test") {
        return unreliable::flaky_test(rest);
    }
    let outcome = match arguments.first().map(String::as_str) {
        Some("curves") => curves::run(rest),
        Some("evaluate") => evaluate::run(rest),
        Some("fuzz") => fuzz::run(rest),
        Some("grammars") => grammars::run(rest),
        Some("layering") => layering::run(rest),
        Some("priors") => priors::run(rest),
        Some("rates") => rates::run(rest),
        Some("unreliable") => unreliable::run(rest),
        Some("validity") => validity::run(rest),
        _ => Err(
            "usage: xtask curves OUT NAME=REPORT... | evaluate TABLE | fuzz | grammars [--check] | layering | priors DIR | \
             rates | unreliable | validity"
                .to_owned(),
        ),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::FAILURE
        }
    }
}
