//! What the options say about a reduction, whatever the test is and wherever the result goes.

use super::method::Method;
use super::{Kept, Strategy, feedback, strategy, text_format, transformers};
use crate::command_line::{Fixpoint, ReduceArgs, TextFormat, Timeout};
use crate::error::{Failure, current_directory};
use crate::fixup::Fixup;
use crate::input::Input;
use crate::transformers::Transformer;
use probdd_core::AfterFail;
use probdd_exec::{Budget, Confinement, Rule};
use std::os::unix::ffi::OsStrExt as _;
use std::time::Duration;

/// What the options say about the reduction of an input.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The algorithm.
    pub(crate) strategy: Strategy,
    pub(crate) transformers: Vec<Transformer>,
    /// What happens to the text between tokens.
    pub(crate) format: TextFormat,
    /// What to repeat until nothing changes; `None` runs the algorithm once.
    pub(crate) fixpoint: Option<Fixpoint>,
    /// The program that puts candidates right.
    pub(crate) fixup: Option<Fixup>,
    /// What of the input stays.
    pub(crate) kept: Kept,
    /// What the search assumes about checks that did not run.
    pub(crate) after_fail: AfterFail,
    /// The time limit of a query; `None` derives it from the baseline.
    pub(crate) timeout: Option<Duration>,
    /// The other limits of a test, and what it can access.
    pub(crate) confinement: Confinement,
    /// How many runs a verdict takes.
    pub(crate) rule: Rule,
    /// When to stop early.
    pub(crate) budget: Budget,
}

impl Plan {
    /// Checks the options against the input, and fills in defaults.
    pub(crate) fn new(args: &ReduceArgs, input: &Input) -> Result<Plan, Failure> {
        let strategy = strategy::strategy(args, input)?;
        let format = text_format::text_format(args, &strategy)?;
        let fixpoint = strategy::fixpoint(args, strategy.reducer)?;
        Ok(Plan {
            transformers: transformers::transformers(args, &strategy, fixpoint)?,
            fixup: fixup(args)?,
            kept: Kept::new(args)?,
            after_fail: feedback::after_fail(args, &strategy)?,
            timeout: match args.timeout {
                Timeout::Auto => None,
                Timeout::Fixed(timeout) => Some(timeout),
            },
            confinement: Confinement {
                memory: args.memory,
                disk: args.disk,
                protection: args.sandbox,
                ..Confinement::default()
            },
            rule: rule(args),
            budget: Budget { max_queries: args.run.max_queries, max_time: args.run.max_time },
            strategy,
            format,
            fixpoint,
        })
    }

    /// How an input is reduced with these arguments.
    pub(crate) fn method<'a>(&'a self, args: &'a ReduceArgs, input: &'a Input) -> Method<'a> {
        Method {
            args,
            input,
            start: None,
            kept: &self.kept,
            strategy: &self.strategy,
            format: self.format,
            fixpoint: self.fixpoint,
            fixup: self.fixup.as_ref(),
            batch: args.batch as usize,
            after_fail: self.after_fail,
        }
    }
}

fn rule(args: &ReduceArgs) -> Rule {
    match (args.hit_rate, args.confirm) {
        (Some(rate), _) => Rule::Rate(rate),
        (None, Some(1)) => Rule::Trusted,
        (None, times) => Rule::Times(times.unwrap_or(1)),
    }
}

fn fixup(args: &ReduceArgs) -> Result<Option<Fixup>, Failure> {
    let Some(command) = args.fixup.clone() else { return Ok(None) };
    if command.as_bytes().trim_ascii().is_empty() {
        return Err(Failure::usage("--fixup names no command"));
    }
    Ok(Some(Fixup { command, directory: current_directory()? }))
}
