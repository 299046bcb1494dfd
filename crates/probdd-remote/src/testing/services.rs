//! What the server can do, its blobs, and streams of them.

use super::shared::Shared;
use crate::digest::Digest;
use bazel_remote_apis::build::bazel::remote::execution::v2::{
    self as api, batch_read_blobs_response, batch_update_blobs_response,
    capabilities_server::Capabilities,
    content_addressable_storage_server::ContentAddressableStorage,
};
use bazel_remote_apis::build::bazel::semver::SemVer;
use bazel_remote_apis::google::bytestream::byte_stream_server::ByteStream;
use bazel_remote_apis::google::bytestream::{
    QueryWriteStatusRequest, QueryWriteStatusResponse, ReadRequest, ReadResponse, WriteRequest,
    WriteResponse,
};
use bazel_remote_apis::google::rpc;
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use tonic::codegen::tokio_stream::Stream;
use tonic::{Code, Request, Response, Status, Streaming};

/// Some messages as a stream.
pub(super) struct Ready<T>(pub(super) VecDeque<T>);

impl<T: Unpin> Stream for Ready<T> {
    type Item = Result<T, Status>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.pop_front().map(Ok))
    }
}

impl Shared {
    /// Refuses a call without the token.
    pub(super) fn admit<T>(&self, request: &Request<T>) -> Result<(), Status> {
        let Some((name, value)) = &self.config.token else { return Ok(()) };
        let given = request.metadata().get(*name).and_then(|given| given.to_str().ok());
        if given == Some(value) { Ok(()) } else { Err(Status::unauthenticated("who are you?")) }
    }
}

#[tonic::async_trait]
impl Capabilities for Shared {
    async fn get_capabilities(
        &self,
        request: Request<api::GetCapabilitiesRequest>,
    ) -> Result<Response<api::ServerCapabilities>, Status> {
        self.admit(&request)?;
        let function = self.function.number();
        let version = |minor| Some(SemVer { major: 2, minor, ..SemVer::default() });
        Ok(Response::new(api::ServerCapabilities {
            cache_capabilities: Some(api::CacheCapabilities {
                digest_functions: vec![function],
                max_batch_total_size_bytes: self.config.most_batch,
                ..api::CacheCapabilities::default()
            }),
            execution_capabilities: Some(api::ExecutionCapabilities {
                digest_function: function,
                digest_functions: vec![function],
                exec_enabled: self.config.executes,
                ..api::ExecutionCapabilities::default()
            }),
            low_api_version: version(0),
            high_api_version: version(3),
            ..api::ServerCapabilities::default()
        }))
    }
}

#[tonic::async_trait]
impl ContentAddressableStorage for Shared {
    async fn find_missing_blobs(
        &self,
        request: Request<api::FindMissingBlobsRequest>,
    ) -> Result<Response<api::FindMissingBlobsResponse>, Status> {
        self.admit(&request)?;
        let is_missing = |digest: &api::Digest| {
            Digest::from_api(digest)
                .is_some_and(|digest| !self.store.has(&digest) && digest.size > 0)
        };
        let asked = request.into_inner().blob_digests.into_iter();
        let missing_blob_digests = asked.filter(is_missing).collect();
        Ok(Response::new(api::FindMissingBlobsResponse { missing_blob_digests }))
    }

    async fn batch_update_blobs(
        &self,
        request: Request<api::BatchUpdateBlobsRequest>,
    ) -> Result<Response<api::BatchUpdateBlobsResponse>, Status> {
        self.admit(&request)?;
        let mut responses = Vec::new();
        for one in request.into_inner().requests {
            let digest = one.digest.as_ref().and_then(Digest::from_api);
            let stored = self.store.put(self.function, one.data);
            self.counts.uploaded.fetch_add(1, Ordering::Relaxed);
            let code = if digest == Some(stored) { Code::Ok } else { Code::InvalidArgument };
            let status = Some(rpc::Status { code: code as i32, ..rpc::Status::default() });
            responses.push(batch_update_blobs_response::Response { digest: one.digest, status });
        }
        Ok(Response::new(api::BatchUpdateBlobsResponse { responses }))
    }

    async fn batch_read_blobs(
        &self,
        request: Request<api::BatchReadBlobsRequest>,
    ) -> Result<Response<api::BatchReadBlobsResponse>, Status> {
        self.admit(&request)?;
        let one = |digest: api::Digest| {
            let data = Digest::from_api(&digest).and_then(|digest| self.store.get(&digest));
            let code = if data.is_some() { Code::Ok } else { Code::NotFound };
            batch_read_blobs_response::Response {
                digest: Some(digest),
                data: data.unwrap_or_default().to_vec(),
                status: Some(rpc::Status { code: code as i32, ..rpc::Status::default() }),
                ..batch_read_blobs_response::Response::default()
            }
        };
        let responses = request.into_inner().digests.into_iter().map(one).collect();
        Ok(Response::new(api::BatchReadBlobsResponse { responses }))
    }

    type GetTreeStream = Ready<api::GetTreeResponse>;

    async fn get_tree(
        &self,
        _: Request<api::GetTreeRequest>,
    ) -> Result<Response<Self::GetTreeStream>, Status> {
        Err(Status::unimplemented("not needed"))
    }

    async fn split_blob(
        &self,
        _: Request<api::SplitBlobRequest>,
    ) -> Result<Response<api::SplitBlobResponse>, Status> {
        Err(Status::unimplemented("not needed"))
    }

    type GetChunkMappingStream = Ready<api::GetChunkMappingResponse>;

    async fn get_chunk_mapping(
        &self,
        _: Request<api::GetChunkMappingRequest>,
    ) -> Result<Response<Self::GetChunkMappingStream>, Status> {
        Err(Status::unimplemented("not needed"))
    }

    async fn register_chunk_mapping(
        &self,
        _: Request<Streaming<api::RegisterChunkMappingRequest>>,
    ) -> Result<Response<api::RegisterChunkMappingResponse>, Status> {
        Err(Status::unimplemented("not needed"))
    }

    async fn splice_blob(
        &self,
        _: Request<api::SpliceBlobRequest>,
    ) -> Result<Response<api::SpliceBlobResponse>, Status> {
        Err(Status::unimplemented("not needed"))
    }
}

#[tonic::async_trait]
impl ByteStream for Shared {
    type ReadStream = Ready<ReadResponse>;

    async fn read(
        &self,
        request: Request<ReadRequest>,
    ) -> Result<Response<Self::ReadStream>, Status> {
        self.admit(&request)?;
        let ReadRequest { resource_name, read_offset, read_limit } = request.into_inner();
        let digest = digest_in(&resource_name).and_then(|digest| self.store.get(&digest));
        let blob = digest.ok_or_else(|| Status::not_found(resource_name))?;
        let start = usize::try_from(read_offset).unwrap_or(0).min(blob.len());
        let most = usize::try_from(read_limit).ok().filter(|most| *most > 0);
        let end = most.map_or(blob.len(), |most| blob.len().min(start + most));
        let pieces = blob[start..end].chunks(1 << 16);
        let pieces = pieces.map(|piece| ReadResponse { data: piece.to_vec() }).collect();
        Ok(Response::new(Ready(pieces)))
    }

    async fn write(
        &self,
        request: Request<Streaming<WriteRequest>>,
    ) -> Result<Response<WriteResponse>, Status> {
        self.admit(&request)?;
        let mut stream = request.into_inner();
        let (mut name, mut bytes) = (String::new(), Vec::new());
        while let Some(piece) = stream.message().await? {
            if bytes.is_empty() {
                name = piece.resource_name;
            }
            bytes.extend_from_slice(&piece.data);
        }
        let committed_size = (bytes.len() as u64).cast_signed();
        let stored = self.store.put(self.function, bytes);
        self.counts.streamed.fetch_add(1, Ordering::Relaxed);
        if digest_in(&name) != Some(stored) || !name.contains("uploads/") {
            return Err(Status::invalid_argument("the name is that of another blob"));
        }
        Ok(Response::new(WriteResponse { committed_size }))
    }

    async fn query_write_status(
        &self,
        _: Request<QueryWriteStatusRequest>,
    ) -> Result<Response<QueryWriteStatusResponse>, Status> {
        Err(Status::unimplemented("not needed"))
    }
}

/// The blob that the name of a stream names.
fn digest_in(resource: &str) -> Option<Digest> {
    let (_, name) = resource.split_once("blobs/")?;
    let name = name.strip_prefix("blake3/").unwrap_or(name);
    let (hash, size) = name.split_once('/')?;
    Digest::from_api(&api::Digest { hash: hash.to_owned(), size_bytes: size.parse().ok()? })
}
