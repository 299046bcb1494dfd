//! What runs of the test on the input, on trivial inputs and beside each other tell about it.

use super::siblings::needed_siblings;
use crate::error::Failure;
use crate::messages::check::{Finding, Trivial};
use crate::messages::reasons::Reasons;
use crate::messages::{check as messages, failures, slow, warnings};
use crate::property::Property;
use crate::session::learning::{GARBAGE, changed};
use crate::session::preparation::Activity;
use crate::session::running::Running;
use crate::session::side_by_side::{Disturbance, disturbance};
use crate::settings::Settings;
use probdd_core::Verdict;
use probdd_exec::{CheckOracle, End, Group, Interrupt, Oracle, Outcome, Stop};
use std::time::{Duration, Instant};

/// How often the test runs on the input.
const RUNS: usize = 5;

/// The same for a test that takes longer than `SLOW`.
const FEW_RUNS: usize = 3;
const SLOW: Duration = Duration::from_secs(5);

/// A test that does not end in this time is taken to hang, unless the user says how long it may take.
const LONGEST: Duration = Duration::from_secs(60);

/// A test that prints more than this in each run wastes time.
const MUCH_OUTPUT: usize = 1 << 20;

/// Two tests at a time that take so much longer than one alone do not gain from several jobs. Shorter
/// tests are too short to tell.
const NO_GAIN: f64 = 1.8;
const LEAST_TIME: Duration = Duration::from_millis(50);

/// Runs the test, one run at a time.
pub(super) struct Probes<'a> {
    settings: &'a Settings,
    oracle: CheckOracle,
    activity: Activity,
}

/// The runs on the unmodified input.
pub(super) struct OnInput {
    outcomes: Vec<Outcome>,
    /// The median time.
    typical: Duration,
}

impl<'a> Probes<'a> {
    pub(super) fn new(running: &Running<'a>, activity: &Activity) -> Result<Probes<'a>, Failure> {
        let settings = running.settings;
        let mut tester = running.tester.clone();
        tester.limits().timeout = Some(longest(settings));
        tester.limits().output_bytes = MUCH_OUTPUT;
        let confinement = settings.confinement.clone();
        let oracle = CheckOracle::new(tester, confinement, running.interrupt())?;
        Ok(Probes { settings, oracle, activity: activity.clone() })
    }

    fn run(&mut self, candidate: &[u8]) -> Result<Outcome, Failure> {
        self.activity.begin(slow::check(longest(self.settings)));
        let outcome = self.oracle.query(candidate, &Interrupt::never())?;
        if outcome.end == End::Interrupted {
            return Err(failures::unprepared(Stop::Interrupted));
        }
        Ok(outcome)
    }

    /// Runs the test on the input several times.
    pub(super) fn on_input(&mut self) -> Result<OnInput, Failure> {
        let input = &self.settings.input.bytes;
        let mut outcomes = vec![self.run(input)?];
        let is_slow = outcomes[0].wall > SLOW;
        // A test that hangs hangs again.
        let runs = if outcomes[0].end == End::TimedOut {
            1
        } else {
            [RUNS, FEW_RUNS][usize::from(is_slow)]
        };
        while outcomes.len() < runs {
            outcomes.push(self.run(input)?);
        }
        let mut times: Vec<Duration> = outcomes.iter().map(|outcome| outcome.wall).collect();
        times.sort();
        Ok(OnInput { typical: times[times.len() / 2], outcomes })
    }

    /// Runs the test on inputs that should not be interesting.
    pub(super) fn on_trivial_inputs(&mut self) -> Result<Vec<Finding>, Failure> {
        let settings = self.settings;
        let empty = changed(settings, &|_| Vec::new());
        let garbage = changed(settings, &|_| GARBAGE.to_vec());
        let half = changed(settings, &|text| text[..text.len() / 2].to_vec());
        let mut longest = Duration::ZERO;
        let mut is_interesting = |text| -> Result<bool, Failure> {
            let outcome = self.run(text)?;
            let is_interesting = outcome.verdict.is_interesting();
            longest = longest.max(if is_interesting { Duration::ZERO } else { outcome.wall });
            Ok(is_interesting)
        };
        let trivial = Trivial {
            empty: is_interesting(&empty)?,
            garbage: is_interesting(&garbage)?,
            half: is_interesting(&half)?,
        };
        let mut found = vec![messages::trivial(trivial, Reasons::new(settings).original())];
        let hang = settings.test.property().and_then(Property::wanted_hang);
        let warning = hang.and_then(|hang| warnings::nearly_hangs(longest, hang));
        found.extend(warning.as_deref().map(messages::own_limit));
        Ok(found)
    }

    /// Finds out why the input is not interesting.
    pub(super) fn why_not(&mut self, outcome: &Outcome) -> Result<Vec<Finding>, Failure> {
        let settings = self.settings;
        let reasons = Reasons::new(settings);
        let mut found = reasons.of(outcome);
        if found.is_empty() && outcome.verdict == Verdict::Uninteresting {
            let garbage = changed(settings, &|_| GARBAGE.to_vec());
            if self.run(&garbage)?.verdict.is_interesting() {
                found.push(messages::opposite());
            }
        }
        if found.is_empty() {
            found.extend(
                needed_siblings(settings, longest(settings))?.map(|names| messages::needs(&names)),
            );
        }
        if found.is_empty() {
            found.push(messages::unknown_reason());
        }
        found.push(messages::by_hand(settings)?);
        Ok(found)
    }
}

/// How long a run may take.
fn longest(settings: &Settings) -> Duration {
    settings.timeout.unwrap_or(LONGEST)
}

impl OnInput {
    pub(super) fn last(&self) -> &Outcome {
        &self.outcomes[self.outcomes.len() - 1]
    }

    fn hits(&self) -> usize {
        self.outcomes.iter().filter(|outcome| outcome.verdict.is_interesting()).count()
    }

    pub(super) fn is_interesting(&self) -> bool {
        self.hits() == self.outcomes.len()
    }

    pub(super) fn is_never_interesting(&self) -> bool {
        self.hits() == 0
    }

    /// What the runs say.
    pub(super) fn findings(&self, reasons: &Reasons) -> Vec<Finding> {
        let (hits, runs) = (self.hits(), self.outcomes.len());
        let slowest = self.outcomes.iter().map(|outcome| outcome.wall).max().unwrap_or_default();
        let mut found = match hits {
            0 => vec![messages::not_interesting(self.last(), runs)],
            hits if hits == runs => vec![messages::interesting(runs, self.typical, slowest)],
            hits => vec![messages::unreliable(hits, runs)],
        };
        if self.outcomes.iter().any(|outcome| outcome.output_truncated) {
            found.push(messages::much_output());
        }
        if self.outcomes.iter().any(|outcome| outcome.has_survivors) {
            found.push(messages::survivors());
        }
        if self.outcomes.iter().any(|outcome| outcome.left_mounts) {
            found.push(messages::mounts());
        }
        found.extend(reasons.own_limit(slowest).as_deref().map(messages::own_limit));
        found
    }
}

/// Runs copies of the test at the same time.
pub(super) fn side_by_side(running: &mut Running) -> Result<Vec<Finding>, Failure> {
    if running.scheduler.jobs() < 2 {
        return Ok(Vec::new());
    }
    let settings = running.settings;
    let halted = |halt| failures::no_baseline(settings, halt);
    let found = disturbance(running).map_err(halted)?;
    let mut findings = vec![match found {
        Disturbance::None => messages::undisturbed(),
        Disturbance::Files(files) => messages::shared_files(&files),
        Disturbance::Answers(files) => messages::disturbed(&files),
    }];
    // Other work on the machine makes some runs slower, so the fastest of a few count.
    let mut fastest = [Duration::MAX; 2];
    for _ in 0..FEW_RUNS {
        for (copies, fastest) in [1, 2].into_iter().zip(&mut fastest) {
            let group = Group { copies, text: &settings.input.bytes, others: 0, other: b"" };
            let began = Instant::now();
            running.scheduler.run_together::<Failure>(group).map_err(halted)?;
            *fastest = began.elapsed().min(*fastest);
        }
    }
    let [alone, together] = fastest;
    if alone > LEAST_TIME && together > alone.mul_f64(NO_GAIN) {
        findings.push(messages::no_gain(alone, together));
    }
    Ok(findings)
}
