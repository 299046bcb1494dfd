//! Whether a file that determines the verdicts is edited while the run goes on.

use super::run::{Identity, files_of_commands, files_of_options};
use crate::error::Failure;
use crate::files::{Stamp, is_executable};
use crate::settings::Settings;
use std::path::PathBuf;

/// The files that determine the verdicts, as they were when the run began.
#[derive(Debug)]
pub(crate) struct Watched(Vec<WatchedFile>);

#[derive(Debug)]
struct WatchedFile {
    path: PathBuf,
    then: Identity,
    /// Its content was seen with this stamp. A directory has none.
    stamp: Option<Stamp>,
}

impl Watched {
    /// Reads the files. Of those that commands name, only the programs are watched: the others may be
    /// written by the command itself.
    pub(crate) fn new(settings: &Settings) -> Result<Watched, Failure> {
        let watch = |(role, path): (&'static str, PathBuf)| {
            let stamp = Stamp::of_file(&path);
            Ok(WatchedFile { then: Identity::of(role, &path)?, stamp, path })
        };
        let programs = files_of_commands(settings).filter(|(_, path)| is_executable(path));
        files_of_options(settings).chain(programs).map(watch).collect::<Result<_, _>>().map(Watched)
    }

    /// Fails if a file has another content than at the beginning. A file is read only if its stamp is
    /// another one; directories are read only at the end of a run.
    pub(crate) fn check(&mut self, is_end: bool) -> Result<(), Failure> {
        self.0.iter_mut().try_for_each(|file| file.check(is_end))
    }
}

impl WatchedFile {
    fn check(&mut self, is_end: bool) -> Result<(), Failure> {
        let now = Stamp::of_file(&self.path);
        let is_same = match now {
            None => self.path.is_dir() && !is_end,
            now => now == self.stamp,
        };
        if is_same {
            return Ok(());
        }
        // The next query says what is missing.
        if !self.path.exists() {
            return Ok(());
        }
        let is_unchanged =
            Identity::of(&self.then.role, &self.path).is_ok_and(|identity| identity == self.then);
        if !is_unchanged {
            return Err(edited(&self.then.role, &self.path.display().to_string()));
        }
        self.stamp = now;
        Ok(())
    }
}

fn edited(role: &str, path: &str) -> Failure {
    let message = format!("{role} `{path}` was edited while the run went on");
    Failure::usage(message).hint(
        "verdicts before and after that do not belong together, so the record is removed; the same \
         command with --continue begins with the best result",
    )
}
