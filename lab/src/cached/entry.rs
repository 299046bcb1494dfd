//! What is kept of a run of a test, and how its end becomes an exit code.

use std::io::{Result, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ExitCode, ExitStatus};

/// The exit code of a test that has no verdict.
const UNRESOLVED: u8 = 125;

/// Writes an entry, which is complete or absent: several runs may ask at once, and each may be
/// killed.
pub(super) fn keep(entry: &Path, text: &str) -> Result<()> {
    let folder = entry.parent().unwrap_or(Path::new("."));
    let mut written = tempfile::NamedTempFile::new_in(folder)?;
    written.write_all(text.as_bytes())?;
    written.persist(entry)?;
    Ok(())
}

/// The exit code of a process, as a shell reports it.
pub(super) fn code(status: ExitStatus) -> u8 {
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
