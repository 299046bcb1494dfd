//! Before the first pass: do tests that run at the same time disturb each other? If they do, each gets
//! a `/tmp` of its own, or they run one by one.
//!
//! Tests in directories of their own still share everything that they name by an absolute path. Two
//! signs show that this is a problem: the test writes the same file below `/tmp` in every run, or
//! copies of the input that run beside other candidates are not as interesting as alone.

use super::running::Running;
use super::scratch_files::scratch_files;
use crate::command_line::PrivateTmp;
use crate::error::{Failure, Halted};
use crate::interestingness_test::Test;
use crate::messages::disturbed;
use probdd_exec::{Error, Group, Halt, Protection, Rule, TmpWatch};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// At most this many tests run together to find out.
const MOST: usize = 4;

/// Fast tests run together more than once, because they meet each other less often.
const ROUNDS: usize = 8;
const LEAST_ROUNDS: usize = 3;
const ENOUGH: Duration = Duration::from_millis(200);

/// A test that takes longer than this runs together only once.
const SLOW: Duration = Duration::from_millis(500);

/// How tests that run at the same time are kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Apart {
    /// They do not disturb each other.
    AsTheyAre,
    /// Each has a `/tmp` of its own.
    PrivateTmp,
    /// They do not run at the same time.
    OneByOne,
}

/// The words for this in a state directory.
const WORDS: [(Apart, &str); 3] = [
    (Apart::AsTheyAre, "as they are"),
    (Apart::PrivateTmp, "private /tmp"),
    (Apart::OneByOne, "one by one"),
];

/// Begins to watch what the test writes in `/tmp`, before its first run.
pub(super) fn watch(running: &Running) -> Option<TmpWatch> {
    let is_of_use = can_disturb(running) && running.settings.confinement.private_tmp.is_none();
    is_of_use.then(|| TmpWatch::begin(running.settings.own_directories())).flatten()
}

/// Finds out whether tests disturb each other, and keeps them apart if they do. A resumed run does what
/// the original one did.
pub(super) fn keep_apart(running: &mut Running, watch: Option<TmpWatch>, record: Option<&Path>) {
    if !can_disturb(running) {
        return;
    }
    let apart = match record.and_then(recorded) {
        Some(apart) => apart,
        None if running.scheduler.is_replaying() => Apart::AsTheyAre,
        // What prevents a run of the test is noticed again by the first query.
        None => {
            find(running, watch).inspect(|apart| apart.note(record)).unwrap_or(Apart::AsTheyAre)
        }
    };
    apart.apply(running);
}

/// Whether several tests, each a process of its own, run at the same time.
fn can_disturb(running: &Running) -> bool {
    let is_possible = running.scheduler.jobs() > 1 && running.settings.runs_here();
    is_possible && !matches!(running.settings.test, Test::Process { .. })
}

/// How tests that run at the same time disturb each other.
#[derive(Debug)]
pub(super) enum Disturbance {
    None,
    /// Each writes these files, with the same answers nevertheless.
    Files(Vec<PathBuf>),
    /// They give other answers than one by one, and each writes these files.
    Answers(Vec<PathBuf>),
}

/// Looks for the two signs.
pub(super) fn disturbance(running: &mut Running) -> Result<Disturbance, Halted> {
    let mut watch = watch(running);
    if let Some(watch) = &mut watch {
        let _ = watch.written();
        running.scheduler.run_alone::<Failure>(&running.settings.input.bytes)?;
    }
    let files = scratch_files(running, watch)?;
    Ok(match (files.is_empty(), disturb_each_other(running)?) {
        (_, true) => Disturbance::Answers(files),
        (false, false) => Disturbance::Files(files),
        (true, false) => Disturbance::None,
    })
}

/// Looks for the two signs, then for a remedy that works. Says what was found.
fn find(running: &mut Running, watch: Option<TmpWatch>) -> Result<Apart, Halted> {
    let files = scratch_files(running, watch)?;
    if files.is_empty() && !disturb_each_other(running)? {
        return Ok(Apart::AsTheyAre);
    }
    if are_apart_with_private_tmp(running)? {
        running.recorder.warn(disturbed::private_tmp(&files));
        return Ok(Apart::PrivateTmp);
    }
    running.confine(running.settings.confinement.clone());
    if !is_interesting_alone(running)? {
        // An unreliable test is another problem, with another remedy.
        return Ok(Apart::AsTheyAre);
    }
    running.recorder.warn(disturbed::one_by_one(&files));
    Ok(Apart::OneByOne)
}

/// Whether copies of the input are less interesting beside each other and beside the empty text, or
/// the empty text is more interesting beside them.
fn disturb_each_other(running: &mut Running) -> Result<bool, Halted> {
    if !matches!(running.settings.rule, Rule::Times(_)) {
        // One that is trusted does not run twice; one with a rate is not always interesting.
        return Ok(false);
    }
    let (input, jobs) = (&running.settings.input.bytes, running.scheduler.jobs().min(MOST));
    let (began, mut empty_hits) = (Instant::now(), 0);
    for round in 0..ROUNDS {
        let copies = if round % 2 == 0 { jobs.div_ceil(2) } else { jobs };
        let group = Group { copies, text: input, others: jobs - copies, other: b"" };
        let hits = running.scheduler.run_together::<Failure>(group)?;
        if hits.copies < copies {
            return Ok(true);
        }
        empty_hits += hits.others;
        let least = if began.elapsed() < SLOW { LEAST_ROUNDS } else { 1 };
        if round + 1 >= least && began.elapsed() > ENOUGH {
            break;
        }
    }
    Ok(empty_hits > 0 && !running.scheduler.run_alone::<Failure>(b"")?)
}

/// Whether a private `/tmp` is allowed and possible, and keeps tests apart; then they have it.
fn are_apart_with_private_tmp(running: &mut Running) -> Result<bool, Halted> {
    let settings = running.settings;
    let is_of_use = settings.confinement.protection == Protection::None;
    if settings.private_tmp != PrivateTmp::Auto || !is_of_use {
        return Ok(false);
    }
    running.confine(settings.with_private_tmp());
    let is_interesting = match running.scheduler.run_alone::<Failure>(&settings.input.bytes) {
        Err(Halt::Failed(Error::PrivateTmp(_))) => return Ok(false),
        result => result?,
    };
    Ok(is_interesting && !disturb_each_other(running)?)
}

fn is_interesting_alone(running: &mut Running) -> Result<bool, Halted> {
    let input = &running.settings.input.bytes;
    Ok(running.scheduler.run_alone::<Failure>(input)?
        && running.scheduler.run_alone::<Failure>(input)?)
}

impl Apart {
    fn word(self) -> &'static str {
        WORDS.iter().find(|(apart, _)| *apart == self).map_or("", |(_, word)| word)
    }

    /// Notes it for a resumed run. Without the note, that run shares `/tmp` and all jobs.
    fn note(self, record: Option<&Path>) {
        let _ = record.map(|path| std::fs::write(path, self.word()));
    }

    fn apply(self, running: &mut Running) {
        match self {
            Apart::AsTheyAre => {}
            Apart::PrivateTmp => running.confine(running.settings.with_private_tmp()),
            Apart::OneByOne => running.scheduler.keep_one_job(),
        }
    }
}

fn recorded(path: &Path) -> Option<Apart> {
    let text = std::fs::read_to_string(path).ok()?;
    WORDS.iter().find(|(_, word)| *word == text).map(|(apart, _)| *apart)
}
