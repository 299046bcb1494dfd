//! The result of a run, which two threads write. The one that computes writes small results at once.
//! A large one waits until the other thread has time, so that the search goes on meanwhile.

use super::result_writer::ResultWriter;
use crate::error::Failure;
use probdd_exec::Candidate;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A result of more bytes than this waits: it takes long to write.
const LARGE: usize = 1 << 20;

/// Between two results that have waited, so many times the time passes that the first one took.
const PAUSE: u32 = 4;

/// The result of a run. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct ResultFile(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    writer: Mutex<ResultWriter>,
    /// A result that nobody has written yet; a thread that locks both locks the writer first.
    waiting: Mutex<Option<Arc<Candidate>>>,
    /// When the next result that waits may be written.
    next: Mutex<Instant>,
}

impl ResultFile {
    /// Writes nothing yet.
    pub(crate) fn new(writer: ResultWriter) -> ResultFile {
        let (writer, next) = (Mutex::new(writer), Mutex::new(Instant::now()));
        ResultFile(Arc::new(Shared { writer, waiting: Mutex::default(), next }))
    }

    /// Replaces the result by a better one, or lets that wait. Returns what the user should know
    /// about the file that stood in its place.
    pub(crate) fn replace(&self, best: &Arc<Candidate>) -> Result<Option<String>, Failure> {
        if best.bytes.len() > LARGE {
            *locked(&self.0.waiting) = Some(Arc::clone(best));
            return Ok(None);
        }
        self.write(&best.bytes)
    }

    /// Replaces the result, and forgets one that waits.
    pub(crate) fn write(&self, best: &[u8]) -> Result<Option<String>, Failure> {
        let mut writer = locked(&self.0.writer);
        *locked(&self.0.waiting) = None;
        writer.replace(best)
    }

    /// Writes a result that waits, if the last one was not just written. Returns what the user should
    /// know about the file that stood in its place.
    pub(crate) fn write_waiting(&self) -> Result<Option<String>, Failure> {
        let began = Instant::now();
        if began < *locked(&self.0.next) {
            return Ok(None);
        }
        let mut writer = locked(&self.0.writer);
        let Some(best) = locked(&self.0.waiting).take() else { return Ok(None) };
        let written = writer.replace(&best.bytes);
        let now = Instant::now();
        *locked(&self.0.next) = now + (now - began).min(Duration::from_secs(1)) * PAUSE;
        written
    }

    /// Ends the run with the best candidate, as [`ResultWriter::finish`] does.
    pub(crate) fn finish(&self, best: &[u8]) -> Result<Option<String>, Failure> {
        let mut writer = locked(&self.0.writer);
        let note = match locked(&self.0.waiting).take() {
            Some(_) => writer.replace(best)?,
            None => None,
        };
        Ok(writer.finish(best)?.or(note))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
