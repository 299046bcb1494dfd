//! The file that a reduction starts from.

use crate::error::{self, Failure};
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The input, as it was when the run began.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its absolute path.
    pub path: PathBuf,
    /// The directory that it lies in.
    pub dir: PathBuf,
    /// Its name in that directory, which is the candidates' name too.
    pub name: OsString,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl Input {
    /// Reads the input.
    ///
    /// # Errors
    /// When it is missing, no regular file, empty, or cannot be read.
    pub fn read(typed: &Path) -> Result<Input, Failure> {
        let shown = typed.display();
        let attempt = || format!("cannot read the input `{shown}`");
        let kind = std::fs::metadata(typed).map_err(|cause| error::io(attempt(), cause))?;
        if kind.is_dir() {
            let failure = Failure::usage(format!("the input `{shown}` is a directory"));
            return Err(failure.hint("name one file; reducing directories is not supported yet"));
        }
        if !kind.is_file() {
            let failure = Failure::usage(format!("the input `{shown}` is no regular file"));
            return Err(
                failure.hint("write it to a file first: the file's name is the candidates'")
            );
        }
        let path = std::path::absolute(typed).map_err(|cause| error::io(attempt(), cause))?;
        let bytes = std::fs::read(&path).map_err(|cause| error::io(attempt(), cause))?;
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

    /// Whether it is a text of some kind: no byte of it is 0.
    pub fn is_text(&self) -> bool {
        !self.bytes.contains(&0)
    }

    /// Whether it could be run: it says what runs it, or has the permission.
    pub fn is_program(&self) -> bool {
        let may_run = |kind: std::fs::Metadata| kind.permissions().mode() & 0o111 != 0;
        self.bytes.starts_with(b"#!") || std::fs::metadata(&self.path).is_ok_and(may_run)
    }
}
