//! What is kept of a run of a test, and how its end becomes an exit code.

use crate::usage::children_micros;
use fs_err as fs;
use std::io::{Result, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};

/// The exit code of a test that has no verdict.
const UNRESOLVED: u8 = 125;

/// The exit code of a test or a check, and its CPU time in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) code: u8,
    pub(crate) micros: u64,
}

impl Answer {
    /// Runs a command, and says whether its answer may be kept: what a signal ended may end
    /// otherwise the next time.
    pub(super) fn of(command: &mut Command) -> Result<(Answer, bool)> {
        let before = children_micros();
        let status = command.status()?;
        let micros = children_micros().saturating_sub(before);
        Ok((Answer { code: code(status), micros }, status.code().is_some()))
    }

    /// What an entry keeps, if there is one.
    pub(super) fn kept(entry: &Path) -> Option<Answer> {
        let text = fs::read_to_string(entry).ok()?;
        let (code, micros) = text.split_once(' ')?;
        Some(Answer { code: code.parse().ok()?, micros: micros.parse().ok()? })
    }

    pub(super) fn keep(self, entry: &Path) -> Result<()> {
        keep(entry, &format!("{} {}", self.code, self.micros))
    }
}

/// Writes an entry, which is complete or absent: several runs may ask at once, and each may be
/// killed.
fn keep(entry: &Path, text: &str) -> Result<()> {
    let folder = entry.parent().unwrap_or(Path::new("."));
    let mut written = tempfile::NamedTempFile::new_in(folder)?;
    written.write_all(text.as_bytes())?;
    written.persist(entry)?;
    Ok(())
}

/// The exit code of a process, as a shell reports it.
fn code(status: ExitStatus) -> u8 {
    let number = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    u8::try_from(number).unwrap_or(UNRESOLVED)
}

/// The exit code of this program.
pub(super) fn answer(code: Result<u8>) -> ExitCode {
    ExitCode::from(code.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        UNRESOLVED
    }))
}
