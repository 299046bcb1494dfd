//! The journal: every verdict of a run, on disk, so that a run that was killed can go on.
//!
//! A search is deterministic: told the same verdicts it asks the same queries. So the verdicts in the
//! order in which they were committed bring a search back to where it was. Guesses are on record as
//! well, so that they are not run again, and so is every pass that the user has skipped. The journal does not know which run it belongs to.
//!
//! A record is a line: the CRC-32 of the rest in eight hexadecimal digits, a blank, and a JSON object.
//! It is written at once, so that it survives if we are killed, and synced at most once a second, so
//! that all but the last second survives if the machine stops. A torn record at the end is dropped when
//! the journal is read; damage before the end is an error.

use super::history::Key;
use super::journal_record::{Kind, Record};
use crate::Error;
use crate::oracle::{Answer, End, Outcome, Runs};
use probdd_core::Verdict;
use std::collections::VecDeque;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The least time between two syncs.
const SYNC: Duration = Duration::from_secs(1);

/// The record of a run: verdicts to be replayed, and a file for those to come.
#[derive(Debug, Default)]
pub struct Journal {
    replay: VecDeque<Record>,
    /// The guesses that no query had asked about.
    guesses: Vec<(Key, Answer)>,
    writer: Option<Writer>,
    /// The number of records, including those to be replayed.
    records: u64,
}

/// What the journal of an earlier run contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The number of whole records of queries.
    pub queries: u64,
    /// Whether a torn record followed them, which is dropped.
    pub is_torn: bool,
}

#[derive(Debug)]
struct Writer {
    path: PathBuf,
    file: File,
    synced: Instant,
    is_synced: bool,
}

impl Journal {
    /// Makes a new, empty journal; no other process can write it until this one is dropped.
    ///
    /// # Errors
    /// When the file cannot be written, or another process writes it.
    pub fn create(path: &Path) -> Result<Journal, Error> {
        let failed = |source| Error::WriteJournal(path.into(), source);
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(path).map_err(failed)?;
        lock(&file, path)?;
        file.set_len(0).map_err(failed)?;
        Ok(Journal { writer: Some(Writer::new(path, file)), ..Journal::default() })
    }

    /// Opens the journal of an earlier run, to be replayed and then continued.
    ///
    /// # Errors
    /// When it cannot be read or written, when another process writes it, or when it is damaged
    /// anywhere but at its end.
    pub fn open(path: &Path) -> Result<(Journal, Found), Error> {
        let failed = |source| Error::ReadJournal(path.into(), source);
        let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(failed)?;
        lock(&file, path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let (replay, whole) = read(&text, path)?;
        let is_torn = whole < text.len();
        if is_torn {
            file.set_len(whole as u64).map_err(failed)?;
        }
        let (guesses, replay): (VecDeque<Record>, VecDeque<Record>) =
            replay.into_iter().partition(|record| record.kind == Kind::Guess);
        let is_query = |record: &&Record| record.kind == Kind::Query;
        let queries = replay.iter().filter(is_query).count() as u64;
        let found = Found { queries, is_torn };
        let of_key = |record: &Record| Some((Key::parse(&record.key)?, Answer::from(record)));
        let guesses: Vec<_> = guesses.iter().filter_map(of_key).collect();
        let records = (replay.len() + guesses.len()) as u64;
        let writer = Some(Writer::new(path, file));
        Ok((Journal { replay, guesses, writer, records }, found))
    }

    /// Whether verdicts remain to be replayed.
    pub fn is_replaying(&self) -> bool {
        !self.replay.is_empty()
    }

    /// Takes the guesses that no query had asked about.
    pub(crate) fn take_guesses(&mut self) -> Vec<(Key, Answer)> {
        std::mem::take(&mut self.guesses)
    }

    /// Whether a verdict that remains to be replayed says that these bytes are interesting.
    pub fn found_interesting(&self, bytes: &[u8]) -> bool {
        let key = Key::of(bytes).to_string();
        let is_it = |record: &Record| record.key == key && record.verdict.is_interesting();
        self.replay.iter().any(is_it)
    }

    /// Returns the next verdict to be replayed, which has to be about these bytes; `None` after the last.
    pub(crate) fn replay(&mut self, kind: Kind, key: Key) -> Result<Option<Answer>, Error> {
        let Some(record) = self.replay.pop_front() else { return Ok(None) };
        if record.kind != kind || record.key != key.to_string() {
            let path = self.writer.as_ref().map(|writer| writer.path.clone()).unwrap_or_default();
            return Err(Error::ForeignJournal { path, record: record.number });
        }
        Ok(Some(Answer::from(&record)))
    }

    /// Whether the user has skipped a pass at this question; that is next to be replayed, then.
    pub(crate) fn replay_skip(&mut self, question: u64) -> bool {
        let key = Key::of(&question.to_le_bytes()).to_string();
        let is_it = |record: &Record| record.kind == Kind::Skip && record.key == key;
        self.replay.front().is_some_and(is_it) && self.replay.pop_front().is_some()
    }

    /// Puts on record that the user skips a pass at this question.
    pub(crate) fn append_skip(&mut self, question: u64) -> Result<(), Error> {
        let outcome = Outcome::new(Verdict::Unresolved, End::Interrupted);
        let runs = Runs { hits: 0, total: 0 };
        let key = Key::of(&question.to_le_bytes());
        self.append(
            Kind::Skip,
            key,
            &Answer { outcome, runs, slowest: Duration::ZERO, deadline: None },
        )
    }

    /// Puts a verdict on record.
    pub(crate) fn append(&mut self, kind: Kind, key: Key, answer: &Answer) -> Result<(), Error> {
        self.records += 1;
        match &mut self.writer {
            Some(writer) => writer.write(&Record::new(self.records, kind, key, answer)),
            None => Ok(()),
        }
    }
}

fn lock(file: &File, path: &Path) -> Result<(), Error> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => Error::JournalInUse(path.into()),
        TryLockError::Error(source) => Error::WriteJournal(path.into(), source),
    })
}

impl Writer {
    fn new(path: &Path, file: File) -> Writer {
        Writer { path: path.into(), file, synced: Instant::now(), is_synced: true }
    }

    fn write(&mut self, record: &Record) -> Result<(), Error> {
        let written = record.line().and_then(|line| self.file.write_all(&line));
        self.is_synced = false;
        let done = written.and_then(|()| {
            if self.synced.elapsed() < SYNC {
                return Ok(());
            }
            self.synced = Instant::now();
            self.is_synced = true;
            self.file.sync_data()
        });
        done.map_err(|source| Error::WriteJournal(self.path.clone(), source))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if !self.is_synced {
            // If this fails, some queries may have to be asked again.
            let _ = self.file.sync_data();
        }
    }
}

/// Returns the records of a journal, and the bytes that they take: all, or all but a torn end.
fn read(text: &[u8], path: &Path) -> Result<(VecDeque<Record>, usize), Error> {
    let mut records = VecDeque::new();
    let mut whole = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let number = records.len() as u64 + 1;
        match Record::read(line, number) {
            Ok(record) => records.push_back(record),
            Err(_) if whole + line.len() == text.len() => break,
            Err(fault) => {
                return Err(Error::DamagedJournal { path: path.into(), record: number, fault });
            }
        }
        whole += line.len();
    }
    Ok((records, whole))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn answer(code: i32) -> Answer {
        let outcome = Outcome {
            verdict: if code == 0 { Verdict::Interesting } else { Verdict::Uninteresting },
            end: End::Exited(code),
            output: Vec::new(),
            output_truncated: false,
            wall: Duration::from_millis(5),
            checks: Vec::new(),
            restarts: 0,
            has_survivors: false,
            left_mounts: false,
            cpu: Duration::from_millis(3),
        };
        let runs = Runs { hits: u32::from(code == 0), total: 1 };
        Answer { outcome, runs, slowest: Duration::from_millis(5), deadline: None }
    }

    /// A journal of the letters; `b` is interesting.
    fn written(letters: &str) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().expect("there is a temporary directory");
        let path = dir.path().join("journal");
        let mut journal = Journal::create(&path).expect("it can be written");
        for letter in letters.bytes() {
            let done =
                journal.append(Kind::Query, Key::of(&[letter]), &answer(i32::from(letter != b'b')));
            done.expect("it can be written");
        }
        (dir, path)
    }

    fn replay(journal: &mut Journal, letter: u8) -> Result<Option<Verdict>, Error> {
        Ok(journal.replay(Kind::Query, Key::of(&[letter]))?.map(|answer| answer.outcome.verdict))
    }

    #[test]
    fn verdicts_come_back_in_their_order_and_more_may_follow() {
        let (_dir, path) = written("ab");
        let (mut journal, found) = Journal::open(&path).expect("it is whole");
        assert_eq!(found, Found { queries: 2, is_torn: false });
        assert!(journal.found_interesting(b"b") && !journal.found_interesting(b"a"));
        assert_eq!(replay(&mut journal, b'a').ok().flatten(), Some(Verdict::Uninteresting));
        assert_eq!(replay(&mut journal, b'b').ok().flatten(), Some(Verdict::Interesting));
        assert!(!journal.is_replaying());
        assert_eq!(replay(&mut journal, b'c').ok(), Some(None));
        journal.append(Kind::Query, Key::of(b"c"), &answer(1)).expect("it can be written");
        drop(journal);
        assert_eq!(Journal::open(&path).map(|(_, found)| found.queries).ok(), Some(3));
    }

    #[test]
    fn a_skip_comes_back_at_its_question_and_nowhere_else() {
        let (_dir, path) = written("a");
        let (mut journal, _) = Journal::open(&path).expect("it is whole");
        assert!(replay(&mut journal, b'a').is_ok());
        journal.append_skip(7).expect("it can be written");
        drop(journal);
        let (mut journal, found) = Journal::open(&path).expect("it is whole");
        assert_eq!(found.queries, 1);
        assert!(!journal.replay_skip(7), "a verdict comes first");
        assert!(replay(&mut journal, b'a').is_ok());
        assert!(journal.is_replaying() && !journal.replay_skip(6));
        assert!(journal.replay_skip(7) && !journal.is_replaying());
    }

    #[test]
    fn a_verdict_on_other_bytes_names_the_record() {
        let (_dir, path) = written("abc");
        let (mut journal, _) = Journal::open(&path).expect("it is whole");
        assert!(replay(&mut journal, b'a').is_ok());
        let other = replay(&mut journal, b'x');
        assert!(matches!(other, Err(Error::ForeignJournal { record: 2, .. })), "{other:?}");
    }

    #[test]
    fn a_torn_end_is_dropped_wherever_it_is_torn() {
        let (_dir, path) = written("abc");
        let text = fs::read(&path).expect("it is there");
        let ends: Vec<usize> = (0..text.len()).filter(|at| text[*at] == b'\n').collect();
        for length in 0..=text.len() {
            fs::write(&path, &text[..length]).expect("it can be written");
            let (_, found) = Journal::open(&path).expect("only its end is torn");
            let records = ends.iter().filter(|end| **end < length).count();
            let whole = if records == 0 { 0 } else { ends[records - 1] + 1 };
            assert_eq!(found, Found { queries: records as u64, is_torn: whole < length });
            assert_eq!(fs::read(&path).expect("it is there"), text[..whole]);
        }
    }

    #[test]
    fn an_end_that_the_file_system_filled_with_zeros_is_dropped() {
        let (_dir, path) = written("abc");
        let mut text = fs::read(&path).expect("it is there");
        text.extend([0; 4096]);
        fs::write(&path, &text).expect("it can be written");
        let found = Journal::open(&path).map(|(_, found)| found).ok();
        assert_eq!(found, Some(Found { queries: 3, is_torn: true }));
    }

    #[test]
    fn damage_before_the_end_is_an_error_that_names_the_record() {
        let (_dir, path) = written("acde");
        let text = fs::read(&path).expect("it is there");
        let line = text.iter().position(|byte| *byte == b'\n').expect("it has lines") + 1;
        for at in line..2 * line {
            let mut damaged = text.clone();
            damaged[at] ^= 1;
            fs::write(&path, &damaged).expect("it can be written");
            let opened = Journal::open(&path).map(|(_, found)| found);
            assert!(
                matches!(opened, Err(Error::DamagedJournal { record: 2, .. })),
                "{at}: {opened:?}"
            );
        }
        // A line that is missing is no less of a fault.
        let missing = [&text[..line], &text[2 * line..]].concat();
        fs::write(&path, missing).expect("it can be written");
        let opened = Journal::open(&path).map(|(_, found)| found);
        assert!(matches!(opened, Err(Error::DamagedJournal { record: 2, .. })), "{opened:?}");
    }

    #[test]
    fn only_one_process_writes_a_journal() {
        let (_dir, path) = written("a");
        let (_first, _) = Journal::open(&path).expect("nobody else has it");
        assert!(matches!(Journal::open(&path), Err(Error::JournalInUse { .. })));
        assert!(matches!(Journal::create(&path), Err(Error::JournalInUse { .. })));
    }
}
