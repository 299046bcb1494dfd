//! The calls of one server: what it can do, which blobs it lacks, running an action, fetching outputs.

use crate::action::{Blob, Content};
use crate::answer::{Fetched, Wanted, is_blob};
use crate::digest::{Digest, Function};
use crate::fault::{Fault, of_rpc, of_status};
use crate::known::Known;
use crate::operation::{Messages, Name, is_passing, response};
use crate::options::read_headers;
use crate::{Address, Error, Options};
use bazel_remote_apis::build::bazel::remote::execution::v2::{
    self as api, batch_update_blobs_request, capabilities_client::CapabilitiesClient,
    content_addressable_storage_client::ContentAddressableStorageClient,
    execution_client::ExecutionClient,
};
use bazel_remote_apis::google::bytestream::byte_stream_client::ByteStreamClient;
use bazel_remote_apis::google::bytestream::{ReadRequest, WriteRequest};
use bazel_remote_apis::google::longrunning::CancelOperationRequest;
use bazel_remote_apis::google::longrunning::operations_client::OperationsClient;
use bytes::Bytes;
use prost::Message;
use std::fmt::Display;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::oneshot;
use tonic::metadata::{MetadataMap, MetadataValue};
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Identity};
use tonic::{Code, Request, Status};

/// A call that only moves some bytes has to end within this time.
const CALL: Duration = Duration::from_secs(60);

/// The largest message that we send, unless a server allows less: gRPC allows 4 MiB.
const MOST_MESSAGE: u64 = 4_000_000;

/// The largest message that we accept.
const MOST_ACCEPTED: usize = 32 << 20;

/// The pieces of a blob that is written as a stream.
const PIECE: usize = 1 << 20;

/// So many actions share a connection: servers limit the calls on one.
const ACTIONS_PER_CONNECTION: usize = 64;

/// How often we listen again to an action whose stream broke.
const LISTENS: usize = 3;

/// A server.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) address: Address,
    options: Arc<Options>,
    function: OnceLock<Function>,
    /// One for all calls but those that wait for actions.
    channel: Channel,
    waiting: Vec<Channel>,
    next: AtomicUsize,
    headers: RwLock<MetadataMap>,
    known: Mutex<Known>,
    most_batch: AtomicU64,
    uploads: AtomicU64,
}

impl Server {
    /// Prepares the connections, which are made when they are needed.
    pub(crate) fn new(address: &Address, options: &Arc<Options>) -> Result<Server, Error> {
        let endpoint = endpoint(address, options)?;
        let connections = options.jobs.div_ceil(ACTIONS_PER_CONNECTION);
        Ok(Server {
            address: address.clone(),
            options: Arc::clone(options),
            function: OnceLock::new(),
            channel: endpoint.connect_lazy(),
            waiting: (0..connections).map(|_| endpoint.connect_lazy()).collect(),
            next: AtomicUsize::new(0),
            headers: RwLock::new(read_headers(&options.headers)?),
            known: Mutex::default(),
            most_batch: AtomicU64::new(MOST_MESSAGE),
            uploads: AtomicU64::new(0),
        })
    }

    /// Sets what the servers have in common, and the largest size of several blobs together, which is 0
    /// if the server states none.
    pub(crate) fn agree(&self, function: Function, most: i64) {
        let _ = self.function.set(function);
        let stated = u64::try_from(most).ok().filter(|most| *most > 0);
        self.most_batch.store(stated.unwrap_or(MOST_MESSAGE).min(MOST_MESSAGE), Ordering::Relaxed);
    }

    /// Forgets which blobs the server has.
    pub(crate) fn forget(&self) {
        self.known().forget();
    }

    fn function(&self) -> Function {
        self.function.get().copied().unwrap_or(Function::Sha256)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads headers again that stand in files: a token may have been renewed.
    fn renew_headers(&self) {
        if let Ok(headers) = read_headers(&self.options.headers) {
            *self.headers.write().unwrap_or_else(PoisonError::into_inner) = headers;
        }
    }

    fn request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        let headers = self.headers.read().unwrap_or_else(PoisonError::into_inner).clone();
        *request.metadata_mut() = headers;
        let about = api::RequestMetadata {
            tool_details: Some(api::ToolDetails {
                tool_name: "probdd".into(),
                tool_version: env!("CARGO_PKG_VERSION").into(),
            }),
            ..api::RequestMetadata::default()
        };
        let about = MetadataValue::from_bytes(&about.encode_to_vec());
        request
            .metadata_mut()
            .insert_bin("build.bazel.remote.execution.v2.requestmetadata-bin", about);
        request
    }

    fn fault(&self, call: &str, status: &Status) -> Fault {
        if matches!(status.code(), Code::Unauthenticated | Code::PermissionDenied) {
            self.renew_headers();
        }
        of_status(call, status.code(), status.message())
    }

    /// A call that has to end soon.
    async fn soon<T>(
        &self,
        call: &str,
        answer: impl Future<Output = Result<tonic::Response<T>, Status>>,
    ) -> Result<T, Fault> {
        match tokio::time::timeout(CALL, answer).await {
            Ok(answer) => {
                answer.map(tonic::Response::into_inner).map_err(|status| self.fault(call, &status))
            }
            Err(_) => Err(Fault::Failed(format!("{call}: no answer within {} s", CALL.as_secs()))),
        }
    }

    fn storage(&self) -> ContentAddressableStorageClient<Channel> {
        ContentAddressableStorageClient::new(self.channel.clone())
            .max_decoding_message_size(MOST_ACCEPTED)
    }

    /// What the server can do.
    pub(crate) async fn capabilities(
        &self,
        within: Duration,
    ) -> Result<api::ServerCapabilities, Status> {
        let instance_name = self.address.instance().to_owned();
        let request = self.request(api::GetCapabilitiesRequest { instance_name });
        let mut client = CapabilitiesClient::new(self.channel.clone());
        match tokio::time::timeout(within, client.get_capabilities(request)).await {
            Ok(answer) => answer.map(tonic::Response::into_inner),
            Err(_) => Err(Status::unavailable(format!("no answer within {} s", within.as_secs()))),
        }
    }

    /// Makes sure that the server has some blobs: asks which of them it lacks, and uploads those.
    pub(crate) async fn provide(&self, blobs: &[Blob]) -> Result<(), Fault> {
        let asked: Vec<&Blob> = {
            let mut known = self.known();
            blobs.iter().filter(|(digest, _)| !known.contains(digest)).collect()
        };
        if asked.is_empty() {
            return Ok(());
        }
        let request = api::FindMissingBlobsRequest {
            instance_name: self.address.instance().to_owned(),
            blob_digests: asked.iter().map(|(digest, _)| digest.to_api()).collect(),
            digest_function: self.function().number(),
        };
        let mut client = self.storage();
        let call = client.find_missing_blobs(self.request(request));
        let missing = self.soon("FindMissingBlobs", call).await?.missing_blob_digests;
        let missing: Vec<Digest> = missing.iter().filter_map(Digest::from_api).collect();
        let lacks = |blob: &&Blob| missing.contains(&blob.0);
        self.upload(asked.iter().copied().filter(lacks)).await?;
        let mut known = self.known();
        for (digest, _) in asked {
            known.insert(*digest);
        }
        Ok(())
    }

    async fn upload(&self, blobs: impl Iterator<Item = &Blob>) -> Result<(), Fault> {
        let most = self.most_batch.load(Ordering::Relaxed);
        let (mut batch, mut size) = (Vec::new(), 0);
        for (digest, content) in blobs {
            let data = self.read(*digest, content)?;
            // Each entry of a batch has its digest as well.
            let cost = digest.size + 128;
            if cost > most {
                self.write(*digest, data).await?;
                continue;
            }
            if size + cost > most {
                self.upload_batch(std::mem::take(&mut batch)).await?;
                size = 0;
            }
            size += cost;
            let digest = Some(digest.to_api());
            let data = data.to_vec();
            batch.push(batch_update_blobs_request::Request { digest, data, compressor: 0 });
        }
        if batch.is_empty() { Ok(()) } else { self.upload_batch(batch).await }
    }

    /// The bytes of a blob; those of a file must not have changed.
    fn read(&self, digest: Digest, content: &Content) -> Result<Bytes, Fault> {
        let path = match content {
            Content::Bytes(bytes) => return Ok(bytes.clone()),
            Content::File(path) => path,
        };
        let bytes = std::fs::read(path);
        let bytes = bytes.ok().filter(|bytes| self.function().of(bytes) == digest);
        let changed = || Fault::Failed(format!("`{}` has changed during the run", path.display()));
        bytes.map(Bytes::from).ok_or_else(changed)
    }

    async fn upload_batch(
        &self,
        requests: Vec<batch_update_blobs_request::Request>,
    ) -> Result<(), Fault> {
        let request = api::BatchUpdateBlobsRequest {
            instance_name: self.address.instance().to_owned(),
            requests,
            digest_function: self.function().number(),
        };
        let mut client = self.storage();
        let call = client.batch_update_blobs(self.request(request));
        let answer = self.soon("BatchUpdateBlobs", call).await?;
        let refused = answer.responses.into_iter().filter_map(|response| response.status);
        match refused.into_iter().find(|status| status.code != 0) {
            None => Ok(()),
            Some(status) => Err(of_rpc("BatchUpdateBlobs", &status)),
        }
    }

    /// Writes a large blob as a stream.
    async fn write(&self, digest: Digest, data: Bytes) -> Result<(), Fault> {
        let resource_name = self.resource(digest, Some(&self.upload_id()));
        let pieces = (0..data.len()).step_by(PIECE).map(move |start| {
            let end = data.len().min(start + PIECE);
            WriteRequest {
                resource_name: if start == 0 { resource_name.clone() } else { String::new() },
                write_offset: (start as u64).cast_signed(),
                finish_write: end == data.len(),
                data: data.slice(start..end).to_vec(),
            }
        });
        let mut client = ByteStreamClient::new(self.channel.clone());
        let call = client.write(self.request(Pieces(pieces)));
        // A slow line takes its time.
        let within = CALL + Duration::from_secs(digest.size / 100_000);
        let written = match tokio::time::timeout(within, call).await {
            Ok(answer) => answer.map_err(|status| self.fault("Write", &status))?.into_inner(),
            Err(_) => return Err(Fault::Failed("Write: too slow".into())),
        };
        // A server that has the blob already may answer with its size, or with -1.
        if written.committed_size == digest.size.cast_signed() || written.committed_size == -1 {
            return Ok(());
        }
        Err(Fault::Failed(format!("Write: {} of {} bytes", written.committed_size, digest.size)))
    }

    /// The name of a stream: of a blob, or of the upload of one.
    fn resource(&self, digest: Digest, upload: Option<&str>) -> String {
        let instance = self.address.instance();
        let before = if instance.is_empty() { String::new() } else { format!("{instance}/") };
        let upload = upload.map(|id| format!("uploads/{id}/")).unwrap_or_default();
        let function = self.function().resource();
        format!("{before}{upload}blobs/{function}{}/{}", digest.hex(), digest.size)
    }

    /// A name for an upload that nobody else has.
    fn upload_id(&self) -> String {
        let number = self.uploads.fetch_add(1, Ordering::Relaxed);
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let seed = format!("{} {number} {now:?} {}", std::process::id(), self.address);
        let hex = blake3::hash(seed.as_bytes()).to_hex();
        format!(
            "{}-{}-4{}-8{}-{}",
            &hex[..8],
            &hex[8..12],
            &hex[12..15],
            &hex[15..18],
            &hex[18..30]
        )
    }

    /// Runs an action, and sets the name of its operation as soon as that is known.
    pub(crate) async fn execute(
        self: &Arc<Server>,
        action: Digest,
        is_fresh: bool,
        outputs: &[String],
        name: &Name,
    ) -> Result<api::ExecuteResponse, Fault> {
        let request = api::ExecuteRequest {
            instance_name: self.address.instance().to_owned(),
            skip_cache_lookup: is_fresh,
            action_digest: Some(action.to_api()),
            digest_function: self.function().number(),
            inline_output_files: outputs.to_vec(),
            ..api::ExecuteRequest::default()
        };
        let mut client = self.execution();
        let mut messages = self
            .begin(client.clone(), request, name)
            .await
            .map_err(|status| self.fault("Execute", &status))?;
        let mut listens = 0;
        loop {
            let broken = match messages.last().await {
                Ok(operation) => return response(operation),
                Err(broken) => broken,
            };
            listens += 1;
            let Some(known) = name.get().filter(|_| is_passing(&broken) && listens <= LISTENS)
            else {
                return Err(self.fault("Execute", &broken));
            };
            let request = self.request(api::WaitExecutionRequest { name: known });
            let again = async {
                let stream = client.wait_execution(request).await?.into_inner();
                Messages::first(stream, name).await
            };
            messages = again.await.map_err(|status| self.fault("WaitExecution", &status))?;
        }
    }

    /// Starts an action. Who is no longer interested may not wait, but until its name is known, an action
    /// cannot be cancelled. So that is waited for on a task of its own, which cancels it then.
    async fn begin(
        self: &Arc<Server>,
        mut client: ExecutionClient<Channel>,
        request: api::ExecuteRequest,
        name: &Name,
    ) -> Result<Messages, Status> {
        let (mut sender, begun) = oneshot::channel();
        let (server, name) = (Arc::clone(self), name.clone());
        tokio::spawn(async move {
            let mut start = pin!(async {
                let stream = client.execute(server.request(request)).await?.into_inner();
                Messages::first(stream, &name).await
            });
            let messages = tokio::select! {
                messages = &mut start => messages,
                () = sender.closed() => match tokio::time::timeout(CALL, start).await {
                    Ok(messages) => messages,
                    Err(_) => return,
                },
            };
            if sender.send(messages).is_err()
                && let Some(name) = name.take()
            {
                server.cancel(name).await;
            }
        });
        begun.await.unwrap_or_else(|_| Err(Status::cancelled("the program ends")))
    }

    /// A client for actions, on one of the connections that wait for them.
    fn execution(&self) -> ExecutionClient<Channel> {
        let channel = &self.waiting[self.next.fetch_add(1, Ordering::Relaxed) % self.waiting.len()];
        ExecutionClient::new(channel.clone()).max_decoding_message_size(MOST_ACCEPTED)
    }

    /// Tells the server that nobody waits for an action any more.
    pub(crate) async fn cancel(&self, name: String) {
        let mut client = OperationsClient::new(self.channel.clone());
        let call = client.cancel_operation(self.request(CancelOperationRequest { name }));
        // A server that cannot cancel has work for nothing.
        let _ = tokio::time::timeout(CALL, call).await;
    }

    /// Fetches blobs, or their beginnings.
    pub(crate) async fn fetch(&self, wanted: &[Wanted], known: Fetched) -> Result<Fetched, Fault> {
        let mut fetched = known;
        let mut batch: Vec<Wanted> = Vec::new();
        let most = self.most_batch.load(Ordering::Relaxed);
        for one in wanted {
            if one.digest.size == 0 || fetched.contains_key(&one.digest) {
                continue;
            }
            let size: u64 = batch.iter().map(|other| other.digest.size + 128).sum();
            if one.digest.size > one.most || size + one.digest.size + 128 > most {
                let bytes = self.read_stream(*one).await?;
                fetched.insert(one.digest, bytes);
            } else if !batch.iter().any(|other| other.digest == one.digest) {
                batch.push(*one);
            }
        }
        if !batch.is_empty() {
            self.fetch_batch(&batch, &mut fetched).await?;
        }
        for one in wanted {
            let is_right = |bytes: &Vec<u8>| is_blob(self.function(), *one, bytes);
            if one.digest.size > 0 && !fetched.get(&one.digest).is_some_and(is_right) {
                return Err(Fault::Missing(format!("the output {} is damaged", one.digest.hex())));
            }
        }
        Ok(fetched)
    }

    async fn fetch_batch(&self, batch: &[Wanted], fetched: &mut Fetched) -> Result<(), Fault> {
        let request = api::BatchReadBlobsRequest {
            instance_name: self.address.instance().to_owned(),
            digests: batch.iter().map(|wanted| wanted.digest.to_api()).collect(),
            digest_function: self.function().number(),
            acceptable_compressors: Vec::new(),
        };
        let mut client = self.storage();
        let call = client.batch_read_blobs(self.request(request));
        for one in self.soon("BatchReadBlobs", call).await?.responses {
            if let Some(status) = one.status.filter(|status| status.code != 0) {
                return Err(of_rpc("BatchReadBlobs", &status));
            }
            if let Some(digest) = one.digest.as_ref().and_then(Digest::from_api) {
                fetched.insert(digest, one.data);
            }
        }
        Ok(())
    }

    async fn read_stream(&self, wanted: Wanted) -> Result<Vec<u8>, Fault> {
        let most = wanted.most.min(wanted.digest.size);
        let request = ReadRequest {
            resource_name: self.resource(wanted.digest, None),
            read_offset: 0,
            read_limit: most.cast_signed(),
        };
        let mut client =
            ByteStreamClient::new(self.channel.clone()).max_decoding_message_size(MOST_ACCEPTED);
        let read = async {
            let mut stream = client.read(self.request(request)).await?.into_inner();
            let mut bytes = Vec::new();
            while let Some(piece) = stream.message().await? {
                bytes.extend_from_slice(&piece.data);
                if bytes.len() as u64 >= most {
                    break;
                }
            }
            bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
            Ok(tonic::Response::new(bytes))
        };
        self.soon("Read", read).await
    }
}

fn endpoint(address: &Address, options: &Options) -> Result<Endpoint, Error> {
    let wrong = |cause: &dyn Display| Error::Tls(address.to_string(), cause.to_string());
    let endpoint = Endpoint::from_shared(address.uri()).map_err(|cause| wrong(&cause))?;
    let endpoint = endpoint
        .connect_timeout(Duration::from_secs(10))
        .tcp_keepalive(Some(Duration::from_secs(30)))
        .initial_stream_window_size(1 << 20)
        .initial_connection_window_size(8 << 20);
    if !address.is_encrypted() {
        return Ok(endpoint);
    }
    let read = |path: &std::path::PathBuf| {
        std::fs::read(path).map_err(|cause| Error::Read(path.clone(), cause))
    };
    let mut tls = ClientTlsConfig::new();
    tls = match &options.ca {
        Some(path) => tls.ca_certificate(Certificate::from_pem(read(path)?)),
        None => tls.with_native_roots(),
    };
    if let Some((certificate, key)) = &options.identity {
        tls = tls.identity(Identity::from_pem(read(certificate)?, read(key)?));
    }
    endpoint.tls_config(tls).map_err(|cause| wrong(&cause))
}

/// An iterator as a stream.
struct Pieces<I>(I);

impl<I: Iterator + Unpin> tonic::codegen::tokio_stream::Stream for Pieces<I> {
    type Item = I::Item;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<I::Item>> {
        std::task::Poll::Ready(self.0.next())
    }
}
