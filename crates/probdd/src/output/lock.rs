//! One run at a time writes a result: a lock file beside it.

use crate::error::{Failure, cannot};
use crate::files::{hidden_beside, unwritable_place};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// The lock of a result file, removed at the end of the run. The operating system releases the lock
/// of a killed run, even though its file remains.
#[derive(Debug)]
pub(crate) struct OutputLock {
    path: PathBuf,
    _locked: File,
}

impl OutputLock {
    /// Locks the place of a result.
    pub(super) fn new(result: &Path) -> Result<OutputLock, Failure> {
        let path = hidden_beside(result, ".lock");
        let file = File::create(&path).map_err(|cause| unwritable_place(result, cause))?;
        match file.try_lock() {
            Ok(()) => Ok(OutputLock { path, _locked: file }),
            Err(TryLockError::WouldBlock) => {
                let message = format!("another run is writing `{}`", result.display());
                Err(Failure::usage(message).hint("wait until it ends, or write elsewhere: -o PATH"))
            }
            Err(TryLockError::Error(cause)) => Err(cannot("lock", &path)(cause)),
        }
    }
}

impl Drop for OutputLock {
    fn drop(&mut self) {
        // A lock file that remains does no harm, because it is not locked.
        let _ = std::fs::remove_file(&self.path);
    }
}
