//! Why a process could not be started, or not be watched: from the system's error number and a look
//! at the file, since the same number means several things.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use crate::Error;

/// As far as the system reads a `#!` line.
const LINE_BYTES: u64 = 256;

/// The error for a program that could not be started.
pub(super) fn start(program: &Path, source: io::Error) -> Error {
    let program = program.to_path_buf();
    match Errno::from_io_error(&source) {
        Some(Errno::NOENT | Errno::NOTDIR) => missing(program, source),
        Some(Errno::ACCESS | Errno::PERM) => {
            Error::NotExecutable { file: not_executable(program), source }
        }
        Some(Errno::NOEXEC) => Error::NoInterpreter { program },
        Some(Errno::AGAIN | Errno::NOMEM | Errno::MFILE | Errno::NFILE) => {
            Error::OutOfResources { program, source }
        }
        _ => Error::Start { program, source },
    }
}

/// The error for a program that could not be watched.
pub(super) fn supervision(program: &Path, source: io::Error) -> Error {
    let program = program.to_path_buf();
    match Errno::from_io_error(&source) {
        Some(Errno::AGAIN | Errno::NOMEM | Errno::MFILE | Errno::NFILE) => {
            Error::OutOfResources { program, source }
        }
        _ => Error::Supervise { program, source },
    }
}

/// Something on the way from the program to its interpreter does not exist.
fn missing(program: PathBuf, source: io::Error) -> Error {
    if !program.exists() {
        return Error::ProgramMissing { program };
    }
    match interpreter(&program) {
        Some(interpreter) if !interpreter.exists() => {
            Error::InterpreterMissing { program, interpreter }
        }
        Some(_) => Error::Start { program, source },
        None => Error::LoaderMissing { program },
    }
}

/// The file whose permissions are in the way: the program, or its interpreter if the program's
/// own are fine.
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

/// What the `#!` line names. A carriage return at its end, from an editor of another system, is
/// part of the name: so the system sees it.
fn interpreter(program: &Path) -> Option<PathBuf> {
    let mut start = Vec::new();
    File::open(program).ok()?.take(LINE_BYTES).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let name = line.split(|&byte| byte == b' ' || byte == b'\t').find(|word| !word.is_empty())?;
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(name)))
}
