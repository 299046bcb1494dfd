//! Blobs and answers, in memory.

use crate::digest::{Digest, Function};
use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bytes::Bytes;
use prost::Message;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// With more blobs than this, all are lost: nothing in memory grows without end.
const MOST: usize = 20_000;

/// Blobs and answers.
#[derive(Debug, Default)]
pub(super) struct Store {
    blobs: Mutex<HashMap<Digest, Bytes>>,
    answers: Mutex<HashMap<Digest, api::ActionResult>>,
}

impl Store {
    fn blobs(&self) -> MutexGuard<'_, HashMap<Digest, Bytes>> {
        self.blobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answers(&self) -> MutexGuard<'_, HashMap<Digest, api::ActionResult>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn lose_blobs(&self) {
        self.blobs().clear();
    }

    pub(super) fn get(&self, digest: &Digest) -> Option<Bytes> {
        if digest.size == 0 {
            return Some(Bytes::new());
        }
        self.blobs().get(digest).cloned()
    }

    pub(super) fn has(&self, digest: &Digest) -> bool {
        digest.size == 0 || self.blobs().contains_key(digest)
    }

    pub(super) fn put(&self, function: Function, bytes: impl Into<Bytes>) -> Digest {
        let bytes = bytes.into();
        let digest = function.of(&bytes);
        let mut blobs = self.blobs();
        if blobs.len() >= MOST {
            blobs.clear();
        }
        blobs.insert(digest, bytes);
        digest
    }

    /// The message of this name; `None` if it is not there.
    pub(super) fn message<M: Message + Default>(&self, digest: Option<&api::Digest>) -> Option<M> {
        let digest = Digest::from_api(digest?)?;
        M::decode(self.get(&digest)?).ok()
    }

    /// Whether everything below a folder is there.
    pub(super) fn is_whole(&self, folder: Option<&api::Digest>) -> bool {
        let Some(folder) = self.message::<api::Directory>(folder) else { return false };
        let has = |file: &api::FileNode| {
            file.digest.as_ref().and_then(Digest::from_api).is_some_and(|digest| self.has(&digest))
        };
        folder.files.iter().all(has)
            && folder.directories.iter().all(|directory| self.is_whole(directory.digest.as_ref()))
    }

    pub(super) fn answer(&self, action: &Digest) -> Option<api::ActionResult> {
        self.answers().get(action).cloned()
    }

    pub(super) fn remember(&self, action: Digest, answer: api::ActionResult) {
        self.answers().insert(action, answer);
    }
}
