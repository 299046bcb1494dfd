//! The text that a reduction starts from: a file, or what standard input contains.

use crate::command_line::ReduceArgs;
use crate::error::{Failure, cannot, current_directory};
use crate::files::is_executable;
use indicatif::HumanCount;
use probdd_syntax::Language;
use std::ffi::OsString;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The path that messages and records give to standard input.
const STDIN_PATH: &str = "/dev/stdin";

/// The name of candidates of an input without a name, before an extension.
const STEM: &str = "input";

/// If a file is not UTF-8, and one of so many bytes is a control character, it is no text.
const LEAST_CONTROLS: usize = 50;

/// The size of the largest input: places in a text are numbers of 32 bits.
const MOST_BYTES: u64 = u32::MAX as u64;

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
    /// Reads the file, or standard input. A resumed run takes what standard input contained from
    /// `copy`.
    pub(crate) fn read(
        typed: &Path,
        args: &ReduceArgs,
        copy: Option<&Path>,
    ) -> Result<Input, Failure> {
        let is_stdin = args.reads_stdin();
        let input = if is_stdin { Input::of_stdin(args, copy)? } else { Input::of_file(typed)? };
        if input.bytes.is_empty() {
            let shown = if is_stdin { input.path.display() } else { typed.display() };
            let message = format!("the input `{shown}` is empty: there is nothing to reduce");
            return Err(Failure::usage(message));
        }
        Ok(input)
    }

    fn of_file(typed: &Path) -> Result<Input, Failure> {
        let shown = typed.display();
        let cannot_read = cannot("read the input", typed);
        let kind = std::fs::metadata(typed).map_err(cannot_read)?;
        if kind.is_dir() {
            let failure = Failure::usage(format!("the input `{shown}` is a directory"));
            return Err(failure.hint("name one file; probdd cannot reduce directories yet"));
        }
        if !kind.is_file() {
            let failure = Failure::usage(format!("the input `{shown}` is not a regular file"));
            return Err(failure.hint("use `-` to read standard input, or copy it to a file first"));
        }
        if kind.len() > MOST_BYTES {
            return Err(too_large(&shown.to_string(), Some(kind.len())));
        }
        let path = std::path::absolute(typed).map_err(cannot_read)?;
        let bytes = std::fs::read(&path).map_err(cannot_read)?;
        let dir = path.parent().map(Path::to_path_buf);
        match (dir, path.file_name().map(OsString::from)) {
            (Some(dir), Some(name)) => Ok(Input { path, dir, name, bytes }),
            _ => Err(Failure::usage(format!("the input `{shown}` has no file name"))),
        }
    }

    fn of_stdin(args: &ReduceArgs, copy: Option<&Path>) -> Result<Input, Failure> {
        if args.in_place {
            let failure = Failure::usage("--in-place cannot replace standard input");
            return Err(failure.hint("leave it out to print the result, or use -o PATH"));
        }
        let language = args.language.as_deref().and_then(Language::by_name);
        let name = language.map_or_else(|| STEM.to_owned(), |language| language.file_name(STEM));
        let bytes = match copy {
            Some(copy) => std::fs::read(copy).map_err(cannot("read the input", copy))?,
            None => stdin()?,
        };
        Ok(Input { path: STDIN_PATH.into(), dir: current_directory()?, name: name.into(), bytes })
    }

    /// Another text under the same name.
    pub(crate) fn with(&self, text: &[u8]) -> Input {
        let Input { path, dir, name, .. } = self;
        let (path, dir, name) = (path.clone(), dir.clone(), name.clone());
        Input { path, dir, name, bytes: text.to_vec() }
    }

    /// Whether the input was read from standard input, which cannot be read again.
    pub(crate) fn is_stdin(&self) -> bool {
        self.path == Path::new(STDIN_PATH)
    }

    /// Whether the input is a text: it has no zero byte, and is UTF-8 or has few control characters.
    pub(crate) fn is_text(&self) -> bool {
        let is_control = |byte: &&u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
        let controls = || self.bytes.iter().filter(is_control).count();
        !self.bytes.contains(&0)
            && (std::str::from_utf8(&self.bytes).is_ok()
                || controls() * LEAST_CONTROLS < self.bytes.len())
    }

    /// Whether the input is a binary file whose format is known.
    pub(crate) fn is_container(&self) -> bool {
        !self.is_text() && probdd_syntax::container(&self.bytes).is_some()
    }

    /// Whether the input is a program: it has a `#!` line or is executable.
    pub(crate) fn is_program(&self) -> bool {
        self.bytes.starts_with(b"#!") || is_executable(&self.path)
    }
}

/// What standard input contains.
fn stdin() -> Result<Vec<u8>, Failure> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        let failure = Failure::usage("the input `-` is standard input, which is a terminal");
        return Err(failure.hint("redirect it: probdd [OPTIONS] <TEST> - < FILE"));
    }
    let mut bytes = Vec::new();
    let read = stdin.lock().take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(cannot("read the input", Path::new(STDIN_PATH)))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(too_large("-", None));
    }
    Ok(bytes)
}

/// An input with so many bytes, or with an unknown number, is refused.
fn too_large(shown: &str, bytes: Option<u64>) -> Failure {
    let has = bytes.map(|bytes| format!(": it has {} bytes", HumanCount(bytes)));
    let message = format!("the input `{shown}` is too large{}", has.unwrap_or_default());
    Failure::usage(message).hint(format!(
        "an input has at most {} bytes (4 GiB); reduce a part of it that is still interesting: \
         `split -b 2G` or `head -c 2G` cut it",
        HumanCount(MOST_BYTES)
    ))
}
