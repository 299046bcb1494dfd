//! Why a process could not be started or watched. The system's error number means several things;
//! a look at the program's file tells them apart.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use crate::Error;

/// How much of a `#!` line the system reads.
const LINE_BYTES: u64 = 256;

/// A process could not be run.
pub(super) enum Failure {
    /// It was not started.
    ToStart(io::Error),
    /// It was not started, because it could not get a `/tmp` of its own.
    NoPrivateTmp(io::Error),
    /// Waiting for it failed.
    ToWatch(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::ToWatch(error)
    }
}

impl Failure {
    /// Whether the program's file is open for writing.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self, Failure::ToStart(error) if error.kind() == io::ErrorKind::ExecutableFileBusy)
    }

    pub(super) fn of(self, program: &Path) -> Error {
        let program = program.to_path_buf();
        let (source, was_started) = match self {
            Failure::ToStart(source) => (source, false),
            Failure::NoPrivateTmp(source) => return Error::PrivateTmp(source),
            Failure::ToWatch(source) => (source, true),
        };
        match Errno::from_io_error(&source) {
            Some(Errno::AGAIN | Errno::NOMEM | Errno::MFILE | Errno::NFILE) => {
                Error::OutOfResources(program, source)
            }
            _ if was_started => Error::Supervise(program, source),
            Some(Errno::NOENT | Errno::NOTDIR) => missing(program, source),
            Some(Errno::ACCESS | Errno::PERM) => {
                Error::NotExecutable(not_executable(program), source)
            }
            Some(Errno::NOEXEC) => Error::NoInterpreter(program),
            _ => Error::Start(program, source),
        }
    }
}

/// Finds out what does not exist: the program, its interpreter or its loader.
fn missing(program: PathBuf, source: io::Error) -> Error {
    if !program.exists() {
        return Error::ProgramMissing(program);
    }
    match interpreter(&program) {
        Some(interpreter) if !interpreter.exists() => {
            Error::InterpreterMissing { program, interpreter }
        }
        Some(_) => Error::Start(program, source),
        None => Error::LoaderMissing(program),
    }
}

/// Returns the file that may not be executed: the program, or its interpreter.
fn not_executable(program: PathBuf) -> PathBuf {
    if !has_run_bit(&program) {
        return program;
    }
    match interpreter(&program) {
        Some(interpreter) if interpreter.exists() && !has_run_bit(&interpreter) => interpreter,
        _ => program,
    }
}

fn has_run_bit(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// Returns what the `#!` line names. A carriage return at its end, from an editor of another system,
/// is part of the name, as it is for the system.
fn interpreter(program: &Path) -> Option<PathBuf> {
    let mut start = Vec::new();
    File::open(program).ok()?.take(LINE_BYTES).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let name = line.split(|&byte| byte == b' ' || byte == b'\t').find(|word| !word.is_empty())?;
    Some(PathBuf::from(OsStr::from_bytes(name)))
}
