//! The list algorithm of a run, chosen by the options.

use crate::command_line::{ReduceArgs, Value};
use crate::error::Failure;
use probdd_core::list::Tie;
use probdd_core::{Algorithm, FeedbackSettings, Minimizer, Order};

/// The default prior probability of a list element (`ProbDD`, section 5).
const LIST_SIGMA: f64 = 0.1;

/// Chooses the list algorithm.
pub(super) fn list_algorithm(args: &ReduceArgs) -> Result<Minimizer, Failure> {
    let algorithm = args.minimizer.unwrap_or(Algorithm::ProbDd);
    check_effects(args, algorithm)?;
    let is_splitting = algorithm == Algorithm::Splitting;
    let order = if is_splitting { Order::Auto } else { Order::Forward };
    Ok(Minimizer {
        algorithm,
        feedback: FeedbackSettings::BINARY,
        sigma: args.sigma.unwrap_or(LIST_SIGMA),
        tie: match args.tie {
            Some(Tie::Random { .. }) => Tie::Random { seed: args.seed },
            Some(Tie::Index) | None => Tie::Index,
        },
        order: args.order.unwrap_or(order),
        seed: args.seed,
    })
}

/// Rejects options that have no effect on an algorithm.
fn check_effects(args: &ReduceArgs, algorithm: Algorithm) -> Result<(), Failure> {
    let is_splitting = algorithm == Algorithm::Splitting;
    let has_prior = !matches!(
        algorithm,
        Algorithm::Ddmin | Algorithm::DdminComplements | Algorithm::Opdd | Algorithm::Splitting
    );
    let has_ties = matches!(algorithm, Algorithm::ProbDd | Algorithm::Weighted);
    let is_auto = args.order == Some(Order::Auto);
    let without_effect = [
        ("--sigma", args.sigma.is_some() && !has_prior, "it has no prior"),
        ("--tie", args.tie.is_some() && !has_ties, "it has no probabilities to be equal"),
        ("--order auto", is_auto && !is_splitting, "only splitting learns the order"),
    ];
    let Some((option, _, why)) = without_effect.into_iter().find(|(_, given, _)| *given) else {
        return Ok(());
    };
    let name = algorithm.word();
    let message = format!("{option} has no effect on --minimizer {name}: {why}");
    Err(Failure::usage(message).hint("choose another --minimizer, or leave it out"))
}
