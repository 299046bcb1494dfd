//! The servers that the user named, as one: connected, looked at, and ready to be asked.

use crate::action::{Dialect, Layout, Query, Stage};
use crate::asking::{Asked, Servers, Tell};
use crate::digest::{FUNCTIONS, Function};
use crate::fault::describe;
use crate::health::Health;
use crate::server::Server;
use crate::{Error, Options};
use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::build::bazel::semver::SemVer;
use probdd_exec::{Companion, Interrupt, Tester};
use std::io::{PipeReader, PipeWriter, Write, pipe};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tonic::{Code, Status};

/// How long a server may take to say what it can do.
const GREETING: Duration = Duration::from_secs(10);

/// From this version of the protocol on, a command has `output_paths`.
const WITH_OUTPUT_PATHS: (i32, i32) = (2, 1);

/// Servers that store blobs and run actions. Clones share them.
#[derive(Clone, Debug)]
pub struct Farm {
    options: Arc<Options>,
    servers: Arc<Servers>,
    dialect: Dialect,
    greetings: Vec<Greeting>,
    runtime: Arc<Threads>,
}

/// The first meeting with the workers.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The time from a call to its answer, of the fastest server.
    pub round_trip: Duration,
    /// How long the control took: the test on an empty candidate.
    pub control: Duration,
    /// How blobs are hashed.
    pub function: &'static str,
    /// The servers that do not answer now, and what they say.
    pub absent: Vec<String>,
}

/// The first answer of a server: the time that a call takes, or what is wrong.
#[derive(Clone, Debug)]
struct Greeting {
    server: usize,
    answer: Result<(Duration, Box<api::ServerCapabilities>), Status>,
}

/// The threads of the runtime. They are left behind at the end, because calls may wait for servers.
#[derive(Debug)]
struct Threads(Option<Runtime>);

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl Farm {
    /// Connects to the servers, and looks at what they can do.
    ///
    /// # Errors
    /// When no server answers, when one refuses us or does not execute actions, when they share no
    /// function for digests, or when certificates or headers cannot be used.
    pub fn connect(options: Options) -> Result<Farm, Error> {
        let options = Arc::new(options);
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("remote")
            .enable_all()
            .build()
            .map_err(Error::Runtime)?;
        // Connections are made on the runtime, if only when they are needed.
        let entered = runtime.enter();
        let servers: Vec<Arc<Server>> = options
            .servers
            .iter()
            .map(|address| Server::new(address, &options).map(Arc::new))
            .collect::<Result<_, _>>()?;
        drop(entered);
        let greetings = runtime.block_on(greet(&servers));
        let dialect = agree(&servers, &greetings)?;
        for (server, greeting) in servers.iter().zip(&greetings) {
            let known = greeting.answer.as_ref().ok().map(|(_, capabilities)| capabilities);
            let cache = known.and_then(|capabilities| capabilities.cache_capabilities.as_ref());
            server
                .agree(dialect.function, cache.map_or(0, |cache| cache.max_batch_total_size_bytes));
        }
        let servers = Servers {
            health: Health::new(servers.len()),
            all: servers,
            patience: options.patience,
            control: OnceLock::new(),
            news: Mutex::new(None),
            is_given_up: AtomicBool::new(false),
        };
        let runtime = Arc::new(Threads(Some(runtime)));
        Ok(Farm { options, servers: Arc::new(servers), dialect, greetings, runtime })
    }

    /// Runs the control, which is the test on an empty candidate, on every server that answers: a worker
    /// that does not run it to its end would run no query.
    ///
    /// # Errors
    /// When a worker does not run it, or a file of the test cannot be read.
    pub fn meet(&self, tester: &Tester, files: &[Companion]) -> Result<Meeting, Error> {
        let layout = self.layout(tester, files)?;
        let mut stage = Stage::new(layout);
        stage.set_steps(tester.steps());
        let query = stage.query(b"")?;
        let mut control = Duration::MAX;
        let servers = &self.servers;
        for greeting in self.greetings.iter().filter(|greeting| greeting.answer.is_ok()) {
            let met = self.runtime().block_on(servers.meet(greeting.server, &query));
            let took = met.map_err(|distrust| Error::NoAnswer {
                server: servers.all[greeting.server].address.to_string(),
                what: distrust.what,
                output: distrust.printed,
            })?;
            control = control.min(took);
        }
        // Only the first test of a farm is its control.
        let _ = servers.control.set(query);
        let times = self.greetings.iter().filter_map(|greeting| greeting.answer.as_ref().ok());
        let absent = self.greetings.iter().filter_map(|greeting| {
            let status = greeting.answer.as_ref().err()?;
            let address = &servers.all[greeting.server].address;
            Some(describe(format!("`{address}`"), status.code(), status.message()))
        });
        Ok(Meeting {
            round_trip: times.map(|(time, _)| *time).min().unwrap_or_default(),
            control,
            function: self.dialect.function.name(),
            absent: absent.collect(),
        })
    }

    /// Tells the user, by this function, when no server answers for a while, and when one does again.
    pub fn on_news(&self, tell: impl Fn(String) + Send + 'static) {
        let mut news = self.servers.news.lock().unwrap_or_else(PoisonError::into_inner);
        *news = Some(Tell(Box::new(tell)));
    }

    /// Starts to ask.
    pub(crate) fn ask(&self, query: Query, is_fresh: bool) -> std::io::Result<Pending> {
        let (reader, writer) = pipe()?;
        let (cancel, cancelled) = oneshot::channel();
        let (sender, answer) = channel();
        let servers = Arc::clone(&self.servers);
        let task = async move {
            let asked = servers.ask(&query, is_fresh, cancelled).await;
            let _ = sender.send(asked);
            wake(&writer);
        };
        self.runtime().spawn(task);
        Ok(Pending { reader, cancel: Some(cancel), answer })
    }

    pub(crate) fn layout(
        &self,
        tester: &Tester,
        files: &[Companion],
    ) -> Result<Arc<Layout>, Error> {
        let surroundings = tester.surroundings();
        Ok(Arc::new(Layout::new(surroundings, files, &self.options, self.dialect)?))
    }

    fn runtime(&self) -> &Runtime {
        self.runtime.0.as_ref().expect("only the end takes it")
    }
}

/// Makes the reader of a pipe ready. Nobody reads it if the query was cancelled.
fn wake(mut writer: &PipeWriter) {
    let _ = writer.write_all(&[1]);
}

/// A query that is being asked.
pub(crate) struct Pending {
    reader: PipeReader,
    cancel: Option<oneshot::Sender<()>>,
    answer: Receiver<Asked>,
}

impl Pending {
    /// Waits for what comes of it, or cancels it when the interrupt is raised.
    pub(crate) fn wait(mut self, interrupt: &Interrupt) -> Asked {
        if interrupt.wait_or(&self.reader) {
            // The end of the sender is the signal.
            drop(self.cancel.take());
            return Asked::Cancelled;
        }
        self.answer.recv().unwrap_or(Asked::Cancelled)
    }
}

/// Asks every server what it can do, at the same time.
async fn greet(servers: &[Arc<Server>]) -> Vec<Greeting> {
    let greet = |(at, server): (usize, Arc<Server>)| {
        tokio::spawn(async move { Greeting { server: at, answer: greet_one(&server).await } })
    };
    let tasks: Vec<_> = servers.iter().cloned().enumerate().map(greet).collect();
    let mut greetings = Vec::new();
    for task in tasks {
        greetings.push(task.await.expect("it does not panic"));
    }
    greetings
}

async fn greet_one(server: &Server) -> Result<(Duration, Box<api::ServerCapabilities>), Status> {
    server.capabilities(GREETING).await?;
    // The second call does not include the making of the connection.
    let began = Instant::now();
    let capabilities = server.capabilities(GREETING).await?;
    Ok((began.elapsed(), Box::new(capabilities)))
}

/// What all servers have in common that answer.
fn agree(servers: &[Arc<Server>], greetings: &[Greeting]) -> Result<Dialect, Error> {
    let mut functions = FUNCTIONS.to_vec();
    let (mut has_output_paths, mut is_any_there) = (true, false);
    for Greeting { server, answer } in greetings {
        let address = servers[*server].address.to_string();
        let lacking = |lack: String| Error::Lacking { server: address.clone(), lack };
        let capabilities = match answer {
            Ok((_, capabilities)) => capabilities,
            Err(status) if is_passing(status.code()) => continue,
            Err(status) => {
                let what = describe("GetCapabilities", status.code(), status.message());
                return Err(Error::Refused { server: address, what });
            }
        };
        is_any_there = true;
        let execution = capabilities.execution_capabilities.as_ref();
        let Some(execution) = execution.filter(|execution| execution.exec_enabled) else {
            return Err(lacking("stores results, but does not execute actions".into()));
        };
        let Some(cache) = &capabilities.cache_capabilities else {
            return Err(lacking("executes actions, but stores no blobs".into()));
        };
        let of_execution = [&[execution.digest_function][..], &execution.digest_functions].concat();
        functions.retain(|function| {
            let number = function.number();
            // An old server says of its execution nothing but its one function, or nothing.
            let executes =
                of_execution.contains(&number) || of_execution.iter().all(|other| *other == 0);
            executes && cache.digest_functions.contains(&number)
        });
        let version = |version: &SemVer| (version.major, version.minor) >= WITH_OUTPUT_PATHS;
        has_output_paths &= capabilities.high_api_version.as_ref().is_some_and(version);
        if functions.is_empty() {
            let names = FUNCTIONS.map(Function::name).join(" or ");
            return Err(lacking(format!("does not name blobs by {names}, as the others do")));
        }
    }
    if !is_any_there {
        return Err(Error::Unreachable(absent(servers, greetings)));
    }
    Ok(Dialect { function: functions[0], has_output_paths })
}

/// Whether a server that answers like this may be there later.
fn is_passing(code: Code) -> bool {
    matches!(
        code,
        Code::Unavailable
            | Code::Unknown
            | Code::Internal
            | Code::ResourceExhausted
            | Code::DeadlineExceeded
            | Code::Cancelled
            | Code::Aborted
    )
}

fn absent(servers: &[Arc<Server>], greetings: &[Greeting]) -> String {
    let one = |greeting: &Greeting| {
        let status = greeting.answer.as_ref().err()?;
        let address = format!("`{}`", servers[greeting.server].address);
        Some(describe(address, status.code(), &with_cause(status)))
    };
    greetings.iter().filter_map(one).collect::<Vec<_>>().join("; ")
}

/// What a status says, with the last of its causes: the transport says there what is wrong.
fn with_cause(status: &Status) -> String {
    let mut cause: &dyn std::error::Error = status;
    while let Some(next) = cause.source() {
        cause = next;
    }
    let last = cause.to_string();
    if status.message().contains(&last) || last.contains(status.message()) {
        return if last.len() > 200 { status.message().to_owned() } else { last };
    }
    format!("{}: {last}", status.message())
}
