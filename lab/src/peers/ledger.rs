//! The folder of one run: its terms, which tests were begun, and what they said. Several tests may write to it at once, and each may be killed.

use super::tokens::Reading;
use anyhow::Result;
use fs_err as fs;
use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};

/// What holds for all tests of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Terms {
    /// How many tests may run.
    pub(super) max_queries: u64,
    /// Seconds after which a test is killed.
    pub(super) timeout: u64,
    /// The name that each candidate has.
    pub(super) name: String,
    pub(super) reading: Reading,
    /// The process that started the peer.
    pub(super) runner: i32,
}

/// A test that has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Tested {
    /// The number of the test, from 1.
    pub(super) query: u64,
    pub(super) bytes: u64,
    pub(super) tokens: u64,
    pub(super) is_interesting: bool,
    /// The time of the test.
    pub(super) micros: u64,
    /// The time that counting took beside the test.
    pub(super) counting_micros: u64,
    /// The CPU time of test and counting.
    pub(super) cpu_micros: u64,
}

/// The folder of a run.
pub(super) struct Ledger(PathBuf);

impl Ledger {
    /// Makes a folder for a run.
    pub(super) fn create(folder: &Path, terms: &Terms) -> Result<Ledger> {
        fs::create_dir_all(folder.join("tests"))?;
        fs::write(folder.join("terms"), serde_json::to_string(terms)?)?;
        fs::write(folder.join("tested"), "")?;
        Ok(Ledger(folder.to_owned()))
    }

    /// The folder that `create` has made.
    pub(super) fn open(folder: &Path) -> Ledger {
        Ledger(folder.to_owned())
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(super) fn terms(&self) -> Result<Terms> {
        Ok(serde_json::from_slice(&fs::read(self.at("terms"))?)?)
    }

    /// The folder in which tests have their private directories.
    pub(super) fn tests(&self) -> PathBuf {
        self.at("tests")
    }

    /// The number of the next test; none beyond the limit, and then the run is over.
    pub(super) fn begin(&self, max_queries: u64) -> Result<Option<u64>> {
        let _lock = self.lock()?;
        let begun = self.begun();
        if begun >= max_queries {
            fs::write(self.at("over"), "")?;
            return Ok(None);
        }
        fs::write(self.at("new"), (begun + 1).to_string())?;
        fs::rename(self.at("new"), self.at("begun"))?;
        Ok(Some(begun + 1))
    }

    /// How many tests were begun.
    pub(super) fn begun(&self) -> u64 {
        fs::read_to_string(self.at("begun")).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    /// Whether a test was asked for beyond the limit.
    pub(super) fn is_over(&self) -> bool {
        self.at("over").exists()
    }

    /// Adds a test.
    pub(super) fn add(&self, tested: &Tested) -> Result<()> {
        let _lock = self.lock()?;
        let line = serde_json::to_string(tested)? + "\n";
        let mut log = fs::OpenOptions::new().append(true).open(self.at("tested"))?;
        Ok(log.write_all(line.as_bytes())?)
    }

    /// The tests that have ended, by number.
    pub(super) fn tested(&self) -> Result<Vec<Tested>> {
        let text = fs::read_to_string(self.at("tested"))?;
        // A test that is killed may leave a part of a line.
        let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        let mut tested: Vec<Tested> = lines.collect();
        tested.sort_by_key(|tested| tested.query);
        Ok(tested)
    }

    /// Keeps other tests from writing until the file is dropped.
    fn lock(&self) -> Result<fs::File> {
        let file = fs::OpenOptions::new().create(true).append(true).open(self.at("lock"))?;
        flock(&file, FlockOperation::LockExclusive)?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_have_numbers_up_to_the_limit_whoever_asks() {
        let folder = tempfile::tempdir().expect("a folder");
        let (name, reading) = ("x".to_owned(), Reading::Text);
        let terms = Terms { max_queries: 9, timeout: 1, name, reading, runner: 1 };
        let ledger = Ledger::create(folder.path(), &terms).expect("it can be made");
        assert_eq!(ledger.terms().expect("they are there"), terms);
        let begin = || ledger.begin(40).expect("it can be locked");
        let ask = || (0..10).filter_map(|_| begin()).collect::<Vec<u64>>();
        let mut numbers: Vec<u64> = std::thread::scope(|scope| {
            let asking: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            asking.into_iter().flat_map(|asked| asked.join().expect("it ends")).collect()
        });
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=40).collect::<Vec<u64>>());
        assert_eq!((ledger.begun(), ledger.is_over()), (40, false));
        assert_eq!(begin(), None);
        assert_eq!((ledger.begun(), ledger.is_over()), (40, true));
    }
}
