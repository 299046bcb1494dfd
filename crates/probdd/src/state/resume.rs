//! From a state directory back to a run: the same settings, if nothing has changed.

use crate::command_line::args::{Args, ReduceArgs, ResumeArgs};
use crate::error::{self, Failure};
use crate::output::{Destination, same_file};
use crate::settings::{Settings, written};
use crate::state::{Directory, Identity, Run, START_OVER, STATE_SUFFIX, State, Text, sha256};
use clap::Parser;
use probdd_exec::{Found, Journal};
use std::fs;
use std::path::{Path, PathBuf};

/// What there is to go on with.
#[derive(Debug)]
pub enum Resumed {
    /// A run.
    Run(Box<Settings>, State, Found),
    /// None, because it is complete: where it was.
    Nothing(String),
}

/// The run that a state directory is about.
///
/// # Errors
/// When there is none, or something has changed since.
pub fn resume(typed: ResumeArgs) -> Result<Resumed, Failure> {
    let directory = match find(typed.state_dir.as_deref())? {
        Ok(directory) => directory,
        Err(nothing) => return Ok(Resumed::Nothing(nothing)),
    };
    let Run { files, directory: place, arguments, settings: decided, grammar, .. } =
        directory.run()?;
    let (journal, found) = Journal::open(&directory.journal())?;
    let mut args = typed.over(arguments.into_iter().map(Text::into_os_string), found)?;
    args.state_dir = None;
    let place = PathBuf::from(place.into_os_string());
    let attempt = || format!("cannot enter `{}`, where the run was started", place.display());
    std::env::set_current_dir(&place).map_err(|cause| error::io(attempt(), cause))?;
    let is_in_place = args.in_place;
    for file in files.iter().skip(usize::from(is_in_place)) {
        is_unchanged(file)?;
    }
    let mut settings = Settings::resumed(args)?;
    if written(&settings) != decided || settings.strategy.grammar() != grammar {
        let message = "the settings of the run mean something else by now: another build of probdd, or \
                       clang_delta has come or gone";
        return Err(Failure::usage(message).hint(START_OVER));
    }
    if is_in_place {
        settings.input.bytes = original(&directory, &journal, &settings, &files)?;
    }
    settings.state = Some(directory.path().into());
    Ok(Resumed::Run(Box::new(settings), State { directory, journal }, found))
}

/// What to tell a user who wants a run to go on with another setting.
pub fn refused(option: &str) -> Failure {
    let message = format!(
        "{option} cannot be chosen anew: the verdicts on record belong to the search that was begun"
    );
    Failure::usage(message).hint(
        "leave it out, or start over; --jobs, --max-queries, --max-time, --trace, --report, -q and \
         -v may be chosen anew",
    )
}

impl ResumeArgs {
    /// The command line of the run, with what was typed now in place of what was typed then.
    fn over(
        self,
        then: impl Iterator<Item = std::ffi::OsString>,
        found: Found,
    ) -> Result<ReduceArgs, Failure> {
        let args = Args::try_parse_from(then).map_err(|usage| {
            let message = format!("the command line of the run cannot be read: {}", usage.kind());
            Failure::usage(message).hint(START_OVER)
        })?;
        let absolute =
            |path: Option<PathBuf>| path.map(|path| std::path::absolute(&path).unwrap_or(path));
        let (then, is_louder) = (args.reduce, self.quiet || self.verbose);
        Ok(ReduceArgs {
            jobs: self.jobs.or(then.jobs),
            // One that is spent has done what it was for, and time is for one sitting.
            max_queries: self.max_queries.or(then.max_queries.filter(|most| found.queries < *most)),
            max_time: self.max_time,
            trace: absolute(self.trace).or(then.trace),
            report: absolute(self.report).or(then.report),
            quiet: if is_louder { self.quiet } else { then.quiet },
            verbose: if is_louder { self.verbose } else { then.verbose },
            ..then
        })
    }
}

/// The state directory, or why there is none because nothing is left to do.
fn find(typed: Option<&Path>) -> Result<Result<Directory, String>, Failure> {
    let found = typed.map_or_else(only_one_here, |path| Ok(Some(path.to_path_buf())))?;
    let Some(path) = found else {
        return Ok(Err(format!("no directory here ends in `{STATE_SUFFIX}`")));
    };
    let path = std::path::absolute(&path).unwrap_or(path);
    if !path.exists() {
        return missing(&path).map(Err);
    }
    let directory = Directory::at(path);
    if directory.is_done() {
        directory.remove()?;
        return Ok(Err(format!("the run of `{}` is complete", directory.path().display())));
    }
    Ok(Ok(directory))
}

/// A run that is complete has removed its state directory.
fn missing(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    let is_of_a_result = path.extension().is_some_and(|suffix| *suffix == STATE_SUFFIX[1..]);
    let result = path.with_extension("");
    if is_of_a_result && result.exists() {
        return Ok(format!("`{}` is complete", result.display()));
    }
    let is_in_a_directory = path.parent().is_some_and(Path::is_dir);
    if is_of_a_result || !is_in_a_directory {
        return Err(Failure::usage(format!("there is no state directory `{shown}`")));
    }
    Ok(format!("there is no `{shown}`, and a complete run has removed its state directory"))
}

/// The state directory in the current directory.
fn only_one_here() -> Result<Option<PathBuf>, Failure> {
    let attempt = "cannot read the current directory";
    let entries = fs::read_dir(".").map_err(|cause| error::io(attempt, cause))?;
    let paths = entries.flatten().map(|entry| PathBuf::from(entry.file_name()));
    let is_state = |path: &PathBuf| {
        path.extension().is_some_and(|suffix| *suffix == STATE_SUFFIX[1..]) && path.is_dir()
    };
    let mut found: Vec<PathBuf> = paths.filter(is_state).collect();
    found.sort();
    if found.len() > 1 {
        let names: Vec<String> = found.iter().map(|path| path.display().to_string()).collect();
        let failure = Failure::usage("there are several state directories here");
        return Err(failure.hint(format!("name one of them: {}", names.join(", "))));
    }
    Ok(found.pop())
}

/// Finds out whether a file is what it was when the run began.
fn is_unchanged(file: &Identity) -> Result<(), Failure> {
    let path = PathBuf::from(file.path.clone().into_os_string());
    if Identity::of(&file.role, &path)? == *file {
        return Ok(());
    }
    Err(changed(&file.role, &path))
}

fn changed(role: &str, path: &Path) -> Failure {
    let shown = path.display();
    let message = format!("{role} `{shown}` has changed since the run began");
    Failure::usage(message).hint(format!("put back what it was, or {START_OVER}"))
}

/// The input of a run that has overwritten it since, if nobody else has.
fn original(
    directory: &Directory,
    journal: &Journal,
    settings: &Settings,
    files: &[Identity],
) -> Result<Vec<u8>, Failure> {
    let (path, now) = (&settings.input.path, &settings.input.bytes);
    let copy = directory.input();
    let attempt = || format!("cannot read `{}`", copy.display());
    let original = fs::read(&copy).map_err(|cause| error::io(attempt(), cause))?;
    let is_ours = *now == original || journal.found_interesting(now);
    let is_whole = files.first().is_some_and(|input| input.sha256 == sha256(&original));
    let is_there = matches!(&settings.destination,
        Destination::InPlace(written, ..) if same_file(written, path));
    if is_ours && is_whole && is_there { Ok(original) } else { Err(changed("the input", path)) }
}
