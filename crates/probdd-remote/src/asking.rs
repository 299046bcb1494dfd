//! Asks until there is an answer that can be trusted, or nobody is left to give one.

use crate::action::Query;
use crate::answer::{Answer, Distrust, believe, included, wanted};
use crate::fault::Fault;
use crate::health::{Choice, Health, News};
use crate::operation::Name;
use crate::script::PLACE;
use crate::server::Server;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// After so many failures of one query a control tells whether it is the candidate that fails.
const FAILURES: u32 = 8;

/// How often a control has to succeed, and the query to fail after it, until the candidate is at fault.
const CONTROLS: u32 = 3;

/// A query without a time limit may take this long, besides the time that it waits.
const UNLIMITED: Duration = Duration::from_secs(3600);

/// The pauses between the attempts to run the control on a server, which double.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LAST_PAUSE: Duration = Duration::from_secs(1);

/// The servers, and what is known of them.
#[derive(Debug)]
pub(crate) struct Servers {
    pub(crate) all: Vec<Arc<Server>>,
    pub(crate) health: Health,
    pub(crate) patience: Duration,
    /// A query that every worker can answer.
    pub(crate) control: OnceLock<Query>,
    pub(crate) news: Mutex<Option<Tell>>,
    pub(crate) is_given_up: AtomicBool,
}

/// Tells the user what happens to servers.
pub(crate) struct Tell(pub(crate) Box<dyn Fn(String) + Send>);

impl std::fmt::Debug for Tell {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str("Tell")
    }
}

/// What comes of a query.
#[derive(Debug)]
pub(crate) enum Asked {
    Answer(Answer),
    /// No worker can run the test on this candidate to its end, though they can on others.
    Hopeless(Distrust),
    /// The test was still running when its time was over.
    TimedOut,
    /// No server has answered for too long.
    GivenUp(String),
    /// Nobody wants to know any more.
    Cancelled,
}

/// What is known after some attempts.
#[derive(Debug, Default)]
struct Attempts {
    failures: u32,
    controls: u32,
    timeouts: u32,
    /// How often the time to wait was over.
    late: u32,
    was_killed: bool,
    avoided: Option<usize>,
}

/// A server that has been chosen for an action, until that has ended in whatever way.
struct Turn<'a> {
    health: &'a Health,
    server: usize,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.health.release(self.server);
    }
}

/// What went wrong with an attempt.
enum Trouble {
    Fault(Fault),
    Distrust(Distrust),
    Late,
}

impl Servers {
    /// Asks until there is an answer. A fresh one does not come from the memory of a server.
    pub(crate) async fn ask(
        self: &Arc<Servers>,
        query: &Query,
        is_fresh: bool,
        mut cancel: oneshot::Receiver<()>,
    ) -> Asked {
        let mut running = None;
        let asking = self.ask_on(query, is_fresh, &mut running);
        let asked = tokio::select! {
            asked = asking => Some(asked),
            _ = &mut cancel => None,
        };
        asked.unwrap_or_else(|| {
            if let Some((server, name)) = running {
                self.cancel(server, &name);
            }
            Asked::Cancelled
        })
    }

    /// Asks, and keeps note of the server that is being asked and the operation there.
    async fn ask_on(
        self: &Arc<Servers>,
        query: &Query,
        is_fresh: bool,
        running: &mut Option<(usize, Name)>,
    ) -> Asked {
        let mut attempts = Attempts::default();
        loop {
            let turn = match self.choose(attempts.avoided).await {
                Ok(turn) => turn,
                Err(what) => return Asked::GivenUp(what),
            };
            let chosen = turn.server;
            let name = Name::default();
            *running = Some((chosen, name.clone()));
            let is_fresh = is_fresh || attempts.failures > 0 || attempts.was_killed;
            let began = Instant::now();
            let attempt = self.attempt(chosen, query, is_fresh, attempts.late, &name).await;
            *running = None;
            drop(turn);
            let trouble = match attempt {
                Ok(answer) => {
                    self.tell(chosen, self.health.on_answer(chosen));
                    if answer.is_killed && !attempts.was_killed {
                        attempts.was_killed = true;
                        continue;
                    }
                    return Asked::Answer(answer);
                }
                Err(trouble) => trouble,
            };
            let is_out_of_time = query.limit.is_some_and(|limit| began.elapsed() >= limit);
            if let Some(asked) = self.after(chosen, trouble, is_out_of_time, &mut attempts) {
                return asked;
            }
            if let Some(asked) = self.is_candidate_at_fault(&mut attempts).await {
                return asked;
            }
        }
    }

    /// Takes note of a trouble; returns what comes of the query if that is the end of it.
    fn after(
        &self,
        server: usize,
        trouble: Trouble,
        is_out_of_time: bool,
        attempts: &mut Attempts,
    ) -> Option<Asked> {
        attempts.avoided = Some(server);
        let what = match trouble {
            Trouble::Late => {
                attempts.late += 1;
                "no answer in time".to_owned()
            }
            Trouble::Fault(Fault::TimedOut(what)) => {
                attempts.timeouts += u32::from(is_out_of_time);
                if attempts.timeouts > 1 {
                    self.tell(server, self.health.on_answer(server));
                    return Some(Asked::TimedOut);
                }
                what
            }
            Trouble::Fault(Fault::Missing(what)) => {
                self.all[server].forget();
                what
            }
            Trouble::Fault(Fault::Failed(what)) => what,
            Trouble::Distrust(distrust) => distrust.what,
        };
        attempts.failures += 1;
        // What is uploaded may have come to nothing in a way that no status shows.
        if attempts.failures.is_multiple_of(2) {
            self.all[server].forget();
        }
        let what = format!("{}: {what}", self.all[server].address);
        let news = self.health.on_failure(server, Instant::now(), what);
        self.tell(server, news);
        None
    }

    /// Finds out, after many failures, whether workers can run the test at all. If they can, and still
    /// not on this candidate, it is the candidate that keeps them from it.
    async fn is_candidate_at_fault(self: &Arc<Servers>, attempts: &mut Attempts) -> Option<Asked> {
        if attempts.failures < FAILURES {
            return None;
        }
        let control = self.control.get()?;
        if attempts.controls >= CONTROLS {
            let what = "no worker can run the test on this candidate to its end".to_owned();
            return Some(Asked::Hopeless(Distrust { what, printed: String::new() }));
        }
        let turn = match self.choose(None).await {
            Ok(turn) => turn,
            Err(what) => return Some(Asked::GivenUp(what)),
        };
        let chosen = turn.server;
        let ran = self.attempt(chosen, control, true, 0, &Name::default()).await;
        drop(turn);
        if ran.is_ok() {
            attempts.controls += 1;
            attempts.avoided = None;
            self.tell(chosen, self.health.on_answer(chosen));
        } else {
            attempts.controls = 0;
            let what = format!("{}: the control fails, too", self.all[chosen].address);
            self.tell(chosen, self.health.on_failure(chosen, Instant::now(), what));
        }
        None
    }

    /// Waits for a server that may be asked; an error when none has answered for too long.
    async fn choose(&self, avoided: Option<usize>) -> Result<Turn<'_>, String> {
        loop {
            let now = Instant::now();
            if let Some(what) = self.health.is_given_up(now, self.patience) {
                self.tell_given_up(&what);
                return Err(what);
            }
            match self.health.choose(now, avoided) {
                Choice::Server(server) => return Ok(Turn { health: &self.health, server }),
                Choice::Later(until) => tokio::time::sleep_until(until.into()).await,
            }
        }
    }

    /// Asks one server once.
    async fn attempt(
        &self,
        server: usize,
        query: &Query,
        is_fresh: bool,
        late: u32,
        name: &Name,
    ) -> Result<Answer, Trouble> {
        let waits = self.patience.saturating_mul(2_u32.saturating_pow(late.min(8)));
        let within = query.limit.unwrap_or(UNLIMITED) + waits;
        let run = self.run(server, query, is_fresh, name);
        if let Ok(ran) = tokio::time::timeout(within, run).await {
            return ran;
        }
        self.cancel(server, name);
        Err(Trouble::Late)
    }

    async fn run(
        &self,
        server: usize,
        query: &Query,
        is_fresh: bool,
        name: &Name,
    ) -> Result<Answer, Trouble> {
        let server = &self.all[server];
        server.provide(&query.blobs).await.map_err(Trouble::Fault)?;
        let began = Instant::now();
        let outputs = [format!("{PLACE}/out/status")];
        let response = server.execute(query.action, is_fresh, &outputs, name).await;
        let response = response.map_err(Trouble::Fault)?;
        // It has ended, so it cannot be cancelled.
        name.take();
        let elapsed = began.elapsed();
        let result = response.result.as_ref().expect("a response without a result is a fault");
        let fetched = server.fetch(&wanted(query, result), included(result)).await;
        let fetched = fetched.map_err(Trouble::Fault)?;
        believe(query, &response, &fetched, elapsed).map_err(Trouble::Distrust)
    }

    /// Runs a query on a server, and returns how long it took. A server may fail now and then.
    pub(crate) async fn meet(&self, server: usize, query: &Query) -> Result<Duration, Distrust> {
        let mut pause = FIRST_PAUSE;
        loop {
            match self.meet_once(server, query).await {
                Err(_) if pause < LAST_PAUSE => {
                    self.all[server].forget();
                    tokio::time::sleep(pause).await;
                    pause *= 2;
                }
                met => return met,
            }
        }
    }

    async fn meet_once(&self, server: usize, query: &Query) -> Result<Duration, Distrust> {
        let began = Instant::now();
        match self.attempt(server, query, true, 0, &Name::default()).await {
            Ok(_) => Ok(began.elapsed()),
            Err(Trouble::Distrust(distrust)) => Err(distrust),
            Err(Trouble::Late) => Err(without_output("no answer in time".into())),
            Err(Trouble::Fault(
                Fault::Missing(what) | Fault::TimedOut(what) | Fault::Failed(what),
            )) => Err(without_output(what)),
        }
    }

    /// Tells a server, without waiting for it, that nobody waits for an action any more.
    fn cancel(&self, server: usize, name: &Name) {
        let Some(name) = name.take() else { return };
        let server = Arc::clone(&self.all[server]);
        tokio::spawn(async move { server.cancel(name).await });
    }

    fn tell(&self, server: usize, news: Option<News>) {
        let patience = in_words(self.patience);
        match news {
            Some(News::Lost(what)) => self.say(format!(
                "no server of --remote answers; they are asked again for {patience}: {what}"
            )),
            Some(News::Back) => {
                self.say(format!("`{}` answers again", self.all[server].address));
            }
            None => {}
        }
    }

    fn tell_given_up(&self, what: &str) {
        if !self.is_given_up.swap(true, Ordering::Relaxed) {
            let patience = in_words(self.patience);
            self.say(format!("no server of --remote has answered for {patience}: {what}"));
        }
    }

    fn say(&self, text: String) {
        let told = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Tell(tell)) = &*told {
            tell(text);
        }
    }
}

fn without_output(what: String) -> Distrust {
    Distrust { what, printed: String::new() }
}

/// A duration as a person says it.
fn in_words(duration: Duration) -> String {
    match duration.as_secs() {
        seconds if seconds >= 120 && seconds % 60 == 0 => format!("{} min", seconds / 60),
        seconds => format!("{seconds} s"),
    }
}
