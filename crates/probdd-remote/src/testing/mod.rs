//! A server for tests, in the same process: it stores blobs, runs actions, and fails in all the ways
//! in which servers fail.
//!
//! It is no server for real work. Actions run without a sandbox, and everything is in memory.

mod config;
mod execution;
mod fault;
mod services;
mod shared;
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
use shared::{Counts, Shared};
use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::Store;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tonic::transport::server::{Router, TcpIncoming};
use tonic::transport::{Identity, Server, ServerTlsConfig};

pub use config::{Config, ExitCode, Worker};
pub use fault::Fault;

/// A server for tests. It ends when it is dropped.
#[derive(Debug)]
pub struct TestServer {
    shared: Arc<Shared>,
    address: SocketAddr,
    runtime: Option<Runtime>,
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
