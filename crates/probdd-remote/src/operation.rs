//! An action that was started: its name, its messages, and what is in the last of them.

use crate::fault::{Fault, of_rpc};
use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::longrunning::{Operation, operation};
use prost::Message;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tonic::{Code, Status, Streaming};

/// The name of the operation that runs an action, as soon as it is known. Clones share it.
///
/// It is taken by whoever cancels the operation, so that this is done once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Name(Arc<Mutex<Option<String>>>);

impl Name {
    /// Notes the name. Some servers give none, and such an operation cannot be cancelled.
    pub(crate) fn set(&self, name: &str) {
        *self.lock() = Some(name.to_owned()).filter(|name| !name.is_empty());
    }

    /// The name.
    pub(crate) fn get(&self) -> Option<String> {
        self.lock().clone()
    }

    /// The name, which is forgotten.
    pub(crate) fn take(&self) -> Option<String> {
        self.lock().take()
    }

    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a server says about an action that it runs: the newest message, and those to come.
#[derive(Debug)]
pub(crate) struct Messages {
    newest: Operation,
    more: Streaming<Operation>,
}

impl Messages {
    /// Waits for the first message, which has the name of the operation.
    pub(crate) async fn first(
        mut more: Streaming<Operation>,
        name: &Name,
    ) -> Result<Messages, Status> {
        let newest = next(&mut more).await?;
        name.set(&newest.name);
        Ok(Messages { newest, more })
    }

    /// Waits for the last message, which comes when the action has ended.
    pub(crate) async fn last(mut self) -> Result<Operation, Status> {
        while !self.newest.done {
            self.newest = next(&mut self.more).await?;
        }
        Ok(self.newest)
    }
}

async fn next(messages: &mut Streaming<Operation>) -> Result<Operation, Status> {
    let ended = || Status::unavailable("the stream ended before the action");
    messages.message().await?.ok_or_else(ended)
}

/// The response of an operation that is done.
pub(crate) fn response(operation: Operation) -> Result<api::ExecuteResponse, Fault> {
    let response = match operation.result {
        Some(operation::Result::Response(any)) => {
            api::ExecuteResponse::decode(any.value.as_slice()).ok()
        }
        Some(operation::Result::Error(status)) => return Err(of_rpc("Execute", &status)),
        None => None,
    };
    let Some(response) = response else {
        return Err(Fault::Failed("Execute: the operation is done without a response".into()));
    };
    match response.status.as_ref().filter(|status| status.code != 0) {
        Some(status) => Err(of_rpc("the execution", status)),
        None if response.result.is_none() => {
            Err(Fault::Failed("Execute: the response has no result".into()))
        }
        None => Ok(response),
    }
}

/// Whether a stream that broke like this may go on.
pub(crate) fn is_passing(status: &Status) -> bool {
    matches!(status.code(), Code::Unavailable | Code::Unknown | Code::Cancelled | Code::Internal)
}
