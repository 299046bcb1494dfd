//! The file that a reduction starts from.

use crate::error::{Failure, cannot};
use crate::files::is_executable;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The input as it was when the run began.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// The absolute path.
    pub(crate) path: PathBuf,
    /// The directory that contains it.
    pub(crate) dir: PathBuf,
    /// The name in that directory, which is also the name of every candidate.
    pub(crate) name: OsString,
    /// The content.
    pub(crate) bytes: Vec<u8>,
}

impl Input {
    pub(crate) fn read(typed: &Path) -> Result<Input, Failure> {
        let shown = typed.display();
        let cannot_read = cannot("read the input", typed);
        let kind = std::fs::metadata(typed).map_err(cannot_read)?;
        if kind.is_dir() {
            let failure = Failure::usage(format!("the input `{shown}` is a directory"));
            return Err(failure.hint("name one file; probdd cannot reduce directories yet"));
        }
        if !kind.is_file() {
            let failure = Failure::usage(format!("the input `{shown}` is not a regular file"));
            return Err(failure.hint("copy it to a file first: candidates get that file's name"));
        }
        let path = std::path::absolute(typed).map_err(cannot_read)?;
        let bytes = std::fs::read(&path).map_err(cannot_read)?;
        if bytes.is_empty() {
            let message = format!("the input `{shown}` is empty: there is nothing to reduce");
            return Err(Failure::usage(message));
        }
        let dir = path.parent().map(Path::to_path_buf);
        match (dir, path.file_name().map(OsString::from)) {
            (Some(dir), Some(name)) => Ok(Input { path, dir, name, bytes }),
            _ => Err(Failure::usage(format!("the input `{shown}` has no file name"))),
        }
    }

    /// Whether the input is a text, that is, has no zero byte.
    pub(crate) fn is_text(&self) -> bool {
        !self.bytes.contains(&0)
    }

    /// Whether the input is a program: it has a `#!` line or is executable.
    pub(crate) fn is_program(&self) -> bool {
        self.bytes.starts_with(b"#!") || is_executable(&self.path)
    }
}
