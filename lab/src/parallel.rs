//! Jobs that are done some at a time.

use anyhow::{Result, anyhow};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// Does jobs with some workers; the first error of each ends it.
pub(crate) fn in_parallel<T: Send>(
    workers: usize,
    jobs: VecDeque<T>,
    run: impl Fn(T) -> Result<()> + Sync,
) -> Result<()> {
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let work = || {
        while let Some(job) = next() {
            run(job)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers.max(1)).map(|_| scope.spawn(work)).collect();
        let ended = workers.into_iter().map(std::thread::ScopedJoinHandle::join);
        let results: Vec<Result<()>> =
            ended.map(|end| end.unwrap_or_else(|_| Err(anyhow!("a run panicked")))).collect();
        results.into_iter().collect()
    })
}
