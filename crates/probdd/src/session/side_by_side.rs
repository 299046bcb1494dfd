//! Before the first pass: do tests that run at the same time disturb each other? If they do, each gets
//! a `/tmp` of its own, or they run one by one.
//!
//! Tests in directories of their own still share everything that they name by an absolute path. Two
//! signs show that this is a problem: the test writes the same file below `/tmp` in every run, or
//! copies of the input that run beside other candidates are not as interesting as alone.

use super::running::Running;
use crate::command_line::PrivateTmp;
use crate::error::{Failure, Halted};
use crate::interestingness_test::Test;
use crate::messages::disturbed;
use crate::settings::Settings;
use probdd_exec::{Confinement, Error, Group, Halt, Protection, Rule, Sizes, TmpWatch, rewritten};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// At most this many tests run together to find out.
const MOST: usize = 4;

/// Fast tests run together more than once, because they meet each other less often.
const ROUNDS: usize = 8;
const LEAST_ROUNDS: usize = 3;
const ENOUGH: Duration = Duration::from_millis(200);

/// How long other programs are watched, to tell their files from the test's.
const LEAST_PAUSE: Duration = Duration::from_millis(50);
const MOST_PAUSE: Duration = Duration::from_secs(5);

/// A test that takes longer than this runs only twice to find its files, a faster one more often.
const SLOW: Duration = Duration::from_millis(500);
const ROUNDS_FOR_FILES: usize = 4;

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
    running.scheduler.jobs() > 1 && !matches!(running.settings.test, Test::Process { .. })
}

/// Looks for the two signs, then for a remedy that works. Says what was found.
fn find(running: &mut Running, mut watch: Option<TmpWatch>) -> Result<Apart, Halted> {
    let mut files = scratch_files(running, watch.as_mut())?;
    let is_by_files = !files.is_empty();
    if !is_by_files && !disturb_each_other(running)? {
        return Ok(Apart::AsTheyAre);
    }
    if let Some(watch) = &mut watch {
        watch.written();
    }
    if are_apart_with_private_tmp(running)? {
        // What is still written in the real one is written by somebody else.
        let others = watch.map(|mut watch| watch.written()).unwrap_or_default();
        files.retain(|file| !others.contains_key(file));
        if !is_by_files || !files.is_empty() {
            running.recorder.warn(disturbed::private_tmp(&files));
            return Ok(Apart::PrivateTmp);
        }
        running.confine(running.settings.confinement.clone());
        return Ok(Apart::AsTheyAre);
    }
    running.confine(running.settings.confinement.clone());
    if !is_interesting_alone(running)? {
        // An unreliable test is another problem, with another remedy.
        return Ok(Apart::AsTheyAre);
    }
    running.recorder.warn(disturbed::one_by_one(&files));
    Ok(Apart::OneByOne)
}

/// The files below `/tmp` that the test writes again in every run. If it has written none on the input,
/// it does not run again.
fn scratch_files(
    running: &mut Running,
    watch: Option<&mut TmpWatch>,
) -> Result<Vec<PathBuf>, Halted> {
    let Some(watch) = watch.filter(|_| running.settings.private_tmp != PrivateTmp::Off) else {
        return Ok(Vec::new());
    };
    if watch.written().is_empty() {
        return Ok(Vec::new());
    }
    let (mut before, took) = written_by_the_test(running, watch)?;
    let mut files: Vec<PathBuf> = before.keys().cloned().collect();
    // Other programs write in `/tmp`, too: each round tells more of their files from the test's.
    let rounds = if took < SLOW { ROUNDS_FOR_FILES } else { 1 };
    for _ in 0..rounds {
        if files.is_empty() {
            break;
        }
        let (after, _) = written_by_the_test(running, watch)?;
        let again = rewritten(&before, &after);
        files.retain(|file| again.contains(file));
        before = after;
    }
    Ok(files)
}

/// What is written while the test runs on the input, and not afterwards: that is written by somebody
/// else. Also returns how long the run took.
fn written_by_the_test(
    running: &mut Running,
    watch: &mut TmpWatch,
) -> Result<(Sizes, Duration), Halted> {
    let began = Instant::now();
    running.scheduler.run_alone::<Failure>(&running.settings.input.bytes)?;
    let (took, mut written) = (began.elapsed(), watch.written());
    if !written.is_empty() {
        std::thread::sleep(took.clamp(LEAST_PAUSE, MOST_PAUSE));
        let others = watch.written();
        written.retain(|file, _| !others.contains_key(file));
    }
    Ok((written, took))
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
    running.confine(with_private_tmp(settings));
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

/// The confinement of the settings, with a private `/tmp`.
fn with_private_tmp(settings: &Settings) -> Confinement {
    Confinement { private_tmp: Some(settings.own_directories()), ..settings.confinement.clone() }
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
            Apart::PrivateTmp => running.confine(with_private_tmp(running.settings)),
            Apart::OneByOne => running.scheduler.keep_one_job(),
        }
    }
}

fn recorded(path: &Path) -> Option<Apart> {
    let text = std::fs::read_to_string(path).ok()?;
    WORDS.iter().find(|(_, word)| *word == text).map(|(apart, _)| *apart)
}
