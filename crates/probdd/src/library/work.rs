//! A reduction from its first query to its last, on the thread of the caller.

use super::error::Error;
use super::oracle::{AnyOracle, Prepared, Test};
use super::reduced::{Improvement, Point, Reduced};
use super::stopper::Stopper;
use super::watcher::Watcher;
use crate::candidate::fixer;
use crate::command_line::ReduceArgs;
use crate::error::Failure;
use crate::input::Input;
use crate::reduction;
use crate::report::Size;
use crate::reporter::Reporter as _;
use crate::settings::Plan;
use crate::transformers::{TransformerSettings, Transformers};
use probdd_exec::{Answer, Event, Halt, Interrupt, Rule, Scheduler, Watch, derived_timeout};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

/// What a reduction is.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) args: ReduceArgs,
    pub(super) input: Input,
    pub(super) plan: Plan,
    pub(super) test: Test,
    pub(super) stopper: Stopper,
    pub(super) improvements: Sender<Improvement>,
}

impl Work {
    /// Runs the test on the input, reduces, and confirms the result.
    pub(super) fn run(self) -> Result<Reduced, Error> {
        let Work { args, input, plan, test, stopper, improvements } = self;
        let began = Instant::now();
        // Raised at the end, for tests that still run for wrong guesses.
        let interrupt = Ended(Interrupt::by_hand()?.or(&stopper.interrupt));
        let jobs = args.run.jobs.unwrap_or(1) as usize;
        let test = test.prepare(&args, &plan, &input, jobs)?;
        let oracles = test.oracles(&plan, jobs, &interrupt.0)?;
        let method = plan.method(&args, &input);
        let watch = Watch::default();
        let mut scheduler = Scheduler::new(oracles, plan.budget.clone(), stopper.interrupt.clone())
            .with_rule(plan.rule)
            .watched_by(watch.clone())
            .controlled_by(stopper.controls.clone());
        let programs = TransformerSettings::new(
            &input,
            plan.strategy.language(),
            plan.timeout,
            plan.confinement.clone(),
            stopper.interrupt.clone(),
        );
        let transformers = Transformers::new(&plan.transformers, &programs, None)?;
        let baseline = baseline(&mut scheduler, &test, &args, &input, &plan)?;
        let document = plan.strategy.document(&input.bytes, &scheduler.stopping());
        let input_tokens = plan.strategy.token_count(&document);
        let size = Size { bytes: input.bytes.len(), tokens: input_tokens };
        let form = Arc::new(input.form());
        let watcher = Watcher::new(size, Arc::clone(&form), improvements, began);
        watcher.expect_checks(scheduler.plan().names().iter().map(ToString::to_string));
        let states = scheduler.plan().states(&baseline.outcome);
        watcher.on(&Event::Baseline(&baseline, states))?;
        let fixer = fixer(method, programs)?;
        let (how, best) =
            reduction::Reduction::new(method, &mut scheduler, &watcher, transformers, fixer)
                .run_and_confirm();
        let (certified, stop) = match how {
            Ok(certified) => (certified, None),
            Err(Halt::Stopped(stop)) => (false, Some(stop)),
            Err(halt) => return Err(Error::of_halt(halt)),
        };
        let tokens = plan.strategy.counting(&input.bytes).tokens(&best);
        scheduler.publish();
        let wasted = watch.standing().wasted.runs;
        let tally = watcher.tally();
        let is_reliable = matches!(plan.rule, Rule::Rate(_)) || !tally.is_unreliable();
        Ok(Reduced {
            bytes: best,
            tokens,
            input_tokens,
            queries: tally.queries.committed,
            runs: tally.queries.executed + wasted,
            elapsed: began.elapsed(),
            is_certified: certified && is_reliable,
            stop,
            curve: Point::of(&tally),
            warnings: tally.warnings.clone(),
            form,
        })
    }
}

/// Runs the test on the input, which has to be interesting, and learns from it which checks there are
/// and how long a program may take.
fn baseline(
    scheduler: &mut Scheduler<AnyOracle>,
    test: &Prepared,
    args: &ReduceArgs,
    input: &Input,
    plan: &Plan,
) -> Result<Answer, Error> {
    let answer = scheduler.baseline::<Failure>(&input.bytes);
    let answer = answer.map_err(Error::of_halt)?;
    let verdict = answer.outcome.verdict;
    if !verdict.is_interesting() {
        let is_mixed = answer.runs.are_mixed();
        let unreliable = is_mixed.then(|| Error::unreliable(answer.runs));
        return Err(unreliable.unwrap_or(Error::NotInteresting(verdict)));
    }
    let timeout = plan.timeout.unwrap_or_else(|| derived_timeout(answer.slowest));
    scheduler.change_oracles(move |oracle| oracle.limit(timeout));
    let is_program = matches!(test, Prepared::Programs { .. });
    if is_program && plan.timeout.is_none() && plan.method(args, input).is_certifying() {
        scheduler.lower_deadlines(timeout, &answer);
    }
    let (checks, timeouts) = test.checks(args, plan, &answer.outcome)?;
    scheduler.change_oracles(move |oracle| oracle.limit_checks(&timeouts));
    scheduler.set_plan(checks);
    Ok(answer)
}

/// Stops, when it is dropped, the programs that still run for wrong guesses.
struct Ended(Interrupt);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.raise();
    }
}
