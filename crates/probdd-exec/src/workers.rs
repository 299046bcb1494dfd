//! Threads that run trials side by side, each with an oracle of its own.
//!
//! A job is wanted, or a guess: the run of a candidate that may never be asked about. What a guess
//! finds out is kept until somebody asks; one that will not be asked about any more is cut short.
//! Which candidates to guess is not their business.

use crate::event::Candidate;
use crate::trial::{Gathered, Trial};
use crate::{Answer, End, Error, Interrupt, Key, Oracle, Waste};
use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// So many answers that nobody asked for are kept; then only those that still may be asked for.
const UNCLAIMED: usize = 10_000;

/// The threads, and what they have found out.
#[derive(Debug)]
pub(crate) struct Workers<O> {
    orders: Vec<Sender<Order<O>>>,
    done: Receiver<Done>,
    threads: Vec<JoinHandle<()>>,
    idle: Vec<usize>,
    running: Vec<Running>,
    unclaimed: HashMap<Key, Result<Answer, Error>>,
    /// Guesses that nobody has asked for, and that are forgotten.
    wasted: Waste,
}

/// What is to be run.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// The identity of the candidate's bytes.
    pub(crate) key: Key,
    pub(crate) candidate: Arc<Candidate>,
    pub(crate) trial: Trial,
    /// The checks that are run, in their order; none when that is the test's business.
    pub(crate) order: Option<Arc<[usize]>>,
    /// The chance that it will be asked for; 1 if it was.
    pub(crate) chance: f64,
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Cut {
    /// The user's interrupt was raised.
    Interrupted,
    /// It could not be run.
    Failed(Error),
}

impl From<Error> for Cut {
    fn from(error: Error) -> Cut {
        Cut::Failed(error)
    }
}

enum Order<O> {
    Run(Job, Interrupt),
    Change(Arc<dyn Fn(&mut O) + Send + Sync>),
}

#[derive(Debug)]
struct Running {
    key: Key,
    worker: usize,
    chance: f64,
    cancel: Interrupt,
    is_cancelled: bool,
}

struct Done {
    worker: usize,
    /// None when it was cut short.
    result: Result<Option<Answer>, Failed>,
    /// All runs of the test, also those in vain.
    runs: Waste,
}

enum Failed {
    ToRun(Error),
    Panicked(Box<dyn Any + Send>),
}

/// What is done while a job runs: at first, and whenever another one has ended, with its key.
type Meanwhile<'a, O> = &'a mut dyn FnMut(&mut Workers<O>, Option<Key>) -> Result<(), Error>;

impl<O: Oracle> Workers<O> {
    /// A thread for each oracle.
    pub(crate) fn new(oracles: Vec<O>) -> Workers<O> {
        let (report, done) = channel();
        let start = |(worker, oracle): (usize, O)| {
            let ((order, orders), report) = (channel(), report.clone());
            (order, std::thread::spawn(move || work(worker, oracle, &orders, &report)))
        };
        let (orders, threads): (Vec<_>, Vec<_>) =
            oracles.into_iter().enumerate().map(start).unzip();
        let idle = (0..orders.len()).rev().collect();
        let (running, unclaimed) = (Vec::new(), HashMap::new());
        Workers { orders, done, threads, idle, running, unclaimed, wasted: Waste::default() }
    }

    /// Whether somebody can run a guess. One alone runs only what is asked.
    pub(crate) fn may_guess(&self) -> bool {
        self.orders.len() > 1 && self.has_idle()
    }

    fn has_idle(&self) -> bool {
        !self.idle.is_empty()
    }

    /// The runs for guesses that nobody has asked for; of one that still runs no more than that.
    pub(crate) fn wasted(&self) -> Waste {
        let mut wasted = self.wasted.clone();
        self.unclaimed.values().flatten().for_each(|answer| wasted.add(answer));
        wasted.runs += self.running.len() as u64;
        wasted
    }

    /// Changes all oracles before their next query.
    pub(crate) fn change(&self, change: impl Fn(&mut O) + Send + Sync + 'static) {
        let change: Arc<dyn Fn(&mut O) + Send + Sync> = Arc::new(change);
        for order in &self.orders {
            let _ = order.send(Order::Change(Arc::clone(&change)));
        }
    }

    /// What a guess has found out, if it is not known yet to the one who asks.
    pub(crate) fn guessed(&self, key: Key) -> Option<&Answer> {
        self.unclaimed.get(&key).and_then(|answer| answer.as_ref().ok())
    }

    /// Whether it runs, or cannot be run. One that is being cut short counts: it may just have ended.
    pub(crate) fn is_busy_with(&self, key: Key) -> bool {
        self.unclaimed.contains_key(&key) || self.running(key).is_some()
    }

    /// Whether it runs.
    pub(crate) fn is_running(&self, key: Key) -> bool {
        self.running(key).is_some()
    }

    fn running(&self, key: Key) -> Option<usize> {
        self.running.iter().position(|it| it.key == key)
    }

    /// Forgets a guess, because it was asked for.
    pub(crate) fn claim(&mut self, key: Key) {
        self.unclaimed.remove(&key);
    }

    /// Counts what was found out in vain.
    pub(crate) fn discard(&mut self, answer: &Answer) {
        self.wasted.add(answer);
    }

    /// Makes an answer of an earlier run known.
    pub(crate) fn remember(&mut self, key: Key, answer: Answer) {
        self.unclaimed.insert(key, Ok(answer));
    }

    /// Starts a job, if somebody is idle.
    ///
    /// # Errors
    /// When there are no file descriptors left.
    pub(crate) fn start(&mut self, job: Job) -> Result<(), Error> {
        let cancel = Interrupt::by_hand()?;
        let Some(worker) = self.idle.pop() else { return Ok(()) };
        let Job { key, chance, .. } = job;
        // It is run again where too little was found out about it.
        if let Some(Ok(answer)) = self.unclaimed.remove(&key) {
            self.discard(&answer);
        }
        self.running.push(Running {
            key,
            worker,
            chance,
            cancel: cancel.clone(),
            is_cancelled: false,
        });
        // One that has panicked is never idle again.
        let _ = self.orders[worker].send(Order::Run(job, cancel));
        Ok(())
    }

    /// Runs a job to its end, unless that is known, and does something meanwhile.
    ///
    /// # Errors
    /// [`Cut`].
    pub(crate) fn run(&mut self, job: &Job, meanwhile: Meanwhile<'_, O>) -> Result<Answer, Cut> {
        loop {
            if self.unclaimed.contains_key(&job.key) {
                meanwhile(self, None)?;
            }
            if let Some(answer) = self.unclaimed.remove(&job.key) {
                return Ok(answer?);
            }
            if self.running(job.key).is_none() {
                self.make_room();
                if self.has_idle() {
                    self.start(job.clone())?;
                }
            }
            if let Some(at) = self.running(job.key) {
                self.running[at].chance = 1.0;
            }
            meanwhile(self, None)?;
            let ended = self.wait()?;
            if ended.is_some() && ended != Some(job.key) {
                meanwhile(self, ended)?;
            }
        }
    }

    /// Sees to it that somebody is or will be idle: the unlikeliest guess ends.
    fn make_room(&mut self) {
        if self.has_idle() || self.running.iter().any(|it| it.is_cancelled) {
            return;
        }
        let guesses = self.running.iter_mut().filter(|it| it.chance < 1.0);
        guesses.min_by(|a, b| a.chance.total_cmp(&b.chance)).into_iter().for_each(Running::cancel);
    }

    /// Waits for the end of a job; the key, if it was not cut short.
    fn wait(&mut self) -> Result<Option<Key>, Cut> {
        let done = self.done.recv().expect("a worker outlives its jobs");
        let at = self.running.iter().position(|it| it.worker == done.worker);
        let ended = self.running.swap_remove(at.expect("only who runs a job ends one"));
        self.idle.push(done.worker);
        match done.result {
            Ok(Some(mut answer)) => {
                if ended.chance < 1.0 {
                    // Many may wait to be asked for, and nobody reads what they have printed.
                    answer.outcome.output = Vec::new();
                }
                self.unclaimed.insert(ended.key, Ok(answer))
            }
            Ok(None) if !ended.is_cancelled => return Err(Cut::Interrupted),
            Ok(None) => {
                self.wasted.add_all(&done.runs);
                return Ok(None);
            }
            Err(Failed::ToRun(error)) => self.unclaimed.insert(ended.key, Err(error)),
            Err(Failed::Panicked(panic)) => resume_unwind(panic),
        };
        Ok(Some(ended.key))
    }

    /// Cuts all guesses short that are not among these.
    pub(crate) fn keep_only(&mut self, keys: &HashSet<Key>) {
        let is_wrong = |it: &&mut Running| it.chance < 1.0 && !keys.contains(&it.key);
        self.running.iter_mut().filter(is_wrong).for_each(Running::cancel);
        if self.unclaimed.len() > UNCLAIMED {
            let wrong = self.unclaimed.extract_if(|key, _| !keys.contains(key));
            wrong.for_each(|(_, found)| found.iter().for_each(|answer| self.wasted.add(answer)));
        }
    }

    /// Forgets what guesses found out, and cuts the others short: they were run by another rule.
    pub(crate) fn forget(&mut self) {
        for answer in self.unclaimed.drain().filter_map(|(_, found)| found.ok()) {
            self.wasted.add(&answer);
        }
        self.keep_only(&HashSet::new());
    }
}

impl Running {
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
        self.orders.clear();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// What a thread does until there are no more orders.
fn work<O: Oracle>(
    worker: usize,
    mut oracle: O,
    orders: &Receiver<Order<O>>,
    report: &Sender<Done>,
) {
    for order in orders {
        match order {
            Order::Change(change) => change(&mut oracle),
            Order::Run(job, cancel) => {
                let mut runs = Waste::default();
                let test = || test(&mut oracle, &job, &cancel, &mut runs);
                let result = match catch_unwind(AssertUnwindSafe(test)) {
                    Ok(result) => result.map_err(Failed::ToRun),
                    Err(panic) => Err(Failed::Panicked(panic)),
                };
                if report.send(Done { worker, result, runs }).is_err() {
                    return;
                }
            }
        }
    }
}

/// Runs the test until the trial is decided; nothing when it was interrupted.
fn test<O: Oracle>(
    oracle: &mut O,
    job: &Job,
    cancel: &Interrupt,
    runs: &mut Waste,
) -> Result<Option<Answer>, Error> {
    if let Some(order) = &job.order {
        oracle.set_order(order);
    }
    let mut trial = job.trial;
    let mut gathered = Gathered::default();
    loop {
        let outcome = oracle.query(&job.candidate.bytes, cancel)?;
        runs.add_run(&outcome);
        if outcome.end == End::Interrupted {
            return Ok(None);
        }
        trial.note(&outcome);
        gathered.add(outcome);
        if let Some(is_interesting) = trial.decision() {
            return Ok(Some(gathered.answer(is_interesting, trial.runs())));
        }
    }
}
