//! Running actions: a queue, workers, remembered answers, operations that can be listened to again and
//! cancelled; and all the ways in which that fails.

use super::fault::Fault;
use super::shared::Shared;
use crate::digest::Digest;
use bazel_remote_apis::build::bazel::remote::execution::v2::{
    self as api, execution_server::Execution,
};
use bazel_remote_apis::google::longrunning::operations_server::Operations;
use bazel_remote_apis::google::longrunning::{
    CancelOperationRequest, DeleteOperationRequest, GetOperationRequest, ListOperationsRequest,
    ListOperationsResponse, Operation, WaitOperationRequest, operation,
};
use bazel_remote_apis::google::{protobuf, rpc};
use prost::Message;
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::AbortHandle;
use tonic::codegen::tokio_stream::Stream;
use tonic::{Code, Request, Response, Status};

/// The actions of a server.
#[derive(Debug)]
pub(super) struct Executions {
    shared: Arc<Shared>,
    workers: Arc<Semaphore>,
    running: Arc<AtomicU64>,
    numbers: AtomicU64,
    operations: Mutex<HashMap<String, Started>>,
}

/// An action that was started: its operation once it is done, and how to end it.
#[derive(Debug)]
struct Started {
    done: watch::Receiver<Option<Operation>>,
    abort: AbortHandle,
}

/// The messages about an operation.
pub(super) struct Messages(mpsc::Receiver<Result<Operation, Status>>);

impl Stream for Messages {
    type Item = Result<Operation, Status>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context)
    }
}

impl Executions {
    pub(super) fn new(shared: Arc<Shared>) -> Executions {
        Executions {
            workers: Arc::new(Semaphore::new(shared.config.workers)),
            running: Arc::default(),
            numbers: AtomicU64::new(1),
            operations: Mutex::default(),
            shared,
        }
    }

    /// Begins an action; returns the name of its operation.
    fn begin(&self, request: api::ExecuteRequest, fault: Option<Fault>) -> String {
        let name = format!("operation-{}", self.numbers.fetch_add(1, Ordering::Relaxed));
        let (sender, done) = watch::channel(None);
        let (shared, workers) = (Arc::clone(&self.shared), Arc::clone(&self.workers));
        let (running, own_name) = (Arc::clone(&self.running), name.clone());
        let task = tokio::spawn(async move {
            let response = shared.execute(&request, fault, &workers, &running).await;
            let value = response.encode_to_vec();
            let any = protobuf::Any { value, ..protobuf::Any::default() };
            let result = Some(operation::Result::Response(any));
            let operation = Operation { name: own_name, done: true, result, metadata: None };
            let _ = sender.send(Some(operation));
        });
        let started = Started { done, abort: task.abort_handle() };
        let mut operations = self.operations.lock().unwrap_or_else(PoisonError::into_inner);
        operations.retain(|_, started| started.done.borrow().is_none());
        operations.insert(name.clone(), started);
        name
    }

    fn listen(&self, name: &str, is_broken: bool) -> Result<Messages, Status> {
        let operations = self.operations.lock().unwrap_or_else(PoisonError::into_inner);
        let started = operations.get(name).ok_or_else(|| Status::not_found(name))?;
        let mut done = started.done.clone();
        let (sender, receiver) = mpsc::channel(2);
        let first = Operation { name: name.to_owned(), ..Operation::default() };
        let delay = self.shared.config.name_delay;
        tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            let _ = sender.send(Ok(first)).await;
            if is_broken {
                let _ = sender.send(Err(Status::unavailable("the connection broke"))).await;
                return;
            }
            let operation = match done.wait_for(Option::is_some).await {
                Ok(operation) => operation.clone().expect("it was waited for"),
                // It was cancelled.
                Err(_) => return,
            };
            let _ = sender.send(Ok(operation)).await;
        });
        Ok(Messages(receiver))
    }
}

impl Shared {
    async fn execute(
        &self,
        request: &api::ExecuteRequest,
        fault: Option<Fault>,
        workers: &Semaphore,
        running: &AtomicU64,
    ) -> api::ExecuteResponse {
        let Some(digest) = request.action_digest.as_ref().and_then(Digest::from_api) else {
            return with_status(Code::InvalidArgument);
        };
        match fault {
            Some(Fault::Execution(code)) => return with_status(code),
            Some(Fault::LostBlobs) => self.store.lose_blobs(),
            Some(Fault::Silence) => std::future::pending().await,
            _ => {}
        }
        let remembered = self.store.answer(&digest).filter(|_| !request.skip_cache_lookup);
        if let Some(result) = remembered {
            self.counts.remembered.fetch_add(1, Ordering::Relaxed);
            return api::ExecuteResponse {
                result: Some(result),
                cached_result: true,
                ..api::ExecuteResponse::default()
            };
        }
        let Some(action) = self.store.message::<api::Action>(Some(&digest.to_api())) else {
            return with_status(Code::FailedPrecondition);
        };
        let has_command = self.store.message::<api::Command>(action.command_digest.as_ref());
        if has_command.is_none() || !self.store.is_whole(action.input_root_digest.as_ref()) {
            return with_status(Code::FailedPrecondition);
        }
        let _turn = workers.acquire().await.expect("nobody closes it");
        let at_a_time = running.fetch_add(1, Ordering::Relaxed) + 1;
        let _ending = Ending(running);
        self.counts.most_at_a_time.fetch_max(at_a_time, Ordering::Relaxed);
        self.counts.executed.fetch_add(1, Ordering::Relaxed);
        let (worked, ()) = tokio::join!(self.work(&action), tokio::time::sleep(self.config.delay));
        let Some(mut result) = worked else { return with_status(Code::FailedPrecondition) };
        let is_fresh = request.skip_cache_lookup;
        self.spoil(&mut result, fault, is_fresh);
        if result.exit_code == 0 || fault == Some(Fault::BrokenSandbox) {
            self.store.remember(digest, result.clone());
        }
        api::ExecuteResponse { result: Some(result), ..api::ExecuteResponse::default() }
    }

    /// Makes an answer wrong.
    fn spoil(&self, result: &mut api::ActionResult, fault: Option<Fault>, is_fresh: bool) {
        match fault {
            Some(Fault::BrokenSandbox) => {
                let stderr_raw = b"bwrap: cannot mount /proc".to_vec();
                *result =
                    api::ActionResult { exit_code: 1, stderr_raw, ..api::ActionResult::default() };
            }
            Some(Fault::WrongExitCode) => result.exit_code = i32::from(result.exit_code == 0),
            Some(Fault::Killed) if !is_fresh && self.status_of(result).is_some() => {
                *result = self.pretend(137, None);
            }
            Some(Fault::DamagedOutput) => {
                let other = self.store.put(self.function, b"something else".to_vec());
                result.output_files.iter_mut().for_each(|file| file.digest = Some(other.to_api()));
            }
            _ => {}
        }
    }
}

/// An action that runs no more, also if it was cancelled.
struct Ending<'a>(&'a AtomicU64);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// An infrastructure error: it arrives with an exit code of 0.
fn with_status(code: Code) -> api::ExecuteResponse {
    let status = rpc::Status { code: code as i32, message: "on purpose".into(), details: vec![] };
    api::ExecuteResponse {
        result: Some(api::ActionResult::default()),
        status: Some(status),
        ..api::ExecuteResponse::default()
    }
}

#[tonic::async_trait]
impl Execution for Executions {
    type ExecuteStream = Messages;
    type WaitExecutionStream = Messages;

    async fn execute(
        &self,
        request: Request<api::ExecuteRequest>,
    ) -> Result<Response<Messages>, Status> {
        self.shared.admit(&request)?;
        let failed = self.shared.counts.failed.load(Ordering::Relaxed);
        let fault = self.shared.dice.lock().unwrap_or_else(PoisonError::into_inner).roll();
        let fault = fault.filter(|_| failed < self.shared.config.most_faults);
        if fault.is_some() {
            self.shared.counts.failed.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(Fault::Call(code)) = fault {
            return Err(Status::new(code, "on purpose"));
        }
        let name = self.begin(request.into_inner(), fault);
        self.listen(&name, fault == Some(Fault::BrokenStream)).map(Response::new)
    }

    async fn wait_execution(
        &self,
        request: Request<api::WaitExecutionRequest>,
    ) -> Result<Response<Messages>, Status> {
        self.shared.admit(&request)?;
        self.listen(&request.into_inner().name, false).map(Response::new)
    }
}

#[tonic::async_trait]
impl Operations for Executions {
    async fn cancel_operation(
        &self,
        request: Request<CancelOperationRequest>,
    ) -> Result<Response<protobuf::Empty>, Status> {
        self.shared.admit(&request)?;
        let name = request.into_inner().name;
        let operations = self.operations.lock().unwrap_or_else(PoisonError::into_inner);
        let started = operations.get(&name).ok_or_else(|| Status::not_found(name))?;
        started.abort.abort();
        self.shared.counts.cancelled.fetch_add(1, Ordering::Relaxed);
        Ok(Response::new(protobuf::Empty {}))
    }

    async fn list_operations(
        &self,
        _: Request<ListOperationsRequest>,
    ) -> Result<Response<ListOperationsResponse>, Status> {
        Err(Status::unimplemented("not needed"))
    }

    async fn get_operation(
        &self,
        _: Request<GetOperationRequest>,
    ) -> Result<Response<Operation>, Status> {
        Err(Status::unimplemented("not needed"))
    }

    async fn delete_operation(
        &self,
        _: Request<DeleteOperationRequest>,
    ) -> Result<Response<protobuf::Empty>, Status> {
        Err(Status::unimplemented("not needed"))
    }

    async fn wait_operation(
        &self,
        _: Request<WaitOperationRequest>,
    ) -> Result<Response<Operation>, Status> {
        Err(Status::unimplemented("not needed"))
    }
}
