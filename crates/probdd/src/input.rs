//! What a reduction starts from: the text of a file or of standard input, or a bundle of several
//! files and directories.

mod collect;
mod files;
mod limit;
mod memory;

use crate::command_line::ReduceArgs;
use crate::error::{Failure, cannot, current_directory};
use crate::files::{Globs, is_executable};
use limit::{MOST_BYTES, too_large};
use memory::Memory;
use probdd_core::bundle::{Entry, bundle, entries, rebundle};
use probdd_exec::Form;
use probdd_syntax::Language;
use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

pub(crate) use collect::everything;
pub(crate) use files::{Files, ORIGINAL_SUFFIX, place};

/// The path that messages and records give to standard input.
const STDIN_PATH: &str = "/dev/stdin";

/// The name of candidates of an input without a name, before an extension.
const STEM: &str = "input";

/// So many bytes are read from standard input before the memory is checked again.
const STRIDE: u64 = 1 << 24;

/// If a file is not UTF-8, and one of so many bytes is a control character, it is no text.
const LEAST_CONTROLS: usize = 50;

/// The input as it was when the run began.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// The absolute path. Of several inputs, the directory that the result is named after.
    pub(crate) path: PathBuf,
    /// The directory that contains it; the root of several inputs.
    pub(crate) dir: PathBuf,
    /// The name of the path, and of every candidate that is one file.
    pub(crate) name: OsString,
    /// The content: a text, or a bundle of several files.
    pub(crate) bytes: Vec<u8>,
    /// What the bundle consists of; `None` for a text.
    pub(crate) files: Option<Files>,
}

impl Input {
    /// Reads the inputs, or standard input. A resumed run takes what standard input contained from
    /// `copy`.
    pub(crate) fn read(args: &ReduceArgs, copy: Option<&Path>) -> Result<Input, Failure> {
        let inputs = args.inputs();
        let only = match inputs.as_slice() {
            [only] if args.reads_stdin() || !only.is_dir() => *only,
            several => return Input::of_several(several, args),
        };
        if let Some(option) = args.option_of_several_files() {
            let message = format!("{option} has no effect on a single file");
            return Err(Failure::usage(message).hint("leave it out, or name a directory"));
        }
        if args.reads_stdin() { Input::of_stdin(args, copy) } else { Input::of_file(only) }
    }

    fn of_several(typed: &[&Path], args: &ReduceArgs) -> Result<Input, Failure> {
        if typed.contains(&Path::new("-")) {
            let failure = Failure::usage("standard input cannot be one of several inputs");
            return Err(failure.hint("copy it to a file first; `./-` is a file of that name"));
        }
        let files = Files::new(typed, args.in_place)?;
        let found = collect::collect(&files, &Globs::new("--exclude", &args.exclude)?)?;
        let path = files.named();
        // An earlier run may have emptied what it replaces.
        if !args.in_place {
            check_content(&path, &found)?;
        }
        let bytes = bundle(&found);
        if bytes.len() as u64 > MOST_BYTES {
            return Err(too_large(&path.display().to_string(), None));
        }
        let name = path.file_name().unwrap_or(STEM.as_ref()).to_owned();
        Ok(Input { dir: files.root.clone(), path, name, bytes, files: Some(files) })
    }

    fn of_file(typed: &Path) -> Result<Input, Failure> {
        let shown = typed.display();
        let cannot_read = cannot("read the input", typed);
        let kind = std::fs::metadata(typed).map_err(cannot_read)?;
        if !kind.is_file() {
            let failure = Failure::usage(format!("the input `{shown}` is not a regular file"));
            return Err(failure.hint("use `-` to read standard input, or copy it to a file first"));
        }
        if kind.len() > MOST_BYTES {
            return Err(too_large(&shown.to_string(), Some(kind.len())));
        }
        Memory::now().check(&shown.to_string(), kind.len())?;
        let path = std::path::absolute(typed).map_err(cannot_read)?;
        let bytes = std::fs::read(&path).map_err(cannot_read)?;
        check_not_empty(typed, &bytes)?;
        let dir = path.parent().map(Path::to_path_buf);
        match (dir, path.file_name().map(OsString::from)) {
            (Some(dir), Some(name)) => Ok(Input { path, dir, name, bytes, files: None }),
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
        let path = PathBuf::from(STDIN_PATH);
        check_not_empty(&path, &bytes)?;
        Ok(Input { path, dir: current_directory()?, name: name.into(), bytes, files: None })
    }

    /// A text in memory, under a name or under one that fits its language.
    pub(crate) fn of_bytes(
        bytes: Vec<u8>,
        name: Option<OsString>,
        language: Option<&str>,
    ) -> Result<Input, Failure> {
        let of_language = || {
            let language = language.and_then(Language::by_name);
            language.map_or_else(|| STEM.into(), |language| language.file_name(STEM).into())
        };
        let name = name.unwrap_or_else(of_language);
        let dir = current_directory()?;
        let path = dir.join(&name);
        let shown = Path::new(&name);
        if shown.file_name() != Some(&name) {
            let message = format!("`{}` is no name of a file", shown.display());
            return Err(Failure::usage(message).hint("leave the directory out: bug.c"));
        }
        check_not_empty(shown, &bytes)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(too_large(&shown.display().to_string(), Some(bytes.len() as u64)));
        }
        Ok(Input { path, dir, name, bytes, files: None })
    }

    /// Another text under the same name.
    pub(crate) fn with(&self, text: &[u8]) -> Input {
        let Input { path, dir, name, files, .. } = self;
        let (path, dir, name, files) = (path.clone(), dir.clone(), name.clone(), files.clone());
        Input { path, dir, name, bytes: text.to_vec(), files }
    }

    /// A file of a bundle, as if it were the only input.
    pub(crate) fn file(&self, path: &[u8], text: &[u8]) -> Input {
        let path = self.dir.join(OsStr::from_bytes(path));
        let dir = path.parent().unwrap_or(&self.dir).to_path_buf();
        let name = path.file_name().unwrap_or_default().to_owned();
        Input { path, dir, name, bytes: text.to_vec(), files: None }
    }

    /// The content as a candidate of another input: a bundle has that input's boundary.
    pub(crate) fn bytes_beside(&self, other: &[u8]) -> Vec<u8> {
        if self.files.is_none() {
            return self.bytes.clone();
        }
        let all = entries(&self.bytes);
        rebundle(
            other,
            all.iter().map(|entry| (&*entry.path, entry.kind, &self.bytes[entry.content.clone()])),
        )
    }

    /// What candidates become in the directory of a query.
    pub(crate) fn form(&self) -> Form {
        match &self.files {
            None => Form::file(self.name.clone()),
            Some(files) => Form::Bundle(files.arguments.clone()),
        }
    }

    /// What messages call the input in the directory of a query.
    pub(crate) fn shown_name(&self) -> String {
        match self.files.as_ref().map(|files| files.arguments.as_slice()) {
            Some([first, others @ ..]) if others.len() > 2 => {
                format!("{} and {} others", first.path.display(), others.len())
            }
            Some(arguments) => {
                let names = arguments.iter().map(|argument| argument.path.display().to_string());
                names.collect::<Vec<_>>().join(", ")
            }
            None => self.name.to_string_lossy().into_owned(),
        }
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
        self.files.is_none() && (self.bytes.starts_with(b"#!") || is_executable(&self.path))
    }
}

fn check_not_empty(shown: &Path, text: &[u8]) -> Result<(), Failure> {
    if text.is_empty() {
        let shown = shown.display();
        let message = format!("the input `{shown}` is empty: there is nothing to reduce");
        return Err(Failure::usage(message));
    }
    Ok(())
}

/// Refuses directories without files, and files without content.
fn check_content(shown: &Path, found: &[Entry]) -> Result<(), Failure> {
    if found.iter().any(|entry| !entry.content.is_empty()) {
        return Ok(());
    }
    let shown = shown.display();
    let message = format!("the files in `{shown}` are empty: there is nothing to reduce");
    let failure = Failure::usage(message);
    Err(failure.hint("hidden files, and what .gitignore and --exclude leave out, do not count"))
}

/// What standard input contains.
fn stdin() -> Result<Vec<u8>, Failure> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        let failure = Failure::usage("the input `-` is standard input, which is a terminal");
        return Err(failure.hint("redirect it: probdd [OPTIONS] <TEST> - < FILE"));
    }
    let (memory, mut stdin, mut bytes) = (Memory::now(), stdin.lock(), Vec::new());
    loop {
        let read = stdin.by_ref().take(STRIDE).read_to_end(&mut bytes);
        let read = read.map_err(cannot("read the input", Path::new(STDIN_PATH)))?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(too_large("-", None));
        }
        memory.check("-", bytes.len() as u64)?;
        if read == 0 {
            return Ok(bytes);
        }
    }
}
