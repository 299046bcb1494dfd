//! A server for tests, in the same process: it stores blobs, runs actions, and fails in all the ways
//! in which servers fail.
//!
//! It is no server for real work. Actions run without a sandbox, and everything is in memory.

mod execution;
mod fault;
mod services;
mod store;
mod worker;

use crate::digest::Function;
use bazel_remote_apis::build::bazel::remote::execution::v2::{
    capabilities_server::CapabilitiesServer,
    content_addressable_storage_server::ContentAddressableStorageServer,
    execution_server::ExecutionServer,
};
use bazel_remote_apis::google::bytestream::byte_stream_server::ByteStreamServer;
use bazel_remote_apis::google::longrunning::operations_server::OperationsServer;
use execution::Executions;
use fault::Dice;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::Store;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tonic::transport::server::{Router, TcpIncoming};
use tonic::transport::{Identity, Server, ServerTlsConfig};

pub use fault::Fault;
pub use worker::Worker;

/// What a server for tests does.
#[derive(Clone, Debug)]
pub struct Config {
    /// How an action runs.
    pub worker: Worker,
    /// How many actions run at a time.
    pub workers: usize,
    /// The time that an action takes at least.
    pub delay: Duration,
    /// In which ways it fails, one of them chosen at random.
    pub faults: Vec<Fault>,
    /// How often it fails.
    pub probability: f64,
    /// After so many failures it fails no more.
    pub most_faults: u64,
    /// The seed of these choices.
    pub seed: u64,
    /// Whether it executes actions, says it.
    pub executes: bool,
    /// Whether it names blobs by BLAKE3 in place of SHA-256.
    pub is_blake3: bool,
    /// The most bytes of a batch, says it; 0 for no limit.
    pub most_batch: i64,
    /// A header, and the value that every call has to have.
    pub token: Option<(&'static str, String)>,
    /// Its certificate and key, as PEM.
    pub identity: Option<(String, String)>,
    /// The port; 0 for a free one.
    pub port: u16,
}

impl Default for Config {
    /// Runs actions as processes, two at a time, and does not fail.
    fn default() -> Config {
        Config {
            worker: Worker::Process,
            workers: 2,
            delay: Duration::ZERO,
            faults: Vec::new(),
            probability: 0.0,
            most_faults: u64::MAX,
            seed: 1,
            executes: true,
            is_blake3: false,
            most_batch: 0,
            token: None,
            identity: None,
            port: 0,
        }
    }
}

/// How often something happened.
#[derive(Debug, Default)]
pub struct Counts {
    executed: AtomicU64,
    remembered: AtomicU64,
    cancelled: AtomicU64,
    failed: AtomicU64,
    uploaded: AtomicU64,
    streamed: AtomicU64,
    most_at_a_time: AtomicU64,
}

/// A server for tests. It ends when it is dropped.
#[derive(Debug)]
pub struct TestServer {
    shared: Arc<Shared>,
    address: SocketAddr,
    runtime: Option<Runtime>,
}

/// What the services of a server share.
#[derive(Debug)]
struct Shared {
    config: Config,
    function: Function,
    store: Store,
    counts: Counts,
    dice: Mutex<Dice>,
}

impl TestServer {
    /// Starts a server on a port of this machine.
    ///
    /// # Panics
    /// When there is no free port, or when the certificate is none.
    pub fn start(config: Config) -> TestServer {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("test-server")
            .enable_all()
            .build()
            .expect("threads can be started");
        let function = if config.is_blake3 { Function::Blake3 } else { Function::Sha256 };
        let dice = Mutex::new(Dice::new(config.seed, config.probability, config.faults.clone()));
        let shared = Arc::new(Shared {
            function,
            store: Store::default(),
            counts: Counts::default(),
            dice,
            config,
        });
        let place = ("127.0.0.1", shared.config.port);
        let listener = runtime.block_on(TcpListener::bind(place)).expect("there is a free port");
        let address = listener.local_addr().expect("it is bound");
        let router = router(&shared);
        runtime.spawn(async move {
            let _ = router.serve_with_incoming(TcpIncoming::from(listener)).await;
        });
        TestServer { shared, address, runtime: Some(runtime) }
    }

    /// The address, as the user types it.
    pub fn url(&self) -> String {
        let scheme = if self.shared.config.identity.is_some() { "grpcs" } else { "grpc" };
        format!("{scheme}://{}", self.address)
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Ends the server at once, with all its connections; it can be started again on its port.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_millis(200));
        }
    }

    /// Loses all blobs.
    pub fn lose_blobs(&self) {
        self.shared.store.lose_blobs();
    }

    /// How many actions have run.
    pub fn executed(&self) -> u64 {
        self.shared.counts.executed.load(Ordering::Relaxed)
    }

    /// How many answers came from memory.
    pub fn remembered(&self) -> u64 {
        self.shared.counts.remembered.load(Ordering::Relaxed)
    }

    /// How many actions were cancelled.
    pub fn cancelled(&self) -> u64 {
        self.shared.counts.cancelled.load(Ordering::Relaxed)
    }

    /// How often the server has failed on purpose.
    pub fn failed(&self) -> u64 {
        self.shared.counts.failed.load(Ordering::Relaxed)
    }

    /// How many blobs were uploaded, in batches and as streams.
    pub fn uploaded(&self) -> (u64, u64) {
        let counts = &self.shared.counts;
        (counts.uploaded.load(Ordering::Relaxed), counts.streamed.load(Ordering::Relaxed))
    }

    /// The most actions that ran at a time.
    pub fn most_at_a_time(&self) -> u64 {
        self.shared.counts.most_at_a_time.load(Ordering::Relaxed)
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.end();
    }
}

fn router(shared: &Arc<Shared>) -> Router {
    let mut server = Server::builder();
    if let Some((certificate, key)) = &shared.config.identity {
        let identity = ServerTlsConfig::new().identity(Identity::from_pem(certificate, key));
        server = server.tls_config(identity).expect("the certificate is one");
    }
    let executions = Arc::new(Executions::new(Arc::clone(shared)));
    let most = 64 << 20;
    server
        .add_service(CapabilitiesServer::from_arc(Arc::clone(shared)))
        .add_service(
            ContentAddressableStorageServer::from_arc(Arc::clone(shared))
                .max_decoding_message_size(4 << 20),
        )
        .add_service(ByteStreamServer::from_arc(Arc::clone(shared)).max_decoding_message_size(most))
        .add_service(ExecutionServer::from_arc(Arc::clone(&executions)))
        .add_service(OperationsServer::from_arc(executions))
}
