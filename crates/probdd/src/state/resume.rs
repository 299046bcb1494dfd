//! From a state directory back to its run, if no file has changed since.

use super::directory::Directory;
use super::run::{Identity, Run, State, place_of};
use crate::command_line::{ReduceArgs, ResumeArgs, RunArgs, parse_reduction};
use crate::error::{Failure, START_OVER, cannot, failed};
use crate::files::{OsText, from_here, sha256, with_suffix};
use crate::settings::{STATE_SUFFIX, Settings};
use probdd_exec::{Found, Journal};
use std::fs;
use std::path::{Path, PathBuf};

/// What `probdd resume` has found.
#[derive(Debug)]
pub(crate) enum Resumed {
    Run(Box<UnfinishedRun>),
    /// Nothing to resume, for this reason.
    Nothing(String),
}

/// A run that can be resumed.
#[derive(Debug)]
pub(crate) struct UnfinishedRun {
    /// The settings of the original command, with the options of this one.
    pub(crate) settings: Settings,
    /// The state directory and the journal.
    pub(crate) state: State,
    /// What the journal contains.
    pub(crate) found: Found,
}

/// Finds the run of a state directory.
pub(crate) fn resume(typed: ResumeArgs) -> Result<Resumed, Failure> {
    let directory = match find(typed.state_dir.as_deref())? {
        Ok(directory) => directory,
        Err(nothing) => return Ok(Resumed::Nothing(nothing)),
    };
    let run = Run::read(&directory)?;
    check_place(&directory, &run)?;
    let (journal, found) = Journal::open(&directory.journal())?;
    let original = run.arguments.iter().cloned().map(OsText::into_os_string);
    let args = merged(parse_reduction(original)?, typed.run, found);
    let place = PathBuf::from(run.directory.clone().into_os_string());
    std::env::set_current_dir(&place).map_err(|cause| {
        failed(format!("cannot enter `{}`, where the run was started", place.display()), cause)
    })?;
    let (is_in_place, reads_stdin) = (args.in_place, args.reads_stdin());
    for file in run.files.iter().skip(1) {
        check_unchanged(file)?;
    }
    let mut settings = Settings::new(args, Some(&directory.input()))?;
    settings.start = fs::read(directory.start()).ok();
    if settings.as_json_of_command() != run.settings || settings.strategy.grammar() != run.grammar {
        let message = "the original command now has other settings: probdd was built differently, \
                       or clang_delta was installed or removed";
        return Err(Failure::usage(message).hint(START_OVER));
    }
    if is_in_place {
        let original = original_input(&directory, &journal, &settings, &run.files);
        settings.input.bytes =
            original?.ok_or_else(|| changed("the input", &settings.input.path))?;
    }
    if !is_whole(&settings.input.bytes, &run.files) {
        let copy = directory.input();
        let is_copied = ("the copy of the input", copy.as_path());
        let (role, path) =
            if reads_stdin { is_copied } else { ("the input", settings.input.path.as_path()) };
        return Err(changed(role, path));
    }
    settings.state = Some(directory.path().into());
    let state = State::again(directory, journal, &settings);
    Ok(Resumed::Run(Box::new(UnfinishedRun { settings, state, found })))
}

/// The error for an option that would change a resumed search.
pub(crate) fn refused(option: &str) -> Failure {
    let message = format!(
        "{option} cannot be changed: the recorded verdicts belong to the search of the original \
         command"
    );
    Failure::usage(message).hint(
        "leave it out, or start over; only --jobs, --max-queries, --max-time, --trace, --report, \
         --html, --progress, --remote and its options, -q and -v can be changed",
    )
}

/// The arguments of the original command, with what was typed now.
fn merged(original: ReduceArgs, now: RunArgs, found: Found) -> ReduceArgs {
    let absolute =
        |path: Option<PathBuf>| path.map(|path| std::path::absolute(&path).unwrap_or(path));
    let (then, has_verbosity) = (original.run, now.quiet || now.verbose);
    let run = RunArgs {
        jobs: now.jobs.or(then.jobs),
        // A budget that was reached has served its purpose.
        max_queries: now.max_queries.or(then.max_queries.filter(|most| found.queries < *most)),
        max_time: now.max_time,
        trace: absolute(now.trace).or(then.trace),
        report: absolute(now.report).or(then.report),
        html: absolute(now.html).or(then.html),
        color: now.color.or(then.color),
        progress: now.progress.or(then.progress),
        #[cfg(feature = "remote")]
        remote: now.remote.or(then.remote),
        quiet: if has_verbosity { now.quiet } else { then.quiet },
        verbose: if has_verbosity { now.verbose } else { then.verbose },
    };
    ReduceArgs { run, state_dir: None, ..original }
}

/// The state directory, or the reason why there is nothing to resume.
fn find(typed: Option<&Path>) -> Result<Result<Directory, String>, Failure> {
    let found = typed.map_or_else(only_one_here, |path| Ok(Some(path.to_path_buf())))?;
    let Some(path) = found else {
        return Ok(Err(format!("no directory here ends in `{STATE_SUFFIX}`")));
    };
    let path = std::path::absolute(&path).unwrap_or(path);
    if !path.is_dir() {
        return missing(&path).map(Err);
    }
    let directory = Directory::at(path);
    if directory.is_done() {
        directory.remove()?;
        return Ok(Err(format!("the run of `{}` is complete", directory.path().display())));
    }
    Ok(Ok(directory))
}

/// The reason why the state directory of a result does not exist: a complete run has removed it.
/// Any other path without a directory is a mistake.
fn missing(path: &Path) -> Result<String, Failure> {
    let result = path.with_extension("");
    if has_state_suffix(path) && result.exists() {
        return Ok(format!("`{}` is complete", from_here(&result).display()));
    }
    let failure = Failure::usage(format!("there is no state directory `{}`", path.display()));
    let beside = with_suffix(path, STATE_SUFFIX);
    if beside.is_dir() {
        return Err(failure.hint(format!("its name is `{}`", from_here(&beside).display())));
    }
    let here = names(&in_the_current_directory()?);
    Err(failure.hint(match here.as_str() {
        "" => "a complete run removes its state directory; to reduce again, run the original \
               command again"
            .into(),
        here => format!("state directories here: {here}"),
    }))
}

/// The state directory in the current directory, if it is the only one.
fn only_one_here() -> Result<Option<PathBuf>, Failure> {
    let mut found = in_the_current_directory()?;
    if found.len() > 1 {
        let failure = Failure::usage("there are several state directories here");
        return Err(failure.hint(format!("name one of them: {}", names(&found))));
    }
    Ok(found.pop())
}

fn in_the_current_directory() -> Result<Vec<PathBuf>, Failure> {
    let entries =
        fs::read_dir(".").map_err(|cause| failed("cannot read the current directory", cause))?;
    let paths = entries.flatten().map(|entry| PathBuf::from(entry.file_name()));
    let mut found: Vec<PathBuf> =
        paths.filter(|path| has_state_suffix(path) && path.is_dir()).collect();
    found.sort();
    Ok(found)
}

fn names(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    names.join(", ")
}

fn has_state_suffix(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| *suffix == STATE_SUFFIX[1..])
}

/// Checks that a state directory is where its run was begun. The run of a copy would write the result
/// of the original.
fn check_place(directory: &Directory, run: &Run) -> Result<(), Failure> {
    let then = PathBuf::from(run.place.clone().into_os_string());
    if place_of(directory.path()) == then {
        return Ok(());
    }
    let (here, then) = (directory.path().display(), then.display());
    let message = format!("`{here}` was moved or copied: it has the state of a run in `{then}`");
    Err(Failure::usage(message).hint(format!(
        "resume `{then}`, move the state back to that place, or run the original command here, which \
         starts over"
    )))
}

/// Checks that a file is what it was when the run began.
fn check_unchanged(file: &Identity) -> Result<(), Failure> {
    let path = PathBuf::from(file.path.clone().into_os_string());
    if Identity::of(&file.role, &path)? == *file {
        return Ok(());
    }
    Err(changed(&file.role, &path))
}

fn changed(role: &str, path: &Path) -> Failure {
    let message = format!("{role} `{}` has changed since the run began", path.display());
    Failure::usage(message).hint(format!("restore it, or {START_OVER}"))
}

/// The original of an input that the run has overwritten; `None` if somebody else has changed the
/// input.
pub(super) fn original_input(
    directory: &Directory,
    journal: &Journal,
    settings: &Settings,
    files: &[Identity],
) -> Result<Option<Vec<u8>>, Failure> {
    let copy = directory.input();
    let original = fs::read(&copy).map_err(cannot("read", &copy))?;
    let now = settings.input.bytes_beside(&original);
    let is_ours = now == original || journal.found_interesting(&now);
    let is_original = is_ours && is_whole(&original, files) && settings.destination.is_in_place();
    Ok(Some(original).filter(|_| is_original))
}

/// Whether the copy of an input is what the input was.
fn is_whole(copy: &[u8], files: &[Identity]) -> bool {
    files.first().is_some_and(|input| input.sha256 == sha256(copy))
}
