//! A candidate, as a test that is a function sees it.

use probdd_core::bundle::{Placed, entries};
use probdd_exec::{Form, write_bundle};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::io;
use std::ops::Deref;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A candidate: the bytes of one text, or several files.
///
/// It dereferences to its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    bytes: &'a [u8],
    form: &'a Form,
}

impl<'a> Candidate<'a> {
    pub(super) fn new(bytes: &'a [u8], form: &'a Form) -> Candidate<'a> {
        Candidate { bytes, form }
    }

    /// Returns the bytes of a text. Several files are one text, each behind a line with its path.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the text, in which U+FFFD stands for what is not UTF-8.
    pub fn text(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.bytes)
    }

    /// Returns the files with their paths, where a directory is reduced; else the only file.
    pub fn files(&self) -> Vec<(PathBuf, &'a [u8])> {
        files(self.bytes, self.form)
    }

    /// Writes the candidate into a directory, under the name of the input. Returns its path: that of the
    /// file, or of the first input.
    ///
    /// ```
    /// let reduced = probdd::Reduction::of("int a;\nint b;\n")
    ///     .named("bug.c")
    ///     .test(|candidate| {
    ///         let directory = tempfile::tempdir().expect("there is a temporary directory");
    ///         let path = candidate.write_to(directory.path()).expect("it has room");
    ///         let text = std::fs::read_to_string(path).expect("it was written");
    ///         text.contains('b')
    ///     })
    ///     .run()?;
    /// assert_eq!(reduced.text(), "b\n");
    /// # Ok::<(), probdd::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write_to(&self, directory: impl AsRef<Path>) -> io::Result<PathBuf> {
        let directory = directory.as_ref();
        match self.form {
            Form::File(name) => {
                let path = directory.join(name);
                std::fs::write(&path, self.bytes)?;
                Ok(path)
            }
            Form::Bundle(arguments) => {
                write_bundle(directory, self.bytes).map_err(|(_, cause)| cause)?;
                Ok(arguments
                    .first()
                    .map_or(directory.into(), |argument| directory.join(&argument.path)))
            }
        }
    }
}

/// The files of a text of this form, with their paths.
pub(super) fn files<'a>(bytes: &'a [u8], form: &Form) -> Vec<(PathBuf, &'a [u8])> {
    match form {
        Form::File(name) => vec![(name.into(), bytes)],
        Form::Bundle(_) => {
            let files = entries(bytes).into_iter().filter(Placed::is_file);
            let path = |path: &[u8]| PathBuf::from(OsStr::from_bytes(path));
            files.map(|file| (path(&file.path), &bytes[file.content])).collect()
        }
    }
}

impl Deref for Candidate<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes
    }
}

impl AsRef<[u8]> for Candidate<'_> {
    fn as_ref(&self) -> &[u8] {
        self.bytes
    }
}
