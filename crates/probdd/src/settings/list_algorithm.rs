//! Which list algorithm a run has, from what was typed.

use crate::command_line::args::{MinimizerArg, OrderArg, ReduceArgs, TieArg};
use crate::error::Failure;
use probdd_core::FeedbackSettings;
use probdd_core::list::{Algorithm, Minimizer, Order, Tie};

/// The prior probability of a list element, unless the user says otherwise (`ProbDD`, section 5).
const LIST_SIGMA: f64 = 0.1;

/// The list algorithm, with options that have an effect on it.
pub(super) fn minimizer(args: &ReduceArgs) -> Result<Minimizer, Failure> {
    let algorithm = match args.minimizer.unwrap_or(MinimizerArg::Probdd) {
        MinimizerArg::Ddmin => Algorithm::Ddmin,
        MinimizerArg::Opdd => Algorithm::Opdd,
        MinimizerArg::Probdd => Algorithm::ProbDd,
        MinimizerArg::Cdd => Algorithm::Cdd,
        MinimizerArg::Weighted => Algorithm::Weighted,
        MinimizerArg::ActiveCoarsen => Algorithm::ActiveCoarsen,
        MinimizerArg::Splitting => Algorithm::Splitting,
    };
    let is_splitting = algorithm == Algorithm::Splitting;
    let has_prior = !is_splitting && !matches!(algorithm, Algorithm::Ddmin | Algorithm::Opdd);
    let has_ties = matches!(algorithm, Algorithm::ProbDd | Algorithm::Weighted);
    let without_effect = [
        ("--sigma", args.sigma.is_some() && !has_prior, "it has no prior"),
        ("--tie", args.tie.is_some() && !has_ties, "it has no probabilities to be equal"),
        (
            "--order auto",
            args.order == Some(OrderArg::Auto) && !is_splitting,
            "only splitting learns the order",
        ),
    ];
    for (option, is_given, why) in without_effect {
        if is_given {
            let name = minimizer_name(algorithm);
            let message = format!("{option} has no effect on --minimizer {name}: {why}");
            return Err(Failure::usage(message).hint("choose another --minimizer, or leave it out"));
        }
    }
    Ok(Minimizer {
        algorithm,
        feedback: FeedbackSettings::BINARY,
        sigma: args.sigma.unwrap_or(LIST_SIGMA),
        tie: match args.tie {
            Some(TieArg::Random) => Tie::Random { seed: args.seed },
            Some(TieArg::Index) | None => Tie::Index,
        },
        order: match args.order {
            Some(OrderArg::Backward) => Order::Backward,
            Some(OrderArg::Auto) => Order::Auto,
            None if is_splitting => Order::Auto,
            Some(OrderArg::Forward) | None => Order::Forward,
        },
        seed: args.seed,
    })
}

/// The word for a list algorithm in options, traces and reports.
pub fn minimizer_name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Ddmin => "ddmin",
        Algorithm::Opdd => "opdd",
        Algorithm::ProbDd => "probdd",
        Algorithm::Cdd => "cdd",
        Algorithm::Weighted => "weighted",
        Algorithm::ActiveCoarsen => "active-coarsen",
        Algorithm::Splitting => "splitting",
    }
}
