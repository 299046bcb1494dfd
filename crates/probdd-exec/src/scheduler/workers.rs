//! Threads that run trials side by side, each with an oracle of its own.
//!
//! A job is wanted, or it is a guess: a candidate that may never be asked about. The answer to a
//! guess is kept until the scheduler takes it; a guess that can no longer be asked about is
//! cancelled. Which candidates to guess is decided in `speculation`.

use super::confirmation::{Gathered, Trial};
use super::controls::{Controls, Stop};
use super::standing::{EndedTest, Fate, RunningTest};
use crate::oracle::{Answer, Cost, End, Oracle};
use crate::record::{Candidate, Key};
use crate::{Error, Interrupt};
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// With more guesses in store than this, those that can no longer be asked about are dropped.
const MOST_STORED: usize = 10_000;

/// The threads, and the answers to guesses.
#[derive(Debug)]
pub(super) struct Workers<O> {
    commands: Vec<Sender<Command<O>>>,
    done: Receiver<Done>,
    threads: Vec<JoinHandle<()>>,
    idle: Vec<usize>,
    running: Vec<Running>,
    /// The tests that have ended and were not taken yet.
    ended: Vec<EndedTest>,
    /// The answers that were not taken yet.
    guesses: HashMap<Key, Result<Answer, Error>>,
    /// The cost of these answers, and of guesses that were dropped.
    wasted: Cost,
    /// How many tests the user lets run.
    controls: Controls,
}

/// A trial to run.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// The identity of the candidate's bytes.
    pub(super) key: Key,
    pub(super) candidate: Arc<Candidate>,
    pub(super) trial: Trial,
    /// The checks to run, in their order; `None` if the test decides that itself.
    pub(super) order: Option<Arc<[usize]>>,
    /// How long a run may take, if that is less than the test's own limit.
    pub(super) deadline: Option<Duration>,
    /// The chance that the search asks about the candidate; 1 if it does.
    pub(super) chance: f64,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Cut {
    /// The run stops.
    Stopped(Stop),
    /// The test could not be run.
    Failed(Error),
}

impl From<Error> for Cut {
    fn from(error: Error) -> Cut {
        match error {
            Error::Unreachable(_) => Cut::Stopped(Stop::Unreachable),
            error => Cut::Failed(error),
        }
    }
}

enum Command<O> {
    Run(Job, Interrupt),
    Change(Arc<dyn Fn(&mut O) + Send + Sync>),
}

#[derive(Debug)]
struct Running {
    key: Key,
    worker: usize,
    chance: f64,
    began: Instant,
    bytes: usize,
    cancel: Interrupt,
    is_cancelled: bool,
}

struct Done {
    worker: usize,
    /// `None` if the job was cancelled; the outer error is a panic.
    result: thread::Result<Result<Option<Answer>, Error>>,
    /// The cost of all runs, also of those that ended early.
    cost: Cost,
}

impl<O: Oracle> Workers<O> {
    pub(super) fn new(oracles: Vec<O>) -> Workers<O> {
        let (report, done) = channel();
        let start = |(worker, oracle): (usize, O)| {
            let ((sender, commands), report) = (channel(), report.clone());
            (sender, thread::spawn(move || work(worker, oracle, &commands, &report)))
        };
        let (commands, threads): (Vec<_>, Vec<_>) =
            oracles.into_iter().enumerate().map(start).unzip();
        let idle = (0..commands.len()).rev().collect();
        let (running, guesses, wasted) = (Vec::new(), HashMap::new(), Cost::default());
        let controls = Controls::default();
        let ended = Vec::new();
        Workers { commands, done, threads, idle, running, ended, guesses, wasted, controls }
    }

    /// Lets the user say how many tests run.
    pub(super) fn limit_by(&mut self, controls: Controls) {
        self.controls = controls;
    }

    pub(super) fn jobs(&self) -> usize {
        self.commands.len()
    }

    /// Whether a worker is idle and may run a guess. A single one only runs wanted jobs.
    pub(super) fn may_guess(&self) -> bool {
        self.controls.most_jobs(self.jobs()) > 1 && self.may_start()
    }

    /// Whether a worker is idle, and the user lets it run.
    fn may_start(&self) -> bool {
        !self.idle.is_empty() && self.running.len() < self.controls.most_jobs(self.jobs())
    }

    /// The tests that run.
    pub(super) fn running(&self) -> impl Iterator<Item = RunningTest> {
        self.running.iter().map(|test| RunningTest {
            began: test.began,
            bytes: test.bytes,
            is_guess: test.chance < 1.0,
        })
    }

    /// Takes the tests that have ended since the last call.
    pub(super) fn take_ended(&mut self) -> impl Iterator<Item = EndedTest> {
        self.ended.drain(..)
    }

    /// Returns the cost of guesses that were dropped or not taken. One that still runs counts as a run.
    pub(super) fn wasted(&self) -> Cost {
        let mut wasted = self.wasted.clone();
        wasted.runs += self.running.len() as u64;
        wasted
    }

    /// Changes all oracles before their next query.
    pub(super) fn change(&self, change: impl Fn(&mut O) + Send + Sync + 'static) {
        let change: Arc<dyn Fn(&mut O) + Send + Sync> = Arc::new(change);
        for sender in &self.commands {
            let _ = sender.send(Command::Change(Arc::clone(&change)));
        }
    }

    /// Returns the answer to a guess that was not taken yet.
    pub(super) fn guessed(&self, key: Key) -> Option<&Answer> {
        self.guesses.get(&key).and_then(|answer| answer.as_ref().ok())
    }

    /// Whether a candidate runs, or could not be run. A cancelled one counts: it may just have ended.
    pub(super) fn is_busy_with(&self, key: Key) -> bool {
        self.guesses.contains_key(&key) || self.is_running(key)
    }

    pub(super) fn is_running(&self, key: Key) -> bool {
        self.running.iter().any(|test| test.key == key)
    }

    /// Takes the answer to a candidate that was run.
    pub(super) fn take(&mut self, key: Key) -> Result<Option<Answer>, Error> {
        let answer = self.guesses.remove(&key).transpose()?;
        if let Some(answer) = &answer {
            self.wasted.remove_answer(answer);
        }
        Ok(answer)
    }

    /// Takes the answer to a candidate that no search asked about.
    pub(super) fn take_unasked(&mut self, key: Key) -> Result<Option<Answer>, Error> {
        let answer = self.take(key)?;
        if let Some(answer) = &answer {
            self.wasted.add_answer(answer);
        }
        Ok(answer)
    }

    /// Ends all workers but one; none of them may be running.
    pub(super) fn keep_one(&mut self) {
        self.commands.truncate(1);
        self.idle = vec![0];
        for thread in self.threads.drain(1..) {
            let _ = thread.join();
        }
    }

    /// Stores an answer as if it had been guessed.
    pub(super) fn remember(&mut self, key: Key, answer: Answer) {
        self.wasted.add_answer(&answer);
        if let Some(Ok(known)) = self.guesses.insert(key, Ok(answer)) {
            self.wasted.remove_answer(&known);
        }
    }

    /// Drops the answer to a guess.
    pub(super) fn discard(&mut self, key: Key) {
        self.guesses.remove(&key);
    }

    /// Starts a job if a worker is idle. An answer that was found earlier is dropped.
    pub(super) fn start(&mut self, job: Job) -> Result<(), Error> {
        let Some(worker) = self.idle.last().copied() else { return Ok(()) };
        let cancel = Interrupt::by_hand()?;
        self.idle.pop();
        let Job { key, chance, .. } = job;
        self.discard(key);
        self.running.push(Running {
            key,
            worker,
            chance,
            began: Instant::now(),
            bytes: job.candidate.bytes.len(),
            cancel: cancel.clone(),
            is_cancelled: false,
        });
        // A worker that has panicked is never idle again.
        let _ = self.commands[worker].send(Command::Run(job, cancel));
        Ok(())
    }

    /// Makes sure that a job has ended, runs, or can start after the next end of a job: if no worker
    /// may start it, the unlikeliest guess is cancelled.
    pub(super) fn start_wanted(&mut self, job: &Job) -> Result<(), Error> {
        if self.guesses.contains_key(&job.key) {
            return Ok(());
        }
        if let Some(running) = self.running.iter_mut().find(|test| test.key == job.key) {
            running.chance = 1.0;
            return Ok(());
        }
        if !self.may_start() && !self.running.iter().any(|test| test.is_cancelled) {
            let guesses = self.running.iter_mut().filter(|test| test.chance < 1.0);
            let unlikeliest = guesses.min_by(|a, b| a.chance.total_cmp(&b.chance));
            unlikeliest.into_iter().for_each(Running::cancel);
        }
        if self.may_start() { self.start(job.clone()) } else { Ok(()) }
    }

    /// Waits for the end of a job; returns its key unless it was cancelled.
    pub(super) fn wait(&mut self) -> Result<Option<Key>, Cut> {
        let done = self.done.recv().expect("a worker outlives its jobs");
        let at = self.running.iter().position(|test| test.worker == done.worker);
        let ended = self.running.swap_remove(at.expect("only a running job ends"));
        self.idle.push(done.worker);
        self.ended.push(ended.after(&done.result));
        match done.result.unwrap_or_else(|panic| resume_unwind(panic)) {
            Ok(Some(mut answer)) => {
                if ended.chance < 1.0 {
                    // Many answers may be stored, and the output of a guess is never read.
                    answer.outcome.output = Vec::new();
                }
                self.remember(ended.key, answer);
            }
            Ok(None) if !ended.is_cancelled => return Err(Cut::Stopped(Stop::Interrupted)),
            Ok(None) => {
                self.wasted.add(&done.cost);
                return Ok(None);
            }
            Err(error) => {
                self.guesses.insert(ended.key, Err(error));
            }
        }
        Ok(Some(ended.key))
    }

    /// Cancels all guesses that are not among these.
    pub(super) fn keep_only(&mut self, keys: &HashSet<Key>) {
        let is_wrong = |test: &&mut Running| test.chance < 1.0 && !keys.contains(&test.key);
        self.running.iter_mut().filter(is_wrong).for_each(Running::cancel);
        if self.guesses.len() > MOST_STORED {
            self.guesses.retain(|key, _| keys.contains(key));
        }
    }

    /// Drops all answers and cancels the running guesses: the rule for a verdict has changed.
    pub(super) fn forget(&mut self) {
        self.guesses.clear();
        self.keep_only(&HashSet::new());
    }
}

impl Running {
    /// The test after its end.
    fn after(&self, result: &thread::Result<Result<Option<Answer>, Error>>) -> EndedTest {
        let fate = match result {
            Ok(Ok(None)) => Fate::Cancelled,
            _ if self.chance < 1.0 => Fate::Ahead,
            _ => Fate::Wanted,
        };
        EndedTest { worker: self.worker, began: self.began, ended: Instant::now(), fate }
    }

    fn cancel(&mut self) {
        if !self.is_cancelled {
            self.is_cancelled = true;
            self.cancel.raise();
        }
    }
}

impl<O> Drop for Workers<O> {
    fn drop(&mut self) {
        self.running.iter_mut().for_each(Running::cancel);
        self.commands.clear();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Carries out commands until there are no more.
fn work<O: Oracle>(
    worker: usize,
    mut oracle: O,
    commands: &Receiver<Command<O>>,
    report: &Sender<Done>,
) {
    for command in commands {
        match command {
            Command::Change(change) => change(&mut oracle),
            Command::Run(job, cancel) => {
                let mut cost = Cost::default();
                let test = || test(&mut oracle, &job, &cancel, &mut cost);
                let result = catch_unwind(AssertUnwindSafe(test));
                if report.send(Done { worker, result, cost }).is_err() {
                    return;
                }
            }
        }
    }
}

/// Runs the test until the trial is decided; returns `None` if it was cancelled or interrupted.
fn test<O: Oracle>(
    oracle: &mut O,
    job: &Job,
    cancel: &Interrupt,
    cost: &mut Cost,
) -> Result<Option<Answer>, Error> {
    if let Some(order) = &job.order {
        oracle.set_order(order);
    }
    oracle.set_deadline(job.deadline);
    let mut trial = job.trial;
    let mut gathered = Gathered::default();
    loop {
        oracle.set_fresh(trial.is_fresh());
        let outcome = oracle.query(&job.candidate.bytes, cancel)?;
        cost.add_run(&outcome);
        if outcome.end == End::Interrupted {
            return Ok(None);
        }
        trial.note(&outcome);
        gathered.add(outcome);
        if let Some(is_interesting) = trial.decision() {
            let answer = gathered.answer(is_interesting, trial.runs());
            return Ok(Some(Answer { deadline: job.deadline, ..answer }));
        }
    }
}
