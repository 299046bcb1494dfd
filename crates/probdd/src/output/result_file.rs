//! The result of a run, which two threads write. The one that computes writes small results at once.
//! A large one, or one of several files, waits until the other thread has time, so that the search goes
//! on meanwhile. So the file
//! of a run that is killed may be an earlier best; it is always complete and interesting.

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
    /// A result of more bytes than this waits.
    most: usize,
    /// A result that is not written yet; a thread that locks both locks the writer first.
    waiting: Mutex<Option<Arc<Candidate>>>,
    /// When the next result that waits may be written.
    next: Mutex<Instant>,
}

impl ResultFile {
    /// Writes nothing yet.
    pub(crate) fn new(writer: ResultWriter) -> ResultFile {
        let most = if writer.is_slow() { 0 } else { LARGE };
        let (writer, next) = (Mutex::new(writer), Mutex::new(Instant::now()));
        ResultFile(Arc::new(Shared { writer, most, waiting: Mutex::default(), next }))
    }

    /// Replaces the result by a better one, or lets that wait. Returns what the user should know
    /// about the file that stood in its place.
    pub(crate) fn replace(&self, best: &Arc<Candidate>) -> Result<Option<String>, Failure> {
        *locked(&self.0.waiting) = Some(Arc::clone(best));
        if best.bytes.len() > self.0.most { Ok(None) } else { self.write_newest() }
    }

    /// Replaces the result by an earlier candidate, and forgets one that waits.
    pub(crate) fn restore(&self, trusted: &[u8]) -> Result<Option<String>, Failure> {
        let mut writer = locked(&self.0.writer);
        *locked(&self.0.waiting) = None;
        writer.replace(trusted)
    }

    /// Writes a result that waits, if the last one was not just written. Returns what the user should
    /// know about the file that stood in its place.
    pub(crate) fn write_waiting(&self) -> Result<Option<String>, Failure> {
        let began = Instant::now();
        if began < *locked(&self.0.next) || locked(&self.0.waiting).is_none() {
            return Ok(None);
        }
        let written = self.write_newest();
        let now = Instant::now();
        *locked(&self.0.next) = now + (now - began).min(Duration::from_secs(1)) * PAUSE;
        written
    }

    /// Writes the newest result, if it waits. It waits until it is written: after a failure, the end
    /// of the run tries again.
    fn write_newest(&self) -> Result<Option<String>, Failure> {
        let mut writer = locked(&self.0.writer);
        let Some(best) = locked(&self.0.waiting).clone() else { return Ok(None) };
        let note = writer.replace(&best.bytes)?;
        locked(&self.0.waiting).take_if(|waiting| Arc::ptr_eq(waiting, &best));
        Ok(note)
    }

    /// Ends the run with the best candidate, as [`ResultWriter::finish`] does.
    pub(crate) fn finish(&self, best: &[u8]) -> Result<Option<String>, Failure> {
        let note = self.write_newest()?;
        Ok(locked(&self.0.writer).finish(best)?.or(note))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Destination;
    use probdd_exec::Key;
    use std::fs;
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicBool, Ordering};
    use tempfile::TempDir;

    /// A result file in a directory of its own.
    fn result_file() -> (TempDir, PathBuf, ResultFile) {
        let dir = tempfile::tempdir().expect("there is a temporary directory");
        let path = dir.path().join("result");
        let writer = ResultWriter::new(Destination::File(path.clone()), Key::of(b""), false);
        (dir, path, ResultFile::new(writer))
    }

    fn candidate(bytes: usize) -> Arc<Candidate> {
        Arc::new(Candidate { bytes: vec![b'x'; bytes], tokens: bytes })
    }

    fn size(path: &PathBuf) -> Option<usize> {
        fs::read(path).ok().map(|bytes| bytes.len())
    }

    fn is_done(written: &Result<Option<String>, Failure>) {
        assert!(matches!(written, Ok(None)), "{written:?}");
    }

    #[test]
    fn a_small_result_is_written_at_once() {
        let (_dir, path, result) = result_file();
        for bytes in [LARGE, 10, 0] {
            is_done(&result.replace(&candidate(bytes)));
            assert_eq!(size(&path), Some(bytes));
        }
    }

    #[test]
    fn the_newest_large_result_is_written_when_there_is_time() {
        let (_dir, path, result) = result_file();
        is_done(&result.replace(&candidate(LARGE + 2)));
        is_done(&result.replace(&candidate(LARGE + 1)));
        assert_eq!(size(&path), None);
        is_done(&result.write_waiting());
        assert_eq!(size(&path), Some(LARGE + 1));
    }

    #[test]
    fn there_is_a_pause_after_a_large_result() {
        let (_dir, path, result) = result_file();
        is_done(&result.replace(&candidate(LARGE + 2)));
        is_done(&result.write_waiting());
        *locked(&result.0.next) += Duration::from_secs(3600);
        is_done(&result.replace(&candidate(LARGE + 1)));
        is_done(&result.write_waiting());
        assert_eq!(size(&path), Some(LARGE + 2));
        let paused = Instant::now();
        *locked(&result.0.next) = paused;
        is_done(&result.write_waiting());
        assert_eq!(size(&path), Some(LARGE + 1));
        assert!(*locked(&result.0.next) > paused, "the next pause has begun");
    }

    #[test]
    fn a_large_result_that_waits_never_replaces_a_later_one() {
        let (_dir, path, result) = result_file();
        is_done(&result.replace(&candidate(LARGE + 1)));
        is_done(&result.replace(&candidate(3)));
        is_done(&result.write_waiting());
        assert_eq!(size(&path), Some(3));
        is_done(&result.replace(&candidate(LARGE + 1)));
        is_done(&result.restore(b"trusted"));
        is_done(&result.write_waiting());
        assert_eq!(fs::read(path).ok(), Some(b"trusted".to_vec()));
    }

    #[test]
    fn the_end_of_a_run_writes_what_waits() {
        let (_dir, path, result) = result_file();
        let best = candidate(LARGE + 1);
        is_done(&result.replace(&best));
        is_done(&result.finish(&best.bytes));
        assert_eq!(size(&path), Some(LARGE + 1));
    }

    #[test]
    fn a_result_that_could_not_be_written_is_written_at_the_end() {
        for bytes in [LARGE + 1, 3] {
            let (dir, path, result) = result_file();
            let best = candidate(bytes);
            fs::remove_dir(dir.path()).expect("it is empty");
            let written = result.replace(&best).and_then(|_| result.write_waiting());
            assert!(written.is_err(), "{written:?}");
            fs::create_dir(dir.path()).expect("it is absent");
            is_done(&result.finish(&best.bytes));
            assert_eq!(size(&path), Some(bytes));
        }
    }

    #[test]
    fn results_of_two_threads_are_written_in_order() {
        let (_dir, path, result) = result_file();
        let is_over = AtomicBool::new(false);
        std::thread::scope(|threads| {
            threads.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    *locked(&result.0.next) = Instant::now();
                    is_done(&result.write_waiting());
                }
            });
            threads.spawn(|| {
                let mut least = usize::MAX;
                while !is_over.load(Ordering::Relaxed) {
                    let now = size(&path).unwrap_or(least);
                    assert!(now <= least, "{now} bytes replace {least}");
                    least = now;
                }
            });
            for bytes in (0..60).rev() {
                // The last ones are small.
                is_done(&result.replace(&candidate((LARGE - 20) + bytes)));
                let began = Instant::now();
                while began.elapsed() < Duration::from_millis(2) {}
            }
            is_over.store(true, Ordering::Relaxed);
        });
        assert_eq!(size(&path), Some(LARGE - 20));
    }
}
